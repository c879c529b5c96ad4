import { grown } from './regions';

/** Bits of a number by which most that are not in the table are told at once; few enough to stay near the processor. */
const NEAR = 0xfff;

/**
 * A small table of term numbers for looking up thousands: hardly any is in it, and to see that costs no look into an
 * array as long as the dictionary.
 */
export class NumberedTerms {
  /** By the last bits of a number: whether one that ends so is in the table. */
  readonly #near = new Uint8Array(NEAR + 1);
  /** By number: 1 + its place; all zero where the table is empty. */
  #places = new Uint16Array(0);
  readonly #numbers: number[] = [];

  /** Numbers are below `capacity`. */
  clear(capacity: number): void {
    for (const number of this.#numbers) {
      this.#near[number & NEAR] = 0;
      this.#places[number] = 0;
    }
    this.#numbers.length = 0;
    this.#places = grown(this.#places, capacity);
  }

  /** The place of a number: how many had been added before it; -1 where it is not in the table. */
  find(number: number): number {
    return this.#near[number & NEAR] === 0 ? -1 : this.#places[number]! - 1;
  }

  /** The number at a place. */
  at(place: number): number {
    return this.#numbers[place]!;
  }

  /** Adds a number that is not in the table, or gives the place of one that is. */
  add(number: number): number {
    const known = this.find(number);
    if (known >= 0) return known;
    this.#near[number & NEAR] = 1;
    this.#places[number] = this.#numbers.push(number);
    return this.#numbers.length - 1;
  }
}
