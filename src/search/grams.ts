import { unitAt, unitLength } from './stringTable';

/** Hash of a pair of UTF-16 code units to 0..63. */
function pairHash(first: number, second: number): number {
  return place(first, second) >>> 6;
}

/** Letters alone can be alike: 5432 is not nearly 5433, and two letters are too few to tell. */
export function hasSimilarTerms(term: string): boolean {
  return term.length >= 3 && /^[\p{L}\p{M}]+$/u.test(term);
}

/** The set of character bigrams of a term, with its borders, as 64 bits. Equal terms have equal signatures. */
export function gramSignature(term: string): [low: number, high: number] {
  let low = 0;
  let high = 0;
  let previous = 0;
  for (let i = 0; i <= term.length; i++) {
    const current = i < term.length ? term.charCodeAt(i) : 0;
    const bit = pairHash(previous, current);
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit - 32);
    previous = current;
  }
  return [low >>> 0, high >>> 0];
}

/** Bits set in a 32-bit word. */
export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Longest term that is measured, in UTF-16 code units: no form is longer. */
const MAX_MEASURED = 64;
/** Places for the bigrams of one term, a power of two: two of them share one in a few terms of a hundred. */
const PLACES = 4096;

/**
 * Measures how much terms are like one, one after the other: Dice's coefficient (1945) of their character bigrams, the beginning marked:
 * twice the shared bigrams over all, 0..1. Of a bigram that repeats, each copy counts.
 */
export class DiceMeasure {
  #term = '';
  #head = 0;
  /** The code unit that its tail follows; 0 where it has no head. */
  #beforeTail = 0;
  /** Of the term measured last: how many bigrams it shares, and how many both have. */
  #shared = 0;
  #bigrams = 1;
  /** How many of its bigrams have each hash: of those that end behind its head. */
  readonly #counts = new Uint8Array(PLACES);

  /** Measures from now on how much terms are like this one, of which `head` code units are known to begin like it. */
  measureBy(term: string, head = 0): void {
    this.#count(-1);
    this.#term = term.slice(0, MAX_MEASURED);
    this.#head = head;
    this.#beforeTail = unitBefore(term, head);
    this.#count(1);
  }

  #count(step: 1 | -1): void {
    for (let i = this.#head; i < this.#term.length; i++) {
      this.#counts[place(unitBefore(this.#term, i), this.#term.charCodeAt(i))]! += step;
    }
  }

  /** Measures a term of a `StringTable`, by what stands behind its head in the bytes of the table. */
  measure(bytes: Uint8Array, start: number, end: number): void {
    const counts = this.#counts;
    let length = this.#head;
    let found = 0;
    let previous = this.#beforeTail;
    for (let at = start; at < end && length < MAX_MEASURED; length++) {
      let unit = bytes[at]!;
      if (unit < 0x80) at++;
      else {
        const next = at + unitLength(unit);
        unit = unitAt(bytes, at);
        at = next;
      }
      const shared = place(previous, unit);
      previous = unit;
      if (counts[shared] === 0) continue;
      counts[shared]!--;
      taken[found++] = shared;
    }
    for (let i = 0; i < found; i++) counts[taken[i]!]!++;
    this.#shared = this.#head + found;
    this.#bigrams = this.#term.length + length;
  }

  /** Of the term measured last. */
  get similarity(): number {
    return (2 * this.#shared) / this.#bigrams;
  }
}

/** Bigrams met in one measurement. */
const taken = new Uint16Array(MAX_MEASURED);

/** 0 before the first one. */
function unitBefore(term: string, at: number): number {
  return at === 0 ? 0 : term.charCodeAt(at - 1);
}

/** Hash of a pair of UTF-16 code units to 0..4095. */
function place(first: number, second: number): number {
  return Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) >>> 20;
}
