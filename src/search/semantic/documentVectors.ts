import { grown, withRoom } from '../regions';

/** What stands in place of a scale: the table knows no word of the document; no table was there to make a vector. */
const NOTHING_KNOWN = 0;
const MISSING = -1;

/** What 1 is in the whole numbers of a direction that is looked for. */
const ONE = 32_767;

/** What vectors of documents are made of. */
export interface PackedVectors {
  readonly values: Uint8Array<ArrayBuffer>;
  readonly scales: Float32Array<ArrayBuffer>;
  readonly dimensions: number;
}

/**
 * Where each document of an index points, by slot: a byte a dimension, and the number that makes them a vector of
 * length 1.
 */
export class DocumentVectors {
  /** Signed bytes. */
  #values: Uint8Array<ArrayBuffer>;
  #signed: Int8Array<ArrayBuffer>;
  #scales: Float32Array<ArrayBuffer>;
  #dimensions: number;

  constructor(packed?: PackedVectors) {
    this.#values = packed?.values ?? new Uint8Array(0);
    this.#signed = signed(this.#values);
    this.#scales = packed?.scales ?? new Float32Array(0);
    this.#dimensions = packed?.dimensions ?? 0;
  }

  get memoryBytes(): number {
    return this.#values.byteLength + this.#scales.byteLength;
  }

  /** `direction`: of length 1; undefined where no word is known; 'missing' where there is no table. */
  set(slot: number, direction: Float64Array | undefined | 'missing'): void {
    this.#scales = grown(this.#scales, slot + 1);
    if (typeof direction !== 'object') {
      this.#scales[slot] = direction === undefined ? NOTHING_KNOWN : MISSING;
      return;
    }
    this.#dimensions = direction.length;
    const start = slot * direction.length;
    if (this.#values.length < start + direction.length) {
      this.#values = grown(this.#values, this.#scales.length * direction.length);
      this.#signed = signed(this.#values);
    }
    let most = 0;
    for (const value of direction) most = Math.max(most, Math.abs(value));
    let squares = 0;
    for (let i = 0; i < direction.length; i++) {
      const value = Math.round((direction[i]! / most) * 127);
      this.#signed[start + i] = value;
      squares += value * value;
    }
    this.#scales[slot] = 1 / Math.sqrt(squares);
  }

  isMissing(slot: number): boolean {
    return this.#scales[slot] === MISSING;
  }

  /** By slot: the cosine of a document and a direction of length 1; 0 where the document has no vector. */
  cosines(direction: Float64Array, capacity: number): Float32Array {
    const cosines = new Float32Array(capacity);
    const values = this.#signed;
    const scales = this.#scales;
    // Whole numbers: every document is looked at. A sum stays below 2^31 up to 500 dimensions.
    const sought = Int16Array.from(direction, (value) => Math.round(value * ONE));
    const dimensions = sought.length;
    const slots = Math.min(capacity, scales.length, Math.floor(values.length / dimensions));
    let slot = 0;
    // Four documents at a time, so that what is sought is read once for all of them.
    for (; slot + 4 <= slots; slot += 4) {
      const first = slot * dimensions;
      const second = first + dimensions;
      const third = second + dimensions;
      const fourth = third + dimensions;
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let i = 0; i < dimensions; i++) {
        const value = sought[i]!;
        a = (a + Math.imul(values[first + i]!, value)) | 0;
        b = (b + Math.imul(values[second + i]!, value)) | 0;
        c = (c + Math.imul(values[third + i]!, value)) | 0;
        d = (d + Math.imul(values[fourth + i]!, value)) | 0;
      }
      cosines[slot] = cosine(a, scales[slot]!);
      cosines[slot + 1] = cosine(b, scales[slot + 1]!);
      cosines[slot + 2] = cosine(c, scales[slot + 2]!);
      cosines[slot + 3] = cosine(d, scales[slot + 3]!);
    }
    for (; slot < slots; slot++) {
      let sum = 0;
      for (let i = 0; i < dimensions; i++) sum += values[slot * dimensions + i]! * sought[i]!;
      cosines[slot] = cosine(sum, scales[slot]!);
    }
    return cosines;
  }

  /** New arrays of the first `capacity` documents, with little room to spare and without a trace of those gone. */
  pack(capacity: number): PackedVectors {
    const scales = withRoom(this.#scales, capacity);
    const values = withRoom(this.#values, capacity * this.#dimensions);
    for (let slot = 0; slot < capacity; slot++) {
      if (scales[slot]! <= 0) values.fill(0, slot * this.#dimensions, (slot + 1) * this.#dimensions);
    }
    return { values, scales, dimensions: this.#dimensions };
  }
}

/** Of a sum of whole numbers; 0 where there is no vector. */
function cosine(sum: number, scale: number): number {
  return scale > 0 ? (sum * scale) / ONE : 0;
}

function signed(values: Uint8Array<ArrayBuffer>): Int8Array<ArrayBuffer> {
  return new Int8Array(values.buffer, values.byteOffset, values.length);
}
