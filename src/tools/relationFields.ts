import type { Judged } from '../memory/judging';
import { judgedRelations, type JudgedRelation, type RelationRow } from '../memory/judgments';
import { noSuchId } from './lookup';
import { failed, invalidParams, type Failed } from './toolFailure';
import { preview } from './views';

export const relationNames = judgedRelations.join(', ');

export const RELATION_MEANING =
  `One of: ${relationNames}. supersedes: memory a takes the place of memory b; conflicts_with: they contradict and it is open which is right; ` +
  'scoped: both are right, each in its own case; compatible: both are right; related: about the same; not_conflict: nothing to do with each other.';

/** Characters of a reason or of evidence. */
export const REASON_LENGTH = 2_000;
const SHOWN_BYTES = 2_000;

/** The relation that a model names. */
export function checkedRelation(word: string): JudgedRelation | Failed {
  const name = word.trim().toLowerCase();
  return (
    judgedRelations.find((relation) => relation === name) ??
    failed('invalid_relation', `relation must be one of: ${relationNames}. Nothing was judged.`)
  );
}

export function checkedConfidence(confidence: number | undefined): Failed | undefined {
  if (confidence === undefined || (confidence >= 0 && confidence <= 1)) return undefined;
  return invalidParams('confidence must be between 0 and 1');
}

/** Why a pair was not judged. */
export function notJudged(judged: Exclude<Judged, { kind: 'judged' }>, asked: string): Failed {
  switch (judged.kind) {
    case 'relation_not_found':
      return noSuchJudgment(asked);
    case 'memory_not_found':
      return noSuchId(judged.id);
    case 'memory_deleted':
      return failed(
        'memory_deleted',
        `The memory ${judged.id} is forgotten or has expired: only live memories are judged. Nothing was changed.`,
      );
    case 'same_memory':
      return failed(
        'invalid_relation',
        'memory_id_a and memory_id_b are the same memory: give two. Nothing was judged.',
      );
    case 'circular':
      return failed(
        'invalid_relation',
        `The memory ${judged.through.join(' supersedes ')} already, so it cannot be superseded by the last of them. Judge one of those pairs anew first. Nothing was changed.`,
      );
  }
}

export function noSuchJudgment(id: string): Failed {
  return failed(
    'relation_not_found',
    `not found: no judgment has the id ${id.slice(0, 40)}. Take judgment_id from the candidates of mem_save or the relations of mem_get_observation, or give memory_id_a and memory_id_b.`,
  );
}

/** A judged pair as it is answered. Fields without a value are left out. */
export function relationView(row: RelationRow): Record<string, unknown> {
  const { judgment_id, ...said } = judgmentView(row);
  return {
    judgment_id,
    memory_id_a: row.memory_a,
    memory_id_b: row.memory_b,
    relation: row.relation,
    judgment_status: 'judged',
    ...said,
    created_at: row.created_at,
  };
}

/** Who judged a pair and why; of one that waits for it the id alone. */
export function judgmentView(row: RelationRow): Record<string, unknown> {
  const text = (value: string | null): string | undefined =>
    value === null ? undefined : preview(value, SHOWN_BYTES);
  const view = {
    judgment_id: row.judgment_id,
    reason: text(row.reason),
    evidence: text(row.evidence),
    confidence: row.confidence ?? undefined,
    model: row.model ?? undefined,
    session_id: row.session_id ?? undefined,
    judged_by: row.judged_by ?? undefined,
    judged_at: row.judged_at ?? undefined,
  };
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined));
}
