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
  #isKept = false;

  private constructor(buffer: ArrayBuffer, bytes: Uint8Array) {
    this.#buffer = buffer;
    // The file system of Emscripten keeps what `slice` answers when a file is first written: here not a copy but an
    // array over the buffer, as long as that is at any time. Were it to copy in another way, only the gain is lost.
    const keep = () => {
      this.#isKept = true;
      return new Uint8Array(buffer);
    };
    this.bytes = Object.defineProperty(bytes, 'slice', { value: keep });
  }

  /** Takes the bytes over: they are the file from now on. Undefined when they are not from `growingBytes`. */
  static of(bytes: Uint8Array): GrowingFile | undefined {
    const { buffer } = bytes;
    return buffer instanceof ArrayBuffer && buffer.resizable ? new GrowingFile(buffer, bytes) : undefined;
  }

  /** Whether a file of this size is still in the buffer. */
  holds(size: number): boolean {
    return size <= this.#buffer.byteLength;
  }

  /** Makes room for a file of this size. False beyond the reserve: sql.js will then copy it. */
  makeRoom(size: number): boolean {
    if (this.holds(size)) return true;
    if (size > this.#buffer.maxByteLength) return false;
    this.#buffer.resize(Math.min(size + STEP_BYTES, this.#buffer.maxByteLength));
    return true;
  }

  /** The first bytes as they are now, not copied. Undefined when sql.js has its file elsewhere. */
  head(size: number): Uint8Array | undefined {
    return this.#isKept ? new Uint8Array(this.#buffer, 0, size) : undefined;
  }
}
