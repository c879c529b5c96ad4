import { createHash } from 'node:crypto';
import { pauseForEventLoop as pause } from '../store/slices';
import { isBinary } from './fileHashes';

/** Bytes that are looked through before others get a turn: about a millisecond. */
const SLICE_BYTES = 256 * 1024;
const [LF, CR] = [0x0a, 0x0d];
/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const [FNV_OFFSET, FNV_PRIME] = [0x811c9dc5, 0x01000193];
/** Factor of the rolling hash, modulo 2^32; odd, so that it can be taken back. */
const FACTOR = 0x9e3779b1;
/** Places where the rolling hash agrees and the text does not: they are chance, so a few are all there are. */
const MOST_FALSE_PLACES = 16;

/** Lines of a file, counted from 1; `last` belongs to them. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** The lines of a text file, each with its hash. Line endings, and whether the last line has one, are no part of them. */
export class FileLines {
  readonly #content: Buffer;
  /** Where each line starts, and behind the last one the end of the content. */
  readonly #starts: readonly number[];
  readonly #hashes: readonly number[];

  private constructor(content: Buffer, starts: readonly number[], hashes: readonly number[]) {
    this.#content = content;
    this.#starts = starts;
    this.#hashes = hashes;
  }

  /** Undefined for a binary file, which has no lines. */
  static async of(content: Buffer): Promise<FileLines | undefined> {
    if (isBinary(content)) return undefined;
    const starts: number[] = [];
    const hashes: number[] = [];
    for (let start = 0, sliceEnd = SLICE_BYTES; start < content.length;) {
      const end = content.indexOf(LF, start);
      const next = end === -1 ? content.length : end + 1;
      starts.push(start);
      hashes.push(hashOf(content, start, textEnd(content, start, next)));
      start = next;
      if (start < sliceEnd) continue;
      await pause();
      sliceEnd = start + SLICE_BYTES;
    }
    starts.push(content.length);
    return new FileLines(content, starts, hashes);
  }

  get count(): number {
    return this.#hashes.length;
  }

  /**
   * What is kept of cited lines: `lines:`, their number, a rolling hash by which they are looked for (8 hexadecimal
   * digits) and the SHA-256 of the lines, each with LF. Undefined when the file has no such lines; a range that goes
   * beyond its end ends there.
   */
  take({ first, last }: LineRange): string | undefined {
    const count = Math.min(last, this.count) - first + 1;
    if (count < 1) return undefined;
    const rolling = this.#hashes.slice(first - 1, first - 1 + count).reduce(rolled, 0);
    return `lines:${count}:${hex(rolling)}:${this.#sha256(first - 1, count)}`;
  }

  /** SHA-256 of a run of lines in hexadecimal digits, once with LF behind the last one and once without. */
  hashesOf(range: LineRange): readonly string[] {
    const count = Math.min(range.last, this.count) - range.first + 1;
    if (count < 1) return [];
    return [true, false].map((ended) => this.#sha256(range.first - 1, count, ended));
  }

  /** Whether the lines that were taken stand anywhere in the file, in their order. Linear in the lines of the file. */
  hold(taken: string): boolean {
    const wanted = parseTaken(taken);
    if (wanted === undefined || wanted.count > this.count) return false;
    const { count, rolling, sha256 } = wanted;
    const outgoing = power(FACTOR, count);
    let hash = 0;
    let falsePlaces = 0;
    for (const [at, line] of this.#hashes.entries()) {
      hash = rolled(hash, line);
      if (at >= count) hash = (hash - Math.imul(this.#hashes[at - count] ?? 0, outgoing)) >>> 0;
      if (at < count - 1 || hash !== rolling) continue;
      if (this.#sha256(at - count + 1, count) === sha256) return true;
      if (++falsePlaces === MOST_FALSE_PLACES) return false;
    }
    return false;
  }

  #sha256(from: number, count: number, ended = true): string {
    const hash = createHash('sha256');
    for (let line = from; line < from + count; line++) {
      const start = this.#starts[line] ?? 0;
      hash.update(
        this.#content.subarray(start, textEnd(this.#content, start, this.#starts[line + 1] ?? start)),
      );
      if (ended || line < from + count - 1) hash.update('\n');
    }
    return hash.digest('hex');
  }
}

export function isTakenLines(taken: string): boolean {
  return parseTaken(taken) !== undefined;
}

function parseTaken(taken: string) {
  const [, count, rolling, sha256] = /^lines:(\d{1,9}):([0-9a-f]{8}):([0-9a-f]{64})$/.exec(taken) ?? [];
  if (count === undefined || rolling === undefined || sha256 === undefined) return undefined;
  return { count: Number(count), rolling: Number.parseInt(rolling, 16), sha256 };
}

/** Where the text of a line ends that goes to `next`, its line ending left out. */
function textEnd(content: Buffer, start: number, next: number): number {
  let end = next;
  if (end > start && content[end - 1] === LF) end--;
  if (end > start && end < next && content[end - 1] === CR) end--;
  return end;
}

function hashOf(content: Buffer, from: number, to: number): number {
  let hash = FNV_OFFSET;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (content[at] ?? 0), FNV_PRIME);
  return hash >>> 0;
}

function rolled(hash: number, line: number): number {
  return (Math.imul(hash, FACTOR) + line) >>> 0;
}

function power(factor: number, exponent: number): number {
  let result = 1;
  for (let square = factor, left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}

function hex(number: number): string {
  return number.toString(16).padStart(8, '0');
}
