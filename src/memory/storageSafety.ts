import { chmod, lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../store/types';

/** Folders within one another below the storage: `projects`, one project, and what is set aside in it. */
const DEPTH = 4;
const WRITABLE_BY_OTHERS = 0o022;
const READABLE_BY_OTHERS = 0o077;

export interface StorageSafetyOptions {
  readonly log: (message: string) => void;
  /** User id of this process; undefined where there is none (Windows), and nothing is checked. */
  readonly uid: number | undefined;
}

/**
 * Before anything is read from or written to a storage folder: whoever could write to it before this program did may
 * have left links there that lead its writes elsewhere. A folder of another user is refused; one of this user that
 * others may write to is closed to them, and refused when something in it is a link or belongs to another user. The
 * folder may itself be reached by a link. A folder that is not there yet is safe: it will be made with mode 0700.
 */
export async function makeStorageSafe(
  storageDirectory: string,
  { log, uid }: StorageSafetyOptions,
): Promise<void> {
  if (uid === undefined) return;
  const folder = await realpath(storageDirectory).catch(missing);
  if (folder === undefined) return;
  const top = await lstat(folder);
  // What belongs to root is as safe as the machine.
  if (top.uid !== uid && top.uid !== 0) {
    throw refused(folder, `belongs to another user (user id ${top.uid})`);
  }
  if ((top.mode & WRITABLE_BY_OTHERS) === 0) return;
  if (top.uid !== uid) throw refused(folder, 'can be written by other users');
  await chmod(folder, top.mode & ~READABLE_BY_OTHERS & 0o777);
  try {
    await refuseForeign(folder, uid, DEPTH);
  } catch (error) {
    // Open again, or the next look would take it for safe.
    await chmod(folder, top.mode & 0o7777);
    throw error;
  }
  log(`The storage folder ${folder} could be written by other users; now only you can use it.`);
}

/** Everything below was there while others could write. */
async function refuseForeign(folder: string, uid: number, depth: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const entry = await lstat(path);
    if (entry.isSymbolicLink()) throw refused(path, 'is a link, which another user may have placed there');
    if (entry.uid !== uid) throw refused(path, `belongs to another user (user id ${entry.uid})`);
    if (!entry.isDirectory()) continue;
    if (depth === 0) throw refused(path, 'is a folder that this program did not make');
    if ((entry.mode & WRITABLE_BY_OTHERS) !== 0) await chmod(path, entry.mode & ~READABLE_BY_OTHERS & 0o777);
    await refuseForeign(path, uid, depth - 1);
  }
}

function refused(path: string, why: string): StoreError {
  return new StoreError(
    'store_unavailable',
    `${path} ${why}. Nothing was read or written: move it away, or choose another storage folder.`,
  );
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
