import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hmac } from '../guard/types';
import { StoreError } from '../store/types';

export const KEY_BYTES = 32;

export function keyFile(storageDirectory: string): string {
  return join(storageDirectory, 'key');
}

/**
 * The HMAC under this store's own key: 32 random bytes in the file `key` (mode 0600), made on first use. Two
 * processes that make it at once end with the same one.
 */
export async function loadHmac(storageDirectory: string): Promise<Hmac> {
  const key = await loadKey(storageDirectory);
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}

async function loadKey(storageDirectory: string): Promise<Uint8Array> {
  const file = keyFile(storageDirectory);
  const present = await readKey(file);
  if (present !== undefined) return present;
  await mkdir(storageDirectory, { recursive: true, mode: 0o700 });
  // Written whole under another name, then linked: a reader never sees half a key, and the first link wins.
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(randomBytes(KEY_BYTES));
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  const made = await readKey(file);
  if (made === undefined)
    throw new StoreError('store_unavailable', `The key file ${file} vanished while it was made.`);
  return made;
}

async function readKey(file: string): Promise<Uint8Array | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (bytes.length !== KEY_BYTES) {
    throw new StoreError(
      'store_unavailable',
      `The key file ${file} holds ${bytes.length} bytes instead of ${KEY_BYTES}; move it away to have a new one made.`,
    );
  }
  return bytes;
}
