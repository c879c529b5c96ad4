import { analyze } from './analyze';
import type { Token } from './analyze';
import { compareCodePoints } from './exactText';
import { parameters } from './parameters';

/** A word of the query, as written. */
export interface QueryWord {
  readonly surface: string;
  readonly token: Token;
}

/** A form looked up in the index. */
export interface QueryTerm {
  readonly term: string;
  readonly weight: number;
  /** Of a stop word: scores what other terms found and finds nothing itself. */
  readonly stop: boolean;
}

/** Words of a query that are looked at; what is pasted whole says enough in its first ones. */
const MAX_WORDS = 64;

/** The words of a query in their order, at most 64; repeated ones count once. */
export function queryWords(query: string): QueryWord[] {
  const words: QueryWord[] = [];
  const seen = new Set<string>();
  for (const token of analyze(query)) {
    if (words.length === MAX_WORDS) break;
    const key = [...token.wholes, '', ...token.parts].join('\u0000');
    if (seen.has(key)) continue;
    seen.add(key);
    words.push({ surface: token.surface, token });
  }
  return words;
}

/** The distinct forms of the words in code-point order: sums come out the same in every process. */
export function queryTerms(words: readonly QueryWord[]): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  const add = (term: string, weight: number, stop: boolean): void => {
    const known = terms.get(term);
    if (known !== undefined && known.weight >= weight) return;
    terms.set(term, { term, weight, stop });
  };
  for (const { token } of words) {
    for (const whole of token.wholes) add(whole, parameters.wholeWeight, false);
    const weight = token.stop ? parameters.stopWeight : token.wholes.length > 0 ? parameters.partWeight : 1;
    for (const part of token.parts) add(part, weight, token.stop);
  }
  return [...terms.values()].sort((a, b) => compareCodePoints(a.term, b.term));
}
