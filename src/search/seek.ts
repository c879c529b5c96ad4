import { Arabic, isSpaceless } from './characters';
import type { Collection } from './collection';
import type { AlikeTerms } from './dictionary';
import { compareCodePoints } from './exactText';
import { completions, corrections, misspeltCompletions, similarTerms } from './expansion';
import { foldWord } from './fold';
import { parameters } from './parameters';
import type { QueryTerm, QueryWord } from './query';
import type { SearchIndex } from './searchIndex';

/** By form of the query: for each index, the terms that are much like it. */
export type SimilarTerms = ReadonlyMap<string, readonly AlikeTerms[]>;

/** A word of the query and what is looked up for it. */
export interface SoughtWord {
  readonly word: QueryWord;
  readonly forms: readonly string[];
  /** Some document holds one of its forms. */
  readonly present: boolean;
  readonly similar: SimilarTerms;
  /** Terms scored in its place: likenesses of an absent word, completions of one still being typed. */
  readonly expansions: readonly QueryTerm[];
  /** Those of the expansions that are the word itself, misspelt or not yet finished. */
  readonly standIns: ReadonlySet<string>;
}

/** Finds the terms of the indexes a word may mean. `typing`: it is not finished. */
export function seek(collection: Collection, word: QueryWord, typing: boolean): SoughtWord {
  const { token } = word;
  const { indexes } = collection;
  const forms = [...token.wholes, ...token.parts];
  const present = forms.some((form) => collection.documentFrequency(form) > 0);
  const similar = new Map<string, AlikeTerms[]>();
  const scored = new Map<string, number>();
  const standIns = new Set<string>();
  // Pieces of a script without spaces are no words that could be alike.
  for (const form of token.stop || isSpaceless(token.script) ? [] : forms) {
    const lists = similarTerms(form, indexes);
    similar.set(form, lists);
    if (present) continue;
    const { likenesses, misspelt } = corrections(form, indexes);
    indexes.forEach((index, i) => (lists[i] = withLikenesses(index, lists[i]!, likenesses)));
    raise(scored, likenesses);
    for (const term of misspelt) standIns.add(term);
  }
  if (typing) {
    for (const term of raise(scored, unfinished(word, present, indexes))) standIns.add(term);
  }
  for (const form of forms) scored.delete(form);
  const expansions = [...scored].map(([term, similarity]) => ({
    term,
    weight: parameters.expansionWeight * similarity,
    stop: false,
  }));
  return { word, forms, present, similar, expansions, standIns };
}

/** The article of Arabic, which stems lack. */
const ARABIC_ARTICLE = /^[وف]?(?:ال|بال|كال|لل)/u;

/** Terms that a word still being typed may become, and, where there are none, those it may be misspelt for. */
function unfinished(
  { surface, token: { script, parts } }: QueryWord,
  present: boolean,
  indexes: readonly SearchIndex[],
): ReadonlyMap<string, number> {
  const typed = foldWord(surface, script);
  const bare = script === Arabic ? typed.replace(ARABIC_ARTICLE, '') : '';
  const starts = [...new Set([typed, bare, ...parts.slice(-1)])].filter((start) => start !== '');
  const found = new Map<string, number>();
  for (const start of starts) raise(found, completions(start, indexes));
  if (found.size === 0 && !present) raise(found, misspeltCompletions(typed, indexes));
  return found;
}

/** Takes over what is missing or lower. @returns the terms of the source. */
function raise(target: Map<string, number>, source: ReadonlyMap<string, number>): Iterable<string> {
  for (const [term, similarity] of source) target.set(term, Math.max(similarity, target.get(term) ?? 0));
  return source.keys();
}

/** The list of one index and the likenesses its dictionary holds, the higher where both have a term. */
function withLikenesses(
  { dictionary }: SearchIndex,
  { numbers, similarities }: AlikeTerms,
  likenesses: ReadonlyMap<string, number>,
): AlikeTerms {
  const all = new Map(Array.from(numbers, (number, i) => [number, similarities[i]!]));
  for (const [term, similarity] of likenesses) {
    const number = dictionary.find(term);
    if (number >= 0) all.set(number, Math.max(similarity, all.get(number) ?? 0));
  }
  return { numbers: Uint32Array.from(all.keys()), similarities: Float64Array.from(all.values()) };
}

/** All terms in code-point order; a term of the query is not also an expansion. */
export function withExpansions(terms: readonly QueryTerm[], sought: readonly SoughtWord[]): QueryTerm[] {
  const all = new Map(terms.map((term) => [term.term, term]));
  for (const expansion of sought.flatMap(({ expansions }) => expansions)) {
    const known = all.get(expansion.term);
    if (known === undefined || known.weight < expansion.weight) all.set(expansion.term, expansion);
  }
  return [...all.values()].sort((a, b) => compareCodePoints(a.term, b.term));
}
