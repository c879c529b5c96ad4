import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Migration, Reader, StoreChange } from '../../src/store/types';
import { noteMigrations } from '../support/noteMigrations';
import { poll } from '../support/poll';
import { storeFixture } from '../support/storeFixture';

const withTags: readonly Migration[] = [
  ...noteMigrations,
  {
    version: 2,
    up(db) {
      db.exec('ALTER TABLE note ADD COLUMN tag TEXT');
      db.exec('CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT');
      // What is executed depends on the rows: a copy of the statements alone would not do on another state.
      for (const { id } of db.query<{ id: number }>('SELECT id FROM note ORDER BY id')) {
        db.exec(`UPDATE note SET tag = 'tag of ${id}' WHERE id = ${id}`);
      }
    },
  },
];

const tags = (db: Reader) => db.query('SELECT id, tag FROM note ORDER BY id');

describe('a migration', () => {
  const fixture = storeFixture();

  it('changes the rows there are, and stays when the store is opened again', async () => {
    const directory = await fixture.directory();
    const old = await fixture.open(directory);
    await old.write((tx) => {
      tx.put('note', { id: 1 });
      tx.put('note', { id: 2 });
    });
    await old.close();
    const store = await fixture.open(directory, withTags);
    const expected = [
      { id: 1, tag: 'tag of 1' },
      { id: 2, tag: 'tag of 2' },
    ];
    expect(await store.read(tags)).toEqual(expected);
    expect(store.status().schemaVersion).toBe(2);
    await store.write((tx) => tx.put('note', { id: 3, tag: 'new' }));
    // From the old base and the logs, and from the new base.
    expect(await (await fixture.open(directory, withTags)).read(tags)).toEqual([
      ...expected,
      { id: 3, tag: 'new' },
    ]);
    await poll('the new base', async () =>
      (await readdir(directory)).find((name) => name.startsWith('base-1-')),
    );
    const again = await fixture.open(directory, withTags);
    expect(again.status().base).toMatch(/^base-1-/);
    expect(await again.read(tags)).toEqual([...expected, { id: 3, tag: 'new' }]);
  });

  it('leaves an old program its reads, and refuses its writes', async () => {
    const directory = await fixture.directory();
    const old = await fixture.open(directory);
    await old.write((tx) => tx.put('note', { id: 1, text: 'before' }));
    const store = await fixture.open(directory, withTags);
    await store.write((tx) => tx.put('note', { id: 2, tag: 'after' }));

    await expect(old.write((tx) => tx.put('note', { text: 'late' }))).rejects.toMatchObject({
      code: 'schema_too_new',
    });
    expect(await old.read((db) => db.query('SELECT id, text FROM note'))).toEqual([
      { id: 1, text: 'before' },
    ]);
    expect(old.status().readOnly).toMatch(/reload the window/);
    await expect(old.compact()).rejects.toMatchObject({ code: 'schema_too_new' });
    expect(await store.read((db) => db.query('SELECT id FROM note'))).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('voids what an old program appends behind the seal', async () => {
    const directory = await fixture.directory();
    const old = await fixture.open(directory);
    await old.write((tx) => tx.put('note', { id: 1 }));
    let store;
    const late = old.write((tx) => tx.put('note', { text: 'racing' }));
    const outcome = await Promise.allSettled([
      late,
      fixture.open(directory, withTags).then((opened) => (store = opened)),
    ]);
    const seen = await (
      await fixture.open(directory, withTags)
    ).read((db) => db.query("SELECT id FROM note WHERE text = 'racing'"));
    expect(seen.length).toBe(outcome[0].status === 'fulfilled' ? 1 : 0);
    expect(store).toBeDefined();
  });

  it('cannot be undone by opening with an old program', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory, withTags);
    await store.write((tx) => tx.put('note', { tag: 'x' }));
    await expect(fixture.open(directory)).rejects.toMatchObject({ code: 'schema_too_new' });
  });

  it('that fails is reported and changes nothing', async () => {
    const directory = await fixture.directory();
    const old = await fixture.open(directory);
    await old.write((tx) => tx.put('note', { id: 1, text: 'kept' }));
    const failing: Migration = {
      version: 2,
      up(db) {
        db.exec('DELETE FROM note');
        db.exec('SELECT nonsense(1)');
      },
    };
    const before = await readdir(directory);
    await expect(fixture.open(directory, [...noteMigrations, failing])).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('Migration 2 failed') as string,
    });
    expect(await readdir(directory)).toEqual(before);
    await old.write((tx) => tx.put('note', { id: 2, text: 'goes on' }));
    expect(await old.read((db) => db.query('SELECT text FROM note'))).toEqual([
      { text: 'kept' },
      { text: 'goes on' },
    ]);
  });

  it.each([
    ['a table that is not STRICT', 'CREATE TABLE loose (id INTEGER PRIMARY KEY)'],
    ['a table without an integer id', 'CREATE TABLE bad (id TEXT PRIMARY KEY) STRICT'],
    ['a trigger', 'CREATE TRIGGER bad AFTER INSERT ON note BEGIN DELETE FROM note; END'],
    ['AUTOINCREMENT', 'CREATE TABLE bad (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT'],
    ['a virtual table', 'CREATE VIRTUAL TABLE bad USING fts3(text)'],
    ['a table WITHOUT ROWID', 'CREATE TABLE bad (id INTEGER PRIMARY KEY) STRICT, WITHOUT ROWID'],
  ])('may not leave %s', async (_, sql) => {
    const bad: Migration = {
      version: 2,
      up(db) {
        db.exec(sql);
      },
    };
    await expect(fixture.open(await fixture.directory(), [...noteMigrations, bad])).rejects.toThrow(
      'must be STRICT',
    );
  });

  it('is done once when several programs start at the same time', async () => {
    const directory = await fixture.directory();
    const old = await fixture.open(directory);
    await old.write((tx) => tx.put('note', { id: 1 }));
    await old.close();
    const heard: StoreChange[] = [];
    const stores = await Promise.all([1, 2, 3, 4].map(() => fixture.open(directory, withTags)));
    stores[0]?.onDidChange((change) => heard.push(change));
    for (const [n, store] of stores.entries())
      await store.write((tx) => tx.put('note', { tag: `store ${n}` }));
    for (const store of stores) {
      expect((await store.read(tags)).map(({ tag }) => tag)).toEqual([
        'tag of 1',
        'store 0',
        'store 1',
        'store 2',
        'store 3',
      ]);
    }
    expect(heard.map((change) => change.kind)).toEqual(['rows', 'rows', 'rows', 'rows']);
  });
});
