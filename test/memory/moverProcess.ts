import { MemoryHost } from '../../src/memory/memoryHost';

/**
 * A process of the tests that merges one project into another, or takes the last change back, until it is killed:
 * `node mover STORAGE WASM WORKER merge|undo [SOURCE TARGET]`. Prints `ready`, and goes on once its standard input
 * ends.
 */
async function main([storage = '', wasmFile = '', workerFile = '', what = '', from = '', to = '']: string[]) {
  const host = new MemoryHost({ storageDirectory: storage, runtime: { wasmFile, workerFile } });
  const changes = await host.projectChanges();
  console.log('ready');
  for await (const _chunk of process.stdin);
  if (what === 'merge') {
    const merged = await changes.merge([{ id: from, name: 'heron' }], { id: to, name: 'otter' }, 'person');
    console.log(merged.kind);
  } else {
    const last = await changes.latest();
    if (last !== undefined) console.log((await changes.undo(last)).kind);
  }
  await host.close();
}

void main(process.argv.slice(2));
