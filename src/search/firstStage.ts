import type { Admits } from './admission';
import { BestCandidates } from './candidates';
import type { Candidate } from './candidates';
import type { Collection } from './collection';
import { parameters } from './parameters';
import { attributesFrequency, contentFrequency, isBeyondContent, titleFrequency } from './postings';
import type { QueryTerm } from './query';
import type { SearchIndex } from './searchIndex';
import type { SimilarTerms } from './seek';

/** Scores of one index, by slot. */
export interface Scores {
  readonly index: SearchIndex;
  readonly scores: Float64Array;
  /** Slots with a score, in the order they were met. */
  readonly found: Uint32Array;
  foundCount: number;
}

/**
 * Scores every document some term is in by BM25F. Stop words find nothing themselves where there are other terms, also
 * such as no document holds.
 * `terms` must be in code-point order: the sums depend on it in their last bits.
 */
export function scoreByWords(collection: Collection, terms: readonly QueryTerm[]): Scores[] {
  const all = collection.indexes.map(clearedScores);
  const present = terms.filter(({ term }) => collection.documentFrequency(term) > 0);
  const content = present.filter((term) => !term.stop);
  const isTelling = terms.some((term) => !term.stop);
  const finding = isTelling ? content : present;
  const adding = isTelling ? present.filter((term) => term.stop) : [];
  for (const scores of all) {
    for (const term of finding) addTerm(collection, scores, term, true);
    for (const term of adding) addTerm(collection, scores, term, false);
  }
  return all;
}

const scoresOf = new WeakMap<SearchIndex, Scores>();

/** All zero. The arrays serve one search after the other. */
function clearedScores(index: SearchIndex): Scores {
  const known = scoresOf.get(index);
  if (known !== undefined && known.scores.length >= index.capacity) {
    known.scores.fill(0);
    known.foundCount = 0;
    return known;
  }
  const length = index.capacity + (index.capacity >> 2);
  const scores = { index, scores: new Float64Array(length), found: new Uint32Array(length), foundCount: 0 };
  scoresOf.set(index, scores);
  return scores;
}

function addTerm(collection: Collection, target: Scores, { term, weight }: QueryTerm, finds: boolean): void {
  const { index, scores, found } = target;
  const number = index.dictionary.find(term);
  if (number < 0) return;
  const gain = weight * collection.idf(term);
  const { title, content } = collection.norms(index);
  const { slots, frequencies, starts, counts } = index.postings;
  const { k1, attributesWeight } = parameters;
  const end = starts[number]! + counts[number]!;
  let { foundCount } = target;
  for (let at = starts[number]!; at < end; at++) {
    const slot = slots[at]!;
    const known = scores[slot]!;
    if (known === 0) {
      if (!finds) continue;
      found[foundCount++] = slot;
    }
    const packed = frequencies[at]!;
    let count = contentFrequency(packed) * content[slot]!;
    if (isBeyondContent(packed)) {
      count += titleFrequency(packed) * title[slot]! + attributesFrequency(packed) * attributesWeight;
    }
    scores[slot] = known + (gain * count) / (k1 + count);
  }
  target.foundCount = foundCount;
}

/** How many of the documents with a score pass. */
export function countFound(all: readonly Scores[], admits: Admits | undefined): number {
  let count = 0;
  for (const { index, found, foundCount } of all) {
    if (admits === undefined) {
      count += foundCount;
      continue;
    }
    const passes = admits(index);
    for (let i = 0; i < foundCount; i++) if (passes(found[i]!)) count++;
  }
  return count;
}

/**
 * Finds documents that hold none of the terms but one much like a term, below all others: the second stage knows what
 * likeness is worth.
 */
export function findSimilar(collection: Collection, all: readonly Scores[], similar: SimilarTerms): void {
  for (const lists of similar.values()) {
    all.forEach((scores, place) => {
      const { numbers, similarities } = lists[place]!;
      for (let i = 0; i < numbers.length; i++) {
        if (similarities[i]! < parameters.findDice) continue;
        const idf = collection.idfOf(scores.index, numbers[i]!);
        findBySimilar(scores, numbers[i]!, parameters.findWeight * similarities[i]! * idf);
      }
    });
  }
}

function findBySimilar(target: Scores, number: number, gain: number): void {
  const { index, scores, found } = target;
  const { slots, starts, counts } = index.postings;
  const end = starts[number]! + counts[number]!;
  for (let at = starts[number]!; at < end; at++) {
    const slot = slots[at]!;
    // The best and not the sum: the order of the terms must not show.
    if (scores[slot]! >= gain) continue;
    if (scores[slot] === 0) found[target.foundCount++] = slot;
    scores[slot] = gain;
  }
}

/** The best `limit` documents that pass, and how many passed. `bonus` counts in their order and not in their scores. */
export function bestByWords(
  all: readonly Scores[],
  limit: number,
  admits: Admits | undefined,
  bonus: Bonus | undefined,
): { readonly best: Candidate[]; readonly total: number } {
  const total = countFound(all, admits);
  const room = Math.min(limit, total);
  const chosen =
    choose(all, room, admits, bonus, likelyLeast(all, room, admits, bonus)) ??
    choose(all, room, admits, bonus, 0)!;
  const scoresOfIndex = new Map(all.map(({ index, scores }) => [index, scores]));
  const best = chosen.take().map(({ index, slot }): Candidate => {
    const byWords = scoresOfIndex.get(index)![slot]!;
    return { index, slot, byWords, score: byWords };
  });
  return { best, total };
}

/** What counts in the order of the documents beside their scores. */
type Bonus = (index: SearchIndex, slot: number) => number;

/** The best `limit` documents that pass, if so many of them reach `least`. */
function choose(
  all: readonly Scores[],
  limit: number,
  admits: Admits | undefined,
  bonus: Bonus | undefined,
  least: number,
): BestCandidates | undefined {
  const best = new BestCandidates(
    all.map(({ index }) => index),
    limit,
  );
  for (let place = 0; place < all.length; place++) {
    const { index, scores, found, foundCount } = all[place]!;
    const passes = admits?.(index);
    let bar = Math.max(least, best.least);
    for (let i = 0; i < foundCount; i++) {
      const slot = found[i]!;
      const byWords = scores[slot]!;
      const score = bonus === undefined ? byWords : byWords + bonus(index, slot);
      if (score < bar || (passes !== undefined && !passes(slot))) continue;
      best.offer(place, slot, score);
      bar = Math.max(least, best.least);
    }
  }
  return best.isFull ? best : undefined;
}

/** Of the documents found, one in so many is looked at to guess what the best ones reach. */
const SAMPLED = 32;
/** So many times more documents than asked for shall reach the guess. */
const SPARE = 2.5;

/** A score that most likely more than `limit` documents reach, and not many more; 0 where there are too few to tell. */
function likelyLeast(
  all: readonly Scores[],
  limit: number,
  admits: Admits | undefined,
  bonus: Bonus | undefined,
): number {
  const best: number[] = [];
  const count = Math.ceil((SPARE * limit) / SAMPLED);
  for (const { index, scores, found, foundCount } of all) {
    const passes = admits?.(index);
    for (let i = 0; i < foundCount; i += SAMPLED) {
      const slot = found[i]!;
      if (passes !== undefined && !passes(slot)) continue;
      const score = scores[slot]! + (bonus?.(index, slot) ?? 0);
      if (best.length === count && score <= best[count - 1]!) continue;
      if (best.length < count) best.push(score);
      let at = best.length - 1;
      for (; at > 0 && best[at - 1]! < score; at--) best[at] = best[at - 1]!;
      best[at] = score;
    }
  }
  return best.length < count ? 0 : best[count - 1]!;
}
