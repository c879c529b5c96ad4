import type { Candidate } from '../candidates';
import type { Scores } from '../firstStage';
import { parameters } from '../parameters';
import type { SearchIndex } from '../searchIndex';
import type { SoughtWord } from '../seek';
import { holdsWord } from '../wordMatches';
import { cosineOf, type Meaning } from './meaning';

/**
 * Finds documents that are near enough in meaning and hold no word of the query, below all others. What is near enough
 * is told by the document and the query alone, so no other document can change it.
 */
export function findByMeaning({ cosines }: Meaning, all: readonly Scores[]): void {
  for (const target of all) {
    const { index, scores, found } = target;
    const near = cosines.get(index) ?? new Float32Array(0);
    for (let slot = 0; slot < near.length; slot++) {
      if (near[slot]! < parameters.leastMeaning || scores[slot] !== 0) continue;
      scores[slot] = parameters.findWeight * near[slot]!;
      found[target.foundCount++] = slot;
    }
  }
}

/** What nearness is worth beside the scores of the first stage: for choosing the candidates of the second one. */
export function gainsByMeaning(
  meaning: Meaning,
  all: readonly Scores[],
): (index: SearchIndex, slot: number) => number {
  let best = 0;
  for (const { scores, found, foundCount } of all) {
    for (let i = 0; i < foundCount; i++) best = Math.max(best, scores[found[i]!]!);
  }
  const scale = scaleOf(meaning, best);
  return (index, slot) => scale * Math.max(0, cosineOf(meaning, index, slot));
}

/**
 * Adds to the scores by words what nearness in meaning is worth. A document that lacks a name, number or version which
 * the query names gains no more than any that holds it: no nearness brings 5433 above 5432.
 */
export function addMeaning(
  meaning: Meaning,
  sought: readonly SoughtWord[],
  candidates: readonly Candidate[],
): void {
  const gains = Float64Array.from(candidates, ({ index, slot }) =>
    Math.max(0, cosineOf(meaning, index, slot)),
  );
  for (const word of sought.filter(isExact)) {
    const holds = candidates.map(({ index, slot }) => holdsWord(index, word, slot));
    const least = gains.reduce((low, gain, i) => (holds[i] ? Math.min(low, gain) : low), Infinity);
    for (let i = 0; i < gains.length; i++) if (!holds[i]) gains[i] = Math.min(gains[i]!, least);
  }
  const scale = scaleOf(
    meaning,
    candidates.reduce((most, { score }) => Math.max(most, score), 0),
  );
  candidates.forEach((candidate, i) => (candidate.score += scale * gains[i]!));
}

/** Whether a word is meant as it is written: it has a digit. */
function isExact({ word, present }: SoughtWord): boolean {
  return present && /\p{N}/u.test(word.surface);
}

/** What a cosine of 1 is worth: a share of the best score, and of what all words of the query weigh. */
function scaleOf({ coverage, mass }: Meaning, best: number): number {
  return coverage ** 2 * (parameters.meaningWeight * best + parameters.meaningMass * mass);
}
