import type { Transaction } from '../store/types';
import { isLive, memoryByUuid, reviseMemory, type MemoryRow } from './memoryRow';

/** What is known of the source that a memory cites. */
export type SourceState = Pick<MemoryRow, 'source_hash' | 'source_hash_taken'>;

/** What a person makes of a memory of any kind. Absent: stays as it is. */
export interface Rewriting {
  /** UUID. */
  readonly id: string;
  /** Its revision when the person saw it: of a later one they know nothing. */
  readonly seen: number;
  readonly content?: string;
  readonly source?: SourceState;
}

/** A memory that was rewritten, and the revision that it got: what is needed to take that back. */
export interface RewrittenMemory {
  readonly id: string;
  readonly revision: number;
}

export type Rewritten =
  | { readonly kind: 'rewritten'; readonly memory: RewrittenMemory }
  /** It says all that already. */
  | { readonly kind: 'unchanged' }
  /** Forgotten, expired or deleted for good. */
  | { readonly kind: 'gone' }
  /** It was changed since the person saw it. */
  | { readonly kind: 'outdated' };

/** Rewrites a memory under its id; the version it replaces goes to its history. */
export function rewriteMemory(tx: Transaction, rewriting: Rewriting, by: string, now: string): Rewritten {
  const { id, seen, content, source } = rewriting;
  const row = memoryByUuid(tx, id);
  if (row === undefined || !isLive(row, now)) return { kind: 'gone' };
  if (row.revision !== seen) return { kind: 'outdated' };
  const change = {
    content: content ?? row.content,
    source_hash: source === undefined ? row.source_hash : source.source_hash,
    source_hash_taken: source === undefined ? row.source_hash_taken : source.source_hash_taken,
  };
  const names = ['content', 'source_hash', 'source_hash_taken'] as const;
  // A memory that the person confirms becomes the newest of its source even where nothing else changes.
  if (source === undefined && names.every((name) => change[name] === row[name])) return { kind: 'unchanged' };
  const { revision } = reviseMemory(tx, row, change, by, now);
  return { kind: 'rewritten', memory: { id, revision } };
}

/**
 * Makes what `rewriteMemory` changed as it was, as a further version. False: the memory is gone, or was changed since.
 */
export function takeBackRewriting(
  tx: Transaction,
  { id, revision }: RewrittenMemory,
  by: string,
  now: string,
): boolean {
  const row = memoryByUuid(tx, id);
  if (row?.revision !== revision || !isLive(row, now)) return false;
  const [version] = tx.query<{ image: string }>(
    'SELECT image FROM history WHERE memory_id = ? AND revision = ? ORDER BY id DESC LIMIT 1',
    [row.id, revision - 1],
  );
  if (version === undefined) return false;
  const { content, source_hash, source_hash_taken } = JSON.parse(version.image) as MemoryRow;
  reviseMemory(tx, row, { content, source_hash, source_hash_taken }, by, now);
  return true;
}
