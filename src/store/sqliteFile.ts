import { randomBytes } from 'node:crypto';
import { link, open, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Database } from './database';
import { errorCode, nodeFileLayer } from './fileLayer';
import { integrity } from './inspection';
import type { SqlJs } from './sqlJs';

export type FileWriting =
  | { readonly kind: 'written'; readonly bytes: number }
  /** There is a file of this name already, and it was left as it is. */
  | { readonly kind: 'exists' }
  /** Its own check failed, or the disk refused. Nothing was written under the name. */
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Writes a database as one SQLite file (mode 0600), whole or not at all: checked by integrity_check as it will be
 * read, written under another name in the same directory, synced, then named.
 */
export async function writeSqliteFile(
  sql: SqlJs,
  file: string,
  bytes: Uint8Array,
  { replace }: { readonly replace: boolean },
): Promise<FileWriting> {
  const problems = problemsOf(sql, bytes);
  if (problems.length > 0) return failure(`the check of the new file failed: ${problems.join('; ')}`);
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(replace ? await renamed(temporary, file) : await namedAnew(temporary, file)))
      return { kind: 'exists' };
    await nodeFileLayer.syncDirectory(dirname(file));
    return { kind: 'written', bytes: bytes.length };
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

function problemsOf(sql: SqlJs, bytes: Uint8Array): readonly string[] {
  let database: Database;
  try {
    database = new Database(sql, bytes);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  try {
    return integrity(database);
  } finally {
    database.close();
  }
}

async function renamed(from: string, to: string): Promise<boolean> {
  await nodeFileLayer.rename(from, to);
  return true;
}

/** A link never replaces a file, whoever else makes one meanwhile. Disks without links get a look before a rename. */
async function namedAnew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'].includes(errorCode(error) ?? '')) throw error;
  }
  if ((await stat(to).catch(() => undefined)) !== undefined) return false;
  await rename(from, to);
  return true;
}

function failure(message: string): FileWriting {
  return { kind: 'failed', message };
}
