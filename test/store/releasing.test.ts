import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtProgram, builtWorker, wasmFile } from '../support/builtWorker';

const STORES = 12;
const MEGABYTES_EACH = 12;

describe('a closed store', () => {
  const built: Awaited<ReturnType<typeof builtProgram>>[] = [];
  beforeAll(async () => {
    built.push(await builtProgram('test/store/openingProcess.ts'), await builtWorker());
  });
  afterAll(async () => {
    for (const program of built) await program.dispose();
  });

  it('holds no memory for its database', async () => {
    const [program, worker] = built.map(({ file }) => file);
    const args = [program ?? '', String(STORES), String(MEGABYTES_EACH), wasmFile, worker ?? ''];
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', ...args]);
    expect(Number(stdout)).toBeLessThan((STORES * MEGABYTES_EACH) / 3);
  });
});
