import { Regions, grown, withRoom } from './regions';

/** Marks a form that takes no place of its own in the order of words. */
export const BESIDE = 0x40000000;
/** Separates the fields of a document. */
export const GAP = 0x7fffffff;
/** Entries of one document that ranking looks at in their order; a longer one is judged by its beginning. */
export const MAX_SEQUENCE = 1024;

/** Lists are handed out in steps of this many units, so that a freed one fits others. */
const STEP = 8;
/** In a unit: what `BESIDE` and `GAP` are in an entry. */
const UNIT_BESIDE = 0x8000;
const UNIT_GAP = 0xffff;
/** Terms numbered below take one unit: the frequent ones, since they are met and numbered first. */
const ONE_UNIT = 0x7000;

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
        entry = ONE_UNIT + (((entry - ONE_UNIT) << 16) | units[++at]!);
      }
      into[count++] = unit >= UNIT_BESIDE ? entry | BESIDE : entry;
    }
    return count;
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

function capacityFor(units: number): number {
  return Math.ceil(units / STEP) * STEP;
}
