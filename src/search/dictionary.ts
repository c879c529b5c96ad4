import { gramSignature, hasSimilarTerms } from './grams';
import type { DiceMeasure } from './grams';
import { grown, withRoom } from './regions';
import { StringTable, bytesOf } from './stringTable';
import type { PackedStrings } from './stringTable';

/** Code units at the beginning that similar terms share. */
export const HEAD = 3;
/** Chains of terms by the hash of their beginning; a power of two. */
const HEAD_CHAINS = 1 << 12;

/** Terms by their numbers, and how much each is like another one, 0..1. */
export interface AlikeTerms {
  readonly numbers: Uint32Array;
  readonly similarities: Float64Array;
}

/** What is found in one look through a chain, which is hundreds of terms: arrays of numbers that are used again. */
let foundNumbers = new Uint32Array(256);
let foundSimilarities = new Float64Array(256);

/** What a dictionary is made of. */
export interface PackedDictionary extends PackedStrings {
  readonly signatures: Uint32Array<ArrayBuffer>;
  readonly heads: Uint32Array<ArrayBuffer>;
  readonly headLinks: Uint32Array<ArrayBuffer>;
}

/** The terms of an index, numbered; the number of a term that is gone serves another. */
export class Dictionary {
  readonly #terms: StringTable;
  /** Two 32-bit words a term: the set of its character bigrams, hashed; zero for terms nothing is similar to. */
  signatures: Uint32Array<ArrayBuffer>;
  /** The first term of each chain plus one. */
  readonly #heads: Uint32Array<ArrayBuffer>;
  /** The next term of the same chain plus one. */
  #headLinks: Uint32Array<ArrayBuffer>;

  /** An empty dictionary, or one of packed arrays, which it keeps and changes. */
  constructor(packed?: PackedDictionary) {
    this.#terms = new StringTable(packed);
    this.signatures = packed?.signatures ?? new Uint32Array(0);
    this.#heads = packed?.heads ?? new Uint32Array(HEAD_CHAINS);
    this.#headLinks = packed?.headLinks ?? new Uint32Array(0);
  }

  /** Numbers handed out so far, free ones included. */
  get capacity(): number {
    return this.#terms.capacity;
  }

  /** Bytes for finding terms, and bytes for finding terms that are alike in their character bigrams. */
  get memoryBytes(): { readonly words: number; readonly grams: number } {
    return {
      words: this.#terms.memoryBytes,
      grams: this.signatures.byteLength + this.#heads.byteLength + this.#headLinks.byteLength,
    };
  }

  /** The number of a term, or -1. */
  find(term: string): number {
    return this.#terms.find(term);
  }

  /** The term of a number; undefined for a free one. */
  term(number: number): string | undefined {
    return this.#terms.at(number);
  }

  startsWith(number: number, start: string): boolean {
    return this.#terms.startsWith(number, start);
  }

  /** How much a term is like the one that is measured by, 0..1. */
  likeness(number: number, dice: DiceMeasure): number {
    dice.measure(this.#terms.bytes, this.#terms.startOf(number), this.#terms.endOf(number));
    return dice.similarity;
  }

  /**
   * The terms but itself that begin like a term of letters and are at least so much like it, in no order. `dice` measures by
   * it, behind its head.
   */
  alike(term: string, dice: DiceMeasure, least: number): AlikeTerms {
    const { bytes } = this.#terms;
    const head = bytesOf(term.slice(0, HEAD));
    const own = this.find(term);
    let count = 0;
    for (let number = this.#heads[chainOf(term)]! - 1; number >= 0; number = this.#headLinks[number]! - 1) {
      if (number === own) continue;
      const start = this.#terms.startOf(number);
      if (!beginsWith(bytes, start, head)) continue;
      dice.measure(bytes, start + head.length, this.#terms.endOf(number));
      const { similarity } = dice;
      if (similarity < least) continue;
      if (count === foundNumbers.length) {
        foundNumbers = grown(foundNumbers, count + 1);
        foundSimilarities = grown(foundSimilarities, count + 1);
      }
      foundNumbers[count] = number;
      foundSimilarities[count++] = similarity;
    }
    return { numbers: foundNumbers.slice(0, count), similarities: foundSimilarities.slice(0, count) };
  }

  /** The terms of letters that begin with these three or more letters, in no order. */
  termsOfLetters(start: string): string[] {
    const found: string[] = [];
    for (let number = this.#heads[chainOf(start)]! - 1; number >= 0; number = this.#headLinks[number]! - 1) {
      if (this.startsWith(number, start)) found.push(this.term(number) ?? '');
    }
    return found;
  }

  add(term: string): number {
    const before = this.#terms.size;
    const number = this.#terms.add(term);
    if (this.#terms.size === before) return number;
    this.signatures = grown(this.signatures, 2 * number + 2);
    this.#headLinks = grown(this.#headLinks, number + 1);
    if (!hasSimilarTerms(term)) return number;
    const [low, high] = gramSignature(term);
    this.signatures[2 * number] = low;
    this.signatures[2 * number + 1] = high;
    const chain = chainOf(term);
    this.#headLinks[number] = this.#heads[chain]!;
    this.#heads[chain] = number + 1;
    return number;
  }

  delete(number: number): void {
    const term = this.#terms.at(number);
    if (term === undefined) return;
    if (this.signatures[2 * number] !== 0 || this.signatures[2 * number + 1] !== 0) {
      this.#unlinkHead(number, chainOf(term));
      this.signatures[2 * number] = 0;
      this.signatures[2 * number + 1] = 0;
    }
    this.#terms.delete(number);
  }

  /** New arrays, with little room to spare and without a byte of terms that are gone. */
  pack(): PackedDictionary {
    return {
      ...this.#terms.pack(),
      signatures: withRoom(this.signatures, 2 * this.capacity),
      heads: this.#heads.slice(),
      headLinks: withRoom(this.#headLinks, this.capacity),
    };
  }

  #unlinkHead(number: number, chain: number): void {
    const next = this.#headLinks[number]!;
    if (this.#heads[chain] === number + 1) {
      this.#heads[chain] = next;
      return;
    }
    let before = this.#heads[chain]! - 1;
    while (this.#headLinks[before] !== number + 1) before = this.#headLinks[before]! - 1;
    this.#headLinks[before] = next;
  }
}

function chainOf(term: string): number {
  let hash = 0;
  for (let i = 0; i < HEAD; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x9e3779b1);
  return (hash >>> 16) & (HEAD_CHAINS - 1);
}

function beginsWith(bytes: Uint8Array, start: number, head: Uint8Array): boolean {
  for (let i = 0; i < head.length; i++) if (bytes[start + i] !== head[i]) return false;
  return true;
}
