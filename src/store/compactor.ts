import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CompactionResult } from './compaction';
import type { WorkerAnswer, WorkerTask } from './compactWorker';
import type { Replica } from './replica';
import type { StoreContext } from './storeContext';
import { closedError } from './storeErrors';
import { listStoreFiles } from './storeFiles';
import { StoreError } from './types';

export interface CompactorFiles {
  readonly workerFile: string;
  readonly wasmFile: string;
}

/** Runs compactions of one store in a worker thread, one at a time. */
export class Compactor {
  readonly #context: StoreContext;
  readonly #replica: Replica;
  readonly #files: CompactorFiles;
  #worker: Worker | undefined;
  #running: Promise<CompactionResult> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(context: StoreContext, replica: Replica, files: CompactorFiles) {
    this.#context = context;
    this.#replica = replica;
    this.#files = files;
  }

  /** A compaction that starts after this call. Rejects with StoreError `store_unavailable`. */
  async run(): Promise<CompactionResult> {
    while (this.#running) await this.#running.catch(() => undefined);
    if (this.#closed) throw closedError();
    this.#running = this.#runWorker();
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
    await this.#worker?.terminate();
    await this.#running?.catch(() => undefined);
  }

  #runWorker(): Promise<CompactionResult> {
    const { directory } = this.#context;
    const task: WorkerTask = {
      job: { directory, migrations: new Map(this.#replica.migrationSql) },
      wasmFile: this.#files.wasmFile,
    };
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => {
        reject(
          new StoreError('store_unavailable', `The store in ${directory} could not be compacted: ${reason}`),
        );
      };
      const worker = new Worker(this.#files.workerFile, { workerData: task });
      this.#worker = worker;
      worker.on('message', (answer: WorkerAnswer) => {
        if (answer.kind === 'done') resolve(answer.result);
        else fail(answer.reason);
      });
      worker.on('error', (error) => {
        fail(String(error));
      });
      worker.on('exit', () => {
        this.#worker = undefined;
        if (this.#closed) reject(closedError());
        else fail('the worker ended without an answer');
      });
    });
  }
}
