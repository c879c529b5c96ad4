import type { MoveIntent } from '../project/projectChange';
import type { Reader, Transaction } from '../store/types';
import { purgeMemories, purgeTraces } from './forgetting';
import type { MemoryArea } from './memoryArea';
import { depart, pack, unpack } from './parcels';
import { passageOf, putPassage, redirectOf, WHOLE_PROJECT, type MoveEnd, type PassageRow } from './passages';
import { bringPrompt, departedPrompts, departPrompt, remainingPrompts } from './promptMoves';
import { promptByUuid } from './prompts';
import { allRequests, copyRequests } from './requests';
import { arrivedRelations } from './relationMoves';
import { copySessions, updateSessions, withdrawSessions, type SessionRow } from './sessions';

/** Memories, or prompts, that go in one write: the event loop is shared. */
const BATCH = 50;

/**
 * Carries out a move, from wherever another process may have left it: target first, then the source. Any number of
 * processes may do so at once, and any of them may be suspended for days in the middle of it.
 */
export async function carryOut(
  { id, source, target, what }: MoveIntent,
  from: MemoryArea,
  to: MemoryArea,
  now: string,
): Promise<void> {
  const move = new Move({ move: id, now, from, to, source: source.id, target: target.id });
  switch (what.kind) {
    case 'all':
      return move.all();
    case 'listed':
      return move.listed(what.ids);
    case 'returning':
      return move.returning(what.move, target.name);
  }
}

interface MoveOptions {
  readonly move: string;
  readonly now: string;
  readonly from: MemoryArea;
  readonly to: MemoryArea;
  /** Ids of the projects. */
  readonly source: string;
  readonly target: string;
}

class Move {
  readonly #id: string;
  readonly #from: MemoryArea;
  readonly #to: MemoryArea;
  readonly #here: MoveEnd;
  readonly #there: MoveEnd;

  constructor({ move, now, from, to, source, target }: MoveOptions) {
    this.#id = move;
    this.#from = from;
    this.#to = to;
    this.#here = { move, other: target, now };
    this.#there = { move, other: source, now };
  }

  /** The redirect comes first, so that nothing can be added behind the move's back. */
  async all(): Promise<void> {
    await this.#from.store.write((tx) => redirect(tx, this.#here));
    const rest = await this.#from.read((db) => ({
      sessions: db.query<SessionRow>('SELECT * FROM session ORDER BY id'),
      tombstones: db.query<TombstoneRow>('SELECT * FROM tombstone ORDER BY id'),
      requests: allRequests(db),
    }));
    await this.#to.store.write((tx) => {
      // Once: what became of them here since is not to be undone by a latecomer.
      if (passageOf(tx, this.#id, WHOLE_PROJECT) !== undefined) return;
      copySessions(tx, rest.sessions);
      copyTombstones(tx, rest.tombstones);
      copyRequests(tx, rest.requests);
      putPassage(tx, {
        move: this.#id,
        memory: WHOLE_PROJECT,
        way: 'in',
        other: this.#there.other,
        passed_at: this.#there.now,
      });
    });
    for (;;) {
      const ids = await this.#from.read((db) => remaining(db, this.#id));
      if (ids.length === 0) break;
      await this.#carry(ids);
    }
    for (;;) {
      const ids = await this.#from.read((db) => remainingPrompts(db, this.#id, BATCH));
      if (ids.length === 0) return;
      await this.#carryPrompts(ids);
    }
  }

  async listed(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += BATCH) await this.#carry(ids.slice(at, at + BATCH));
  }

  /** What left the target by an earlier move comes back, wherever it stands in the source now. */
  async returning(earlier: string, projectName: string): Promise<void> {
    const whole = await this.#to.read((db) => passageOf(db, earlier, '') !== undefined);
    if (whole) await this.#to.store.write((tx) => endRedirect(tx, earlier));
    for (let after = 0; ;) {
      const left = await this.#to.read((db) => departed(db, earlier, after));
      if (left.length === 0) break;
      await this.#carry(left.map(({ memory }) => memory));
      after = left.at(-1)?.id ?? after;
    }
    for (let after = 0; ;) {
      const left = await this.#to.read((db) => departedPrompts(db, earlier, after, BATCH));
      if (left.length === 0) break;
      await this.#carryPrompts(left.map(({ memory }) => memory));
      after = left.at(-1)?.id ?? after;
    }
    if (!whole) return;
    const all = 'SELECT * FROM session ORDER BY id';
    const copies = await this.#from.read((db) => db.query<SessionRow>(all));
    await this.#to.store.write((tx) => updateSessions(tx, copies));
    const sessions = await this.#to.read((db) => db.query<SessionRow>(all));
    await this.#from.store.write((tx) => withdrawSessions(tx, sessions, projectName));
  }

  async #carryPrompts(ids: readonly string[]): Promise<void> {
    const rows = await this.#from.read((db) => ids.flatMap((id) => promptByUuid(db, id) ?? []));
    await this.#to.store.write((tx) => {
      for (const row of rows) bringPrompt(tx, this.#there, row);
    });
    await this.#from.store.write((tx) => {
      for (const id of ids) departPrompt(tx, this.#here, id);
    });
  }

  async #carry(ids: readonly string[]): Promise<void> {
    for (let waiting = ids; waiting.length > 0;) {
      const shipment = await this.#from.read((db) => pack(db, this.#id, waiting));
      if (shipment.parcels.length > 0) await this.#to.store.write((tx) => unpack(tx, this.#there, shipment));
      const arrived =
        shipment.relations.length === 0
          ? new Set<string>()
          : await this.#to.read((db) => arrivedRelations(db, shipment.relations));
      const batch = waiting;
      const { changed, purged } = await this.#from.store.write((tx) =>
        depart(tx, this.#here, batch, shipment, arrived),
      );
      if (purged.length > 0) {
        await this.#to.store.write((tx) => {
          purgeMemories(tx, purged, 'move', this.#there.now);
          purgeTraces(tx, { memories: purged, prompts: purged, texts: [] }, 'move', this.#there.now);
        });
        await this.#to.store.compact({ purge: true });
      }
      waiting = changed;
    }
  }
}

interface TombstoneRow {
  readonly uuid: string;
  readonly purged_at: string;
  readonly purged_by: string;
}

/** Once: a project that was taken back out of another writes to its own database again. */
function redirect(tx: Transaction, { move, other, now }: MoveEnd): void {
  if (passageOf(tx, move, WHOLE_PROJECT) !== undefined) return;
  for (const { id } of tx.query<{ id: number }>('SELECT id FROM redirect')) tx.delete('redirect', id);
  tx.put('redirect', { move, project: other, redirected_at: now });
  putPassage(tx, { move, memory: WHOLE_PROJECT, way: 'out', other, passed_at: now });
}

function endRedirect(tx: Transaction, move: string): void {
  const found = redirectOf(tx);
  if (found?.move === move) tx.delete('redirect', found.id);
}

/** The next of what has not left yet, oldest first; nothing when the move was taken back. */
function remaining(db: Reader, move: string): readonly string[] {
  if (redirectOf(db)?.move !== move) return [];
  return db
    .query<{ uuid: string }>(
      `SELECT uuid FROM memory WHERE NOT EXISTS (SELECT 1 FROM passage WHERE move = ? AND memory = memory.uuid)
       ORDER BY sequence, id LIMIT ?`,
      [move, BATCH],
    )
    .map(({ uuid }) => uuid);
}

function departed(db: Reader, move: string, after: number): readonly PassageRow[] {
  return db.query<PassageRow>(
    "SELECT * FROM passage WHERE move = ? AND way = 'out' AND memory <> '' AND id > ? ORDER BY id LIMIT ?",
    [move, after, BATCH],
  );
}

function copyTombstones(tx: Transaction, rows: readonly TombstoneRow[]): void {
  for (const { uuid, purged_at, purged_by } of rows) {
    if (tx.query('SELECT 1 FROM tombstone WHERE uuid = ?', [uuid]).length > 0) continue;
    tx.put('tombstone', { uuid, purged_at, purged_by, sequence: tx.sequence });
  }
}
