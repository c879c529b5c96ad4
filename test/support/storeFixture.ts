import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openStore, type OpenStoreOptions } from '../../src/store/store';
import type { Migration, Store } from '../../src/store/types';
import { builtWorker, wasmFile } from './builtWorker';
import { noteMigrations } from './noteMigrations';

export interface StoreFixture {
  /** A fresh directory, removed after the test. */
  directory(): Promise<string>;
  /** Opens a store that is closed after the test. */
  open(
    directory: string,
    migrations?: readonly Migration[],
    options?: Partial<OpenStoreOptions>,
  ): Promise<Store>;
  readonly workerFile: string;
}

/** Call inside a describe: stores and directories made through the fixture end with each test. */
export function storeFixture(): StoreFixture {
  const stores: Store[] = [];
  const directories: string[] = [];
  let worker: Awaited<ReturnType<typeof builtWorker>> | undefined;
  beforeAll(async () => {
    worker = await builtWorker();
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    for (const path of directories.splice(0)) await rm(path, { recursive: true, force: true });
  });
  afterAll(async () => {
    await worker?.dispose();
  });
  return {
    get workerFile() {
      return worker?.file ?? '';
    },
    async directory() {
      const path = await mkdtemp(join(tmpdir(), 'store-'));
      directories.push(path);
      return path;
    },
    async open(directory, migrations = noteMigrations, options = {}) {
      const store = await openStore(directory, migrations, {
        wasmFile,
        workerFile: worker?.file ?? '',
        ...options,
      });
      stores.push(store);
      return store;
    },
  };
}
