import { inverseDocumentFrequency } from '../bm25';
import type { Collection } from '../collection';
import type { QueryWord } from '../query';
import type { SearchIndex } from '../searchIndex';
import { tokensOf, type WordVectors } from './wordVectors';

/** What a query means, and how near every document of some indexes is to it. */
export interface Meaning {
  /** The query as a vector of length 1. */
  readonly direction: Float64Array;
  /** What the words of the query weigh: the sum of their inverse document frequencies. */
  readonly mass: number;
  /** The share of it whose words the table knows, 0..1. */
  readonly coverage: number;
  /** By index and slot: the cosine of query and document. */
  readonly cosines: ReadonlyMap<SearchIndex, Float32Array>;
}

/** Undefined where the table knows no word of the query. */
export function meaningOf(
  collection: Collection,
  words: readonly QueryWord[],
  table: WordVectors,
): Meaning | undefined {
  const tokens: string[] = [];
  let mass = 0;
  let known = 0;
  for (const { surface, token } of words) {
    const own = [...tokensOf([surface])];
    if (own.length === 0) continue;
    tokens.push(...own);
    const forms = [...token.wholes, ...token.parts];
    const holding = Math.max(0, ...forms.map((form) => collection.documentFrequency(form)));
    const idf = inverseDocumentFrequency(collection.documents, holding);
    mass += idf;
    known += (idf * own.filter((one) => table.knows(one)).length) / own.length;
  }
  const shared = table.direction(tokens);
  if (shared === undefined || mass === 0) return undefined;
  const direction = shared.slice();
  return {
    direction,
    mass,
    coverage: known / mass,
    cosines: new Map(collection.indexes.map((index) => [index, cosinesOf(index, direction)])),
  };
}

/** The cosine of one document and the query. */
export function cosineOf({ cosines }: Meaning, index: SearchIndex, slot: number): number {
  return cosines.get(index)?.[slot] ?? 0;
}

function cosinesOf({ vectors, capacity }: SearchIndex, direction: Float64Array): Float32Array {
  const cosines = new Float32Array(capacity);
  for (let slot = 0; slot < capacity; slot++) cosines[slot] = vectors.cosine(slot, direction);
  return cosines;
}
