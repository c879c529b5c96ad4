import { saturation } from './bm25';
import { compareCandidates } from './candidates';
import type { Candidate } from './candidates';
import type { Collection } from './collection';
import { compareCodePoints } from './exactText';
import { parameters } from './parameters';
import type { QueryTerm } from './query';
import { BESIDE, MAX_SEQUENCE } from './searchIndex';
import type { SearchIndex } from './searchIndex';

/** A term with more documents than this is looked up in each candidate instead of walked through. */
const LONG_LIST = 1_000;

interface FeedbackTerm {
  readonly term: string;
  /** Of the heaviest term: 1. */
  readonly weight: number;
}

/**
 * Pseudo-relevance feedback (after RM3; Abdul-Jaleel and others 2004): the terms that several of the best candidates
 * share count as weak terms of the query. It ranks again what was found and finds nothing new.
 */
export function addFeedback(
  collection: Collection,
  terms: readonly QueryTerm[],
  candidates: readonly Candidate[],
): void {
  if (candidates.length < parameters.feedbackShared + 1) return;
  const best = [...candidates].sort(compareCandidates).slice(0, parameters.feedbackDocuments);
  const gains = new Float64Array(candidates.length);
  const shared = sharedTerms(collection, new Set(terms.map(({ term }) => term)), best);
  for (const index of collection.indexes) addGains(collection, index, shared, candidates, gains);
  const largest = gains.reduce((most, gain) => Math.max(most, gain), 0);
  if (largest === 0) return;
  const scale = (parameters.feedbackWeight * best[0]!.score) / largest;
  candidates.forEach((candidate, i) => {
    candidate.score += scale * gains[i]!;
  });
}

/** The heaviest terms that stand in several of the documents and not in the query. */
function sharedTerms(
  collection: Collection,
  own: ReadonlySet<string>,
  documents: readonly Candidate[],
): FeedbackTerm[] {
  const sequences = documents.map(({ index, slot }) => distinctTerms(index, slot));
  const holding = new Map<SearchIndex, Map<number, number>>();
  documents.forEach(({ index }, i) => {
    const counts = holding.get(index) ?? new Map<number, number>();
    holding.set(index, counts);
    for (const number of sequences[i]!) counts.set(number, (counts.get(number) ?? 0) + 1);
  });
  const weights = new Map<string, number>();
  documents.forEach(({ index, slot, score }, i) => {
    const norms = collection.norms(index);
    for (const number of sequences[i]!) {
      // Most terms are held by one of them, and are not worth being spelt out.
      if (holding.size === 1 && (holding.get(index)?.get(number) ?? 0) < parameters.feedbackShared) continue;
      const term = index.dictionary.term(number) ?? '';
      if (heldBy(holding, index, number, term) < parameters.feedbackShared || own.has(term)) continue;
      const gain = score * saturation(index.postings.find(number, slot), slot, norms);
      weights.set(term, (weights.get(term) ?? 0) + gain);
    }
  });
  const shared = [...weights].map(([term, weight]) => ({ term, weight: weight * collection.idf(term) }));
  shared.sort((a, b) => b.weight - a.weight || compareCodePoints(a.term, b.term));
  const most = shared[0]?.weight ?? 1;
  return shared
    .slice(0, parameters.feedbackTerms)
    .map(({ term, weight }) => ({ term, weight: weight / most }));
}

function distinctTerms(index: SearchIndex, slot: number): number[] {
  const start = index.forwardStarts[slot]!;
  const end = start + Math.min(MAX_SEQUENCE, index.forwardCounts[slot]!);
  return [...new Set(index.forward.subarray(start, end))].filter((entry) => entry < BESIDE);
}

/** How many of the documents hold a term, over all indexes. */
function heldBy(
  holding: ReadonlyMap<SearchIndex, ReadonlyMap<number, number>>,
  index: SearchIndex,
  number: number,
  term: string,
): number {
  let sum = holding.get(index)?.get(number) ?? 0;
  if (holding.size === 1) return sum;
  for (const [other, counts] of holding) {
    if (other !== index) sum += counts.get(other.dictionary.find(term)) ?? 0;
  }
  return sum;
}

/** Adds what the terms weigh in each candidate of one index to its gain. */
function addGains(
  collection: Collection,
  index: SearchIndex,
  terms: readonly FeedbackTerm[],
  candidates: readonly Candidate[],
  gains: Float64Array,
): void {
  const norms = collection.norms(index);
  const { postings, dictionary } = index;
  const placeOf = new Uint16Array(index.capacity);
  candidates.forEach((candidate, place) => {
    if (candidate.index === index) placeOf[candidate.slot] = place + 1;
  });
  for (const { term, weight } of terms) {
    const number = dictionary.find(term);
    if (number < 0) continue;
    const gain = weight * collection.idf(term);
    const start = postings.starts[number]!;
    const count = postings.counts[number]!;
    if (count > LONG_LIST) {
      candidates.forEach(({ index: own, slot }, place) => {
        const packed = own === index ? postings.find(number, slot) : 0;
        if (packed > 0) gains[place]! += gain * saturation(packed, slot, norms);
      });
      continue;
    }
    for (let at = start; at < start + count; at++) {
      const slot = postings.slots[at]!;
      const place = placeOf[slot]!;
      if (place > 0) gains[place - 1]! += gain * saturation(postings.frequencies[at]!, slot, norms);
    }
  }
}
