import { saturation } from '../bm25';
import type { Collection } from '../collection';
import type { Scores } from '../firstStage';
import { parameters } from '../parameters';
import { grown } from '../regions';
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
): (readonly Synonym[])[] {
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
    dictionary.eachNearHead(token, (number) => {
      if (dictionary.startsWith(number, token)) terms.add(dictionary.term(number) ?? '');
    });
  }
  return [...terms].sort();
}

/** By slot: what the best synonym of one token is worth; all zero between tokens. */
let gains = new Float64Array(0);

/** Adds what the terms of each group are worth in each document: of one group the best counts. */
export function scoreBySynonyms(
  collection: Collection,
  all: readonly Scores[],
  groups: readonly (readonly Synonym[])[],
): void {
  for (const target of all) {
    gains = grown(gains, target.index.capacity);
    for (const group of groups) addGroup(collection, target, group);
  }
}

function addGroup(collection: Collection, target: Scores, group: readonly Synonym[]): void {
  const { index, scores, found } = target;
  const { slots, frequencies, starts, counts } = index.postings;
  const norms = collection.norms(index);
  const held: number[] = [];
  for (const { term, cosine } of group) {
    const number = index.dictionary.find(term);
    if (number < 0) continue;
    const weight = parameters.synonymWeight * cosine * collection.idf(term);
    const end = starts[number]! + counts[number]!;
    for (let at = starts[number]!; at < end; at++) {
      const slot = slots[at]!;
      if (gains[slot] === 0) held.push(slot);
      gains[slot] = Math.max(gains[slot]!, weight * saturation(frequencies[at]!, slot, norms));
    }
  }
  for (const slot of held) {
    if (scores[slot] === 0) found[target.foundCount++] = slot;
    scores[slot]! += gains[slot]!;
    gains[slot] = 0;
  }
}
