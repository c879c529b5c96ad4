import { Regions, grown, withRoom } from './regions';

/** Longest string, in bytes as they are kept here (one to three a UTF-16 code unit). */
const MAX_BYTES = 0xfffe;

/** Strings per bucket at most, on average, before the buckets are doubled. */
const LOAD = 1;

/** What a table is made of. */
export interface PackedStrings {
  /** Numbers handed out, and bytes used. */
  readonly capacity: number;
  readonly end: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly lengths: Uint16Array<ArrayBuffer>;
  readonly links: Uint32Array<ArrayBuffer>;
  readonly buckets: Uint32Array<ArrayBuffer>;
}

/**
 * Distinct strings, numbered from 0, in typed arrays: a hundred thousand strings and a `Map` of them would weigh
 * several times their text, and could not be taken from a file as they are. A hash table of chains. The number of a
 * string that is gone serves another.
 */
export class StringTable {
  /** The strings, each code unit as one to three bytes (CESU-8): any string has bytes of its own. */
  #bytes: Uint8Array<ArrayBuffer>;
  #starts: Uint32Array<ArrayBuffer>;
  /** Bytes of each string plus one; 0 for a number that is free. */
  #lengths: Uint16Array<ArrayBuffer>;
  /** The next number of the same bucket plus one. */
  #links: Uint32Array<ArrayBuffer>;
  /** The first number of each bucket plus one; a power of two of them. */
  #buckets: Uint32Array<ArrayBuffer>;
  #capacity: number;
  #size = 0;
  readonly #free: number[] = [];
  readonly #regions: Regions;

  /** An empty table, or one of packed arrays, which it keeps and changes. */
  constructor(packed?: PackedStrings) {
    this.#bytes = packed?.bytes ?? new Uint8Array(0);
    this.#starts = packed?.starts ?? new Uint32Array(0);
    this.#lengths = packed?.lengths ?? new Uint16Array(0);
    this.#links = packed?.links ?? new Uint32Array(0);
    this.#buckets = packed?.buckets ?? new Uint32Array(16);
    this.#capacity = packed?.capacity ?? 0;
    this.#regions = new Regions(packed?.end);
    for (let number = this.#capacity - 1; number >= 0; number--) {
      if (this.#lengths[number] === 0) this.#free.push(number);
      else this.#size++;
    }
  }

  /** Numbers handed out so far, free ones included. */
  get capacity(): number {
    return this.#capacity;
  }

  get size(): number {
    return this.#size;
  }

  get memoryBytes(): number {
    const arrays = [this.#bytes, this.#starts, this.#lengths, this.#links, this.#buckets];
    return arrays.reduce((sum, array) => sum + array.byteLength, 0);
  }

  /** The number of a string, or -1. */
  find(text: string): number {
    const length = encode(text);
    return this.#find(length, hashOf(length));
  }

  /** Whether a number stands for a string at present. */
  has(number: number): boolean {
    return number < this.#capacity && this.#lengths[number] !== 0;
  }

  /** The string of a number; undefined for a free one. */
  at(number: number): string | undefined {
    if (!this.has(number)) return undefined;
    const start = this.#starts[number]!;
    return decode(this.#bytes, start, start + this.#lengths[number]! - 1);
  }

  /**
   * The strings, each code unit as one to three bytes, from `startOf` to `endOf` its number; nothing for a free one. Good
   * until the next change.
   */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  startOf(number: number): number {
    return this.#starts[number]!;
  }

  endOf(number: number): number {
    return this.#starts[number]! + Math.max(0, this.#lengths[number]! - 1);
  }

  /** Whether the string of a number begins like the text; false for a free one. */
  startsWith(number: number, text: string): boolean {
    const length = encode(text);
    return this.has(number) && length < this.#lengths[number]! && this.#holds(number, length);
  }

  /** The number of the string, which is handed out now if need be. Throws RangeError when it is longer than 65,534 bytes. */
  add(text: string): number {
    const length = encode(text);
    const hash = hashOf(length);
    const known = this.#find(length, hash);
    if (known >= 0) return known;
    if (length > MAX_BYTES) throw new RangeError(`A string of ${length} bytes is too long for an index.`);
    const number = this.#free.pop() ?? this.#capacity++;
    this.#starts = grown(this.#starts, this.#capacity);
    this.#lengths = grown(this.#lengths, this.#capacity);
    this.#links = grown(this.#links, this.#capacity);
    const start = this.#regions.allocate(length);
    this.#bytes = grown(this.#bytes, this.#regions.end);
    this.#bytes.set(scratch.subarray(0, length), start);
    this.#starts[number] = start;
    this.#lengths[number] = length + 1;
    this.#size++;
    if (this.#size > LOAD * this.#buckets.length) this.#rehash(2 * this.#buckets.length);
    else this.#link(number, hash);
    return number;
  }

  delete(number: number): void {
    if (!this.has(number)) return;
    const start = this.#starts[number]!;
    const length = this.#lengths[number]! - 1;
    const bucket = hashBytes(this.#bytes, start, start + length) & (this.#buckets.length - 1);
    const next = this.#links[number]!;
    if (this.#buckets[bucket] === number + 1) this.#buckets[bucket] = next;
    else {
      let before = this.#buckets[bucket]! - 1;
      while (this.#links[before] !== number + 1) before = this.#links[before]! - 1;
      this.#links[before] = next;
    }
    this.#lengths[number] = 0;
    this.#regions.free(start, length);
    this.#free.push(number);
    this.#size--;
  }

  /** New arrays, with little room to spare and without a byte of strings that are gone. */
  pack(): PackedStrings {
    const capacity = this.#capacity;
    const lengths = withRoom(this.#lengths, capacity);
    const starts = withRoom(this.#starts, capacity);
    let end = 0;
    for (let number = 0; number < capacity; number++) {
      starts[number] = end;
      end += Math.max(0, lengths[number]! - 1);
    }
    const bytes = withRoom(new Uint8Array(end), end);
    for (let number = 0; number < capacity; number++) {
      const from = this.#starts[number]!;
      const length = lengths[number]!;
      if (length > 1) bytes.set(this.#bytes.subarray(from, from + length - 1), starts[number]);
    }
    const links = withRoom(this.#links, capacity);
    return { capacity, end, bytes, starts, lengths, links, buckets: this.#buckets.slice() };
  }

  /** Of the string in `scratch`. */
  #find(length: number, hash: number): number {
    let number = this.#buckets[hash & (this.#buckets.length - 1)]! - 1;
    while (number >= 0 && !(this.#lengths[number] === length + 1 && this.#holds(number, length))) {
      number = this.#links[number]! - 1;
    }
    return number;
  }

  /** Whether a string begins with the first `length` bytes of `scratch`. */
  #holds(number: number, length: number): boolean {
    const bytes = this.#bytes;
    const start = this.#starts[number]!;
    for (let i = 0; i < length; i++) if (bytes[start + i] !== scratch[i]) return false;
    return true;
  }

  #link(number: number, hash: number): void {
    const bucket = hash & (this.#buckets.length - 1);
    this.#links[number] = this.#buckets[bucket]!;
    this.#buckets[bucket] = number + 1;
  }

  #rehash(buckets: number): void {
    this.#buckets = new Uint32Array(buckets);
    for (let number = 0; number < this.#capacity; number++) {
      if (this.#lengths[number] === 0) continue;
      const start = this.#starts[number]!;
      this.#link(number, hashBytes(this.#bytes, start, start + this.#lengths[number]! - 1));
    }
  }
}

/** The bytes of the string looked at now. */
let scratch = new Uint8Array(256);
const units = new Uint16Array(256);

/** A string as a table keeps it. */
export function bytesOf(text: string): Uint8Array {
  return scratch.slice(0, encode(text));
}

/** Writes a string into `scratch`. @returns its length in bytes. */
function encode(text: string): number {
  if (scratch.length < 3 * text.length) scratch = new Uint8Array(6 * text.length);
  let end = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) scratch[end++] = unit;
    else if (unit < 0x800) {
      scratch[end++] = 0xc0 | (unit >> 6);
      scratch[end++] = 0x80 | (unit & 0x3f);
    } else {
      scratch[end++] = 0xe0 | (unit >> 12);
      scratch[end++] = 0x80 | ((unit >> 6) & 0x3f);
      scratch[end++] = 0x80 | (unit & 0x3f);
    }
  }
  return end;
}

/** The code unit that begins at a byte, which `unitLength` tells the length of. */
export function unitAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  if (byte < 0x80) return byte;
  if (byte < 0xe0) return ((byte & 0x1f) << 6) | (bytes[at + 1]! & 0x3f);
  return ((byte & 0x0f) << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f);
}

/** How many bytes the code unit has that begins with this one. */
export function unitLength(byte: number): number {
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : 3;
}

function decode(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  let count = 0;
  for (let at = start; at < end;) {
    const byte = bytes[at]!;
    units[count++] = unitAt(bytes, at);
    at += unitLength(byte);
    if (count < units.length && at < end) continue;
    text += String.fromCharCode.apply(undefined, units.subarray(0, count) as unknown as number[]);
    count = 0;
  }
  return text;
}

function hashOf(length: number): number {
  return hashBytes(scratch, 0, length);
}

/** FNV-1a, its high bits mixed into the low ones that choose a bucket. */
function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
