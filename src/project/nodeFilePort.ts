import { constants, lstatSync, type BigIntStats } from 'node:fs';
import { lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { CaseOnDisk } from './caseOnDisk';
import { isWindowsPath } from './filePath';
import type { FilePort, FileStat } from './types';

const MAX_BYTES = 1024 * 1024;

interface Kinds {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** The disk of this machine. Whatever cannot be read, for any reason, answers undefined. */
export class NodeFilePort implements FilePort {
  readonly #case = new CaseOnDisk({
    identity: (path) =>
      answered(async () => {
        const { dev, ino } = await lstat(path, { bigint: true });
        return `${dev}:${ino}`;
      }),
    names: (folder) => answered(() => readdir(folder)),
  });

  readText(path: string): Promise<string | undefined> {
    return answered(() => readText(path));
  }

  lstat(path: string): Promise<FileStat | undefined> {
    return answered(async () => statOf(await lstat(path, { bigint: true })));
  }

  lstatNow(path: string): FileStat | undefined {
    try {
      const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      return found && statOf(found);
    } catch {
      return undefined;
    }
  }

  readDirectory(
    path: string,
  ): Promise<readonly { readonly name: string; readonly kind: FileStat['kind'] }[] | undefined> {
    return answered(async () => {
      const entries = await readdir(path, { withFileTypes: true });
      return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
    });
  }

  realPath(path: string): Promise<string | undefined> {
    return answered(async () => {
      const real = await realpath(path);
      // Windows answers in the case of the disk by itself.
      return isWindowsPath(real) ? real : this.#case.spelled(real);
    });
  }
}

async function readText(path: string): Promise<string | undefined> {
  // A pipe or a device would keep the reader waiting: only files are opened.
  if (!(await stat(path)).isFile()) return undefined;
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const buffer = Buffer.alloc(Math.min(MAX_BYTES, (await handle.stat()).size));
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.toString('utf8', 0, length);
  } finally {
    await handle.close();
  }
}

function statOf(found: BigIntStats): FileStat {
  const identity = identityOf(found);
  return {
    kind: kindOf(found),
    mtimeMs: Number(found.mtimeNs) / 1e6,
    size: Number(found.size),
    ...(identity === undefined ? {} : { identity }),
  };
}

/**
 * A number of a file is given out again after its end, but not with the moment of birth. Where the disk keeps
 * none, there is 0 in its place, or the time of the last change.
 */
function identityOf({ ino, birthtimeNs, ctimeNs }: BigIntStats): string | undefined {
  return ino === 0n || birthtimeNs === 0n || birthtimeNs === ctimeNs ? undefined : `${ino}-${birthtimeNs}`;
}

async function answered<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}

function kindOf(entry: Kinds): FileStat['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}
