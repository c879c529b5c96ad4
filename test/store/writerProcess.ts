import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { openStore } from '../../src/store/store';
import type { Store } from '../../src/store/types';
import { noteMigrations } from '../support/noteMigrations';

/**
 * A process of the tests that writes to a store: `node writer DIRECTORY NAME COUNT CHARACTERS WASM WORKER`. It adds at
 * most COUNT notes NAME-1, NAME-2, ... and raises a common counter with each, prints `acknowledged NAME-n` when one is
 * durable and `written` after the last. On stdin, `stop` makes the next note the last, and each `dump` is answered with
 * `dump SEQUENCE HASH`, until stdin ends.
 */
async function main([
  directory = '',
  name = '',
  count = '0',
  characters = '0',
  wasmFile = '',
  workerFile = '',
]: string[]) {
  const store = await openStore(directory, noteMigrations, { wasmFile, workerFile });
  const commands = createInterface({ input: process.stdin });
  let stopped = false;
  commands.on('line', (line) => {
    if (line === 'stop') stopped = true;
    else void dump(store);
  });
  const ended = new Promise((resolve) => commands.on('close', resolve));
  const filler = 'x'.repeat(Number(characters));
  for (let n = 1; n <= Number(count) && !stopped; n++) {
    await store.write((tx) => {
      const [counter] = tx.query<{ count: number }>('SELECT count FROM note WHERE id = 1');
      tx.put('note', { id: 1, key: 'counter', count: (counter?.count ?? 0) + 1 });
      tx.put('note', { text: `${name}-${n}`, loose: filler });
    });
    console.log(`acknowledged ${name}-${n}`);
  }
  console.log('written');
  await ended;
  await store.close();
}

async function dump(store: Store): Promise<void> {
  const { sequence, rows } = await store.read((db) => ({
    sequence: db.sequence,
    rows: db.query('SELECT * FROM note ORDER BY id'),
  }));
  console.log(`dump ${sequence} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`);
}

void main(process.argv.slice(2));
