import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { openStore } from '../../src/store/store';
import { noteMigrations } from '../support/noteMigrations';

/**
 * A process of the tests that writes to a store: `node writer DIRECTORY NAME COUNT CHARACTERS WASM WORKER`. It adds
 * COUNT notes NAME-1, NAME-2, ... and raises a common counter with each, prints `acknowledged NAME-n` when one is
 * durable and `written` after the last. Then it answers each line on stdin with `dump SEQUENCE HASH` until stdin
 * ends.
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
  const filler = 'x'.repeat(Number(characters));
  for (let n = 1; n <= Number(count); n++) {
    await store.write((tx) => {
      const [counter] = tx.query<{ count: number }>('SELECT count FROM note WHERE id = 1');
      tx.put('note', { id: 1, key: 'counter', count: (counter?.count ?? 0) + 1 });
      tx.put('note', { text: `${name}-${n}`, loose: filler });
    });
    console.log(`acknowledged ${name}-${n}`);
  }
  console.log('written');
  for await (const _line of createInterface({ input: process.stdin })) {
    const { sequence, rows } = await store.read((db) => ({
      sequence: db.sequence,
      rows: db.query('SELECT * FROM note ORDER BY id'),
    }));
    console.log(`dump ${sequence} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`);
  }
  await store.close();
}

void main(process.argv.slice(2));
