import { NumberedTerms } from './numberedTerms';
import { grown } from './regions';
import type { SearchIndex } from './searchIndex';
import type { Occurrences } from './termOrder';

const NOT_YET = -1;

/**
 * How the terms of an index meet those of the query: which is which, and which is similar to which. Arrays of numbers
 * that are used again: hundreds of terms are similar, and thousands are looked up.
 */
export class Meetings {
  readonly #met = new NumberedTerms();
  #metCount = 0;
  /** By place among the terms met: 1 + the place of the query term it is, or 0; 1 + its first likeness, or 0. */
  #exact = new Uint32Array(256);
  #first = new Uint32Array(256);
  #likenesses = 0;
  /** By likeness: the place of the query term, how similar it is, what that is worth, and 1 + the next of the term. */
  #terms = new Uint32Array(256);
  #similarities = new Float64Array(256);
  #gains = new Float64Array(256);
  #next = new Uint32Array(256);

  /** Numbers of terms are below `capacity`. */
  clear(capacity: number): void {
    this.#met.clear(capacity);
    this.#metCount = 0;
    this.#likenesses = 0;
  }

  /** The term of a number is the one at a place of the query. */
  setExact(number: number, term: number): void {
    this.#exact[this.#meeting(number)] = term + 1;
  }

  /** The term of a number is similar to the one at a place of the query. */
  addSimilar(number: number, term: number, similarity: number): void {
    const place = this.#meeting(number);
    const likeness = this.#likenesses++;
    if (likeness === this.#terms.length) {
      this.#terms = grown(this.#terms, likeness + 1);
      this.#similarities = grown(this.#similarities, likeness + 1);
      this.#gains = grown(this.#gains, likeness + 1);
      this.#next = grown(this.#next, likeness + 1);
    }
    this.#terms[likeness] = term;
    this.#similarities[likeness] = similarity;
    this.#gains[likeness] = NOT_YET;
    this.#next[likeness] = this.#first[place]!;
    this.#first[place] = likeness + 1;
  }

  /** Writes where a document holds terms that were met: see `TermOrder.findAll`. @returns how many. */
  findIn({ order }: SearchIndex, slot: number, into: Occurrences): number {
    return order.findAll(slot, this.#met, into);
  }

  /** The number of the term met. */
  number(meeting: number): number {
    return this.#met.at(meeting);
  }

  /** Place of the query term that is met as it is, or -1. */
  exact(meeting: number): number {
    return this.#exact[meeting]! - 1;
  }

  /** The first likeness of a meeting, and the one after another; -1 where there is none. */
  firstLikeness(meeting: number): number {
    return this.#first[meeting]! - 1;
  }

  nextLikeness(likeness: number): number {
    return this.#next[likeness]! - 1;
  }

  /** Place of the query term that is similar. */
  term(likeness: number): number {
    return this.#terms[likeness]!;
  }

  similarity(likeness: number): number {
    return this.#similarities[likeness]!;
  }

  /** What the likeness is worth, saturated it is less; -1 while nobody has said: few of those that are similar are met. */
  gain(likeness: number): number {
    return this.#gains[likeness]!;
  }

  setGain(likeness: number, gain: number): void {
    this.#gains[likeness] = gain;
  }

  #meeting(number: number): number {
    const place = this.#met.add(number);
    if (place < this.#metCount) return place;
    this.#metCount = place + 1;
    this.#exact = grown(this.#exact, place + 1);
    this.#first = grown(this.#first, place + 1);
    this.#exact[place] = 0;
    this.#first[place] = 0;
    return place;
  }
}
