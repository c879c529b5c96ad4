import { compareCandidates } from './candidates';
import type { Candidate } from './candidates';
import { Collection } from './collection';
import { respectDominance } from './dominance';
import { exactMatches } from './exactMatches';
import { compareCodePoints } from './exactText';
import { completions, corrections, similarTerms } from './expansion';
import { addFeedback } from './feedback';
import { bestByWords, scoreByWords } from './firstStage';
import type { Scores } from './firstStage';
import { foldWord } from './fold';
import { parameters } from './parameters';
import { queryTerms, queryWords } from './query';
import type { QueryTerm, QueryWord } from './query';
import type { SearchIndex } from './searchIndex';
import { addNearness } from './secondStage';
import type { SearchHit, SearchOptions, SearchResult } from './types';

/** A word of the query and what is looked up for it. */
interface SoughtWord {
  readonly word: QueryWord;
  readonly forms: readonly string[];
  /** Some document holds one of its forms. */
  readonly present: boolean;
  /** By form: terms that are much like it. */
  readonly similar: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Terms that stand for it: corrections when it is absent, completions when it is still being typed. */
  readonly expansions: readonly QueryTerm[];
}

/**
 * Ranks the documents of several indexes as if they were one: statistics are summed over all of them. Any string is a
 * query and none of its characters is syntax. The same documents give the same answer in every process.
 */
export function search(indexes: readonly SearchIndex[], query: string, options: SearchOptions): SearchResult {
  const collection = new Collection(indexes);
  const words = queryWords(query);
  const terms = queryTerms(words);
  const sought = words.map((word, i) =>
    seek(collection, word, options.prefix === true && i === words.length - 1),
  );
  const similar = new Map(sought.flatMap(({ similar: found }) => [...found]));
  const scores = scoreByWords(collection, withExpansions(terms, sought));
  const { best, total } = bestByWords(
    scores,
    Math.max(parameters.secondStage, options.limit),
    passes(options, sought),
  );
  const again = best.slice(0, parameters.secondStage);
  addNearness(collection, words, terms, similar, again);
  addFeedback(collection, terms, again);
  for (const candidate of again) {
    candidate.score *= 1 + parameters.recordWeight * candidate.index.weights[candidate.slot]!;
  }
  respectDominance(
    terms,
    again,
    sought.every(({ expansions }) => expansions.length === 0),
  );
  const ranked = [...again.sort(compareCandidates), ...best.slice(parameters.secondStage)];

  const { filter } = options;
  const exact = exactMatches(indexes, query).filter(
    ({ index, slot }) => filter === undefined || filter(index.ids[slot]!),
  );
  const ordered = exactFirst(exact, ranked).slice(0, options.limit);
  return {
    hits: ordered.map((candidate) => toHit(candidate, sought)),
    total: total + exact.filter((candidate) => !isFound(candidate, scores)).length,
    missing: sought.filter(({ present }) => !present).map(({ word }) => word.surface),
  };
}

function seek(collection: Collection, word: QueryWord, typing: boolean): SoughtWord {
  const { token } = word;
  const forms = [...token.wholes, ...token.parts];
  const present = forms.some((form) => collection.documentFrequency(form) > 0);
  const nearest = new Map<string, number>();
  const stand = (term: string, similarity: number): void => {
    if (!forms.includes(term)) nearest.set(term, Math.max(similarity, nearest.get(term) ?? 0));
  };
  const similar = new Map<string, Map<string, number>>();
  for (const form of token.stop ? [] : forms) {
    const found = similarTerms(form, collection.indexes);
    if (!present) {
      const { misspelt, alike } = corrections(form, collection.indexes);
      for (const [term, similarity] of alike) found.set(term, similarity);
      for (const [term, similarity] of misspelt) {
        found.set(term, similarity);
        stand(term, similarity);
      }
    }
    similar.set(form, found);
  }
  if (typing) {
    const start = foldWord(word.surface, token.script);
    for (const form of new Set([start, ...token.parts.slice(-1)])) {
      for (const { term, similarity } of completions(form, collection.indexes)) stand(term, similarity);
    }
  }
  const expansions = [...nearest].map(([term, similarity]) => ({
    term,
    weight: parameters.expansionWeight * similarity,
    stop: false,
  }));
  return { word, forms, present, similar, expansions };
}

/**
 * All terms in code-point order; a term of the query is not also an expansion. Terms much like a word find documents
 * too, at next to no weight: the second stage knows what they are worth.
 */
function withExpansions(terms: readonly QueryTerm[], sought: readonly SoughtWord[]): QueryTerm[] {
  const all = new Map(terms.map((term) => [term.term, term]));
  const alike = sought
    .flatMap(({ similar }) => [...similar.values()].flatMap((found) => [...found]))
    .filter(([, similarity]) => similarity >= parameters.findDice)
    .map(([term]) => ({ term, weight: parameters.findWeight, stop: false }));
  for (const expansion of [...sought.flatMap(({ expansions }) => expansions), ...alike]) {
    const known = all.get(expansion.term);
    if (known === undefined || known.weight < expansion.weight) all.set(expansion.term, expansion);
  }
  return [...all.values()].sort((a, b) => compareCodePoints(a.term, b.term));
}

function passes(
  { filter, match }: SearchOptions,
  sought: readonly SoughtWord[],
): ((index: SearchIndex, slot: number) => boolean) | undefined {
  if (match !== 'all') return filter && ((index, slot) => filter(index.ids[slot]!));
  const content = sought.filter(({ word }) => !word.token.stop);
  const required = content.length > 0 ? content : sought;
  return (index, slot) =>
    (filter === undefined || filter(index.ids[slot]!)) &&
    required.every((word) => holdsWord(index, slot, word));
}

/** Whether a document holds all of a word: its whole, or each of its parts, or a term that stands for it. */
function holdsWord(index: SearchIndex, slot: number, { word, expansions }: SoughtWord): boolean {
  const { wholes, parts } = word.token;
  return (
    (wholes[0] !== undefined && holds(index, slot, wholes[0])) ||
    (parts.length > 0 && parts.every((part) => holds(index, slot, part))) ||
    expansions.some(({ term }) => holds(index, slot, term))
  );
}

function holds(index: SearchIndex, slot: number, form: string): boolean {
  const number = index.dictionary.find(form);
  return number >= 0 && index.postings.find(number, slot) > 0;
}

/** Exact matches before all others, with scores that say so. */
function exactFirst(exact: readonly Candidate[], ranked: readonly Candidate[]): Candidate[] {
  const top = ranked[0]?.score ?? 0;
  const first = exact.map((candidate, i) => ({ ...candidate, score: top + exact.length - i }));
  const rest = ranked.filter(
    ({ index, slot }) => !exact.some((one) => one.index === index && one.slot === slot),
  );
  return [...first, ...rest];
}

function isFound({ index, slot }: Candidate, all: readonly Scores[]): boolean {
  return all.some((scores) => scores.index === index && scores.scores[slot]! > 0);
}

function toHit({ index, slot, score }: Candidate, sought: readonly SoughtWord[]): SearchHit {
  const matched = sought.filter(
    ({ forms, similar, expansions }) =>
      forms.some((form) => holds(index, slot, form)) ||
      expansions.some(({ term }) => holds(index, slot, term)) ||
      [...similar.values()].some((terms) => holdsSimilar(index, slot, terms)),
  );
  return { id: index.ids[slot]!, score, terms: matched.map(({ word }) => word.surface) };
}

function holdsSimilar(index: SearchIndex, slot: number, terms: ReadonlyMap<string, number>): boolean {
  for (const [term, similarity] of terms) {
    if (similarity >= parameters.findDice && holds(index, slot, term)) return true;
  }
  return false;
}
