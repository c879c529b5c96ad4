import { admission } from './admission';
import type { Admits } from './admission';
import { compareCandidates } from './candidates';
import type { Candidate } from './candidates';
import { Collection } from './collection';
import { respectDominance } from './dominance';
import { exactMatches } from './exactMatches';
import { addFeedback } from './feedback';
import { bestByWords, findSimilar, scoreByWords } from './firstStage';
import type { Scores } from './firstStage';
import { parameters } from './parameters';
import { queryTerms, queryWords } from './query';
import type { SearchIndex } from './searchIndex';
import { addNearness } from './secondStage';
import { holdsWord, matchesWord, seek, withExpansions } from './seek';
import type { SoughtWord } from './seek';
import type { SearchHit, SearchOptions, SearchResult } from './types';

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
  findSimilar(collection, scores, similar);
  const { best, total } = bestByWords(
    scores,
    Math.max(parameters.secondStage, options.limit),
    passes(admits, options, sought),
  );
  const again = best.slice(0, parameters.secondStage);
  addNearness(collection, words, terms, similar, again);
  addFeedback(collection, terms, again);
  for (const candidate of again) {
    candidate.score *= 1 + parameters.recordWeight * candidate.index.weights[candidate.slot]!;
  }
  const byWordsAlone = sought.every(({ expansions }) => expansions.length === 0);
  respectDominance(terms, again, byWordsAlone);
  const ranked = [...again.sort(compareCandidates), ...best.slice(parameters.secondStage)];

  const exact = exactMatches(indexes, query).filter(
    ({ index, slot }) => admits === undefined || admits(index, slot),
  );
  const ordered = exactFirst(exact, ranked).slice(0, options.limit);
  return {
    hits: ordered.map((candidate) => toHit(candidate, sought)),
    total: total + exact.filter((candidate) => !isFound(candidate, scores)).length,
    missing: sought.filter(({ present }) => !present).map(({ word }) => word.surface),
  };
}

function passes(
  admits: Admits | undefined,
  { match }: SearchOptions,
  sought: readonly SoughtWord[],
): Admits | undefined {
  if (match !== 'all') return admits;
  const content = sought.filter(({ word }) => !word.token.stop);
  const required = content.length > 0 ? content : sought;
  return (index, slot) =>
    (admits === undefined || admits(index, slot)) && required.every((word) => holdsWord(index, slot, word));
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
  const matched = sought.filter((word) => matchesWord(index, slot, word));
  return { id: index.ids.at(slot) ?? '', score, terms: matched.map(({ word }) => word.surface) };
}
