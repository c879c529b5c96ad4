import { saturation } from '../bm25';
import type { Collection } from '../collection';
import { parameters } from '../parameters';
import { grown } from '../regions';
import type { SearchIndex } from '../searchIndex';
import type { SoughtWord } from '../seek';
import { isCutToPrefix } from './tokens';
import { tokensOf, type WordVectors } from './wordVectors';

/** A term of the indexes that says about the same as a word of the query. */
export interface Synonym {
  readonly term: string;
  readonly cosine: number;
}

/** For each token of the words that no document holds: the terms nearest to it in meaning that some document holds. */
export function synonymsOf(
  collection: Collection,
  sought: readonly SoughtWord[],
  table: WordVectors,
): readonly (readonly Synonym[])[] {
  const groups: (readonly Synonym[])[] = [];
  for (const { word, present } of sought) {
    if (present || word.token.stop) continue;
    for (const token of tokensOf([word.surface])) {
      const group = synonymsOfToken(collection, token, table);
      if (group.length > 0) groups.push(group);
    }
  }
  return groups;
}

function synonymsOfToken(collection: Collection, token: string, table: WordVectors): readonly Synonym[] {
  const least = /^[a-z]/.test(token) ? parameters.leastLatinSynonym : parameters.leastSynonym;
  const found = new Map<string, number>();
  for (const { token: near, cosine } of table.neighbours(token)) {
    if (cosine < least || found.size >= parameters.maxSynonyms) break;
    for (const term of termsOf(collection, near)) if (!found.has(term)) found.set(term, cosine);
  }
  return [...found].map(([term, cosine]) => ({ term, cosine }));
}

/** The terms of the indexes that a token of the table stands for: itself, or those that begin like it. */
function termsOf({ indexes }: Collection, token: string): readonly string[] {
  const terms = new Set<string>();
  for (const { dictionary } of indexes) {
    if (dictionary.find(token) >= 0) terms.add(token);
    if (!isCutToPrefix(token)) continue;
    for (const term of dictionary.termsOfLetters(token)) terms.add(term);
  }
  return [...terms].sort();
}

/** By slot: what the best synonym of one token is worth; all zero between tokens. */
let best = new Float64Array(0);

/** By slot: what the terms of the groups are worth in each document; of one group the best counts. */
export function gainsBySynonyms(
  collection: Collection,
  index: SearchIndex,
  groups: readonly (readonly Synonym[])[],
): Float64Array {
  const gains = new Float64Array(index.capacity);
  best = grown(best, index.capacity);
  for (const group of groups) addGroup(collection, index, group, gains);
  return gains;
}

function addGroup(
  collection: Collection,
  index: SearchIndex,
  group: readonly Synonym[],
  gains: Float64Array,
): void {
  const { dictionary, postings } = index;
  const { slots, frequencies, starts, counts } = postings;
  const norms = collection.norms(index);
  const held: number[] = [];
  for (const { term, cosine } of group) {
    const number = dictionary.find(term);
    if (number < 0) continue;
    const weight = parameters.synonymWeight * cosine * collection.idf(term);
    const end = starts[number]! + counts[number]!;
    for (let at = starts[number]!; at < end; at++) {
      const slot = slots[at]!;
      if (best[slot] === 0) held.push(slot);
      best[slot] = Math.max(best[slot]!, weight * saturation(frequencies[at]!, slot, norms));
    }
  }
  for (const slot of held) {
    gains[slot]! += best[slot]!;
    best[slot] = 0;
  }
}
