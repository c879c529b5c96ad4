import {
  close,
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  open as openDescriptor,
  openSync,
  read,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { access, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';

/** An open file of the store. Offsets and sizes are bytes. */
export interface OpenFile {
  /** Size now, asked of the descriptor (a file removed meanwhile still answers). */
  size(): number;
  /** Up to `length` bytes from `offset`, put at the start of `into` when given; fewer when the file ends before. */
  read(offset: number, length: number, into?: Uint8Array): Promise<Uint8Array>;
  /** Exactly one write(2). Returns how many bytes were taken, which a full disk makes fewer than asked. */
  append(bytes: Uint8Array): number;
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * `read`: for reading. `append`: for reading and appending, never creating. `create`: as append, but the file
 * must not exist yet. `ensure`: as append, created when missing.
 */
export type OpenMode = 'read' | 'append' | 'create' | 'ensure';

/** What a directory says of a file. */
export interface FileLook {
  /** Bytes. */
  readonly size: number;
  /** Another one after any change of the file, and when another file has its name: device, number, birth, last change. */
  readonly signature: string;
}

/** Every byte of the store reaches the disk through this port. Errors are Node's, with their `code`. */
export interface FileLayer {
  /** Creates the directory and its parents with mode 0700. */
  makeDirectory(path: string): Promise<void>;
  list(directory: string): Promise<string[]>;
  /** Undefined when there is no such file. */
  size(path: string): Promise<number | undefined>;
  /**
   * Undefined when there is no such file. Does not give up the event loop on a disk of this machine, whose directories
   * lie in memory: for the looks that every read begins with, and not for a network disk.
   */
  look(path: string): Promise<FileLook | undefined>;
  /** Milliseconds since the last modification; undefined when there is no such file. */
  age(path: string): Promise<number | undefined>;
  open(path: string, mode: OpenMode): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** A missing file is no error. */
  remove(path: string): Promise<void>;
  syncDirectory(path: string): Promise<void>;
  /** The error code why files cannot be created in the directory; undefined when they can. */
  refusesWriting(directory: string): Promise<string | undefined>;
}

const SMALL_BYTES = 1 << 16;

const FLAGS: Record<OpenMode, number> = {
  read: constants.O_RDONLY,
  append: constants.O_RDWR | constants.O_APPEND,
  create: constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL,
  ensure: constants.O_RDWR | constants.O_APPEND | constants.O_CREAT,
};

export const nodeFileLayer: FileLayer = {
  async makeDirectory(path) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
  list(directory) {
    return readdir(directory);
  },
  async size(path) {
    return (await statIfThere(path))?.size;
  },
  look(path) {
    return new Promise((resolve) => {
      const found = statSync(path, { bigint: true, throwIfNoEntry: false });
      resolve(
        found && {
          size: Number(found.size),
          signature: [found.dev, found.ino, found.birthtimeNs, found.ctimeNs].join(' '),
        },
      );
    });
  },
  async age(path) {
    const found = await statIfThere(path);
    return found && Date.now() - found.mtimeMs;
  },
  async open(path, mode) {
    // A log is opened for each save, and a turn of the thread pool would be a good part of its time.
    const descriptor =
      mode === 'append' ? openSync(path, FLAGS[mode]) : await openAsync(path, FLAGS[mode], 0o600);
    return new NodeOpenFile(descriptor, mode === 'append');
  },
  rename(from, to) {
    return persistently(() => rename(from, to));
  },
  async remove(path) {
    try {
      await persistently(() => unlink(path));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  },
  async syncDirectory(path) {
    // Windows has no fsync of a directory; there the rename itself is journalled.
    if (process.platform === 'win32') return;
    const directory = await open(path, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  },
  async refusesWriting(directory) {
    try {
      await access(directory, constants.W_OK);
      return undefined;
    } catch (error) {
      return errorCode(error) ?? String(error);
    }
  },
};

const readAsync = promisify(read);
const openAsync = promisify(openDescriptor);
const closeAsync = promisify(close);
const fdatasyncAsync = promisify(fdatasync);

/**
 * A bare descriptor: a FileHandle costs more to make than a small write to the page cache takes. Whoever opened it
 * closes it once, after every promise of it is settled.
 */
class NodeOpenFile implements OpenFile {
  readonly #descriptor: number;
  readonly #appends: boolean;

  constructor(descriptor: number, appends: boolean) {
    this.#descriptor = descriptor;
    this.#appends = appends;
  }

  size(): number {
    return fstatSync(this.#descriptor).size;
  }

  async read(offset: number, length: number, bytes = new Uint8Array(length)): Promise<Uint8Array> {
    let filled = 0;
    // What was just appended is in the page cache: fetching it there is quicker than a turn of the thread pool.
    if (length <= SMALL_BYTES) filled = readSync(this.#descriptor, bytes, 0, length, offset);
    while (filled < length) {
      const { bytesRead } = await readAsync(
        this.#descriptor,
        bytes,
        filled,
        length - filled,
        offset + filled,
      );
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }

  append(bytes: Uint8Array): number {
    return writeSync(this.#descriptor, bytes);
  }

  datasync(): Promise<void> {
    return fdatasyncAsync(this.#descriptor);
  }

  close(): Promise<void> {
    if (!this.#appends) return closeAsync(this.#descriptor);
    closeSync(this.#descriptor);
    return Promise.resolve();
  }
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

async function statIfThere(path: string): Promise<{ size: number; mtimeMs: number } | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** On Windows a scanner or indexer may hold a file for a moment: the same call is tried for five seconds. */
async function persistently(call: () => Promise<void>): Promise<void> {
  const end = performance.now() + 5000;
  for (let pause = 5; ; pause = Math.min(pause * 2, 200)) {
    try {
      return await call();
    } catch (error) {
      const passing = ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error) ?? '');
      if (process.platform !== 'win32' || !passing || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
