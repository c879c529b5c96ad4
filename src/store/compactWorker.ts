import { parentPort, workerData } from 'node:worker_threads';
import { compactDirectory, type CompactionJob, type CompactionResult } from './compaction';
import type { Derivation } from './derivation';
import { nodeFileLayer } from './fileLayer';
import { loadSqlJs } from './sqlJs';

/** What the worker thread is started with. */
export interface WorkerTask {
  readonly job: CompactionJob;
  readonly wasmFile: string;
}

export type WorkerAnswer =
  | { readonly kind: 'done'; readonly result: CompactionResult }
  | { readonly kind: 'failed'; readonly reason: string };

/** The program of the worker thread: one compaction, one answer. */
export async function runCompactWorker(derivations: readonly Derivation[]): Promise<void> {
  parentPort?.postMessage(await answer(workerData as WorkerTask, derivations));
}

async function answer(
  { job, wasmFile }: WorkerTask,
  derivations: readonly Derivation[],
): Promise<WorkerAnswer> {
  try {
    const derivation = derivations.find(({ name }) => name === job.derivation);
    const result = await compactDirectory(nodeFileLayer, await loadSqlJs(wasmFile), job, derivation);
    return { kind: 'done', result };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
