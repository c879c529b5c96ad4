import { join } from 'node:path';
import type { BaseHead } from './base';
import { errorCode, type FileLayer } from './fileLayer';
import { scanFrames } from './frame';
import { readLogPart } from './logReading';
import { listStoreFiles, setAside, type StoreFiles } from './storeFiles';

export interface Removal {
  /** Files that could not be removed, each with the error code. */
  readonly left: readonly string[];
}

export interface Kept {
  readonly head: BaseHead;
  /** Number of the base that the newest was made from: with the logs after it, a second way to the same state. */
  readonly previous: number;
  /** Names of the logs that lead from one to the other, and on. */
  readonly chain: readonly string[];
  /** The newest base was just made by a purge: what was set aside goes too. */
  readonly purged: boolean;
}

/** A temporary file older than this belongs to nobody: its writer was stopped. */
export const STALE_TEMPORARY_MS = 10 * 60_000;

/**
 * Removes what the newest base makes superfluous: kept are it with what was derived from it, the one before, and
 * every log since that one. A log that holds damage is set aside instead. After a purge nothing older is kept, nor anything set aside.
 */
export async function removeOldFiles(files: FileLayer, directory: string, kept: Kept): Promise<Removal> {
  const found = await listStoreFiles(files, directory);
  const { head } = kept;
  const older = found.bases.map(({ index }) => index).filter((index) => index < head.index);
  const oldest = Math.max(head.purgedBefore, Math.min(kept.previous, Math.max(...older, 0)));
  const left: string[] = [];
  const attempt = async (name: string, action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') left.push(`${name} (${errorCode(error) ?? String(error)})`);
    }
  };
  // The base that makes them superfluous may be another process's, whose name is not on disk yet.
  await files.syncDirectory(directory);
  const remove = (name: string) => attempt(name, () => files.remove(join(directory, name)));

  for (const { name, index } of found.bases) if (index < oldest) await remove(name);
  for (const { name, index } of found.derived) if (index < head.index) await remove(name);
  for (const { name, index } of superfluousLogs(found, oldest, kept)) {
    const aside = index >= head.purgedBefore && (await holdsDamage(files, directory, name, head.salt));
    if (aside) await attempt(name, () => setAside(files, directory, name));
    else await remove(name);
  }
  if (kept.purged) for (const name of found.aside) await remove(name);
  for (const name of found.temporary) {
    if (kept.purged || ((await files.age(join(directory, name))) ?? 0) > STALE_TEMPORARY_MS)
      await remove(name);
  }
  await files.syncDirectory(directory);
  return { left };
}

/**
 * Logs before the oldest base, and successors that lost: a log whose predecessor is sealed with another name will
 * never be part of the chain.
 */
function superfluousLogs(found: StoreFiles, oldest: number, { head, previous, chain }: Kept) {
  return found.logs.filter(
    ({ name, index }) => index < oldest || (index > previous && index <= head.index && !chain.includes(name)),
  );
}

/** Removes what a purge was to remove and a process stopped at the wrong moment left. Failures are ignored. */
export async function removePurgedFiles(
  files: FileLayer,
  directory: string,
  purgedBefore: number,
): Promise<void> {
  const { bases, logs, derived } = await listStoreFiles(files, directory);
  const purged = [...bases, ...logs, ...derived].filter(({ index }) => index < purgedBefore);
  if (purged.length === 0) return;
  try {
    // The base that replaces them may not be on disk yet.
    await files.syncDirectory(directory);
  } catch {
    return;
  }
  for (const { name } of purged) await files.remove(join(directory, name)).catch(() => undefined);
}

async function holdsDamage(
  files: FileLayer,
  directory: string,
  name: string,
  salt: Uint8Array,
): Promise<boolean> {
  try {
    const file = await files.open(join(directory, name), 'read');
    try {
      const scan = scanFrames(await file.read(0, file.size()), salt);
      const first = scan.frames.find(({ kind }) => kind === 'rows')?.sequence ?? 1;
      return readLogPart(scan, name, first - 1).damage.length > 0;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
