import type { Reader } from '../store/types';
import { relationsOf, type JudgedRelation } from './judgments';
import { isLive, memoryByUuid } from './memoryRow';
import { linkedPrompt } from './prompts';
import { labelOf } from './record';
import { reviewAfter, type ReviewMonths } from './reviews';
import type { MemoryRecord } from './types';

/** A live memory with which another was compared, without a contradiction. */
export interface Compared {
  readonly relation: Exclude<JudgedRelation, 'supersedes' | 'conflicts_with'>;
  readonly id: string;
  readonly label: string;
}

/** What a person may want to know of a memory beside its record. */
export interface Background {
  /** The question that it answers. */
  readonly prompt?: string;
  /** When it comes up for review: ISO 8601 UTC. */
  readonly reviewAfter?: string;
  readonly compared: readonly Compared[];
}

export function backgroundOf(
  db: Reader,
  record: MemoryRecord,
  months: ReviewMonths,
  now: string,
): Background {
  const prompt = linkedPrompt(db, record.promptId)?.content;
  const review = reviewAfter(record, months);
  return {
    ...(prompt === undefined ? {} : { prompt }),
    ...(review === undefined ? {} : { reviewAfter: review }),
    compared: relationsOf(db, record.id).flatMap(({ relation, memory_a, memory_b }): Compared[] => {
      if (!isHarmless(relation)) return [];
      const other = memoryByUuid(db, memory_a === record.id ? memory_b : memory_a);
      return other !== undefined && isLive(other, now)
        ? [{ relation, id: other.uuid, label: labelOf(other) }]
        : [];
    }),
  };
}

/** The others are caveats of the record, or nothing yet. */
function isHarmless(relation: string): relation is Compared['relation'] {
  return ['related', 'compatible', 'scoped', 'not_conflict'].includes(relation);
}
