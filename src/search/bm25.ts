import { parameters } from './parameters';
import { attributesFrequency, contentFrequency, titleFrequency } from './postings';
import type { KindStatistics, SearchIndex } from './searchIndex';

/**
 * BM25F (Robertson, Zaragoza and Taylor 2004; Robertson and Zaragoza 2009, section 3.5): the counts of a term in the
 * fields of a document, each normalised by the length of its own field, are added before they saturate.
 */
/** ln(1 + (N - n + 0.5) / (n + 0.5)): never negative (Robertson and Spärck Jones 1976, as Lucene writes it). */
export function inverseDocumentFrequency(documents: number, holding: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

/** Counts over all indexes searched together, so that a memory weighs the same wherever it is kept. */
export interface CollectionStatistics {
  readonly documents: number;
  readonly kinds: ReadonlyMap<string, KindStatistics>;
}

export function collectionStatistics(indexes: readonly SearchIndex[]): CollectionStatistics {
  const kinds = new Map<string, KindStatistics>();
  let documents = 0;
  for (const index of indexes) {
    documents += index.size;
    index.kindNames.forEach((name, kind) => {
      const own = index.kindStatistics[kind]!;
      const sum = kinds.get(name) ?? { documents: 0, titleWords: 0, contentWords: 0 };
      kinds.set(name, {
        documents: sum.documents + own.documents,
        titleWords: sum.titleWords + own.titleWords,
        contentWords: sum.contentWords + own.contentWords,
      });
    });
  }
  return { documents, kinds };
}

/** What the counts of each document's fields are multiplied with, by slot: weight over length. */
export interface FieldNorms {
  readonly title: Float32Array;
  readonly content: Float32Array;
}

interface CachedNorms extends FieldNorms {
  readonly revision: number;
  readonly averages: string;
}

const cachedNorms = new WeakMap<SearchIndex, CachedNorms>();

/** The norms of an index; computed again when it or the averages changed. */
export function fieldNorms(index: SearchIndex, statistics: CollectionStatistics): FieldNorms {
  const averageOf = index.kindNames.map((name) => {
    const kind = statistics.kinds.get(name);
    if (kind === undefined || kind.documents === 0) return { title: 0, content: 0 };
    return { title: kind.titleWords / kind.documents, content: kind.contentWords / kind.documents };
  });
  const averages = JSON.stringify(averageOf);
  const cached = cachedNorms.get(index);
  if (cached !== undefined && cached.revision === index.revision && cached.averages === averages)
    return cached;
  const slots = index.ids.length;
  const title = new Float32Array(slots);
  const content = new Float32Array(slots);
  for (let slot = 0; slot < slots; slot++) {
    const average = averageOf[index.kinds[slot]!];
    if (average === undefined) continue;
    title[slot] =
      parameters.titleWeight / lengthFactor(index.titleLengths[slot]!, average.title, parameters.titleB);
    content[slot] = 1 / lengthFactor(index.contentLengths[slot]!, average.content, parameters.contentB);
  }
  const norms = { title, content, revision: index.revision, averages };
  cachedNorms.set(index, norms);
  return norms;
}

function lengthFactor(length: number, average: number, b: number): number {
  return average === 0 ? 1 : 1 - b + (b * length) / average;
}

/** The saturated count of a term in a document, 0..1: f / (k1 + f). */
export function saturation(packed: number, slot: number, norms: FieldNorms): number {
  const count =
    contentFrequency(packed) * norms.content[slot]! +
    titleFrequency(packed) * norms.title[slot]! +
    attributesFrequency(packed) * parameters.attributesWeight;
  return count / (parameters.k1 + count);
}
