/** Address space beyond the size of a database now, so that it can grow; no memory until it is written. */
const RESERVED_BYTES = 1 << 26;
/** Made ready at a time, behind what the next commit needs. */
const STEP_BYTES = 1 << 20;

/** Zeroed bytes for a file that a Database is to take over, and that can then grow where they are. */
export function growingBytes(size: number): Uint8Array {
  try {
    const buffer = new ArrayBuffer(size, { maxByteLength: 2 * size + RESERVED_BYTES });
    return new Uint8Array(buffer, 0, size);
  } catch {
    // The address space is too narrow for a reserve.
    return new Uint8Array(size);
  }
}

/**
 * The file of a database in the memory of sql.js, in a buffer that grows without being copied. On its own sql.js would
 * copy the given bytes once, and then the whole file into a new array whenever it has grown by an eighth: a block of
 * 40 to 130 ms at 75 MB, and twice the memory.
 */
export class GrowingFile {
  readonly #buffer: ArrayBuffer;
  /** The bytes to be given to sql.js. */
  readonly bytes: Uint8Array;

  private constructor(buffer: ArrayBuffer, bytes: Uint8Array) {
    this.#buffer = buffer;
    // The file system of Emscripten keeps what `slice` answers when a file is first written: here not a copy but an
    // array over the buffer, as long as that is at any time. Were it to copy in another way, only the gain is lost.
    this.bytes = Object.defineProperty(bytes, 'slice', { value: () => new Uint8Array(buffer) });
  }

  /** Takes the bytes over: they are the file from now on. Undefined when they are not from `growingBytes`. */
  static of(bytes: Uint8Array): GrowingFile | undefined {
    const { buffer } = bytes;
    return buffer instanceof ArrayBuffer && buffer.resizable ? new GrowingFile(buffer, bytes) : undefined;
  }

  /** Makes room for a file of this size. Beyond the reserve sql.js makes room itself. */
  makeRoom(size: number): void {
    if (size <= this.#buffer.byteLength) return;
    const room = Math.min(size + STEP_BYTES, this.#buffer.maxByteLength);
    if (room >= size) this.#buffer.resize(room);
  }
}
