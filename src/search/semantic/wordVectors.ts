import { StringTable } from '../stringTable';
import { tokenizedWords } from './tokens';

/**
 * Version of the table: to be raised with every new table and every change of `tokens.ts` or of what makes the vector
 * of a document. Index files are named by it, since vectors made otherwise mean nothing beside these.
 */
export const TABLE_VERSION = '2';

const MAGIC = 'SEM1';
const HEAD_BYTES = 16;
/** Bytes of the token list taken in at a time, some 500 tokens: less than a millisecond. */
const LIST_BYTES_AT_ONCE = 4_096;
const LINE_FEED = 10;
/** Tokens of one text that are looked at; a longer one is judged by its beginning. */
const MAX_TOKENS = 1_024;
/** What a document says first says what it is about: after so many tokens one counts half of the first. */
const HALVED_AFTER = 10;

/** A word and how near it is to another: the cosine of their vectors. */
export interface Neighbour {
  readonly token: string;
  readonly cosine: number;
}

/** Words are neighbours from this cosine on; at most so many; of so many words they are remembered. */
const LEAST_COSINE = 0.4;
const MAX_NEIGHBOURS = 256;
const MAX_REMEMBERED = 1_000;

/**
 * A table of word vectors: what words stand near which in meaning, across the languages it was trained on. The sum of
 * the vectors of a text's words, each times its learned weight, points where texts that say the like point.
 */
export class WordVectors {
  readonly dimensions: number;
  readonly #tokens = new StringTable();
  /** The values of each token, four bits each, two a byte; 8 is zero. */
  readonly #nibbles: Uint8Array;
  /** By token: the level of its weight, and by level the weight. */
  readonly #levels: Uint8Array;
  readonly #weights = new Float64Array(256);
  /** By token: one over the length of its values. */
  readonly #scales: Float32Array;
  readonly #neighbours = new Map<string, readonly Neighbour[]>();
  readonly #sum: Float64Array;
  readonly #used = new Set<number>();

  private constructor(
    dimensions: number,
    levels: Uint8Array,
    nibbles: Uint8Array,
    low: number,
    high: number,
  ) {
    this.dimensions = dimensions;
    this.#levels = levels;
    this.#nibbles = nibbles;
    this.#scales = new Float32Array(levels.length);
    this.#sum = new Float64Array(dimensions);
    for (let level = 0; level < 256; level++) {
      this.#weights[level] = Math.exp(low + (level / 255) * (high - low));
    }
  }

  /**
   * Reads an unpacked table, a few milliseconds at a time: it yields between, and returns the table; undefined where
   * the bytes are no such table. The format, all numbers in little-endian order: `SEM1`; u32 number of tokens, of
   * dimensions, of bytes of the token list; the tokens in UTF-8 with line feeds between; f32 logarithms of the least
   * and the greatest weight; u8 weight of each token, in 255ths between those; four bits for each value, the even
   * dimension in the higher ones, less 8.
   */
  static *read(bytes: Uint8Array): Generator<void, WordVectors | undefined> {
    if (bytes.length < HEAD_BYTES) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
    const size = view.getUint32(4, true);
    const dimensions = view.getUint32(8, true);
    const listEnd = HEAD_BYTES + view.getUint32(12, true);
    const levelsStart = listEnd + 8;
    const nibblesStart = levelsStart + size;
    const end = nibblesStart + (size * dimensions) / 2;
    if (magic !== MAGIC || dimensions % 2 !== 0 || end !== bytes.length) return undefined;
    const table = new WordVectors(
      dimensions,
      bytes.subarray(levelsStart, nibblesStart),
      bytes.subarray(nibblesStart, end),
      view.getFloat32(listEnd, true),
      view.getFloat32(listEnd + 4, true),
    );
    const decoder = new TextDecoder();
    // A piece of the list at a time: tens of thousands of strings that live at once would make the heap grow.
    for (let from = HEAD_BYTES; from <= listEnd;) {
      const enough = from + LIST_BYTES_AT_ONCE;
      const lineFeed = enough < listEnd ? bytes.subarray(0, listEnd).indexOf(LINE_FEED, enough) : -1;
      const pieceEnd = lineFeed < 0 ? listEnd : lineFeed;
      for (const token of decoder.decode(bytes.subarray(from, pieceEnd)).split('\n')) table.#take(token);
      from = pieceEnd + 1;
      yield;
    }
    return table.#tokens.size === size ? table : undefined;
  }

  knows(token: string): boolean {
    return this.#tokens.find(token) >= 0;
  }

  /**
   * Where some tokens point together, as a vector of length 1: each distinct one counts once, times its factor where
   * factors are given. Undefined where the table knows none of them. The array serves the next call too.
   */
  direction(tokens: Iterable<string>, factors?: ReadonlyMap<string, number>): Float64Array | undefined {
    return this.#directionBy(tokens, (token) => factors?.get(token) ?? 1);
  }

  /**
   * Where a document of some texts points, as `direction` does; the n-th distinct token that the table knows, counted
   * from 0, counts 10 / (10 + n).
   */
  documentDirection(texts: readonly string[]): Float64Array | undefined {
    return this.#directionBy(tokensOf(texts), (_, place) => HALVED_AFTER / (HALVED_AFTER + place));
  }

  #directionBy(
    tokens: Iterable<string>,
    factorOf: (token: string, place: number) => number,
  ): Float64Array | undefined {
    const sum = this.#sum.fill(0);
    this.#used.clear();
    for (const token of tokens) {
      const number = this.#tokens.find(token);
      if (number < 0 || this.#used.has(number)) continue;
      this.#add(number, factorOf(token, this.#used.size));
      this.#used.add(number);
      if (this.#used.size === MAX_TOKENS) break;
    }
    let squares = 0;
    for (const value of sum) squares += value * value;
    if (squares === 0) return undefined;
    const length = Math.sqrt(squares);
    for (let i = 0; i < sum.length; i++) sum[i]! /= length;
    return sum;
  }

  /** Whether the neighbours of a word are at hand. */
  remembersNeighbours(token: string): boolean {
    return this.#neighbours.has(token);
  }

  /**
   * The words nearest to one, nearest first, with their cosines; of words the table does not know there are none.
   * Looks through the whole table, a few milliseconds, once for each word.
   */
  neighbours(token: string): readonly Neighbour[] {
    const known = this.#neighbours.get(token);
    if (known !== undefined) return known;
    const found = this.#findNeighbours(this.#tokens.find(token));
    if (this.#neighbours.size >= MAX_REMEMBERED) this.#neighbours.clear();
    this.#neighbours.set(token, found);
    return found;
  }

  #findNeighbours(own: number): readonly Neighbour[] {
    if (own < 0) return [];
    const nibbles = this.#nibbles;
    const half = this.dimensions / 2;
    // What each byte of a row adds to the product, so that no value is unpacked.
    const products = new Float32Array(256 * half);
    for (let i = 0; i < half; i++) {
      const pair = nibbles[own * half + i]!;
      for (let other = 0; other < 256; other++) {
        products[256 * i + other] =
          ((pair >> 4) - 8) * ((other >> 4) - 8) + ((pair & 15) - 8) * ((other & 15) - 8);
      }
    }
    const found: { readonly number: number; readonly cosine: number }[] = [];
    const scale = this.#scales[own]!;
    for (let token = 0, at = 0; token < this.#scales.length; token++) {
      let product = 0;
      for (let i = 0; i < products.length; i += 256, at++) product += products[i + nibbles[at]!]!;
      const cosine = product * scale * this.#scales[token]!;
      if (cosine >= LEAST_COSINE && token !== own) found.push({ number: token, cosine });
    }
    found.sort((a, b) => b.cosine - a.cosine || a.number - b.number);
    return found
      .slice(0, MAX_NEIGHBOURS)
      .map(({ number, cosine }) => ({ token: this.#tokens.at(number) ?? '', cosine }));
  }

  #take(token: string): void {
    const number = this.#tokens.add(token);
    const half = this.dimensions / 2;
    let squares = 0;
    for (let i = number * half; i < (number + 1) * half; i++) {
      const pair = this.#nibbles[i]!;
      squares += ((pair >> 4) - 8) ** 2 + ((pair & 15) - 8) ** 2;
    }
    this.#scales[number] = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  }

  #add(token: number, factor: number): void {
    const sum = this.#sum;
    const weight = factor * this.#weights[this.#levels[token]!]!;
    const half = this.dimensions / 2;
    const start = token * half;
    for (let i = 0; i < half; i++) {
      const pair = this.#nibbles[start + i]!;
      sum[2 * i]! += weight * ((pair >> 4) - 8);
      sum[2 * i + 1]! += weight * ((pair & 15) - 8);
    }
  }
}

/** The tokens of several texts, one after the other. */
export function* tokensOf(texts: readonly string[]): Generator<string> {
  for (const text of texts) for (const { tokens } of tokenizedWords(text)) yield* tokens;
}
