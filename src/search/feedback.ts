import { compareCandidates } from './candidates';
import type { Candidate } from './candidates';
import type { Collection } from './collection';
import { compareCodePoints } from './exactText';
import { parameters } from './parameters';
import type { QueryTerm } from './query';
import { grown } from './regions';
import { BESIDE, MAX_SEQUENCE } from './searchIndex';
import type { SearchIndex } from './searchIndex';
import { TermNumbers } from './termNumbers';

interface FeedbackTerm {
  /** By `TermNumbers`. */
  readonly number: number;
  /** Of the heaviest term: 1. */
  readonly weight: number;
}

/**
 * Pseudo-relevance feedback (after RM3; Abdul-Jaleel and others 2004): the terms that several of the best candidates
 * share count as weak terms of the query. It ranks again what was found and finds nothing new. A document is the words
 * of all its fields here.
 */
export function addFeedback(
  collection: Collection,
  terms: readonly QueryTerm[],
  candidates: readonly Candidate[],
): void {
  if (candidates.length <= parameters.feedbackShared) return;
  const best = [...candidates].sort(compareCandidates).slice(0, parameters.feedbackDocuments);
  const numbers = new TermNumbers(collection.indexes);
  const shared = sharedTerms(collection, numbers, terms, best);
  const gains = new Float64Array(candidates.length);
  for (const index of collection.indexes) addGains(collection, index, numbers, shared, candidates, gains);
  const largest = gains.reduce((most, gain) => Math.max(most, gain), 0);
  if (largest === 0) return;
  const scale = (parameters.feedbackWeight * best[0]!.score) / largest;
  candidates.forEach((candidate, i) => {
    candidate.score += scale * gains[i]!;
  });
}

/** Room for one search, all zero between searches: how often a term stands in one document, in how many, its weight. */
let counts = new Uint16Array(0);
let holding = new Uint16Array(0);
let weights = new Float64Array(0);

/** The heaviest terms that stand in several of the documents and not in the query. */
function sharedTerms(
  collection: Collection,
  numbers: TermNumbers,
  terms: readonly QueryTerm[],
  documents: readonly Candidate[],
): FeedbackTerm[] {
  const met: number[] = [];
  const own: number[] = [];
  for (const { index, slot, score } of documents) {
    const norm = collection.norms(index).content[slot]!;
    const { forward, start, end } = sequenceOf(index, slot);
    for (let at = start; at < end; at++) {
      const entry = forward[at]!;
      if (entry >= BESIDE) continue;
      const number = numbers.common(index, entry);
      if (number >= counts.length) {
        counts = grown(counts, number + 1);
        holding = grown(holding, counts.length);
        weights = grown(weights, counts.length);
      }
      if (counts[number]!++ === 0) own.push(number);
    }
    for (const number of own) {
      const count = counts[number]! * norm;
      counts[number] = 0;
      if (holding[number]!++ === 0) met.push(number);
      weights[number]! += (score * count) / (parameters.k1 + count);
    }
    own.length = 0;
  }
  const shared: { readonly number: number; readonly weight: number }[] = [];
  const asked = new Set(terms.map(({ term }) => term));
  for (const number of met) {
    if (holding[number]! >= parameters.feedbackShared) {
      const idf = idfOf(collection, numbers, number);
      shared.push({ number, weight: weights[number]! * idf });
    }
    holding[number] = 0;
    weights[number] = 0;
  }
  shared.sort(
    (a, b) => b.weight - a.weight || compareCodePoints(numbers.term(a.number), numbers.term(b.number)),
  );
  const heaviest: FeedbackTerm[] = [];
  for (const { number, weight } of shared) {
    if (heaviest.length === parameters.feedbackTerms) break;
    if (!asked.has(numbers.term(number))) heaviest.push({ number, weight });
  }
  const most = heaviest[0]?.weight ?? 1;
  return heaviest.map(({ number, weight }) => ({ number, weight: weight / most }));
}

function idfOf(collection: Collection, numbers: TermNumbers, number: number): number {
  const [only] = collection.indexes;
  return collection.indexes.length === 1 && only !== undefined
    ? collection.idfOf(only, number)
    : collection.idf(numbers.term(number));
}

function sequenceOf(
  index: SearchIndex,
  slot: number,
): { readonly forward: Uint32Array; readonly start: number; readonly end: number } {
  const start = index.forwardStarts[slot]!;
  return { forward: index.forward, start, end: start + Math.min(MAX_SEQUENCE, index.forwardCounts[slot]!) };
}

/** By number in an index: 1 + place of the feedback term; all zero between searches. */
let marks = new Uint8Array(0);

/** Adds what the terms weigh in each candidate of one index to its gain. */
function addGains(
  collection: Collection,
  index: SearchIndex,
  numbers: TermNumbers,
  terms: readonly FeedbackTerm[],
  candidates: readonly Candidate[],
  gains: Float64Array,
): void {
  marks = grown(marks, index.dictionary.capacity);
  const own = terms.map(({ number }) => numbers.own(index, number));
  const gainOf = terms.map(({ number, weight }) => weight * idfOf(collection, numbers, number));
  own.forEach((number, place) => {
    if (number >= 0) marks[number] = place + 1;
  });
  const norms = collection.norms(index).content;
  const found = new Uint16Array(terms.length);
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i]!;
    if (candidate.index !== index) continue;
    const { forward, start, end } = sequenceOf(index, candidate.slot);
    for (let at = start; at < end; at++) {
      const entry = forward[at]!;
      if (entry >= BESIDE) continue;
      const mark = marks[entry]!;
      if (mark > 0) found[mark - 1]!++;
    }
    let sum = 0;
    for (let place = 0; place < found.length; place++) {
      const count = found[place]! * norms[candidate.slot]!;
      if (count > 0) sum += (gainOf[place]! * count) / (parameters.k1 + count);
      found[place] = 0;
    }
    gains[i] = sum;
  }
  for (const number of own) if (number >= 0) marks[number] = 0;
}
