import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/u;

export interface BearerToken {
  readonly token: string;
  readonly file: string;
  /** It was made just now: nobody has been told it. */
  readonly isNew: boolean;
}

/** A storage that cannot be written, and holds no token. */
const UNWRITABLE = new Set(['EACCES', 'EROFS', 'EPERM']);

/**
 * The token that clients over HTTP send: 32 random bytes in base64url, in the file `http-token` of the storage (mode
 * 0600), made on first use and kept, so that a client stays configured. Two servers that make it at once end with the
 * same one. In a storage that cannot be written it lives as long as the process. Throws when the file holds anything else.
 */
export async function loadToken(storageDirectory: string): Promise<BearerToken> {
  const file = path.join(storageDirectory, 'http-token');
  const present = await readToken(file);
  if (present !== undefined) return { token: present, file, isNew: false };
  const made = randomBytes(TOKEN_BYTES).toString('base64url');
  try {
    await mkdir(storageDirectory, { recursive: true, mode: 0o700 });
    const isNew = await place(made, file);
    return { token: (await readToken(file)) ?? made, file, isNew };
  } catch (error) {
    if (!UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return { token: made, file, isNew: true };
  }
}

/** Written whole under another name, then linked: a reader never sees half a token. False: another process was first. */
async function place(token: string, file: string): Promise<boolean> {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${token}\n`);
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await unlink(draft);
  }
}

async function readToken(file: string): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const token = text.trim();
  if (!TOKEN.test(token))
    throw new Error(`The file ${file} holds no token; remove it to have a new one made.`);
  return token;
}
