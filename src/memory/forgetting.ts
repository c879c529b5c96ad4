import { randomUUID } from 'node:crypto';
import type { Reader, Transaction } from '../store/types';
import { LIVE, memoryByUuid, replaceMemory, type MemoryRow } from './memoryRow';
import { forgetImages } from './passages';
import { labelOf } from './record';

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

/**
 * Removes rows and their history; a tombstone without text stays in their place. The text is out of the files
 * only after `store.compact({ purge: true })`.
 */
export function purgeMemories(tx: Transaction, uuids: readonly string[], by: string, now: string): number {
  let purged = 0;
  for (const uuid of new Set(uuids)) {
    const row = memoryByUuid(tx, uuid);
    if (row === undefined) continue;
    for (const old of tx.query<{ id: number }>('SELECT id FROM history WHERE memory_id = ?', [row.id]))
      tx.delete('history', old.id);
    tx.delete('memory', row.id);
    forgetImages(tx, uuid);
    tx.put('tombstone', { uuid, purged_at: now, purged_by: by, sequence: tx.sequence });
    purged++;
  }
  return purged;
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
