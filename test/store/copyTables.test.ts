import { describe, expect, it } from 'vitest';
import { copyTables } from '../../src/store/copyTables';
import { Database } from '../../src/store/database';
import { nodeFileLayer } from '../../src/store/fileLayer';
import { readFileState } from '../../src/store/fileState';
import { loadSqlJs } from '../../src/store/sqlJs';
import type { Migration } from '../../src/store/types';
import { wasmFile } from '../support/builtWorker';
import { noteMigrations } from '../support/noteMigrations';
import { storeFixture } from '../support/storeFixture';

const withTags: readonly Migration[] = [
  ...noteMigrations,
  {
    version: 2,
    up(db) {
      db.exec('ALTER TABLE note ADD COLUMN tag TEXT');
    },
  },
];

async function copyInto(target: Database, directory: string, area: string): Promise<void> {
  const sql = await loadSqlJs(wasmFile);
  const reading = await readFileState({ files: nodeFileLayer, sql, directory, migrations: withTags });
  if (reading.kind !== 'whole') throw new Error(reading.kind);
  copyTables(reading.state.database, target, { nameOf: (table) => table, area });
  reading.state.database.close();
}

describe('copying the tables of stores', () => {
  const fixture = storeFixture();

  it('keeps every value of every type, over more rows than a page', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    const notes = Array.from({ length: 1201 }, (_, n) => ({
      id: n + 1,
      key: `key ${n}`,
      text: n % 2 === 0 ? null : `text ${n} \u{1F9A6}`,
      count: n === 7 ? 2n ** 62n : -n,
      score: n / 3,
      data: Uint8Array.of(n % 256, 0),
      loose: n % 3 === 0 ? 'text' : n,
    }));
    await store.write((tx) => {
      for (const note of notes) tx.put('note', note);
    });
    const target = new Database(await loadSqlJs(wasmFile));
    await copyInto(target, directory, 'one');
    expect(target.query('SELECT * FROM note ORDER BY id')).toEqual(
      notes.map((note) => ({ area: 'one', ...note, count: note.count === 0 ? 0 : note.count })),
    );
    target.close();
  });

  it('brings stores of different schema versions together', async () => {
    const older = await fixture.directory();
    await (await fixture.open(older)).write((tx) => tx.put('note', { id: 1, key: 'old' }));
    const newer = await fixture.directory();
    await (
      await fixture.open(newer, withTags)
    ).write((tx) => tx.put('note', { id: 1, key: 'new', tag: 'x' }));
    for (const order of [
      [older, newer],
      [newer, older],
    ]) {
      const target = new Database(await loadSqlJs(wasmFile));
      for (const directory of order)
        await copyInto(target, directory, directory === older ? 'older' : 'newer');
      expect(target.query('SELECT area, key, tag FROM note ORDER BY area')).toEqual([
        { area: 'newer', key: 'new', tag: 'x' },
        { area: 'older', key: 'old', tag: null },
      ]);
      target.close();
    }
  });

  it('leaves behind what was deleted, also where its bytes are still in free pages', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    const id = await store.write((tx) => tx.put('note', { text: 'quagmire '.repeat(2000) }));
    await store.write((tx) => tx.delete('note', id));
    const target = new Database(await loadSqlJs(wasmFile));
    await copyInto(target, directory, 'one');
    expect(Buffer.from(target.export()).includes('quagmire')).toBe(false);
    target.close();
  });
});
