import { saveObservation } from '../../src/memory/observations';
import { MemoryHost } from '../../src/memory/memoryHost';
import type { Area } from '../../src/memory/types';

/**
 * A process of the tests that brings many memories in as one change: `node import STORAGE PROJECT NAME COUNT WASM
 * WORKER`. It adds COUNT memories `NAME n`, and prints `begun` when the project is open, `given` when the change is
 * made up and `done` when it is on disk.
 */
async function main([
  storageDirectory = '',
  id = '',
  name = '',
  count = '0',
  wasmFile = '',
  workerFile = '',
]: string[]) {
  const host = new MemoryHost({ storageDirectory, runtime: { wasmFile, workerFile } });
  const project: Area = { kind: 'project', id, name: 'imported' };
  await host.use(project, async (area) => {
    await area.read(() => undefined);
    console.log('begun');
    await area.write((tx) => {
      for (let n = 0; n < Number(count); n++) {
        const content = `${name} ${n}: ${'what was written down about it, '.repeat(18)}`;
        const input = {
          title: `${name} ${n}`,
          content,
          type: 'decision',
          scope: 'project',
          savedBy: 'import',
        };
        saveObservation(tx, input, () => false, host.timestamp(), host.now());
      }
      console.log('given');
    });
    console.log('done');
  });
  await host.close();
}

void main(process.argv.slice(2));
