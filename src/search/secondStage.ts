import { saturation } from './bm25';
import type { FieldNorms } from './bm25';
import type { Candidate } from './candidates';
import type { Collection } from './collection';
import { parameters } from './parameters';
import type { QueryTerm, QueryWord } from './query';
import { BESIDE, GAP, MAX_SEQUENCE } from './searchIndex';
import type { SearchIndex } from './searchIndex';

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
  /** By term number: 0 when it meets nothing, else 1 + place in `meetings`. */
  readonly marks: Uint16Array;
  readonly meetings: readonly Meeting[];
  /** The terms with a mark, for taking the marks off again. */
  readonly numbers: readonly number[];
}

/**
 * Adds to the scores by words what costs more to know: the best term similar to each word of the query, and words that
 * are neighbours in the query and in the text. `similar` holds, by query
 * term, the terms similar to it and how much.
 */
export function addNearness(
  collection: Collection,
  words: readonly QueryWord[],
  terms: readonly QueryTerm[],
  similar: ReadonlyMap<string, ReadonlyMap<string, number>>,
  candidates: readonly Candidate[],
): void {
  const pairs = neighbours(collection, words, terms);
  const best = new Float64Array(terms.length);
  for (const index of collection.indexes) {
    const view = viewOf(collection, index, terms, similar);
    for (const candidate of candidates) {
      if (candidate.index === index) candidate.score += nearness(candidate, view, pairs, best);
    }
    for (const number of view.numbers) view.marks[number] = 0;
  }
}

/** Weights of neighbouring words of the query, by place of the left times the number of terms plus place of the right. */
function neighbours(
  collection: Collection,
  words: readonly QueryWord[],
  terms: readonly QueryTerm[],
): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const places = new Map(terms.map(({ term }, place) => [term, place]));
  const sequence = words.flatMap(({ token }) => token.parts.map((part) => places.get(part) ?? -1));
  for (let i = 0; i + 1 < sequence.length; i++) {
    const [left, right] = [sequence[i]!, sequence[i + 1]!];
    if (left < 0 || right < 0 || left === right) continue;
    const [a, b] = [terms[left]!, terms[right]!];
    const idf = (collection.idf(a.term) + collection.idf(b.term)) / 2;
    pairs.set(left * terms.length + right, parameters.pairWeight * Math.min(a.weight, b.weight) * idf);
  }
  return pairs;
}

const marksOf = new WeakMap<SearchIndex, Uint16Array>();

function viewOf(
  collection: Collection,
  index: SearchIndex,
  terms: readonly QueryTerm[],
  similar: ReadonlyMap<string, ReadonlyMap<string, number>>,
): View {
  let marks = marksOf.get(index);
  if (marks === undefined || marks.length < index.dictionary.capacity) {
    marks = new Uint16Array(index.dictionary.capacity);
    marksOf.set(index, marks);
  }
  const meetings: Meeting[] = [];
  const numbers: number[] = [];
  const meeting = (term: string): Meeting | undefined => {
    const number = index.dictionary.find(term);
    if (number < 0) return undefined;
    if (marks[number] === 0) {
      marks[number] = meetings.push({ exact: -1, similar: [] });
      numbers.push(number);
    }
    return meetings[marks[number]! - 1];
  };
  terms.forEach(({ term, weight }, place) => {
    const own = meeting(term);
    if (own !== undefined) own.exact = place;
    const idf = collection.idf(term);
    for (const [other, similarity] of similar.get(term) ?? []) {
      const gain = parameters.similarWeight * weight * similarity ** 2 * Math.min(idf, collection.idf(other));
      meeting(other)?.similar.push({ place, gain });
    }
  });
  return { index, norms: collection.norms(index), marks, meetings, numbers };
}

/** `best` is room for one number a query term. */
function nearness(
  { slot }: Candidate,
  { index, norms, marks, meetings }: View,
  pairs: ReadonlyMap<number, number>,
  best: Float64Array,
): number {
  const { forward, forwardStarts, forwardCounts } = index;
  const start = forwardStarts[slot]!;
  const end = start + Math.min(MAX_SEQUENCE, forwardCounts[slot]!);
  let pairCounts: Map<number, number> | undefined;
  let previous = -1;
  best.fill(0);
  for (let at = start; at < end; at++) {
    const entry = forward[at]!;
    if (entry >= BESIDE) {
      if (entry === GAP) previous = -1;
      continue;
    }
    const mark = marks[entry]!;
    if (mark === 0) {
      previous = -1;
      continue;
    }
    const { exact, similar } = meetings[mark - 1]!;
    if (previous >= 0 && exact >= 0) {
      const pair = previous * best.length + exact;
      if (pairs.has(pair)) {
        pairCounts ??= new Map();
        pairCounts.set(pair, (pairCounts.get(pair) ?? 0) + 1);
      }
    }
    previous = exact;
    if (similar.length === 0) continue;
    const saturated = saturation(index.postings.find(entry, slot), slot, norms);
    for (const { place, gain } of similar) best[place] = Math.max(best[place]!, gain * saturated);
  }
  let sum = 0;
  for (const gain of best) sum += gain;
  if (pairCounts === undefined) return sum;
  for (const [pair, weight] of pairs) {
    const count = (pairCounts.get(pair) ?? 0) * norms.content[slot]!;
    sum += (weight * count) / (parameters.k1 + count);
  }
  return sum;
}
