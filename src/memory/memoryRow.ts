import { createHash, randomUUID } from 'node:crypto';
import type { Reader, Row, Transaction } from '../store/types';
import type { MemoryKind } from './types';

/** A row of the table `memory`. Times are ISO 8601 UTC; booleans are 0 and 1. */
export interface MemoryRow extends Row {
  readonly id: number;
  readonly uuid: string;
  readonly kind: MemoryKind;
  readonly type: string | null;
  readonly key: string | null;
  readonly title: string | null;
  readonly content: string;
  readonly scope: string;
  readonly workspace: string | null;
  readonly source: string | null;
  readonly source_context: string | null;
  readonly source_id: string | null;
  readonly source_hash: string | null;
  readonly source_revision: string | null;
  readonly confidence: number | null;
  /** JSON array of UUIDs. */
  readonly derived_from: string | null;
  readonly tool_name: string | null;
  readonly session_id: string | null;
  readonly saved_by: string;
  readonly body_hash: string;
  readonly pinned: number;
  readonly revision: number;
  readonly duplicate_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string | null;
  readonly deleted_at: string | null;
  readonly deleted_by: string | null;
  /** Names the act of forgetting: rows forgotten together come back together. */
  readonly deletion: string | null;
  /** What the save saw of the file that `source_id` names, as SourceFiles.take tells it; null where it saw none. */
  readonly source_hash_taken: string | null;
  /** UUID of the prompt it answers. */
  readonly prompt_id: string | null;
  /** When it was last marked as reviewed. */
  readonly reviewed_at: string | null;
  readonly sequence: number;
}

/** What a new memory states; everything else has a default. */
export type NewMemory = Partial<Omit<MemoryRow, 'id' | 'uuid' | 'body_hash' | 'sequence'>> &
  Pick<MemoryRow, 'kind' | 'content' | 'scope' | 'saved_by'>;

/**
 * Two texts with one hash say the same: Unicode composition, letter case, white space and line endings aside.
 * SHA-256 in hex.
 */
export function bodyHash(text: string): string {
  const normalised = text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return createHash('sha256').update(normalised).digest('hex');
}

export function insertMemory(tx: Transaction, memory: NewMemory, now: string): MemoryRow {
  const row: Omit<MemoryRow, 'id'> = {
    uuid: randomUUID(),
    type: null,
    key: null,
    title: null,
    workspace: null,
    source: null,
    source_context: null,
    source_id: null,
    source_hash: null,
    source_revision: null,
    confidence: null,
    derived_from: null,
    tool_name: null,
    session_id: null,
    pinned: 0,
    revision: 1,
    duplicate_count: 1,
    created_at: now,
    updated_at: now,
    expires_at: null,
    deleted_at: null,
    deleted_by: null,
    deletion: null,
    source_hash_taken: null,
    prompt_id: null,
    reviewed_at: null,
    body_hash: bodyHash(memory.content),
    sequence: tx.sequence,
    ...memory,
  };
  return { ...row, id: tx.put('memory', row) } as MemoryRow;
}

/** Rewrites a memory under its id. The row as it was goes to the history when its text or passport changed. */
export function reviseMemory(
  tx: Transaction,
  before: MemoryRow,
  change: Partial<Omit<MemoryRow, 'id' | 'uuid' | 'sequence' | 'body_hash'>>,
  by: string,
  now: string,
): MemoryRow {
  tx.put('history', {
    memory_id: before.id,
    revision: before.revision,
    image: JSON.stringify(before),
    replaced_at: now,
    replaced_by: by,
    sequence: tx.sequence,
  });
  return replaceMemory(tx, before, {
    revision: before.revision + 1,
    updated_at: now,
    sequence: tx.sequence,
    ...change,
  });
}

/** Rewrites a memory without a version: counters, marks, deletion. None of them makes it newer. */
export function replaceMemory(
  tx: Transaction,
  before: MemoryRow,
  change: Partial<Omit<MemoryRow, 'id' | 'uuid' | 'body_hash'>>,
): MemoryRow {
  const merged = { ...before, ...change } as MemoryRow;
  const row = { ...merged, body_hash: bodyHash(merged.content) } as MemoryRow;
  tx.put('memory', row);
  return row;
}

export function memoryByUuid(db: Reader, uuid: string): MemoryRow | undefined {
  return db.query<MemoryRow>('SELECT * FROM memory WHERE uuid = ?', [uuid])[0];
}

/** Those that there are, in the order of the ids. */
export function memoriesByUuid(db: Reader, uuids: readonly string[]): readonly MemoryRow[] {
  return db.query<MemoryRow>(
    'SELECT memory.* FROM (SELECT value AS wanted FROM json_each(?)) CROSS JOIN memory ON uuid = wanted',
    [JSON.stringify(uuids)],
  );
}

/** Live: neither forgotten nor expired at `now`. The same words in SQL, for a WHERE clause with one parameter. */
export const LIVE = 'deleted_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';

export function isLive(row: MemoryRow, now: string): boolean {
  return row.deleted_at === null && !isExpired(row, now);
}

export function isExpired(row: MemoryRow, now: string): boolean {
  return row.expires_at !== null && row.expires_at <= now;
}
