import type { NumberedTerms } from './numberedTerms';
import { Regions, grown, withRoom } from './regions';

/** Marks a form that takes no place of its own in the order of words. */
export const BESIDE = 0x40000000;
/** Separates the fields of a document. */
export const GAP = 0x7fffffff;
/** Entries of one document that ranking looks at in their order; a longer one is judged by its beginning. */
export const MAX_SEQUENCE = 1024;

/** No two words of one field are that far apart. */
const FIELDS_APART = MAX_SEQUENCE;

/** Lists are handed out in steps of this many units, so that a freed one fits others. */
const STEP = 8;
/** In a unit: what `BESIDE` and `GAP` are in an entry. */
const UNIT_BESIDE = 0x8000;
const UNIT_GAP = 0xffff;
/** Terms numbered below take one unit: the frequent ones, since they are met and numbered first. */
const ONE_UNIT = 0x7000;

/** Where terms stand in one document, in its order: each with its place in a table and its position among the words. */
export class Occurrences {
  readonly places = new Uint16Array(MAX_SEQUENCE);
  /** Those of different fields are `FIELDS_APART` or more apart. */
  readonly positions = new Uint32Array(MAX_SEQUENCE);
}

/** What the lists are made of. */
export interface PackedOrder {
  /** Elements of `units` used. */
  readonly end: number;
  readonly units: Uint16Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly counts: Uint32Array<ArrayBuffer>;
}

/**
 * The terms of each document in the order of its text: entries that are numbers of terms, with `BESIDE` set on forms
 * that stand beside the words they are made of, and `GAP` between fields. They are kept in units of 16 bits: one for a
 * term numbered below 28,672, two for another one: 268 million, of which no memory would hold the dictionary.
 */
export class TermOrder {
  #units: Uint16Array<ArrayBuffer>;
  #starts: Uint32Array<ArrayBuffer>;
  /** Units of each document. */
  #counts: Uint32Array<ArrayBuffer>;
  readonly #regions: Regions;

  /** No lists, or packed ones, whose arrays it keeps and changes. */
  constructor(packed?: PackedOrder) {
    this.#units = packed?.units ?? new Uint16Array(0);
    this.#starts = packed?.starts ?? new Uint32Array(0);
    this.#counts = packed?.counts ?? new Uint32Array(0);
    this.#regions = new Regions(packed?.end);
  }

  get memoryBytes(): number {
    return this.#units.byteLength + this.#starts.byteLength + this.#counts.byteLength;
  }

  /** Keeps the entries of a document that has none. */
  set(slot: number, entries: readonly number[]): void {
    const units: number[] = [];
    for (const entry of entries) addUnits(units, entry);
    const start = this.#regions.allocate(capacityFor(units.length));
    this.#units = grown(this.#units, this.#regions.end);
    this.#starts = grown(this.#starts, slot + 1);
    this.#counts = grown(this.#counts, slot + 1);
    this.#units.set(units, start);
    this.#starts[slot] = start;
    this.#counts[slot] = units.length;
  }

  delete(slot: number): void {
    this.#regions.free(this.#starts[slot]!, capacityFor(this.#counts[slot]!));
    this.#counts[slot] = 0;
  }

  /** Writes the first entries of a document into `into`, as far as there is room. @returns how many. */
  read(slot: number, into: Uint32Array): number {
    const units = this.#units;
    const end = this.#starts[slot]! + this.#counts[slot]!;
    let count = 0;
    for (let at = this.#starts[slot]!; at < end && count < into.length; at++) {
      const unit = units[at]!;
      let entry = unit & ~UNIT_BESIDE;
      if (entry >= ONE_UNIT) {
        if (unit === UNIT_GAP) {
          into[count++] = GAP;
          continue;
        }
        entry = highNumber(entry, units[++at]!);
      }
      into[count++] = unit >= UNIT_BESIDE ? entry | BESIDE : entry;
    }
    return count;
  }

  /**
   * Writes where a document holds terms of a table, in their order, into `into`: of its first `MAX_SEQUENCE` entries, and
   * without forms that stand beside words. @returns how many.
   */
  findAll(slot: number, table: NumberedTerms, into: Occurrences): number {
    const units = this.#units;
    const { places, positions } = into;
    let at = this.#starts[slot]!;
    const end = this.#endOf(at, this.#counts[slot]!);
    let count = 0;
    let position = 0;
    for (; at < end; at++) {
      let number = units[at]!;
      if (number >= ONE_UNIT) {
        if (number === UNIT_GAP) position += FIELDS_APART;
        const isTwo = number !== UNIT_GAP && (number & ~UNIT_BESIDE) >= ONE_UNIT;
        if (isTwo) at++;
        if (number >= UNIT_BESIDE) continue;
        number = highNumber(number, units[at]!);
      }
      position++;
      const place = table.find(number);
      if (place < 0) continue;
      places[count] = place;
      positions[count++] = position;
    }
    return count;
  }

  /** Where the first `MAX_SEQUENCE` entries of a list of so many units end. */
  #endOf(start: number, count: number): number {
    const end = start + count;
    if (count <= MAX_SEQUENCE) return end;
    let at = start;
    for (let left = MAX_SEQUENCE; left > 0 && at < end; left--) {
      const unit = this.#units[at]!;
      at += unit !== UNIT_GAP && (unit & ~UNIT_BESIDE) >= ONE_UNIT ? 2 : 1;
    }
    return at;
  }

  /** All entries of a document, however many. */
  all(slot: number): Uint32Array {
    const entries = new Uint32Array(this.#counts[slot]!);
    return entries.subarray(0, this.read(slot, entries));
  }

  /** New arrays of the first `capacity` documents, with little room to spare and without a trace of those gone. */
  pack(capacity: number): PackedOrder {
    const starts = withRoom(this.#starts, capacity);
    const counts = withRoom(this.#counts, capacity);
    let end = 0;
    for (let slot = 0; slot < capacity; slot++) {
      starts[slot] = end;
      end += capacityFor(counts[slot]!);
    }
    const units = withRoom(new Uint16Array(end), end);
    for (let slot = 0; slot < capacity; slot++) {
      const from = this.#starts[slot]!;
      units.set(this.#units.subarray(from, from + counts[slot]!), starts[slot]);
    }
    return { end, units, starts, counts };
  }
}

function addUnits(units: number[], entry: number): void {
  if (entry === GAP) {
    units.push(UNIT_GAP);
    return;
  }
  const mark = entry >= BESIDE ? UNIT_BESIDE : 0;
  const number = entry & ~BESIDE;
  if (number < ONE_UNIT) units.push(number | mark);
  else units.push((ONE_UNIT + ((number - ONE_UNIT) >>> 16)) | mark, (number - ONE_UNIT) & 0xffff);
}

/** The number that two units say. */
function highNumber(first: number, second: number): number {
  return ONE_UNIT + (((first - ONE_UNIT) << 16) | second);
}

function capacityFor(units: number): number {
  return Math.ceil(units / STEP) * STEP;
}
