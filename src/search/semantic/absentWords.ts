import { queryWords } from '../query';
import type { SearchIndex } from '../searchIndex';
import { tokensOf, type WordVectors } from './wordVectors';

/**
 * Looks up what the table has nearest to the words of a query that no document holds, for a search right after: each
 * takes a pass over the whole table, and many at once would hold the thread. It yields after each that the table does
 * not remember. `prefix`: the last word is not finished, and nothing is near it yet.
 */
export function* lookUpAbsentWords(
  indexes: readonly SearchIndex[],
  query: string,
  table: WordVectors,
  prefix: boolean,
): Generator<void, void> {
  const words = queryWords(query);
  for (const { surface, token } of prefix ? words.slice(0, -1) : words) {
    if (token.stop || [...token.wholes, ...token.parts].some((form) => isHeld(indexes, form))) continue;
    for (const one of tokensOf([surface])) {
      if (table.remembersNeighbours(one)) continue;
      table.neighbours(one);
      yield;
    }
  }
}

function isHeld(indexes: readonly SearchIndex[], form: string): boolean {
  return indexes.some(({ dictionary, postings }) => {
    const number = dictionary.find(form);
    return number >= 0 && postings.counts[number]! > 0;
  });
}
