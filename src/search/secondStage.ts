import { saturation } from './bm25';
import type { FieldNorms } from './bm25';
import type { Candidate } from './candidates';
import { closePairs } from './closePairs';
import type { ClosePairs, Partner } from './closePairs';
import type { Collection } from './collection';
import { Meetings } from './meetings';
import { parameters } from './parameters';
import type { QueryTerm, QueryWord } from './query';
import type { SearchIndex } from './searchIndex';
import type { SimilarTerms } from './seek';
import { Occurrences } from './termOrder';

/** Words that stand no further apart are near each other. */
const WINDOW = 8;

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
  const room: Room = {
    best: new Float64Array(terms.length),
    last: new Int32Array(terms.length).fill(-WINDOW),
    pairCounts: new Float64Array(pairs.weights.length),
    position: 0,
  };
  collection.indexes.forEach((index, indexPlace) => {
    meetTerms(index, terms, similar, indexPlace);
    const view = { collection, terms, norms: collection.norms(index) };
    for (const candidate of candidates) {
      if (candidate.index === index) candidate.score += nearness(candidate, view, pairs, room);
    }
  });
}

/** What the second stage knows of one index during one search. */
interface View {
  readonly collection: Collection;
  readonly terms: readonly QueryTerm[];
  readonly norms: FieldNorms;
}

/** Room for one number a query term, and for one a pair. */
interface Room {
  readonly best: Float64Array;
  /** Where each term was met last. */
  readonly last: Int32Array;
  readonly pairCounts: Float64Array;
  /** Goes on from document to document: what was met in another one is further away than any window. */
  position: number;
}

/** How the terms of the index looked at meet those of the query, and where they stand in the document looked at. */
const meetings = new Meetings();
const occurrences = new Occurrences();

function meetTerms(
  index: SearchIndex,
  terms: readonly QueryTerm[],
  similar: SimilarTerms,
  indexPlace: number,
): void {
  meetings.clear(index.dictionary.capacity);
  terms.forEach(({ term }, place) => {
    const own = index.dictionary.find(term);
    if (own >= 0) meetings.setExact(own, place);
    const alike = similar.get(term)?.[indexPlace];
    if (alike === undefined) return;
    for (let i = 0; i < alike.numbers.length; i++) {
      meetings.addSimilar(alike.numbers[i]!, place, alike.similarities[i]!);
    }
  });
}

function nearness(
  { index, slot }: Candidate,
  view: View,
  { partners, weights }: ClosePairs,
  room: Room,
): number {
  const { best, last, pairCounts } = room;
  const before = room.position;
  const count = meetings.findIn(index, slot, occurrences);
  let near = false;
  let raised = false;
  for (let at = 0; at < count; at++) {
    const meeting = occurrences.places[at]!;
    const exact = meetings.exact(meeting);
    if (exact >= 0) {
      const position = before + occurrences.positions[at]!;
      if (countPairs(partners[exact]!, position, last, pairCounts)) near = true;
      last[exact] = position;
      room.position = position + WINDOW;
    }
    if (meetings.firstLikeness(meeting) >= 0 && raiseBest(best, meeting, index, slot, view)) raised = true;
  }
  let sum = 0;
  if (raised) {
    for (const worth of best) sum += worth;
    best.fill(0);
  }
  if (!near) return sum;
  const norm = view.norms.content[slot]!;
  for (let pair = 0; pair < pairCounts.length; pair++) {
    const count = pairCounts[pair]! * norm;
    sum += (weights[pair]! * count) / (parameters.k1 + count);
  }
  pairCounts.fill(0);
  return sum;
}

/** Raises what a term of the document is worth for the terms of the query that it is similar to. @returns whether it may have. */
function raiseBest(
  best: Float64Array,
  meeting: number,
  index: SearchIndex,
  slot: number,
  view: View,
): boolean {
  // Saturated, a gain is less than itself.
  let likeness = meetings.firstLikeness(meeting);
  while (likeness >= 0 && gainOf(likeness, meeting, index, view) <= best[meetings.term(likeness)]!) {
    likeness = meetings.nextLikeness(likeness);
  }
  if (likeness < 0) return false;
  const saturated = saturation(index.postings.find(meetings.number(meeting), slot), slot, view.norms);
  for (; likeness >= 0; likeness = meetings.nextLikeness(likeness)) {
    const term = meetings.term(likeness);
    best[term] = Math.max(best[term]!, gainOf(likeness, meeting, index, view) * saturated);
  }
  return true;
}

/** What a likeness is worth. Told when it is asked for, since few of the similar terms stand in any candidate. */
function gainOf(likeness: number, meeting: number, index: SearchIndex, { collection, terms }: View): number {
  let gain = meetings.gain(likeness);
  if (gain >= 0) return gain;
  const { term, weight } = terms[meetings.term(likeness)]!;
  const rarer = Math.min(collection.idf(term), collection.idfOf(index, meetings.number(meeting)));
  gain = parameters.similarWeight * weight * meetings.similarity(likeness) ** 2 * rarer;
  meetings.setGain(likeness, gain);
  return gain;
}

/** Counts the pairs that a term at a position closes: each as the inverse of the distance. @returns whether any. */
function countPairs(
  partners: readonly Partner[],
  position: number,
  last: Int32Array,
  counts: Float64Array,
): boolean {
  let any = false;
  for (const { term, pair, share } of partners) {
    const distance = position - last[term]!;
    if (distance > WINDOW) continue;
    counts[pair]! += share / distance;
    any = true;
  }
  return any;
}
