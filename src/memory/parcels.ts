import { createHash } from 'node:crypto';
import type { Reader, Row, Transaction } from '../store/types';
import { memoryByUuid, type MemoryRow } from './memoryRow';
import { passageOf, putPassage, type MoveEnd } from './passages';
import { bringPrompt, leavePrompt } from './promptMoves';
import { promptByUuid, type PromptRow } from './prompts';
import {
  bringRelations,
  haveChanged,
  leaveRelations,
  packRelations,
  type PackedRelation,
} from './relationMoves';

/** A replaced version of a memory, as the table `history` holds it. */
interface HistoryRow extends Row {
  readonly id: number;
  readonly memory_id: number;
  readonly revision: number;
  readonly image: string;
  readonly replaced_at: string;
  readonly replaced_by: string;
  readonly sequence: number;
}

/** A memory with all that belongs to it. Its links are ids in the memories themselves. */
interface Parcel {
  readonly row: MemoryRow;
  /** Oldest first. */
  readonly history: readonly HistoryRow[];
  /** The one that it answers. */
  readonly prompt: PromptRow | undefined;
}

/** Memories as they were in their source at one sequence number. */
export interface Shipment {
  readonly sequence: number;
  readonly parcels: readonly Parcel[];
  /** Of these memories, with each other or with any. */
  readonly relations: readonly PackedRelation[];
}

/** What is to be taken along, in the order of the source: neither what is gone, nor what has left by this move. */
export function pack(db: Reader, move: string, uuids: readonly string[]): Shipment {
  const parcels = uuids
    .filter((uuid) => passageOf(db, move, uuid) === undefined)
    .flatMap((uuid) => parcelOf(db, uuid) ?? [])
    .sort((a, b) => a.row.sequence - b.row.sequence || a.row.id - b.row.id);
  const packed = parcels.map(({ row }) => row.uuid);
  return { sequence: db.sequence, parcels, relations: packRelations(db, packed) };
}

/**
 * Puts memories where they go, once each: whatever happened to them here since they came stays. A later state of
 * the source is taken over while nobody has changed the memory here; else it becomes one of its replaced versions.
 */
export function unpack(tx: Transaction, end: MoveEnd, { sequence, parcels, relations }: Shipment): void {
  let newest = sequenceOfLast(tx, end.move);
  for (const parcel of parcels) {
    const { uuid, updated_at } = parcel.row;
    const came = passageOf(tx, end.move, uuid);
    const hash = imageHash(parcel);
    if (came !== undefined && (came.image_hash === hash || came.other_sequence >= sequence)) continue;
    if (isPurged(tx, uuid)) continue;
    const here = parcelOf(tx, uuid);
    if (here === undefined) {
      // It came and has gone on to somewhere else.
      if (came !== undefined) continue;
      newest = Math.max(newest, sequenceAt(tx, updated_at));
      insert(tx, parcel, newest);
    } else if (came?.image_hash === imageHash(here)) {
      replace(tx, here, parcel);
    } else {
      keepVersion(tx, here, parcel, end.now);
    }
    bringPrompt(tx, end, parcel.prompt);
    putPassage(tx, {
      ...(came === undefined ? {} : { id: came.id }),
      move: end.move,
      memory: uuid,
      way: 'in',
      other: end.other,
      other_sequence: sequence,
      image_hash: hash,
      passed_at: end.now,
    });
  }
  bringRelations(tx, relations);
}

export interface Departure {
  /** Changed since they were packed: they have to be taken along once more. */
  readonly changed: readonly string[];
  /** Memories and prompts deleted for good since: what arrived of them has to go as well. */
  readonly purged: readonly string[];
}

/**
 * Removes what has arrived at the other end, once each, unless it is another than what was packed. `arrived`: relations
 * that are there.
 */
export function depart(
  tx: Transaction,
  end: MoveEnd,
  uuids: readonly string[],
  { parcels, relations }: Shipment,
  arrived: ReadonlySet<string>,
): Departure {
  const packed = new Map(parcels.map((parcel) => [parcel.row.uuid, imageHash(parcel)]));
  const changed: string[] = [];
  const purged: string[] = [];
  for (const uuid of uuids) {
    if (passageOf(tx, end.move, uuid) !== undefined) continue;
    const here = parcelOf(tx, uuid);
    const isOther = here !== undefined && packed.get(uuid) !== imageHash(here);
    if (isOther || (here !== undefined && haveChanged(tx, uuid, relations))) {
      changed.push(uuid);
      continue;
    }
    if (here !== undefined) {
      remove(tx, here);
      leavePrompt(tx, end, here.row.prompt_id);
      leaveRelations(tx, uuid, arrived);
    } else if (packed.has(uuid) && isPurged(tx, uuid)) {
      purged.push(uuid);
    }
    const way = here === undefined ? 'none' : 'out';
    putPassage(tx, { move: end.move, memory: uuid, way, other: end.other, passed_at: end.now });
  }
  const prompts = parcels.flatMap(({ prompt }) => prompt?.uuid ?? []);
  return { changed, purged: [...purged, ...prompts.filter((uuid) => isPurged(tx, uuid))] };
}

function isPurged(db: Reader, uuid: string): boolean {
  return db.query('SELECT 1 FROM tombstone WHERE uuid = ?', [uuid]).length > 0;
}

function parcelOf(db: Reader, uuid: string): Parcel | undefined {
  const row = memoryByUuid(db, uuid);
  if (row === undefined) return undefined;
  const history = db.query<HistoryRow>('SELECT * FROM history WHERE memory_id = ? ORDER BY sequence, id', [
    row.id,
  ]);
  return { row, history, prompt: row.prompt_id === null ? undefined : promptByUuid(db, row.prompt_id) };
}

function insert(tx: Transaction, { row, history }: Parcel, sequence: number): void {
  const id = tx.put('memory', { ...withoutId(row), sequence });
  for (const version of history) putVersion(tx, version, id, sequence);
}

function replace(tx: Transaction, here: Parcel, { row, history }: Parcel): void {
  const { id, sequence } = here.row;
  for (const version of here.history) tx.delete('history', version.id);
  tx.put('memory', { ...row, id, sequence });
  for (const version of history) putVersion(tx, version, id, sequence);
}

/** Both ends changed it: the text of the source is not lost. */
function keepVersion(tx: Transaction, here: Parcel, { row }: Parcel, now: string): void {
  const texts = [here.row, ...here.history.map(({ image }) => JSON.parse(image) as MemoryRow)];
  if (texts.some(({ body_hash, title }) => body_hash === row.body_hash && title === row.title)) return;
  const { id, sequence } = here.row;
  const version = { revision: row.revision, image: JSON.stringify(row), replaced_at: now };
  putVersion(tx, { ...version, replaced_by: row.saved_by }, id, sequence);
}

type Version = Pick<HistoryRow, 'revision' | 'image' | 'replaced_at' | 'replaced_by'>;

/** An image names the row that it is of. */
function putVersion(tx: Transaction, version: Version, memory_id: number, sequence: number): void {
  const { revision, replaced_at, replaced_by } = version;
  const image = JSON.stringify({ ...(JSON.parse(version.image) as MemoryRow), id: memory_id });
  tx.put('history', { memory_id, revision, image, replaced_at, replaced_by, sequence });
}

function remove(tx: Transaction, { row, history }: Parcel): void {
  for (const { id } of history) tx.delete('history', id);
  tx.delete('memory', row.id);
}

/** Equal for what says the same in both databases: ids of rows and sequence numbers are each database's own. */
function imageHash({ row, history }: Parcel): string {
  const versions = history.map(({ revision, image, replaced_at, replaced_by }) => [
    revision,
    { ...withoutId(JSON.parse(image) as MemoryRow), sequence: 0 },
    replaced_at,
    replaced_by,
  ]);
  const text = JSON.stringify([{ ...withoutId(row), sequence: 0 }, versions]);
  return createHash('sha256').update(text).digest('hex');
}

function withoutId(row: MemoryRow): Omit<MemoryRow, 'id'> {
  const { id: _, ...rest } = row;
  return rest;
}

/**
 * Where a memory of another database belongs among those of this one: two databases have no common order, so the
 * time of its last change says after which one it comes. Within its own database the order stays as it was
 * (`sequenceOfLast`). Found by halving, through the index over (pinned, sequence).
 */
function sequenceAt(db: Reader, updatedAt: string): number {
  let [low, high] = [0, db.sequence];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [row] = db.query<Pick<MemoryRow, 'sequence' | 'updated_at'>>(
      'SELECT sequence, updated_at FROM memory WHERE pinned = 0 AND sequence <= ? ORDER BY sequence DESC LIMIT 1',
      [middle],
    );
    if (row === undefined || row.updated_at <= updatedAt) low = middle;
    else high = row.sequence - 1;
  }
  return low;
}

/** What came last by the same move: nothing that comes after it may stand before it. */
function sequenceOfLast(db: Reader, move: string): number {
  const [last] = db.query<{ sequence: number }>(
    `SELECT memory.sequence FROM passage JOIN memory ON memory.uuid = passage.memory
     WHERE passage.move = ? AND way = 'in' ORDER BY passage.id DESC LIMIT 1`,
    [move],
  );
  return last?.sequence ?? 0;
}
