import { afterEach } from 'vitest';
import { compactDirectory } from '../../src/store/compaction';
import { loadSqlJs } from '../../src/store/sqlJs';
import { openStore, type OpenStoreOptions } from '../../src/store/store';
import type { Migration, Store } from '../../src/store/types';
import type { CompactionRunner } from '../../src/store/workerCompaction';
import { wasmFile } from './builtWorker';
import { noteMigrations } from './noteMigrations';
import type { SimulatedProcess } from './simulatedProcess';

/** Where simulated stores are: no directory of the real disk. */
export const simulatedDirectory = '/simulated/store';

/** Opens the store of the simulated disk in one of its processes, with a compaction that runs there too. */
export function openSimulated(
  process: SimulatedProcess,
  migrations: readonly Migration[] = noteMigrations,
): Promise<Store> {
  return openStore(simulatedDirectory, migrations, simulatedOptions(process));
}

/** How stores are opened on the disk of a simulated process. */
export function simulatedOptions(process: SimulatedProcess): OpenStoreOptions {
  return {
    wasmFile,
    workerFile: '',
    files: process,
    pause: process.pause,
    compaction: new CompactionInProcess(process),
  };
}

class CompactionInProcess implements CompactionRunner {
  readonly #process: SimulatedProcess;

  constructor(process: SimulatedProcess) {
    this.#process = process;
  }

  async run(job: Parameters<CompactionRunner['run']>[0]) {
    return compactDirectory(this.#process, await loadSqlJs(wasmFile), job);
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}

/** Call inside a describe: stores opened through the answer are closed after each test. */
export function simulatedStores(): typeof openSimulated {
  const stores: Store[] = [];
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
  });
  return async (process, migrations) => {
    const store = await openSimulated(process, migrations);
    stores.push(store);
    return store;
  };
}
