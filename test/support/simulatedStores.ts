import { afterEach } from 'vitest';
import { compactDirectory } from '../../src/store/compaction';
import type { Derivation } from '../../src/store/derivation';
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
  derivation?: Derivation,
): Promise<Store> {
  return openStore(simulatedDirectory, migrations, simulatedOptions(process, derivation));
}

/** How stores are opened on the disk of a simulated process. */
export function simulatedOptions(process: SimulatedProcess, derivation?: Derivation): OpenStoreOptions {
  return {
    wasmFile,
    workerFile: '',
    files: process,
    pause: process.pause,
    compaction: new CompactionInProcess(process, derivation),
    ...(derivation && { derivation }),
  };
}

class CompactionInProcess implements CompactionRunner {
  readonly #process: SimulatedProcess;

  readonly #derivation: Derivation | undefined;

  constructor(process: SimulatedProcess, derivation?: Derivation) {
    this.#process = process;
    this.#derivation = derivation;
  }

  async run(job: Parameters<CompactionRunner['run']>[0]) {
    return compactDirectory(this.#process, await loadSqlJs(wasmFile), job, this.#derivation);
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
