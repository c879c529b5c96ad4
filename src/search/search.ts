import { collectionStatistics, fieldNorms, inverseDocumentFrequency } from './bm25';
import type { CollectionStatistics } from './bm25';
import { BestCandidates, compareAge, compareCandidates } from './candidates';
import type { Candidate } from './candidates';
import { compareCodePoints, exactForm, exactHash } from './exactText';
import { mayBeMistyped, prefixExpansions, typoExpansions } from './expansion';
import { attributesFrequency, contentFrequency, titleFrequency } from './postings';
import { parameters } from './parameters';
import { queryTerms, queryWords } from './query';
import type { QueryTerm, QueryWord } from './query';
import type { SearchIndex } from './searchIndex';
import { isKeyedKind } from './types';
import type { SearchHit, SearchOptions, SearchResult } from './types';

/**
 * Ranks the documents of several indexes as if they were one: statistics are summed over all of them. Any string is a
 * query and none of its characters is syntax. The same documents give the same answer in every process.
 */
export function search(indexes: readonly SearchIndex[], query: string, options: SearchOptions): SearchResult {
  const words = queryWords(query);
  const statistics = collectionStatistics(indexes);
  const forms = words.map((word) => wordForms(word));
  const present = forms.map((own) => own.some((form) => documentFrequency(indexes, form) > 0));
  const terms = [...queryTerms(words)];
  words.forEach((word, i) => {
    const stands = new Map<string, number>();
    if (!present[i]) {
      for (const form of forms[i]!.filter(mayBeMistyped)) {
        for (const { term, similarity } of typoExpansions(form, indexes)) stands.set(term, similarity);
      }
    }
    if (options.prefix === true && i === words.length - 1) {
      const start = word.surface.toLowerCase();
      for (const form of new Set([start, ...word.token.parts.slice(-1)])) {
        for (const { term, similarity } of prefixExpansions(form, indexes)) stands.set(term, similarity);
      }
    }
    for (const [term, similarity] of stands) {
      if (terms.some((known) => known.term === term)) continue;
      terms.push({ term, weight: parameters.expansionWeight * similarity, stop: false });
      forms[i]!.push(term);
    }
  });
  terms.sort((a, b) => compareCodePoints(a.term, b.term));

  const exact = exactMatches(indexes, query).filter(
    ({ index, slot }) => options.filter === undefined || options.filter(index.ids[slot]!),
  );
  const accumulators = indexes.map((index) => new Accumulator(index));
  accumulate(accumulators, terms, statistics);
  const required = options.match === 'all' ? words.map((word, i) => ({ word, expanded: forms[i]! })) : [];
  const best = new BestCandidates(Math.max(parameters.secondStage, options.limit));
  let total = 0;
  for (const { index, scores, touched } of accumulators) {
    for (const slot of touched) {
      if (options.filter !== undefined && !options.filter(index.ids[slot]!)) continue;
      if (required.length > 0 && !holdsAll(index, slot, required)) continue;
      total++;
      best.offer(index, slot, scores[slot]! * (1 + parameters.recordWeight * index.weights[slot]!));
    }
  }
  const ranked = best.take().sort(compareCandidates);
  const first = exact.filter(({ index, slot }) => index.ids[slot] !== undefined);
  total += first.filter(({ index, slot }) => !wasFound(accumulators, index, slot)).length;
  const top = ranked[0]?.score ?? 0;
  const rest = ranked.filter(({ index, slot }) => !first.some((e) => e.index === index && e.slot === slot));
  const ordered = [
    ...first.map((candidate, i) => ({ ...candidate, score: top + first.length - i })),
    ...rest,
  ].slice(0, options.limit);
  return {
    hits: ordered.map((candidate) => toHit(candidate, words, forms)),
    total,
    missing: words
      .filter((_, i) => !present[i] && forms[i]!.every((f) => documentFrequency(indexes, f) === 0))
      .map((word) => word.surface),
  };
}

function wasFound(accumulators: readonly Accumulator[], index: SearchIndex, slot: number): boolean {
  return accumulators.some((accumulator) => accumulator.index === index && accumulator.scores[slot]! > 0);
}

function wordForms({ token }: QueryWord): string[] {
  return [...token.wholes, ...token.parts];
}

function toHit(
  candidate: Candidate,
  words: readonly QueryWord[],
  forms: readonly (readonly string[])[],
): SearchHit {
  const { index, slot, score } = candidate;
  const matched = words.filter((_, i) => forms[i]!.some((form) => holds(index, slot, form)));
  return { id: index.ids[slot]!, score, terms: matched.map((word) => word.surface) };
}

function holds(index: SearchIndex, slot: number, form: string): boolean {
  const number = index.dictionary.find(form);
  return number >= 0 && index.postings.find(number, slot) > 0;
}

function holdsAll(
  index: SearchIndex,
  slot: number,
  required: readonly { readonly word: QueryWord; readonly expanded: readonly string[] }[],
): boolean {
  return required.every(({ word, expanded }) => {
    const { wholes, parts } = word.token;
    const own = wholes.length + parts.length;
    return (
      (wholes[0] !== undefined && holds(index, slot, wholes[0])) ||
      (parts.length > 0 && parts.every((part) => holds(index, slot, part))) ||
      expanded.slice(own).some((form) => holds(index, slot, form))
    );
  });
}

function documentFrequency(indexes: readonly SearchIndex[], term: string): number {
  let holding = 0;
  for (const { dictionary, postings } of indexes) {
    const number = dictionary.find(term);
    if (number >= 0) holding += postings.counts[number]!;
  }
  return holding;
}

/** Documents whose id, key or title is the query: ids first, then keys, then titles; the newest first among equals. */
function exactMatches(indexes: readonly SearchIndex[], query: string): Candidate[] {
  const found: (Candidate & { readonly order: number })[] = [];
  const form = exactForm(query);
  if (form === '') return [];
  const [first, second] = exactHash(form);
  const id = query.trim().toLowerCase();
  for (const index of indexes) {
    const own = index.slotOf(id);
    if (own >= 0) found.push({ index, slot: own, score: 0, order: 0 });
    const { titleHashes, ids } = index;
    for (let slot = 0; slot < ids.length; slot++) {
      if (titleHashes[2 * slot] !== first || titleHashes[2 * slot + 1] !== second || ids[slot] === undefined)
        continue;
      if (slot === own) continue;
      found.push({ index, slot, score: 0, order: isKeyedKind(index.kindNames[index.kinds[slot]!]!) ? 1 : 2 });
    }
  }
  return found.sort((a, b) => a.order - b.order || compareAge(a, b));
}

class Accumulator {
  readonly index: SearchIndex;
  readonly scores: Float64Array;
  readonly touched: number[] = [];

  constructor(index: SearchIndex) {
    this.index = index;
    this.scores = new Float64Array(index.ids.length);
  }
}

function accumulate(
  accumulators: readonly Accumulator[],
  terms: readonly QueryTerm[],
  statistics: CollectionStatistics,
): void {
  const indexes = accumulators.map((accumulator) => accumulator.index);
  const found = terms.filter(({ term }) => documentFrequency(indexes, term) > 0);
  const content = found.filter((term) => !term.stop);
  const creating = content.length > 0 ? content : found;
  const adding = content.length > 0 ? found.filter((term) => term.stop) : [];
  for (const [pass, creates] of [
    [creating, true],
    [adding, false],
  ] as const) {
    for (const { term, weight } of pass) {
      const idf = weight * inverseDocumentFrequency(statistics.documents, documentFrequency(indexes, term));
      for (const accumulator of accumulators) addTerm(accumulator, term, idf, statistics, creates);
    }
  }
}

function addTerm(
  accumulator: Accumulator,
  term: string,
  idf: number,
  statistics: CollectionStatistics,
  creates: boolean,
): void {
  const { index, scores, touched } = accumulator;
  const number = index.dictionary.find(term);
  if (number < 0) return;
  const norms = fieldNorms(index, statistics);
  const { slots, frequencies, starts, counts } = index.postings;
  const { title, content } = norms;
  const { k1, attributesWeight } = parameters;
  const end = starts[number]! + counts[number]!;
  for (let at = starts[number]!; at < end; at++) {
    const slot = slots[at]!;
    const known = scores[slot]!;
    if (known === 0) {
      if (!creates) continue;
      touched.push(slot);
    }
    const packed = frequencies[at]!;
    const count =
      contentFrequency(packed) * content[slot]! +
      titleFrequency(packed) * title[slot]! +
      attributesFrequency(packed) * attributesWeight;
    scores[slot] = known + (idf * count) / (k1 + count);
  }
}
