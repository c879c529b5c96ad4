import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, type FileLayer } from './fileLayer';
import { newTemporaryName } from './storeFiles';

/** `f_type` of statfs(2) for file systems behind a network (linux/magic.h and the manual page). */
const NETWORK_TYPES: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x01021997, '9P'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x73757245, 'Coda'],
]);

/** Kind of the network file system a directory lies on: by statfs on Linux, by a UNC path on Windows. */
export async function networkDisk(directory: string): Promise<string | undefined> {
  if (process.platform === 'win32') return directory.startsWith('\\\\') ? 'a network share' : undefined;
  if (process.platform !== 'linux') return undefined;
  try {
    const { type } = await statfs(directory);
    return NETWORK_TYPES.get(type >>> 0);
  } catch {
    return undefined;
  }
}

/**
 * Whether two descriptors that append in turn end up in one order that both read: what the log relies on, and
 * what some network disks do not keep. Asked where nothing is stored yet, and on every network disk. Answers why
 * not; undefined when all is well.
 */
export async function sharesAppends(
  files: FileLayer,
  directory: string,
  network: boolean,
): Promise<string | undefined> {
  if (!network && (await files.list(directory)).length > 0) return undefined;
  const path = join(directory, newTemporaryName());
  const first = await files.open(path, 'create');
  try {
    const second = await files.open(path, 'append');
    try {
      const pieces = Array.from({ length: 8 }, () => randomBytes(64));
      pieces.forEach((piece, index) => (index % 2 === 0 ? first : second).append(piece));
      const whole = Buffer.concat(pieces);
      for (const file of [first, second]) {
        if (!whole.equals(await file.read(0, whole.length + 1)))
          return 'two writers do not share appends on this disk';
      }
      return undefined;
    } finally {
      await second.close();
    }
  } catch (error) {
    // A purge of another process took the file away: the directory is in use, and was asked then.
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  } finally {
    await first.close();
    await files.remove(path);
  }
}
