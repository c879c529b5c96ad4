import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { WordVectors } from '../search/semantic/wordVectors';

/** The extension host is shared: reading the table yields after this many milliseconds. */
const SLICE_MS = 8;

/** Name of the table beside the programs. */
export const WORD_VECTORS_FILE = 'word-vectors.bin.gz';

/**
 * The table of word vectors in its file, read in the background when it is first asked for. Where there is no file, or
 * it is not whole, there is no table: that is told once, and search goes by words alone.
 */
export class WordVectorsFile {
  readonly #file: string;
  readonly #log: (message: string) => void;
  #reading: Promise<WordVectors | undefined> | undefined;
  #table: WordVectors | undefined;

  constructor(file: string, log: (message: string) => void) {
    this.#file = file;
    this.#log = log;
  }

  /** The table, where it has been read. */
  get now(): WordVectors | undefined {
    return this.#table;
  }

  /** Undefined where there is no whole table. Does not reject. */
  read(): Promise<WordVectors | undefined> {
    return (this.#reading ??= this.#read());
  }

  async #read(): Promise<WordVectors | undefined> {
    try {
      const bytes = await promisify(gunzip)(await readFile(this.#file));
      this.#table = await inSlices(WordVectors.read(bytes));
      if (this.#table === undefined) this.#log(`${this.#file} is no table of word vectors of this version.`);
    } catch (error) {
      this.#log(`No table of word vectors: ${error instanceof Error ? error.message : String(error)}`);
    }
    return this.#table;
  }
}

/** Runs a generator to its end without holding the thread for long. */
async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  let sliceStart = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - sliceStart < SLICE_MS) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    sliceStart = performance.now();
  }
}
