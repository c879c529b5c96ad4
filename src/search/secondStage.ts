import { saturation } from './bm25';
import type { FieldNorms } from './bm25';
import type { Candidate } from './candidates';
import { isCutIntoPairs } from './characters';
import type { Collection } from './collection';
import { parameters } from './parameters';
import type { QueryTerm, QueryWord } from './query';
import { grown } from './regions';
import { BESIDE, GAP, MAX_SEQUENCE } from './searchIndex';
import type { SearchIndex } from './searchIndex';
import type { SimilarTerms } from './seek';

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
  readonly meetings: readonly Meeting[];
  /** The terms with a mark, for taking the marks off again. */
  readonly numbers: readonly number[];
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
  const room = { best: new Float64Array(terms.length), last: new Int32Array(terms.length) };
  collection.indexes.forEach((index, place) => {
    const view = viewOf(collection, index, place, terms, similar);
    for (const candidate of candidates) {
      if (candidate.index === index) candidate.score += nearness(candidate, view, pairs, room);
    }
    for (const number of view.numbers) marks[number] = 0;
  });
}

/**
 * Weights of words of the query that stand close together, by place of the left times the number of terms plus place
 * of the right: the less, the more words are between. Not for pairs of characters: they overlap, and stand close
 * wherever one of them is.
 */
function closePairs(
  collection: Collection,
  words: readonly QueryWord[],
  terms: readonly QueryTerm[],
): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
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
      pairs.set(pair, Math.max(weight, pairs.get(pair) ?? 0));
    }
  });
  return pairs;
}

/** By term number of the index looked at: 1 + place in its meetings; all zero between searches. */
let marks = new Uint16Array(0);

function viewOf(
  collection: Collection,
  index: SearchIndex,
  place: number,
  terms: readonly QueryTerm[],
  similar: SimilarTerms,
): View {
  marks = grown(marks, index.dictionary.capacity);
  const meetings: Meeting[] = [];
  const numbers: number[] = [];
  const meeting = (number: number): Meeting => {
    if (marks[number] === 0) {
      marks[number] = meetings.push({ exact: -1, similar: [] });
      numbers.push(number);
    }
    return meetings[marks[number]! - 1]!;
  };
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
  return { index, norms: collection.norms(index), meetings, numbers };
}

/** `best` and `last`: room for one number a query term. */
function nearness(
  { slot }: Candidate,
  { index, norms, meetings }: View,
  pairs: ReadonlyMap<number, number>,
  { best, last }: { readonly best: Float64Array; readonly last: Int32Array },
): number {
  const { forward, forwardStarts, forwardCounts } = index;
  const start = forwardStarts[slot]!;
  const end = start + Math.min(MAX_SEQUENCE, forwardCounts[slot]!);
  const pairCounts = new Map<number, number>();
  best.fill(0);
  last.fill(-1);
  let position = 0;
  for (let at = start; at < end; at++) {
    const entry = forward[at]!;
    if (entry >= BESIDE) {
      if (entry === GAP) last.fill(-1);
      continue;
    }
    position++;
    const mark = marks[entry]!;
    if (mark === 0) continue;
    const { exact, similar } = meetings[mark - 1]!;
    if (exact >= 0) {
      countPairs(exact, position, last, pairs, pairCounts);
      last[exact] = position;
    }
    // Saturated, a gain is less than itself.
    if (!similar.some(({ place, gain }) => gain > best[place]!)) continue;
    const saturated = saturation(index.postings.find(entry, slot), slot, norms);
    for (const { place, gain } of similar) best[place] = Math.max(best[place]!, gain * saturated);
  }
  let sum = 0;
  for (const gain of best) sum += gain;
  if (pairCounts.size === 0) return sum;
  for (const [pair, weight] of pairs) {
    const count = (pairCounts.get(pair) ?? 0) * norms.content[slot]!;
    sum += (weight * count) / (parameters.k1 + count);
  }
  return sum;
}

/** Counts the pairs that a term at a position closes: each as the inverse of the distance. */
function countPairs(
  term: number,
  position: number,
  last: Int32Array,
  pairs: ReadonlyMap<number, number>,
  counts: Map<number, number>,
): void {
  for (let other = 0; other < last.length; other++) {
    const before = last[other]!;
    if (before < 0 || other === term || position - before > WINDOW) continue;
    const forwards = other * last.length + term;
    const inOrder = pairs.has(forwards);
    const pair = inOrder ? forwards : term * last.length + other;
    if (!pairs.has(pair)) continue;
    counts.set(pair, (counts.get(pair) ?? 0) + (inOrder ? 1 : REVERSED) / (position - before));
  }
}
