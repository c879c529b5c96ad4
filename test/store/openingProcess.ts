import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/store';
import type { Store } from '../../src/store/types';
import { noteMigrations } from '../support/noteMigrations';

const MEGABYTE = 2 ** 20;

/**
 * A process of the tests that opens copies of one store, one after the other: `node --expose-gc opening TIMES
 * MEGABYTES WASM WORKER`. It prints by how many MB its memory has grown since the first was closed, of stores of so
 * many MB each. The closed stores stay known to it.
 */
async function main([times = '0', size = '0', wasmFile = '', workerFile = '']: string[]) {
  const root = await mkdtemp(join(tmpdir(), 'opening-'));
  const open = (directory: string) => openStore(directory, noteMigrations, { wasmFile, workerFile });
  const first = await open(join(root, '0'));
  for (let n = 0; n < Number(size); n++) {
    await first.write((tx) => tx.put('note', { data: new Uint8Array(MEGABYTE).fill(n) }));
  }
  await first.compact();
  await first.close();
  for (let n = 1; n <= Number(times); n++)
    await cp(join(root, '0'), join(root, String(n)), { recursive: true });

  const closed: Store[] = [];
  let before = 0;
  for (let n = 1; n <= Number(times); n++) {
    const store = await open(join(root, String(n)));
    await store.read((db) => db.query('SELECT max(data) FROM note').length);
    await store.write((tx) => tx.put('note', { text: 'one more' }));
    await store.close();
    closed.push(store);
    global.gc?.();
    if (n === 1) before = process.memoryUsage.rss();
  }
  global.gc?.();
  console.log(((process.memoryUsage.rss() - before) / MEGABYTE).toFixed(1));
  await rm(root, { recursive: true });
}

void main(process.argv.slice(2));
