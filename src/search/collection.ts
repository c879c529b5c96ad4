import { inverseDocumentFrequency, lengthFactor } from './bm25';
import type { FieldNorms } from './bm25';
import { parameters } from './parameters';
import type { KindStatistics, SearchIndex } from './searchIndex';

interface CachedNorms extends FieldNorms {
  readonly revision: number;
  readonly averages: string;
}

const cachedNorms = new WeakMap<SearchIndex, CachedNorms>();

/**
 * The indexes of one search with their statistics summed, so that a memory weighs the same wherever it is kept.
 * Made for one search: it does not see later changes.
 */
export class Collection {
  readonly indexes: readonly SearchIndex[];
  readonly documents: number;
  readonly #kinds = new Map<string, KindStatistics>();
  readonly #frequencies = new Map<string, number>();
  readonly #norms = new Map<SearchIndex, FieldNorms>();

  constructor(indexes: readonly SearchIndex[]) {
    this.indexes = indexes;
    this.documents = indexes.reduce((sum, index) => sum + index.size, 0);
    for (const index of indexes) {
      index.kindNames.forEach((name, kind) => {
        const own = index.kindStatistics[kind]!;
        const sum = this.#kinds.get(name) ?? { documents: 0, titleWords: 0, contentWords: 0 };
        this.#kinds.set(name, {
          documents: sum.documents + own.documents,
          titleWords: sum.titleWords + own.titleWords,
          contentWords: sum.contentWords + own.contentWords,
        });
      });
    }
  }

  /** How many documents hold a term. */
  documentFrequency(term: string): number {
    const known = this.#frequencies.get(term);
    if (known !== undefined) return known;
    let holding = 0;
    for (const { dictionary, postings } of this.indexes) {
      const number = dictionary.find(term);
      if (number >= 0) holding += postings.counts[number]!;
    }
    this.#frequencies.set(term, holding);
    return holding;
  }

  idf(term: string): number {
    return inverseDocumentFrequency(this.documents, this.documentFrequency(term));
  }

  /** The idf of a term by its number in one of the indexes. */
  idfOf(index: SearchIndex, number: number): number {
    if (this.indexes.length > 1) return this.idf(index.dictionary.term(number) ?? '');
    return inverseDocumentFrequency(this.documents, index.postings.counts[number]!);
  }

  norms(index: SearchIndex): FieldNorms {
    let norms = this.#norms.get(index);
    if (norms === undefined) {
      norms = this.#computeNorms(index);
      this.#norms.set(index, norms);
    }
    return norms;
  }

  /** Norms outlive the search: they are computed again only when the index or the averages changed. */
  #computeNorms(index: SearchIndex): FieldNorms {
    const averages = index.kindNames.map((name) => {
      const kind = this.#kinds.get(name);
      if (kind === undefined || kind.documents === 0) return { title: 0, content: 0 };
      return { title: kind.titleWords / kind.documents, content: kind.contentWords / kind.documents };
    });
    const key = JSON.stringify(averages);
    const cached = cachedNorms.get(index);
    if (cached !== undefined && cached.revision === index.revision && cached.averages === key) return cached;
    const slots = index.capacity;
    const title = new Float32Array(slots);
    const content = new Float32Array(slots);
    for (let slot = 0; slot < slots; slot++) {
      const average = averages[index.kinds[slot]!];
      if (average === undefined) continue;
      const titleFactor = lengthFactor(index.titleLengths[slot]!, average.title, parameters.titleB);
      title[slot] = parameters.titleWeight / titleFactor;
      content[slot] = 1 / lengthFactor(index.contentLengths[slot]!, average.content, parameters.contentB);
    }
    const norms = { title, content, revision: index.revision, averages: key };
    cachedNorms.set(index, norms);
    return norms;
  }
}
