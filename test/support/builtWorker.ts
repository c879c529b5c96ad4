import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

export const wasmFile = join(root, 'node_modules/sql.js/dist/sql-wasm.wasm');

/** A program of the source tree as a CommonJS file, built fresh, so that no test depends on a stale dist/. */
export async function builtProgram(
  entry: string,
): Promise<{ readonly file: string; dispose(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'built-'));
  const file = join(directory, 'program.cjs');
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'warning',
  });
  return { file, dispose: () => rm(directory, { recursive: true, force: true }) };
}

/** compact-worker.js, as the store loads it. */
export function builtWorker(): Promise<{ readonly file: string; dispose(): Promise<void> }> {
  return builtProgram('src/memory/compactWorker.ts');
}
