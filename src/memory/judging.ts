import type { Reader, Transaction } from '../store/types';
import {
  newJudgmentId,
  relationById,
  relationOfPair,
  type JudgedRelation,
  type RelationRow,
} from './judgments';
import { isLive, memoryByUuid } from './memoryRow';

/** A pair that was proposed, or any two memories: the first is what the relation is said of. */
export type JudgedPair = { readonly judgmentId: string } | { readonly a: string; readonly b: string };

export interface Judgment {
  readonly relation: JudgedRelation;
  readonly reason?: string;
  readonly evidence?: string;
  /** 0..1 */
  readonly confidence?: number;
  readonly model?: string;
  readonly sessionId?: string;
  readonly judgedBy: string;
}

export type Judged =
  | { readonly kind: 'judged'; readonly row: RelationRow }
  | { readonly kind: 'relation_not_found' }
  | { readonly kind: 'memory_not_found'; readonly id: string }
  /** Forgotten or expired. */
  | { readonly kind: 'memory_deleted'; readonly id: string }
  | { readonly kind: 'same_memory' }
  /** The second supersedes the first already, through others. */
  | { readonly kind: 'circular'; readonly through: readonly string[] };

/** Judges a pair of live memories of this database. A pair that was judged before is judged anew. */
export function judge(tx: Transaction, pair: JudgedPair, judgment: Judgment, now: string): Judged {
  const proposed = 'judgmentId' in pair ? relationById(tx, pair.judgmentId) : undefined;
  if ('judgmentId' in pair && proposed === undefined) return { kind: 'relation_not_found' };
  const { a, b } = 'a' in pair ? pair : { a: proposed?.memory_a ?? '', b: proposed?.memory_b ?? '' };
  if (a === b) return { kind: 'same_memory' };
  for (const id of [a, b]) {
    const row = memoryByUuid(tx, id);
    if (row === undefined) return { kind: 'memory_not_found', id };
    if (!isLive(row, now)) return { kind: 'memory_deleted', id };
  }
  const known = proposed ?? relationOfPair(tx, a, b);
  if (judgment.relation === 'supersedes') {
    const through = chainFrom(tx, b, a, known?.id, now);
    if (through !== undefined) return { kind: 'circular', through };
  }
  const row = {
    judgment_id: known?.judgment_id ?? newJudgmentId(),
    memory_a: a,
    memory_b: b,
    relation: judgment.relation,
    score: known?.score ?? null,
    reason: judgment.reason ?? null,
    evidence: judgment.evidence ?? null,
    confidence: judgment.confidence ?? null,
    model: judgment.model ?? null,
    session_id: judgment.sessionId ?? null,
    created_at: known?.created_at ?? now,
    judged_at: now,
    judged_by: judgment.judgedBy,
    sequence: tx.sequence,
  };
  const id = tx.put('relation', known === undefined ? row : { id: known.id, ...row });
  return { kind: 'judged', row: { id, ...row } };
}

/** Longer chains of superseding are no chains of anybody's thought. */
const MOST_STEPS = 1_000;

/**
 * The live memories through which the first supersedes the last, both included: none may be closed to a circle, in
 * which no memory would count. `without`: the row that is about to be judged anew.
 */
function chainFrom(
  db: Reader,
  first: string,
  last: string,
  without: number | undefined,
  now: string,
): readonly string[] | undefined {
  const reachedFrom = new Map<string, string | undefined>([[first, undefined]]);
  for (const uuid of reachedFrom.keys()) {
    if (uuid === last) return wayTo(last, reachedFrom);
    if (reachedFrom.size > MOST_STEPS) return undefined;
    const below = db.query<{ memory_b: string }>(
      "SELECT memory_b FROM relation WHERE memory_a = ? AND relation = 'supersedes' AND id IS NOT ?",
      [uuid, without ?? null],
    );
    for (const { memory_b: next } of below) {
      const row = reachedFrom.has(next) ? undefined : memoryByUuid(db, next);
      if (row !== undefined && isLive(row, now)) reachedFrom.set(next, uuid);
    }
  }
  return undefined;
}

function wayTo(last: string, reachedFrom: ReadonlyMap<string, string | undefined>): readonly string[] {
  const way = [last];
  for (let at = reachedFrom.get(last); at !== undefined; at = reachedFrom.get(at)) way.unshift(at);
  return way;
}
