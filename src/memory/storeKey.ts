import { createHmac, randomBytes } from 'node:crypto';
import { Guard } from '../guard/guard';
import type { Hmac } from '../guard/types';
import { loadHmac } from './guardKey';

/** A storage that cannot be written, and holds no key. */
const UNWRITABLE = new Set(['EACCES', 'EROFS', 'EPERM']);

/** What one process computes with the store's own key, which is loaded, or made, on first use. */
export class StoreKey {
  readonly #storageDirectory: string;
  readonly #makeSafe: () => Promise<void>;
  #hmac: Promise<Hmac> | undefined;
  #guard: Guard | undefined;

  /** `makeSafe`: called before the storage is looked at. */
  constructor(storageDirectory: string, makeSafe: () => Promise<void>) {
    this.#storageDirectory = storageDirectory;
    this.#makeSafe = makeSafe;
  }

  async guard(): Promise<Guard> {
    return (this.#guard ??= new Guard(await this.hmac()));
  }

  hmac(): Promise<Hmac> {
    this.#hmac ??= this.#load().catch((error: unknown) => {
      if (!UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? '')) {
        this.#hmac = undefined;
        throw error;
      }
      // Nothing can be stored here, so nothing is ever compared with this key: it only redacts answers.
      const key = randomBytes(32);
      return (text) => createHmac('sha256', key).update(text).digest('hex');
    });
    return this.#hmac;
  }

  async #load(): Promise<Hmac> {
    await this.#makeSafe();
    return loadHmac(this.#storageDirectory);
  }
}
