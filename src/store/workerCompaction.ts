import { Worker } from 'node:worker_threads';
import type { CompactionJob, CompactionResult } from './compaction';
import type { WorkerAnswer, WorkerTask } from './compactWorker';

/** Where a compaction runs. Breaking it off anywhere is safe. */
export interface CompactionRunner {
  /** One compaction. Rejects with an Error that says why it could not be done. */
  run(job: CompactionJob): Promise<CompactionResult>;
  /** Ends a running one, whose promise rejects. */
  stop(): Promise<void>;
}

/** Its heap grows to the default otherwise, three times 16 MB for what is garbage at once. */
const LIMITS = { maxYoungGenerationSizeMb: 6 };

/** Runs each compaction in a worker thread of its own, so that it holds nobody's event loop. */
export class WorkerCompaction implements CompactionRunner {
  readonly #workerFile: string;
  readonly #wasmFile: string;
  #worker: Worker | undefined;

  constructor(workerFile: string, wasmFile: string) {
    this.#workerFile = workerFile;
    this.#wasmFile = wasmFile;
  }

  run(job: CompactionJob): Promise<CompactionResult> {
    const task: WorkerTask = { job, wasmFile: this.#wasmFile };
    return new Promise((resolve, reject) => {
      const worker = new Worker(this.#workerFile, { workerData: task, resourceLimits: LIMITS });
      this.#worker = worker;
      worker.on('message', (answer: WorkerAnswer) => {
        if (answer.kind === 'done') resolve(answer.result);
        else reject(new Error(answer.reason));
      });
      worker.on('error', (error) => {
        reject(new Error(String(error)));
      });
      worker.on('exit', () => {
        this.#worker = undefined;
        reject(new Error('the worker ended without an answer'));
      });
    });
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }
}
