import type { Reader, Transaction } from '../store/types';
import { judge, type Judged } from './judging';
import { relationById, relationOfPair, type RelationRow } from './judgments';

/** What a person says of memories that contradict each other. */
export type Answer =
  /** This one is right: it takes the place of the others. */
  | { readonly kind: 'keep'; readonly id: string; readonly others: readonly string[] }
  /** There is no contradiction. */
  | { readonly kind: 'allTrue'; readonly ids: readonly string[] };

/** A judgment that was given, and what stood in its place. */
export interface Given {
  readonly row: RelationRow;
  readonly before?: RelationRow;
}

export type Decision =
  | { readonly kind: 'decided'; readonly given: readonly Given[] }
  | { readonly kind: 'refused'; readonly why: Exclude<Judged, { readonly kind: 'judged' }> };

/** Judges every pair that the answer is about, or none. */
export function decide(tx: Transaction, answer: Answer, by: string, now: string): Decision {
  const relation = answer.kind === 'keep' ? 'supersedes' : 'compatible';
  const given: Given[] = [];
  for (const [a, b] of pairsOf(answer)) {
    const before = relationOfPair(tx, a, b);
    const judged = judge(tx, { a, b }, { relation, judgedBy: by }, now);
    if (judged.kind !== 'judged') {
      takeBack(tx, given);
      return { kind: 'refused', why: judged };
    }
    given.push({ row: judged.row, ...(before === undefined ? {} : { before }) });
  }
  return { kind: 'decided', given };
}

/** Makes the pairs as they were, but for those that were judged anew since. Answers how many were. */
export function undoDecision(tx: Transaction, given: readonly Given[]): number {
  const unchanged = given.filter(({ row }) => isAsGiven(tx, row));
  takeBack(tx, unchanged);
  return unchanged.length;
}

function takeBack(tx: Transaction, given: readonly Given[]): void {
  for (const { row, before } of given) {
    if (before === undefined) tx.delete('relation', row.id);
    else tx.put('relation', { ...before, sequence: tx.sequence });
  }
}

function isAsGiven(db: Reader, given: RelationRow): boolean {
  const row = relationById(db, given.judgment_id);
  return row?.sequence === given.sequence && row.relation === given.relation;
}

function pairsOf(answer: Answer): readonly (readonly [string, string])[] {
  if (answer.kind === 'keep') return answer.others.map((other) => [answer.id, other]);
  return answer.ids.flatMap((a, at) => answer.ids.slice(at + 1).map((b) => [a, b] as const));
}
