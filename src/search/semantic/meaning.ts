import { inverseDocumentFrequency } from '../bm25';
import type { Collection } from '../collection';
import type { SearchIndex } from '../searchIndex';
import type { SoughtWord } from '../seek';
import { gainsBySynonyms, synonymsOf } from './synonyms';
import { tokensOf, type WordVectors } from './wordVectors';

/** What a query means, and how near every document of some indexes is to it. */
export interface Meaning {
  /** What the words of the query weigh: the sum of their inverse document frequencies. */
  readonly mass: number;
  /** The share of it whose words the table knows, 0..1. */
  readonly coverage: number;
  readonly nearness: ReadonlyMap<SearchIndex, Nearness>;
}

/** How near the documents of one index are to a query, by slot. */
export interface Nearness {
  /** The cosine of query and document. */
  readonly cosines: Float32Array;
  /** What terms of the document are worth that are near absent words of the query; absent where there are none. */
  readonly synonyms: Float64Array | undefined;
}

/** Undefined where the table knows no word of the query. */
export function meaningOf(
  collection: Collection,
  sought: readonly SoughtWord[],
  table: WordVectors,
): Meaning | undefined {
  /** The tokens of the query, and what they weigh: rare words say more of what is sought. */
  const weights = new Map<string, number>();
  let mass = 0;
  let known = 0;
  for (const { word, forms } of sought) {
    const own = [...tokensOf([word.surface])];
    if (own.length === 0) continue;
    const holding = Math.max(0, ...forms.map((form) => collection.documentFrequency(form)));
    const idf = inverseDocumentFrequency(collection.documents, holding);
    for (const token of own) weights.set(token, Math.max(idf, weights.get(token) ?? 0));
    mass += idf;
    known += (idf * own.filter((one) => table.knows(one)).length) / own.length;
  }
  const shared = table.direction(weights.keys(), weights);
  if (shared === undefined || mass === 0) return undefined;
  const direction = shared.slice();
  const groups = synonymsOf(collection, sought, table);
  const nearness = collection.indexes.map((index): [SearchIndex, Nearness] => [
    index,
    {
      cosines: index.vectors.cosines(direction, index.capacity),
      synonyms: groups.length === 0 ? undefined : gainsBySynonyms(collection, index, groups),
    },
  ]);
  return { mass, coverage: known / mass, nearness: new Map(nearness) };
}
