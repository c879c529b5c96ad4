import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Reader, Store, StoreChange } from '../../src/store/types';
import { poll } from '../support/poll';
import { storeFixture } from '../support/storeFixture';

const texts = (db: Reader) =>
  db.query<{ text: string }>('SELECT text FROM note ORDER BY id').map(({ text }) => text);

async function fill(store: Store, from: number, count: number, characters: number): Promise<void> {
  for (let n = from; n < from + count; n++) {
    await store.write((tx) => tx.put('note', { text: `${n}`, loose: 'x'.repeat(characters) }));
  }
}

describe('sealing and compacting', () => {
  const fixture = storeFixture();

  it('folds the log into a base that holds the same', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    await fill(store, 0, 20, 10);
    const before = await store.read(texts);
    await store.compact();
    expect(store.status().base).toMatch(/^base-1-/);
    await fill(store, 20, 5, 10);
    const fresh = await fixture.open(directory);
    expect(fresh.status()).toMatchObject({ base: store.status().base, sequence: 25, damage: [] });
    expect(await fresh.read(texts)).toEqual([...before, '20', '21', '22', '23', '24']);
  });

  it('keeps the two newest bases and the logs since the older one', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    for (let round = 0; round < 4; round++) {
      await fill(store, round, 1, 10);
      await store.compact();
    }
    const names = (await readdir(directory)).map((name) => name.replace(/-[0-9a-f]+(\.sqlite)?$/, ''));
    expect(names.sort()).toEqual(['base-3', 'base-4', 'log-3', 'log-4']);
  });

  it('makes the same base wherever it is done', async () => {
    const directory = await fixture.directory();
    const one = await fixture.open(directory);
    const other = await fixture.open(directory);
    await fill(one, 0, 50, 100);
    await Promise.all([one.compact(), other.compact()]);
    const names = await readdir(directory);
    expect(new Set(names.filter((name) => name.startsWith('base-1-'))).size).toBe(1);
    expect((await one.read(texts)).length).toBe(50);
    expect(await other.read(texts)).toEqual(await one.read(texts));
  });

  it('happens by itself when the log outgrows, under writers, and loses nothing', async () => {
    const directory = await fixture.directory();
    const stores = await Promise.all([1, 2, 3].map(() => fixture.open(directory)));
    await Promise.all(stores.map((store, n) => fill(store, n * 100, 100, 12_000)));
    const all = await Promise.all(stores.map((store) => store.read((db) => texts(db).sort())));
    expect(all[0]).toHaveLength(300);
    expect(all[1]).toEqual(all[0]);
    expect(all[2]).toEqual(all[0]);
    expect(stores[0]?.status().logs.at(-1)).not.toMatch(/^log-0-/);
    await poll('a base made in the background', async () => {
      return (await readdir(directory)).find((name) => /^base-[1-9]/.test(name));
    });
    expect(await (await fixture.open(directory)).read((db) => texts(db).sort())).toEqual(all[0]);
  });

  it('resets a reader whose log is gone', async () => {
    const directory = await fixture.directory();
    const sleeper = await fixture.open(directory);
    const heard: StoreChange[] = [];
    sleeper.onDidChange((change) => heard.push(change));
    const store = await fixture.open(directory);
    for (let round = 0; round < 3; round++) {
      await fill(store, round, 1, 10);
      await store.compact();
    }
    await fill(store, 3, 1, 10);
    expect(await sleeper.read(texts)).toEqual(['0', '1', '2', '3']);
    expect(heard[0]).toEqual({ kind: 'reset' });
    expect(heard[1]).toMatchObject({ kind: 'rows', sequence: 4, own: false });
    await fill(sleeper, 4, 1, 10);
    expect(await store.read(texts)).toEqual(['0', '1', '2', '3', '4']);
    expect(sleeper.status().damage).toEqual([]);
  });

  it('goes on in the successor without a reset while the chain is there', async () => {
    const directory = await fixture.directory();
    const reader = await fixture.open(directory);
    const heard: StoreChange[] = [];
    reader.onDidChange((change) => heard.push(change));
    const store = await fixture.open(directory);
    await fill(store, 0, 1, 10);
    await store.compact();
    await fill(store, 1, 1, 10);
    expect(await reader.read(texts)).toEqual(['0', '1']);
    expect(heard.map(({ kind }) => kind)).toEqual(['rows', 'rows']);
  });

  it('does nothing to a log without changes', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    const before = await readdir(directory);
    await store.compact();
    expect(await readdir(directory)).toEqual(before);
  });

  it('says when the worker cannot do it, and goes on', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory, undefined, {
      workerFile: join(directory, 'no-such-worker.js'),
    });
    await fill(store, 0, 1, 10);
    await expect(store.compact()).rejects.toMatchObject({ code: 'store_unavailable' });
    await fill(store, 1, 1, 10);
    expect(await (await fixture.open(directory)).read(texts)).toEqual(['0', '1']);
  });
});

describe('a purge', () => {
  const fixture = storeFixture();
  const secret = 'the-text-that-has-to-go';

  async function filesWith(directory: string, text: string): Promise<string[]> {
    const names = await readdir(directory);
    const found = await Promise.all(
      names.map(async (name) => ((await readFile(join(directory, name))).includes(text) ? [name] : [])),
    );
    return found.flat();
  }

  it('leaves no byte of a deleted row in the directory', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    await fill(store, 0, 30, 300);
    const id = await store.write((tx) =>
      tx.put('note', { key: 'k', text: secret.repeat(40), loose: secret }),
    );
    await fill(store, 30, 30, 300);
    await store.compact();
    await store.write((tx) => tx.put('note', { id, key: 'k', text: `${secret} changed` }));
    await store.compact();
    await writeFile(join(directory, 'damaged-log-0-00000000'), secret);
    await writeFile(join(directory, 'tmp-0123456789abcdef'), secret);
    expect(await filesWith(directory, secret)).not.toEqual([]);

    await store.write((tx) => {
      tx.delete('note', id);
    });
    await store.compact({ purge: true });
    expect(await filesWith(directory, secret)).toEqual([]);
    expect(await store.read(texts)).toHaveLength(60);
    const fresh = await fixture.open(directory);
    expect(await fresh.read(texts)).toEqual(await store.read(texts));
    expect(await filesWith(directory, '59')).not.toEqual([]);
  });

  it('clears the pages that earlier bases had freed', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    for (let n = 0; n < 30; n++)
      await store.write((tx) => tx.put('note', { id: n + 1, loose: secret.repeat(100) }));
    await store.compact();
    await store.write((tx) => {
      for (let n = 0; n < 30; n++) tx.delete('note', n + 1);
    });
    await store.compact();
    expect(await filesWith(directory, secret)).toContain(store.status().base);
    await store.compact({ purge: true });
    expect(await filesWith(directory, secret)).toEqual([]);
  });

  it('is followed by those who did not ask for it', async () => {
    const directory = await fixture.directory();
    const other = await fixture.open(directory);
    const store = await fixture.open(directory);
    const id = await store.write((tx) => tx.put('note', { text: secret }));
    await other.read(texts);
    await store.write((tx) => {
      tx.delete('note', id);
    });
    await store.compact({ purge: true });
    await fill(other, 0, 1, 10);
    expect(await other.read(texts)).toEqual(['0']);
    await other.compact();
    expect(await filesWith(directory, secret)).toEqual([]);
    expect(await store.read(texts)).toEqual(['0']);
  });
});
