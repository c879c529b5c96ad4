import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StoreChange } from '../../src/store/types';
import { storeFixture } from '../support/storeFixture';

describe('a store', () => {
  const fixture = storeFixture();

  it('keeps what was written for the next who opens it', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    const id = await store.write((tx) => tx.put('note', { key: 'a', text: 'first', count: 7, score: 1 }));
    await store.close();

    const again = await fixture.open(directory);
    const rows = await again.read((db) => db.query('SELECT *, typeof(score) AS type FROM note'));
    expect(rows).toEqual([
      { id, key: 'a', text: 'first', count: 7, score: 1, data: null, loose: null, type: 'real' },
    ]);
    expect(again.status()).toMatchObject({ sequence: 1, schemaVersion: 1, damage: [] });
  });

  it('shows a write to another store on the directory at its next read', async () => {
    const directory = await fixture.directory();
    const one = await fixture.open(directory);
    const other = await fixture.open(directory);
    for (let round = 1; round <= 20; round++) {
      const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one];
      await writer.write((tx) => tx.put('note', { key: `k${round}`, text: 'x' }));
      expect(await reader.read((db) => db.query('SELECT count(*) AS n FROM note'))).toEqual([{ n: round }]);
    }
  });

  it('tells of changes in order, own and others, each once', async () => {
    const directory = await fixture.directory();
    const one = await fixture.open(directory);
    const other = await fixture.open(directory);
    const heard: StoreChange[] = [];
    one.onDidChange((change) => heard.push(change));
    const id = await one.write((tx) => tx.put('note', { key: 'own', count: 1 }));
    await other.write((tx) => {
      tx.delete('note', id);
    });
    await one.read(() => undefined);
    expect(heard).toEqual([
      {
        kind: 'rows',
        sequence: 1,
        own: true,
        changes: [
          {
            table: 'note',
            id,
            row: { id, key: 'own', text: null, count: 1, score: null, data: null, loose: null },
          },
        ],
      },
      { kind: 'rows', sequence: 2, own: false, changes: [{ table: 'note', id }] },
    ]);
  });

  it('notices the writes of others while it is watched', async () => {
    const directory = await fixture.directory();
    const one = await fixture.open(directory);
    const other = await fixture.open(directory);
    const heard = new Promise((resolve) => one.onDidChange(resolve));
    const watch = one.watch(true);
    await other.write((tx) => tx.put('note', { key: 'k' }));
    expect(await heard).toMatchObject({ kind: 'rows', own: false });
    watch.dispose();
  });

  it('gives its files to nobody else', async () => {
    const directory = join(await fixture.directory(), 'new', 'deep');
    const store = await fixture.open(directory);
    await store.write((tx) => tx.put('note', { key: 'k' }));
    await store.compact();
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(directory)) {
      expect([name, (await stat(join(directory, name))).mode & 0o777]).toEqual([name, 0o600]);
    }
  });

  it('refuses everything once it is closed', async () => {
    const store = await fixture.open(await fixture.directory());
    const pending = store.write((tx) => tx.put('note', { key: 'in time' }));
    await store.close();
    expect(await pending).toBe(1);
    await expect(store.read(() => 1)).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(store.write(() => 1)).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(store.compact()).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});
