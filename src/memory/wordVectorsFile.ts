import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { WordVectors } from '../search/semantic/wordVectors';
import { inSlices } from './inSlices';

/** Longer than any table; and the shortest chunk that zlib takes. */
const MOST_BYTES = 16_000_000;
const LEAST_CHUNK = 64;
const LENGTH_BYTES = 4;

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
      const bytes = await unpacked(await readFile(this.#file));
      this.#table = await inSlices(WordVectors.read(bytes));
      if (this.#table === undefined) this.#log(`${this.#file} is no table of word vectors of this version.`);
    } catch (error) {
      this.#log(`No table of word vectors: ${error instanceof Error ? error.message : String(error)}`);
    }
    return this.#table;
  }
}

/** What a gzip file holds, in the one buffer that it needs: its last four bytes say how long that is (RFC 1952). */
function unpacked(packed: Buffer): Promise<Buffer> {
  const length = packed.length < LENGTH_BYTES ? 0 : packed.readUInt32LE(packed.length - LENGTH_BYTES);
  // A byte more, or the end would be looked for in a second buffer.
  const chunkSize = Math.min(Math.max(length, LEAST_CHUNK), MOST_BYTES) + 1;
  return promisify(gunzip)(packed, { chunkSize, maxOutputLength: MOST_BYTES });
}
