import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { FORMAT } from './base';
import { errorCode, type OpenFile } from './fileLayer';
import { encodeSeal, type Seal } from './frame';
import type { OpenLog, Replica } from './replica';
import type { StoreContext } from './storeContext';
import { newLogName } from './storeFiles';

/** A log is sealed when it outgrows this or an eighth of its base, whichever is more. */
const SEAL_BYTES = 1 << 20;

export function outgrown(replica: Replica): boolean {
  return replica.offset > Math.max(SEAL_BYTES, replica.baseBytes / 8);
}

/** Opens the current log for appending, catching up when it is no longer there. Undefined when frozen. */
export async function openCurrentLog(context: StoreContext, replica: Replica): Promise<OpenLog | undefined> {
  for (;;) {
    if (replica.frozen) return undefined;
    const name = replica.logName;
    const file = await openIfThere(context, name);
    if (file) {
      try {
        if (!(await replica.isBegunAnew(file))) return { name, file };
      } catch (error) {
        await file.close();
        throw error;
      }
      await file.close();
    }
    await replica.catchUp();
  }
}

async function openIfThere(context: StoreContext, log: string): Promise<OpenFile | undefined> {
  try {
    return await context.files.open(join(context.directory, log), 'append');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

/**
 * Ends the current log: its successor is created and synced first, then the seal that names it is appended. The
 * first seal in the log wins, whoever wrote it. True when it was this one. The caller has the turn.
 */
export async function sealLog(
  context: StoreContext,
  replica: Replica,
  after: { readonly schema: number; readonly purge: boolean },
): Promise<boolean> {
  const { files, directory } = context;
  const log = await openCurrentLog(context, replica);
  if (!log) return false;
  try {
    await replica.catchUp(log);
    if (replica.logName !== log.name || replica.frozen) return false;
    const next = newLogName(replica.logIndex + 1);
    const successor = await files.open(join(directory, next), 'create');
    try {
      await successor.datasync();
    } finally {
      await successor.close();
    }
    await files.syncDirectory(directory);
    const seal = { next, schema: after.schema, format: FORMAT, purge: after.purge };
    await appendSeal(log.file, replica.salt, seal);
    await replica.catchUp(log);
    const won = replica.logs.includes(next);
    if (won) replica.sealSynced(log.name);
    // A seal behind the first one is void, so nothing will ever lead to the file it names.
    if (!won && replica.logName !== log.name) await files.remove(join(directory, next));
    return won;
  } finally {
    await log.file.close();
  }
}

/**
 * Makes sure that a log ends on the disk where it ended for this process. The seal that it read may never arrive there:
 * its writer may have been stopped before syncing it, and a failed sync is not reported to others, whose own succeeds
 * without writing what was given up. So what a write relies on is a copy that its own process synced.
 */
export async function repeatSeal(context: StoreContext, salt: Uint8Array, log: string, seal: Seal) {
  const file = await openIfThere(context, log);
  // Removed: a base that was synced holds what it held.
  if (!file) return;
  try {
    await appendSeal(file, salt, seal);
  } finally {
    await file.close();
  }
}

async function appendSeal(file: OpenFile, salt: Uint8Array, seal: Seal): Promise<void> {
  const bytes = encodeSeal(salt, seal, randomBytes(16).toString('hex'));
  const taken = file.append(bytes);
  if (taken < bytes.length) throw new Error(`the disk is full: it took ${taken} of ${bytes.length} bytes`);
  await file.datasync();
}
