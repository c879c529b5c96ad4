import type { Reader, Row } from '../store/types';
import { isTakenLines } from './citedLines';
import { sameHash } from './fileHashes';
import { LIVE, type MemoryRow } from './memoryRow';

/** Why a source is no longer what a memory says of it. */
export type StaleReason =
  /** The file, or the lines of it that were cited, differ. */
  | 'source_changed'
  /** There was a file when the memory was saved, and there is none. */
  | 'source_missing'
  /** A newer memory of the same source carries another hash. */
  | 'newer_source_hash';

/** How the source of a memory stands now. */
export type Freshness =
  | { readonly status: 'fresh' }
  | { readonly status: 'stale'; readonly reason: StaleReason }
  /** No file of a project that is open here, or nothing to compare it with. */
  | { readonly status: 'unknown' };

/** What a look at the file itself says; `unknown` also where there is no file to look at. */
export type FileState = 'same' | 'changed' | 'missing' | 'unknown';

/** What a memory says of its source. */
export type Citation = Pick<MemoryRow, 'source_id' | 'source_hash' | 'source_hash_taken'>;

/** Says of cited files what is known of them at this moment, without waiting. */
export interface FileStates {
  of(citation: Citation): FileState;
}

/** Where files are not looked at. */
export const noFiles: FileStates = { of: () => 'unknown' };

/** The citations of these memories, without the rest of their rows. */
export function citationsOf(db: Reader, uuids: readonly string[]): readonly Citation[] {
  return db.query<Citation & Row>(
    `SELECT source_id, source_hash, source_hash_taken
     FROM (SELECT value AS wanted FROM json_each(?)) CROSS JOIN memory ON uuid = wanted WHERE source_id IS NOT NULL`,
    [JSON.stringify(uuids)],
  );
}

/**
 * How the source of a memory stands: by the file, else by what newer memories say of it. `newest` is the hash that the
 * newest live memory of the same source carries, where that is newer than this one.
 */
export function freshnessOf(row: Citation, file: FileState, newest: string | undefined): Freshness {
  // Kept lines decide alone: only a change of those lines counts, wherever they moved.
  const byLines = row.source_hash_taken !== null && isTakenLines(row.source_hash_taken);
  if (file === 'changed') return { status: 'stale', reason: 'source_changed' };
  if (file === 'missing') return { status: 'stale', reason: 'source_missing' };
  if (file === 'same' && byLines) return { status: 'fresh' };
  if (row.source_hash !== null && newest !== undefined && !sameHash(row.source_hash, newest))
    return { status: 'stale', reason: 'newer_source_hash' };
  return { status: file === 'same' ? 'fresh' : 'unknown' };
}

/** The newest live memory of a source that carries a hash. */
export function newestHash(
  db: Reader,
  sourceId: string,
  now: string,
): Pick<MemoryRow, 'id' | 'sequence' | 'source_hash'> | undefined {
  return db.query<Pick<MemoryRow, 'id' | 'sequence' | 'source_hash'>>(
    `SELECT id, sequence, source_hash FROM memory INDEXED BY memory_by_source_hash
     WHERE source_id = ? AND source_hash IS NOT NULL AND ${LIVE} ORDER BY sequence DESC, id DESC LIMIT 1`,
    [sourceId, now],
  )[0];
}
