import { saturation } from './bm25';
import type { FieldNorms } from './bm25';
import type { Candidate } from './candidates';
import { isCutIntoPairs } from './characters';
import type { Collection } from './collection';
import { NumberedTerms } from './numberedTerms';
import { parameters } from './parameters';
import type { QueryTerm, QueryWord } from './query';
import type { SearchIndex } from './searchIndex';
import type { SimilarTerms } from './seek';
import { BESIDE, GAP, MAX_SEQUENCE } from './termOrder';

/** Words that stand no further apart are near each other. */
const WINDOW = 8;
/** Words of the query this far apart or nearer belong together. */
const QUERY_WINDOW = 4;
/** What a pair of words counts for in the other order. */
const REVERSED = 0.5;

/** How a term of the index meets the terms of the query. */
interface Meeting {
  /** Place of the query term it is, or -1. */
  exact: number;
  /** Query terms it is similar to, and what it is worth for them when saturated. */
  readonly similar: { readonly place: number; readonly gain: number }[];
}

/** What the second stage knows of one index during one search. */
interface View {
  readonly index: SearchIndex;
  readonly norms: FieldNorms;
  /** By the place of a term in `met`. */
  readonly meetings: readonly Meeting[];
}

/**
 * Adds to the scores by words what costs more to know: the best term similar to each word of the query, and words that
 * stand close together in the query and in the text.
 */
export function addNearness(
  collection: Collection,
  words: readonly QueryWord[],
  terms: readonly QueryTerm[],
  similar: SimilarTerms,
  candidates: readonly Candidate[],
): void {
  const pairs = closePairs(collection, words, terms);
  const room = {
    best: new Float64Array(terms.length),
    last: new Int32Array(terms.length),
    pairCounts: new Float64Array(pairs.weights.length),
  };
  collection.indexes.forEach((index, place) => {
    const view = viewOf(collection, index, place, terms, similar);
    for (const candidate of candidates) {
      if (candidate.index === index) candidate.score += nearness(candidate, view, pairs, room);
    }
  });
}

/** Words of the query that stand close together. */
interface Pairs {
  /** By place of the left times the number of terms plus place of the right: the place of the pair in `weights`. */
  readonly places: ReadonlyMap<number, number>;
  readonly weights: readonly number[];
}

/** Room for one number a query term, and for one a pair. */
interface Room {
  readonly best: Float64Array;
  readonly last: Int32Array;
  readonly pairCounts: Float64Array;
}

/**
 * Words of the query that stand close together, the weight the less, the more words are between. Not for pairs of
 * characters: they overlap, and stand close wherever one of them is.
 */
function closePairs(collection: Collection, words: readonly QueryWord[], terms: readonly QueryTerm[]): Pairs {
  const pairPlaces = new Map<number, number>();
  const weights: number[] = [];
  const places = new Map(terms.map(({ term }, place) => [term, place]));
  const sequence = words.flatMap(({ token }) =>
    token.parts.map((part) => (isCutIntoPairs(token.script) ? -1 : (places.get(part) ?? -1))),
  );
  sequence.forEach((left, i) => {
    for (let apart = 1; apart <= QUERY_WINDOW && i + apart < sequence.length; apart++) {
      const right = sequence[i + apart]!;
      if (left < 0 || right < 0 || left === right) continue;
      const [a, b] = [terms[left]!, terms[right]!];
      const idf = (collection.idf(a.term) + collection.idf(b.term)) / 2;
      const weight = (parameters.pairWeight * Math.min(a.weight, b.weight) * idf) / apart;
      const pair = left * terms.length + right;
      const place = pairPlaces.get(pair);
      if (place === undefined) pairPlaces.set(pair, weights.push(weight) - 1);
      else weights[place] = Math.max(weight, weights[place]!);
    }
  });
  return { places: pairPlaces, weights };
}

/** The terms of the index looked at that meet a term of the query. */
const met = new NumberedTerms();

function viewOf(
  collection: Collection,
  index: SearchIndex,
  place: number,
  terms: readonly QueryTerm[],
  similar: SimilarTerms,
): View {
  met.clear(index.dictionary.capacity);
  const meetings: Meeting[] = [];
  const meeting = (number: number): Meeting => (meetings[met.add(number)] ??= { exact: -1, similar: [] });
  terms.forEach(({ term, weight }, termPlace) => {
    const own = index.dictionary.find(term);
    if (own >= 0) meeting(own).exact = termPlace;
    const idf = collection.idf(term);
    for (const { number, similarity } of similar.get(term)?.[place] ?? []) {
      const rarer = Math.min(idf, collection.idfOf(index, number));
      const gain = parameters.similarWeight * weight * similarity ** 2 * rarer;
      meeting(number).similar.push({ place: termPlace, gain });
    }
  });
  return { index, norms: collection.norms(index), meetings };
}

/** The entries of the document looked at. */
const entries = new Uint32Array(MAX_SEQUENCE);

function nearness(
  { slot }: Candidate,
  { index, norms, meetings }: View,
  pairs: Pairs,
  { best, last, pairCounts }: Room,
): number {
  const length = index.order.read(slot, entries);
  best.fill(0);
  last.fill(-1);
  let near = false;
  let position = 0;
  for (let at = 0; at < length; at++) {
    const entry = entries[at]!;
    if (entry >= BESIDE) {
      if (entry === GAP) last.fill(-1);
      continue;
    }
    position++;
    const place = met.find(entry);
    if (place < 0) continue;
    const { exact, similar } = meetings[place]!;
    if (exact >= 0) {
      if (countPairs(exact, position, last, pairs, pairCounts)) near = true;
      last[exact] = position;
    }
    if (similar.length > 0) raiseBest(best, similar, index, entry, slot, norms);
  }
  let sum = 0;
  for (let place = 0; place < best.length; place++) sum += best[place]!;
  if (!near) return sum;
  const norm = norms.content[slot]!;
  for (let pair = 0; pair < pairCounts.length; pair++) {
    const count = pairCounts[pair]! * norm;
    sum += (pairs.weights[pair]! * count) / (parameters.k1 + count);
  }
  pairCounts.fill(0);
  return sum;
}

/** Raises what a term of the document is worth for the terms of the query that it is similar to. */
function raiseBest(
  best: Float64Array,
  similar: Meeting['similar'],
  index: SearchIndex,
  number: number,
  slot: number,
  norms: FieldNorms,
): void {
  // Saturated, a gain is less than itself.
  if (!similar.some(({ place, gain }) => gain > best[place]!)) return;
  const saturated = saturation(index.postings.find(number, slot), slot, norms);
  for (const { place, gain } of similar) best[place] = Math.max(best[place]!, gain * saturated);
}

/** Counts the pairs that a term at a position closes: each as the inverse of the distance. @returns whether any. */
function countPairs(
  term: number,
  position: number,
  last: Int32Array,
  pairs: Pairs,
  counts: Float64Array,
): boolean {
  let any = false;
  for (let other = 0; other < last.length; other++) {
    const before = last[other]!;
    if (before < 0 || other === term || position - before > WINDOW) continue;
    const inOrder = pairs.places.get(other * last.length + term);
    const pair = inOrder ?? pairs.places.get(term * last.length + other);
    if (pair === undefined) continue;
    counts[pair]! += (inOrder === undefined ? REVERSED : 1) / (position - before);
    any = true;
  }
  return any;
}
