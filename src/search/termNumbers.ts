import type { SearchIndex } from './searchIndex';

/** Numbers the terms of several indexes as one: those of the largest dictionary keep their numbers. */
export class TermNumbers {
  readonly #first: SearchIndex | undefined;
  /** By index: what its numbers were found to be. */
  readonly #known = new Map<SearchIndex, Map<number, number>>();
  /** Terms the first index does not hold, numbered after all of its own. */
  readonly #added = new Map<string, number>();
  readonly #addedTerms: string[] = [];

  constructor(indexes: readonly SearchIndex[]) {
    this.#first = [...indexes].sort((a, b) => b.dictionary.capacity - a.dictionary.capacity)[0];
  }

  /** The common number of a term of one index. */
  common(index: SearchIndex, number: number): number {
    if (index === this.#first) return number;
    const known = this.#known.get(index) ?? new Map<number, number>();
    this.#known.set(index, known);
    let common = known.get(number);
    if (common === undefined) {
      common = this.#numberOf(index.dictionary.term(number) ?? '');
      known.set(number, common);
    }
    return common;
  }

  /** The number in one index of a term by its common number, or -1. */
  own(index: SearchIndex, common: number): number {
    return index === this.#first && common < index.dictionary.capacity
      ? common
      : index.dictionary.find(this.term(common));
  }

  term(common: number): string {
    const capacity = this.#first?.dictionary.capacity ?? 0;
    return common < capacity
      ? (this.#first?.dictionary.term(common) ?? '')
      : (this.#addedTerms[common - capacity] ?? '');
  }

  /** The common number of a term; -1 where it has none. */
  find(term: string): number {
    const number = this.#first?.dictionary.find(term) ?? -1;
    return number >= 0 ? number : (this.#added.get(term) ?? -1);
  }

  #numberOf(term: string): number {
    const known = this.find(term);
    if (known >= 0) return known;
    const added = (this.#first?.dictionary.capacity ?? 0) + this.#addedTerms.push(term) - 1;
    this.#added.set(term, added);
    return added;
  }
}
