import { bestOf } from './candidates';
import type { Candidate } from './candidates';
import type { Collection } from './collection';
import { compareCodePoints } from './exactText';
import { NumberedTerms } from './numberedTerms';
import { parameters } from './parameters';
import type { QueryTerm } from './query';
import { grown } from './regions';
import type { SearchIndex } from './searchIndex';
import { TermNumbers } from './termNumbers';
import { BESIDE, MAX_SEQUENCE, Occurrences } from './termOrder';

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
  const best = bestOf(candidates, parameters.feedbackDocuments);
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

/** The entries of the document looked at. */
const entries = new Uint32Array(MAX_SEQUENCE);

/** By number of a term: 1 + its place among the terms met; all zero between searches, like `counts`. */
let places = new Uint16Array(0);
/** More terms are not met. */
const MOST_TERMS = parameters.feedbackDocuments * MAX_SEQUENCE;
/** By place: the term, how often it stands in the document looked at, in how many documents, and what it weighs in all. */
const met = new Uint32Array(MOST_TERMS);
const counts = new Uint16Array(MOST_TERMS);
const holding = new Uint16Array(MOST_TERMS);
const weights = new Float64Array(MOST_TERMS);
/** Places of the terms of the document looked at. */
const own = new Uint16Array(MAX_SEQUENCE);

/** The heaviest terms that stand in several of the documents and not in the query. */
function sharedTerms(
  collection: Collection,
  numbers: TermNumbers,
  terms: readonly QueryTerm[],
  documents: readonly Candidate[],
): FeedbackTerm[] {
  let metCount = 0;
  for (const { index, slot, score } of documents) {
    const norm = collection.norms(index).content[slot]!;
    const length = index.order.read(slot, entries);
    let ownCount = 0;
    for (let at = 0; at < length; at++) {
      const entry = entries[at]!;
      if (entry >= BESIDE) continue;
      const number = numbers.common(index, entry);
      if (number >= places.length) places = grown(places, number + 1);
      let place = places[number]! - 1;
      if (place < 0) {
        place = metCount++;
        places[number] = metCount;
        met[place] = number;
        holding[place] = 0;
        weights[place] = 0;
      }
      if (counts[place]!++ === 0) own[ownCount++] = place;
    }
    for (let at = 0; at < ownCount; at++) {
      const place = own[at]!;
      const count = counts[place]! * norm;
      counts[place] = 0;
      holding[place]!++;
      weights[place]! += (score * count) / (parameters.k1 + count);
    }
  }
  const asked = new Set(terms.map(({ term }) => numbers.find(term)));
  const shared: { readonly number: number; readonly weight: number }[] = [];
  for (let place = 0; place < metCount; place++) {
    const number = met[place]!;
    places[number] = 0;
    if (holding[place]! < parameters.feedbackShared || asked.has(number)) continue;
    shared.push({ number, weight: weights[place]! * idfOf(collection, numbers, number) });
  }
  shared.sort(
    (a, b) => b.weight - a.weight || compareCodePoints(numbers.term(a.number), numbers.term(b.number)),
  );
  const heaviest = shared.slice(0, parameters.feedbackTerms);
  const most = heaviest[0]?.weight ?? 1;
  return heaviest.map(({ number, weight }) => ({ number, weight: weight / most }));
}

function idfOf(collection: Collection, numbers: TermNumbers, number: number): number {
  const [only] = collection.indexes;
  return collection.indexes.length === 1 && only !== undefined
    ? collection.idfOf(only, number)
    : collection.idf(numbers.term(number));
}

/** The feedback terms that the index looked at holds, and where they stand in the document looked at. */
const held = new NumberedTerms();
const occurrences = new Occurrences();

/** Adds what the terms weigh in each candidate of one index to its gain. */
function addGains(
  collection: Collection,
  index: SearchIndex,
  numbers: TermNumbers,
  terms: readonly FeedbackTerm[],
  candidates: readonly Candidate[],
  gains: Float64Array,
): void {
  held.clear(index.dictionary.capacity);
  const gainOf: number[] = [];
  for (const { number, weight } of terms) {
    const own = numbers.own(index, number);
    if (own >= 0) gainOf[held.add(own)] = weight * idfOf(collection, numbers, number);
  }
  const norms = collection.norms(index).content;
  const found = new Uint16Array(gainOf.length);
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i]!;
    if (candidate.index !== index) continue;
    const count = index.order.findAll(candidate.slot, held, occurrences);
    for (let at = 0; at < count; at++) found[occurrences.places[at]!]!++;
    let sum = 0;
    for (let place = 0; place < found.length; place++) {
      const count = found[place]! * norms[candidate.slot]!;
      if (count > 0) sum += (gainOf[place]! * count) / (parameters.k1 + count);
      found[place] = 0;
    }
    gains[i] = sum;
  }
}
