import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { FORMAT } from './base';
import { errorCode } from './fileLayer';
import { encodeSeal } from './frame';
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
    try {
      return { name, file: await context.files.open(join(context.directory, name), 'append') };
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
    await replica.catchUp();
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
    const bytes = encodeSeal(replica.salt, seal, randomBytes(16).toString('hex'));
    const taken = log.file.append(bytes);
    if (taken < bytes.length) throw new Error(`the disk is full: it took ${taken} of ${bytes.length} bytes`);
    await log.file.datasync();
    await replica.catchUp(log);
    const won = replica.logs.includes(next);
    // A seal behind the first one is void, so nothing will ever lead to the file it names.
    if (!won && replica.logName !== log.name) await files.remove(join(directory, next));
    return won;
  } finally {
    await log.file.close();
  }
}
