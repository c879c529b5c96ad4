/** Hands out regions of a growing array and takes them back; a freed region serves the next one of its size. */
export class Regions {
  #end: number;
  readonly #free = new Map<number, number[]>();

  /** `end`: regions up to there are handed out already. */
  constructor(end = 0) {
    this.#end = end;
  }

  /** First index past every region handed out so far. */
  get end(): number {
    return this.#end;
  }

  allocate(size: number): number {
    const freed = this.#free.get(size)?.pop();
    if (freed !== undefined) return freed;
    const start = this.#end;
    this.#end += size;
    return start;
  }

  free(start: number, size: number): void {
    const starts = this.#free.get(size);
    if (starts === undefined) this.#free.set(size, [start]);
    else starts.push(start);
  }
}

export type TypedArray =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** The array itself when it holds `length` elements, else a copy a quarter larger. */
export function grown<T extends TypedArray>(array: T, length: number): T {
  if (array.length >= length) return array;
  const larger = new (array.constructor as new (length: number) => T)(
    Math.max(length, Math.ceil(array.length * 1.25), 64),
  );
  larger.set(array);
  return larger;
}

/**
 * The first `length` elements as a new array with room for one in 32 more, zero, so that it need not grow with the
 * first change.
 */
export function withRoom<T extends TypedArray>(array: T, length: number): T {
  const copy = new (array.constructor as new (length: number) => T)(length + (length >> 5));
  copy.set(array.subarray(0, length));
  return copy;
}
