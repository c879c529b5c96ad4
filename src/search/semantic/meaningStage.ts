import type { Candidate } from '../candidates';
import type { Scores } from '../firstStage';
import { parameters } from '../parameters';
import type { SearchIndex } from '../searchIndex';
import type { SoughtWord } from '../seek';
import { holdsWord } from '../wordMatches';
import type { Meaning, Nearness } from './meaning';

/** What nearness in meaning is worth for a document. */
type Gain = (index: SearchIndex, slot: number) => number;

/**
 * Finds documents that are near enough in meaning and hold no word of the query, below all others. What is near enough
 * is told by the document and the query alone, so no other document can change it.
 */
export function findByMeaning({ nearness }: Meaning, all: readonly Scores[]): void {
  for (const target of all) {
    const { index, scores, found } = target;
    const near = nearness.get(index);
    if (near === undefined) continue;
    for (let slot = 0; slot < near.cosines.length; slot++) {
      if (scores[slot] !== 0) continue;
      if (near.cosines[slot]! < parameters.leastMeaning && (near.synonyms?.[slot] ?? 0) === 0) continue;
      // Below what a similar term finds, and above nothing.
      scores[slot] = parameters.findWeight * parameters.findWeight;
      found[target.foundCount++] = slot;
    }
  }
}

/** For choosing the candidates of the second stage: what nearness is worth beside the scores of the first. */
export function gainsByMeaning(meaning: Meaning, all: readonly Scores[]): Gain {
  let best = 0;
  for (const { index, scores, found, foundCount } of all) {
    const synonyms = meaning.nearness.get(index)?.synonyms;
    for (let i = 0; i < foundCount; i++) {
      const slot = found[i]!;
      best = Math.max(best, scores[slot]! + (synonyms?.[slot] ?? 0));
    }
  }
  return gainOf(meaning, best);
}

/**
 * Adds to the scores by words what nearness in meaning is worth. A document that lacks a word with a digit which the
 * query names gains no more than any that holds it: no nearness brings 5433 above 5432.
 */
export function addMeaning(
  meaning: Meaning,
  sought: readonly SoughtWord[],
  candidates: readonly Candidate[],
): void {
  const best = candidates.reduce(
    (most, { index, slot, score }) =>
      Math.max(most, score + (meaning.nearness.get(index)?.synonyms?.[slot] ?? 0)),
    0,
  );
  const gain = gainOf(meaning, best);
  const gains = Float64Array.from(candidates, ({ index, slot }) => gain(index, slot));
  for (const word of sought.filter(isExact)) {
    const holds = candidates.map(({ index, slot }) => holdsWord(index, word, slot));
    const least = gains.reduce((low, one, i) => (holds[i] ? Math.min(low, one) : low), Infinity);
    for (let i = 0; i < gains.length; i++) if (!holds[i]) gains[i] = Math.min(gains[i]!, least);
  }
  candidates.forEach((candidate, i) => (candidate.score += gains[i]!));
}

/** Whether a word is meant as it is written. */
function isExact({ word, present }: SoughtWord): boolean {
  return present && /\p{N}/u.test(word.surface);
}

/**
 * The cosine, worth a share of the best score and of what all words of the query weigh, the more the more of the query
 * the table knows; and the synonyms.
 */
function gainOf({ coverage, mass, nearness }: Meaning, best: number): Gain {
  const scale = coverage ** 2 * (parameters.meaningWeight * best + parameters.meaningMass * mass);
  // Asked for thousands of documents of one index after the other.
  let last: SearchIndex | undefined;
  let near: Nearness | undefined;
  return (index, slot) => {
    if (index !== last) {
      last = index;
      near = nearness.get(index);
    }
    if (near === undefined) return 0;
    return scale * Math.max(0, near.cosines[slot]!) + (near.synonyms?.[slot] ?? 0);
  };
}
