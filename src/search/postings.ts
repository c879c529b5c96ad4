import { Regions, grown, withRoom } from './regions';

/** How often a term stands in each field of one document. */
export interface Frequencies {
  title: number;
  content: number;
  attributes: number;
}

/** Largest counts a posting keeps; saturation makes more of them worth nothing. */
const MAX_CONTENT = 1023;
const MAX_TITLE = 15;
const MAX_ATTRIBUTES = 3;

export function packFrequencies(frequencies: Frequencies): number {
  return (
    Math.min(frequencies.content, MAX_CONTENT) |
    (Math.min(frequencies.title, MAX_TITLE) << 10) |
    (Math.min(frequencies.attributes, MAX_ATTRIBUTES) << 14)
  );
}

export function contentFrequency(packed: number): number {
  return packed & MAX_CONTENT;
}

/** Whether a term stands in another field than the content. */
export function isBeyondContent(packed: number): boolean {
  return packed > MAX_CONTENT;
}

export function titleFrequency(packed: number): number {
  return (packed >> 10) & MAX_TITLE;
}

export function attributesFrequency(packed: number): number {
  return packed >> 14;
}

/** What posting lists are made of. */
export interface PackedPostings {
  /** Elements of `slots` and `frequencies` used. */
  readonly end: number;
  readonly slots: Uint32Array<ArrayBuffer>;
  readonly frequencies: Uint16Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly counts: Uint32Array<ArrayBuffer>;
  /** Of each list, the place of its room in `ROOMS`. */
  readonly rooms: Uint8Array<ArrayBuffer>;
}

/**
 * The posting lists of all terms in two parallel arrays, sorted by slot within a list. A list is a region; when
 * full it moves to one about a quarter larger.
 */
export class Postings {
  slots: Uint32Array<ArrayBuffer>;
  /** Packed frequencies, beside `slots`. */
  frequencies: Uint16Array<ArrayBuffer>;
  starts: Uint32Array<ArrayBuffer>;
  counts: Uint32Array<ArrayBuffer>;
  #rooms: Uint8Array<ArrayBuffer>;
  readonly #regions: Regions;

  /** No lists, or packed ones, whose arrays it keeps and changes. */
  constructor(packed?: PackedPostings) {
    this.slots = packed?.slots ?? new Uint32Array(0);
    this.frequencies = packed?.frequencies ?? new Uint16Array(0);
    this.starts = packed?.starts ?? new Uint32Array(0);
    this.counts = packed?.counts ?? new Uint32Array(0);
    this.#rooms = packed?.rooms ?? new Uint8Array(0);
    this.#regions = new Regions(packed?.end);
  }

  insert(term: number, slot: number, packed: number): void {
    this.starts = grown(this.starts, term + 1);
    this.counts = grown(this.counts, term + 1);
    this.#rooms = grown(this.#rooms, term + 1);
    const count = this.counts[term]!;
    if (count === this.#room(term)) this.#enlarge(term, roomFor(nextLength(count)));
    const start = this.starts[term]!;
    let at = start + count;
    if (count > 0 && this.slots[at - 1]! > slot) {
      at = this.#lowerBound(term, slot);
      this.slots.copyWithin(at + 1, at, start + count);
      this.frequencies.copyWithin(at + 1, at, start + count);
    }
    this.slots[at] = slot;
    this.frequencies[at] = packed;
    this.counts[term] = count + 1;
  }

  /** Takes a document out of a list. @returns the number of documents left in it. */
  delete(term: number, slot: number): number {
    const start = this.starts[term]!;
    const count = this.counts[term]!;
    const at = this.#lowerBound(term, slot);
    this.slots.copyWithin(at, at + 1, start + count);
    this.frequencies.copyWithin(at, at + 1, start + count);
    this.counts[term] = count - 1;
    if (count === 1) {
      this.#regions.free(start, this.#room(term));
      this.#rooms[term] = 0;
    }
    return count - 1;
  }

  /** Packed frequencies of a term in a document, 0 when it is not there. */
  find(term: number, slot: number): number {
    const at = this.#lowerBound(term, slot);
    return at < this.starts[term]! + this.counts[term]! && this.slots[at] === slot
      ? this.frequencies[at]!
      : 0;
  }

  /** New arrays of the lists of the first `terms` terms, with little room to spare. */
  pack(terms: number): PackedPostings {
    const counts = withRoom(this.counts, terms);
    const starts = withRoom(this.starts, terms);
    const rooms = withRoom(this.#rooms, terms);
    let end = 0;
    for (let term = 0; term < terms; term++) {
      const count = counts[term]!;
      starts[term] = end;
      rooms[term] = roomFor(count);
      end += ROOMS[rooms[term]!]!;
    }
    const slots = withRoom(new Uint32Array(end), end);
    const frequencies = withRoom(new Uint16Array(end), end);
    for (let term = 0; term < terms; term++) {
      const from = this.starts[term]!;
      const count = counts[term]!;
      slots.set(this.slots.subarray(from, from + count), starts[term]);
      frequencies.set(this.frequencies.subarray(from, from + count), starts[term]);
    }
    return { end, slots, frequencies, starts, counts, rooms };
  }

  get bytes(): number {
    return (
      this.slots.byteLength +
      this.frequencies.byteLength +
      this.starts.byteLength +
      this.counts.byteLength +
      this.#rooms.byteLength
    );
  }

  /** Postings that fit into the list of a term where it is. */
  #room(term: number): number {
    return ROOMS[this.#rooms[term]!]!;
  }

  #enlarge(term: number, room: number): void {
    const count = this.counts[term]!;
    const from = this.starts[term]!;
    const to = this.#regions.allocate(ROOMS[room]!);
    this.slots = grown(this.slots, this.#regions.end);
    this.frequencies = grown(this.frequencies, this.#regions.end);
    this.slots.copyWithin(to, from, from + count);
    this.frequencies.copyWithin(to, from, from + count);
    if (count > 0) this.#regions.free(from, this.#room(term));
    this.starts[term] = to;
    this.#rooms[term] = room;
  }

  #lowerBound(term: number, slot: number): number {
    let low = this.starts[term]!;
    let high = low + this.counts[term]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.slots[middle]! < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * The sizes that lists may have, in postings: each number up to 8, then each an eighth larger than the one before. A byte
 * says which one a list has, and a region that is freed fits the next list that grows.
 */
const ROOMS = roomSizes();

function roomSizes(): Uint32Array {
  const sizes = Array.from({ length: 9 }, (_, size) => size);
  for (let size = 9; size < 2 ** 31; size += size >> 3) sizes.push(size);
  return Uint32Array.from(sizes);
}

/** Place in `ROOMS` of the smallest size that holds `length` postings. */
function roomFor(length: number): number {
  let low = 0;
  let high = ROOMS.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ROOMS[middle]! < length) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Most terms are in one to three documents: their lists have no room to spare. */
function nextLength(count: number): number {
  return count < 4 ? count + 1 : count + (count >> 2);
}
