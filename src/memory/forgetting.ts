import { randomUUID } from 'node:crypto';
import type { Reader, Transaction } from '../store/types';
import { orphanRelations } from './judgments';
import { LIVE, memoryByUuid, replaceMemory, type MemoryRow } from './memoryRow';
import { forgetImages } from './passages';
import { promptByUuid } from './prompts';
import { labelOf } from './record';
import { purgeRequests } from './requests';
import { purgeSummaries } from './sessions';

/** Marks live memories as forgotten, together: they leave every search and one `restore` brings them back. */
export function forgetMemories(
  tx: Transaction,
  uuids: readonly string[],
  by: string,
  now: string,
): readonly MemoryRow[] {
  const deletion = actOf(tx);
  const forgotten: MemoryRow[] = [];
  for (const uuid of new Set(uuids)) {
    const row = memoryByUuid(tx, uuid);
    if (row === undefined || row.deleted_at !== null) continue;
    forgotten.push(replaceMemory(tx, row, { deleted_at: now, deleted_by: by, deletion }));
  }
  return forgotten;
}

/** Id of an act of forgetting. Later acts sort behind earlier ones, whatever the clocks of their processes show. */
function actOf(tx: Transaction): string {
  return `${String(tx.sequence).padStart(16, '0')}-${randomUUID()}`;
}

/** A memory that cannot be brought back: it was deleted for good, or another, of this label, took its place. */
export type NotRestored =
  | { readonly id: string; readonly reason: 'purged' }
  | { readonly id: string; readonly reason: 'saved_anew'; readonly label: string };

export interface Restored {
  readonly restored: readonly string[];
  readonly refused: readonly NotRestored[];
}

/** Brings forgotten memories back as they were: same id, text, history and links. */
export function restoreMemories(tx: Transaction, uuids: readonly string[], now: string): Restored {
  const restored: string[] = [];
  const refused: NotRestored[] = [];
  for (const uuid of new Set(uuids)) {
    const row = memoryByUuid(tx, uuid);
    if (row === undefined) {
      refused.push({ id: uuid, reason: 'purged' });
    } else if (row.deleted_at === null) {
      restored.push(uuid);
    } else if (successor(tx, row, now) !== undefined) {
      refused.push({ id: uuid, reason: 'saved_anew', label: labelOf(row) });
    } else {
      replaceMemory(tx, row, { deleted_at: null, deleted_by: null, deletion: null });
      restored.push(uuid);
    }
  }
  return { restored, refused };
}

/** The live memory that took the place of a forgotten one, where a place is unique. */
function successor(db: Reader, row: MemoryRow, now: string): MemoryRow | undefined {
  if (row.key === null || row.kind === 'statement') return undefined;
  const [place, value] =
    row.kind === 'fact' ? (['type', row.type] as const) : (['scope', row.scope] as const);
  return db.query<MemoryRow>(
    `SELECT * FROM memory WHERE kind = ? AND key = ? AND ${place} IS ? AND uuid <> ? AND ${LIVE} LIMIT 1`,
    [row.kind, row.key, value, row.uuid, now],
  )[0];
}

/** What may hold the text of memories beside the memories themselves. */
export interface Traces {
  /** UUIDs of the memories: what was judged of them may quote them. */
  readonly memories: readonly string[];
  /** UUIDs of the prompts that they answer, or that an earlier version answered. */
  readonly prompts: readonly string[];
  /** Theirs, those of their earlier versions and of the prompts: a summary of a session may repeat one. */
  readonly texts: readonly string[];
}

/** `uuids`: of memories, and of prompts that are to be deleted by themselves. */
export function tracesOf(db: Reader, uuids: readonly string[]): Traces {
  const prompts = new Set<string>();
  const texts = new Set<string>();
  for (const uuid of uuids) {
    const row = memoryByUuid(db, uuid);
    if (row === undefined) {
      if (promptByUuid(db, uuid) !== undefined) prompts.add(uuid);
      continue;
    }
    for (const image of [
      row,
      ...versionsOf(db, row).map((version) => JSON.parse(version.image) as MemoryRow),
    ]) {
      texts.add(image.content);
      // Images of the first versions of the schema say nothing of prompts.
      if (typeof image.prompt_id === 'string') prompts.add(image.prompt_id);
    }
  }
  for (const uuid of prompts) {
    const prompt = promptByUuid(db, uuid);
    if (prompt !== undefined) texts.add(prompt.content);
  }
  return { memories: uuids, prompts: [...prompts], texts: [...texts] };
}

function versionsOf(
  db: Reader,
  { id }: MemoryRow,
): readonly { readonly id: number; readonly image: string }[] {
  return db.query('SELECT id, image FROM history WHERE memory_id = ?', [id]);
}

/**
 * Removes memories or prompts, their history and their traces; a tombstone without text stays in their place. The text
 * is out of the files only after `store.compact({ purge: true })`.
 */
export function purgeMemories(tx: Transaction, uuids: readonly string[], by: string, now: string): void {
  const traces = tracesOf(tx, uuids);
  for (const uuid of new Set(uuids)) {
    const row = memoryByUuid(tx, uuid);
    if (row === undefined) continue;
    for (const { id } of versionsOf(tx, row)) tx.delete('history', id);
    tx.delete('memory', row.id);
    tx.put('tombstone', { uuid, purged_at: now, purged_by: by, sequence: tx.sequence });
  }
  purgeTraces(tx, traces, by, now);
}

/**
 * The words of the person that led to a memory say what it says: they go with it, also where another memory answers
 * the same prompt.
 */
export function purgeTraces(
  tx: Transaction,
  { memories, prompts, texts }: Traces,
  by: string,
  now: string,
): void {
  for (const uuid of memories) {
    forgetImages(tx, uuid);
    orphanRelations(tx, uuid);
    purgeRequests(tx, uuid);
  }
  const said = prompts.flatMap((uuid) => promptByUuid(tx, uuid) ?? []);
  for (const { id } of said) tx.delete('prompt', id);
  for (const uuid of prompts) {
    if (tx.query('SELECT 1 FROM tombstone WHERE uuid = ?', [uuid]).length > 0) continue;
    tx.put('tombstone', { uuid, purged_at: now, purged_by: by, sequence: tx.sequence });
  }
  purgeSummaries(tx, [...texts, ...said.map(({ content }) => content)]);
}

/** The act of forgetting that an undo would take back: the newest one whose memories are still forgotten. */
export function lastForgotten(
  db: Reader,
): { readonly ids: readonly string[]; readonly label: string; readonly at: string } | undefined {
  const [newest] = db.query<MemoryRow>(
    `SELECT * FROM memory WHERE deleted_at IS NOT NULL AND deletion IS NOT NULL
     ORDER BY deletion DESC, id DESC LIMIT 1`,
  );
  if (newest === undefined || newest.deleted_at === null) return undefined;
  const rows = db.query<{ uuid: string }>('SELECT uuid FROM memory WHERE deletion = ? ORDER BY id', [
    newest.deletion,
  ]);
  return { ids: rows.map((row) => row.uuid), label: labelOf(newest), at: newest.deleted_at };
}
