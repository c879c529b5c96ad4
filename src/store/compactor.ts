import { join } from 'node:path';
import type { CompactionResult } from './compaction';
import type { Replica } from './replica';
import type { StoreContext } from './storeContext';
import { closedError } from './storeErrors';
import { listStoreFiles } from './storeFiles';
import { StoreError } from './types';
import type { CompactionRunner } from './workerCompaction';

/** Runs compactions of one store one at a time. */
export class Compactor {
  readonly #context: StoreContext;
  readonly #replica: Replica;
  readonly #runner: CompactionRunner;
  #running: Promise<CompactionResult> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(context: StoreContext, replica: Replica, runner: CompactionRunner) {
    this.#context = context;
    this.#replica = replica;
    this.#runner = runner;
  }

  /** A compaction that starts after this call. Rejects with StoreError `store_unavailable`. */
  async run(purge = false): Promise<CompactionResult> {
    while (this.#running) await this.#running.catch(() => undefined);
    if (this.#closed) throw closedError();
    this.#running = this.#compact(purge);
    try {
      const result = await this.#running;
      this.#replica.baseMade(result.base, result.index, result.bytes);
      return result;
    } finally {
      this.#running = undefined;
    }
  }

  /** Compacts later, unless another process has done it by then; a failure is logged. */
  schedule(delay: number): void {
    if (this.#closed || this.#timer || this.#context.refusesWriting !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#runIfNeeded().catch((error: unknown) => {
        if (!this.#closed) this.#context.log(`The log was not compacted: ${String(error)}`);
      });
    }, delay);
    this.#timer.unref();
  }

  async #runIfNeeded(): Promise<void> {
    const { files, directory } = this.#context;
    const [newest] = (await listStoreFiles(files, directory)).bases;
    if (newest && newest.index >= this.#replica.logIndex) {
      const bytes = await files.size(join(directory, newest.name));
      if (bytes !== undefined) this.#replica.baseMade(newest.name, newest.index, bytes);
    } else await this.run();
  }

  /** Stops a running compaction: it is safe to break off anywhere. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#runner.stop();
    await this.#running?.catch(() => undefined);
  }

  async #compact(purge: boolean): Promise<CompactionResult> {
    const { directory, derivation } = this.#context;
    try {
      const result = await this.#runner.run({
        directory,
        migrations: new Map(this.#replica.migrationSql),
        purge,
        ...(derivation && { derivation: derivation.name }),
      });
      if (result.notDerived !== undefined)
        this.#context.log(`Nothing could be derived from ${result.base}: ${result.notDerived}`);
      return result;
    } catch (error) {
      if (this.#closed) throw closedError();
      const reason = error instanceof Error ? error.message : String(error);
      throw new StoreError(
        'store_unavailable',
        `The store in ${directory} could not be compacted: ${reason}`,
      );
    }
  }
}
