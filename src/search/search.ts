import { admission } from './admission';
import type { Admits } from './admission';
import { compareCandidates } from './candidates';
import type { Candidate } from './candidates';
import { Collection } from './collection';
import { respectDominance } from './dominance';
import { exactMatches } from './exactMatches';
import { addFeedback } from './feedback';
import { bestByWords, countFound, findSimilar, scoreByWords } from './firstStage';
import type { Scores } from './firstStage';
import { parameters } from './parameters';
import { queryTerms, queryWords } from './query';
import type { SearchIndex } from './searchIndex';
import { addNearness } from './secondStage';
import { meaningOf } from './semantic/meaning';
import { addMeaning, findByMeaning, gainsByMeaning } from './semantic/meaningStage';
import { seek, withExpansions } from './seek';
import type { SoughtWord } from './seek';
import type { SearchOptions, SearchResult } from './types';
import { MatchedTerms, allWordsFilter } from './wordMatches';

/**
 * Ranks the documents of several indexes as if they were one: statistics are summed over all of them. Any string is a
 * query and none of its characters is syntax. The same documents give the same answer in every process.
 */
export function search(indexes: readonly SearchIndex[], query: string, options: SearchOptions): SearchResult {
  const collection = new Collection(indexes);
  const admits = admission(indexes, options);
  const words = queryWords(query);
  const terms = queryTerms(words);
  const sought = words.map((word, i) =>
    seek(collection, word, options.prefix === true && i === words.length - 1),
  );
  const similar = new Map(sought.flatMap(({ similar: found }) => [...found]));
  const scores = scoreByWords(collection, withExpansions(terms, sought));
  const passes = options.match === 'all' ? holdingAll(sought, admits) : admits;
  const wanted = Math.max(parameters.secondStage, options.limit);
  if (countFound(scores, passes) < wanted) findSimilar(collection, scores, similar);
  // A word that is not finished means nothing yet.
  const finished = options.prefix === true ? sought.slice(0, -1) : sought;
  const meaning = options.meaning && meaningOf(collection, finished, options.meaning);
  if (meaning !== undefined) findByMeaning(meaning, scores);
  const { best, total } = bestByWords(scores, wanted, passes, meaning && gainsByMeaning(meaning, scores));
  const again = best.slice(0, parameters.secondStage);
  addNearness(collection, words, terms, similar, again);
  addFeedback(collection, terms, again);
  /** What the words alone would not bring among the hits. */
  const below = new Set(meaning && [...again].sort(compareCandidates).slice(options.limit));
  if (meaning !== undefined) addMeaning(meaning, finished, again);
  for (const candidate of again) {
    candidate.score *= 1 + parameters.recordWeight * candidate.index.weights[candidate.slot]!;
  }
  const byWordsAlone = sought.every(({ expansions }) => expansions.length === 0);
  respectDominance(terms, again, byWordsAlone);
  const ranked = [...again.sort(compareCandidates), ...best.slice(parameters.secondStage)];

  const exact = exactMatches(indexes, query).filter(
    ({ index, slot }) => admits === undefined || admits(index)(slot),
  );
  const ordered = exactFirst(exact, ranked).slice(0, options.limit);
  const matched = new Map(indexes.map((index, place) => [index, new MatchedTerms(index, place, sought)]));
  return {
    hits: ordered.map((candidate, rank) => {
      const { index, slot, score } = candidate;
      const found = matched.get(index)?.of(slot) ?? [];
      const meant = below.has(candidate) || found.length === 0;
      const byMeaning = meaning !== undefined && rank >= exact.length && meant;
      return { id: index.ids.at(slot) ?? '', score, terms: found, byMeaning };
    }),
    total: total + exact.filter((candidate) => !isFound(candidate, scores)).length,
    missing: exact.length > 0 ? [] : missingWords(sought),
  };
}

/** The words of a query without its function words, unless it has no others. */
function tellingWords(sought: readonly SoughtWord[]): readonly SoughtWord[] {
  const telling = sought.filter(({ word }) => !word.token.stop);
  return telling.length > 0 ? telling : sought;
}

function missingWords(sought: readonly SoughtWord[]): readonly string[] {
  return tellingWords(sought)
    .filter(({ present }) => !present)
    .map(({ word }) => word.surface);
}

function holdingAll(sought: readonly SoughtWord[], admits: Admits | undefined): Admits {
  const required = tellingWords(sought);
  return (index) => {
    const admitted = admits?.(index);
    const holds = allWordsFilter(index, required);
    return (slot) => (admitted === undefined || admitted(slot)) && holds(slot);
  };
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
