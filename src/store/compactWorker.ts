import { parentPort, workerData } from 'node:worker_threads';
import { compactDirectory, type CompactionJob, type CompactionResult } from './compaction';
import { nodeFileLayer } from './fileLayer';
import { loadSqlJs } from './sqlJs';

/** The program of the worker thread: one compaction, one answer. */
export interface WorkerTask {
  readonly job: CompactionJob;
  readonly wasmFile: string;
}

export type WorkerAnswer =
  | { readonly kind: 'done'; readonly result: CompactionResult }
  | { readonly kind: 'failed'; readonly reason: string };

async function answer({ job, wasmFile }: WorkerTask): Promise<WorkerAnswer> {
  try {
    return { kind: 'done', result: await compactDirectory(nodeFileLayer, await loadSqlJs(wasmFile), job) };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

void answer(workerData as WorkerTask).then((message) => {
  parentPort?.postMessage(message);
});
