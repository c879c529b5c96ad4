import { createHash, randomBytes } from 'node:crypto';
import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Database } from '../../src/store/database';
import { nodeFileLayer, type FileLayer } from '../../src/store/fileLayer';
import { loadSqlJs } from '../../src/store/sqlJs';
import type { Reader, Store } from '../../src/store/types';
import { wasmFile } from '../support/builtWorker';
import { FilesWithFaults } from '../support/filesWithFaults';
import { storeFixture } from '../support/storeFixture';

const keys = (db: Reader) =>
  db.query<{ key: string }>('SELECT key FROM note ORDER BY id').map(({ key }) => key);
const put = (store: Store, key: string) => store.write((tx) => tx.put('note', { key }));

async function only(directory: string, beginning: string): Promise<string> {
  const found = (await readdir(directory)).filter((name) => name.startsWith(beginning));
  expect(found).toHaveLength(1);
  return join(directory, found[0] ?? '');
}

async function flip(path: string, find: string): Promise<void> {
  const bytes = await readFile(path);
  const at = bytes.indexOf(find);
  expect(at).toBeGreaterThan(0);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(path, bytes);
}

describe('damage', () => {
  const fixture = storeFixture();

  async function threeNotes(compactAfter: number): Promise<string> {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    for (const [n, key] of ['one', 'two', 'three'].entries()) {
      await put(store, key);
      if (n + 1 === compactAfter) await store.compact();
    }
    await store.close();
    return directory;
  }

  it.each([
    ['with a flipped byte', (path: string) => flip(path, 'CREATE TABLE note')],
    ['cut to half', async (path: string) => truncate(path, Math.floor((await readFile(path)).length / 2))],
    ['of no length', (path: string) => truncate(path, 0)],
  ])('of a base %s: the one before and the logs give the whole state', async (_, damage) => {
    const directory = await threeNotes(2);
    await damage(await only(directory, 'base-1'));
    const store = await fixture.open(directory);
    expect(await store.read(keys)).toEqual(['one', 'two', 'three']);
    expect(store.status().damage).toEqual([
      expect.stringMatching(/^base-1-.* is damaged; the state was restored/),
    ]);
    expect(await readdir(directory)).toContainEqual(expect.stringMatching(/^damaged-base-1-/));
    await put(store, 'four');
    await store.compact();
    expect(await (await fixture.open(directory)).read(keys)).toEqual(['one', 'two', 'three', 'four']);
    expect(await readdir(directory)).toContainEqual(expect.stringMatching(/^damaged-base-1-/));
  });

  it('of the first base: it is made again', async () => {
    const directory = await threeNotes(9);
    await flip(await only(directory, 'base-0'), 'CREATE TABLE note');
    const store = await fixture.open(directory);
    expect(await store.read(keys)).toEqual(['one', 'two', 'three']);
    expect(store.status().damage).toHaveLength(1);
  });

  it('of every base is an error that names the files, each time, and changes none', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    for (const key of ['one', 'two', 'three']) {
      await put(store, key);
      await store.compact();
    }
    await store.close();
    for (const name of await readdir(directory)) {
      if (name.startsWith('base-')) await flip(join(directory, name), 'CREATE TABLE note');
    }
    const before = await readdir(directory);
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(fixture.open(directory)).rejects.toMatchObject({
        code: 'store_unavailable',
        message: expect.stringMatching(/No whole state.*base-3-.*log-3-/s) as string,
      });
    }
    expect(await readdir(directory)).toEqual(before);
  });

  it('of a change in the log costs that change, and is told', async () => {
    const directory = await threeNotes(9);
    await flip(await only(directory, 'log-0'), 'two');
    const store = await fixture.open(directory);
    expect(await store.read(keys)).toEqual(['one', 'three']);
    expect(store.status().damage).toEqual([
      expect.stringContaining('numbered 2 to 2 are damaged'),
      expect.stringContaining('bytes that are no change'),
    ]);
    await put(store, 'four');
    const other = await fixture.open(directory);
    expect(await other.read(keys)).toEqual(['one', 'three', 'four']);
  });

  it('of the last change is told, and the next one takes its place', async () => {
    const directory = await threeNotes(9);
    await flip(await only(directory, 'log-0'), 'three');
    const store = await fixture.open(directory);
    expect(await store.read(keys)).toEqual(['one', 'two']);
    expect(store.status().damage).toEqual([expect.stringContaining('last change is damaged')]);
    await put(store, 'four');
    expect(await (await fixture.open(directory)).read(keys)).toEqual(['one', 'two', 'four']);
  });

  it('of a log is kept aside when the log is no longer needed', async () => {
    const directory = await threeNotes(9);
    await flip(await only(directory, 'log-0'), 'two');
    const store = await fixture.open(directory);
    for (const key of ['four', 'five']) {
      await put(store, key);
      await store.compact();
    }
    expect(await readdir(directory)).toContain('damaged-log-0-00000000');
    expect(await store.read(keys)).toEqual(['one', 'three', 'four', 'five']);
  });

  it('of a row that others depend on leaves out what does not fit, the same everywhere', async () => {
    const directory = await fixture.directory();
    const writer = await fixture.open(directory);
    await writer.write((tx) => tx.put('note', { id: 1, key: 'taken' }));
    await writer.write((tx) => tx.put('note', { id: 1, key: 'freed-by-this' }));
    await writer.write((tx) => tx.put('note', { id: 2, key: 'taken', text: 'newer' }));
    await writer.close();
    await flip(await only(directory, 'log-0'), 'freed-by-this');
    const store = await fixture.open(directory);
    const expected = [{ id: 2, key: 'taken', text: 'newer' }];
    expect(await store.read((db) => db.query('SELECT id, key, text FROM note'))).toEqual(expected);
    await store.compact();
    const fresh = await fixture.open(directory);
    expect(await fresh.read((db) => db.query('SELECT id, key, text FROM note'))).toEqual(expected);
  });

  it.each([16, 1, 200])('by %i random bytes at the end of a log harms nothing', async (length) => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    await put(store, 'one');
    await appendFile(await only(directory, 'log-0'), randomBytes(length));
    const other = await fixture.open(directory);
    await put(other, 'two');
    await put(store, 'three');
    expect(await store.read(keys)).toEqual(['one', 'two', 'three']);
    expect(await other.read(keys)).toEqual(['one', 'two', 'three']);
    await store.compact();
    expect(await (await fixture.open(directory)).read(keys)).toEqual(['one', 'two', 'three']);
  });

  it('by a lost log is told; nothing is made up', async () => {
    const directory = await threeNotes(2);
    await rm(await only(directory, 'log-1'));
    const store = await fixture.open(directory);
    expect(await store.read(keys)).toEqual(['one', 'two']);
    expect(store.status().damage).toEqual([
      expect.stringMatching(/^log-1-.* is missing: changes after number 2/),
    ]);
    await put(store, 'four');
    expect(await (await fixture.open(directory)).read(keys)).toEqual(['one', 'two', 'four']);
  });

  it('by a lost log behind a sealed one is told too; nothing waits for it for ever', async () => {
    const directory = await threeNotes(2);
    await rm(await only(directory, 'base-1'));
    await rm(await only(directory, 'log-1'));
    const store = await fixture.open(directory);
    expect(await store.read(keys)).toEqual(['one', 'two']);
    expect(store.status().damage).toEqual([
      expect.stringMatching(/^log-1-.* is missing: changes after number 2/),
    ]);
    await put(store, 'four');
    expect(await (await fixture.open(directory)).read(keys)).toEqual(['one', 'two', 'four']);
    expect(await readdir(directory)).toContainEqual(expect.stringMatching(/^damaged-log-1-/));
  });

  it('is not what a base of another version is: it stays, and nobody opens the store as an older one', async () => {
    const directory = await threeNotes(2);
    const path = await only(directory, 'base-1');
    const database = new Database(await loadSqlJs(wasmFile), await readFile(path));
    database.run('ALTER TABLE _store RENAME COLUMN salt TO something_else');
    const bytes = database.export();
    database.close();
    await rm(path);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    await writeFile(join(directory, `base-1-${hash}.sqlite`), bytes);
    const before = await readdir(directory);
    await expect(fixture.open(directory)).rejects.toMatchObject({ code: 'schema_too_new' });
    expect(await readdir(directory)).toEqual(before);
  });

  it('is not what a process without a right or a free descriptor sees: nothing is set aside', async () => {
    const directory = await threeNotes(2);
    const before = await readdir(directory);
    for (const code of ['EMFILE', 'EACCES']) {
      const files: FileLayer = {
        ...nodeFileLayer,
        open: (path, mode) =>
          path.endsWith('.sqlite')
            ? Promise.reject(Object.assign(new Error(`${code}: injected`), { code }))
            : nodeFileLayer.open(path, mode),
      };
      await expect(fixture.open(directory, undefined, { files })).rejects.toMatchObject({
        code: 'store_unavailable',
        message: expect.stringContaining(code) as string,
      });
    }
    expect(await readdir(directory)).toEqual(before);
    expect(await (await fixture.open(directory)).read(keys)).toEqual(['one', 'two', 'three']);
  });

  it('by a cut log is told, and all go on from what the disk holds', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    await put(store, 'one');
    const size = (await readFile(await only(directory, 'log-0'))).length;
    await put(store, 'two');
    await truncate(await only(directory, 'log-0'), size);
    expect(await store.read(keys)).toEqual(['one']);
    expect(store.status().damage).toEqual([expect.stringContaining('was cut to')]);
    await put(store, 'three');
    expect(await (await fixture.open(directory)).read(keys)).toEqual(['one', 'three']);
  });

  it('by a directory that vanished is an error, not an empty store', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    await put(store, 'one');
    await rm(directory, { recursive: true });
    await expect(store.read(keys)).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(put(store, 'two')).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});

describe('a failing disk', () => {
  const fixture = storeFixture();

  it('that takes only part of a change saves nothing of it and harms no later one', async () => {
    const directory = await fixture.directory();
    const files = new FilesWithFaults();
    const store = await fixture.open(directory, undefined, { files });
    const other = await fixture.open(directory);
    await put(store, 'one');
    for (const taken of [0, 1, 8, 15, 16, 30, 60]) {
      files.shortWrite = taken;
      await expect(put(store, `lost ${taken}`)).rejects.toMatchObject({
        code: 'store_unavailable',
        message: expect.stringContaining('the disk is full') as string,
      });
      await put(other, `other ${taken}`);
      await put(store, `after ${taken}`);
    }
    const expected = ['one', ...[0, 1, 8, 15, 16, 30, 60].flatMap((n) => [`other ${n}`, `after ${n}`])];
    expect(await store.read(keys)).toEqual(expected);
    expect(await (await fixture.open(directory)).read(keys)).toEqual(expected);
  });

  it('that does not confirm says so; the change counts, and the log is ended', async () => {
    const directory = await fixture.directory();
    const files = new FilesWithFaults();
    const store = await fixture.open(directory, undefined, { files });
    await put(store, 'one');
    files.syncError = 'EIO';
    await expect(put(store, 'two')).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('did not confirm') as string,
    });
    expect(await store.read(keys)).toEqual(['one', 'two']);
    expect(store.status().logs.at(-1)).toMatch(/^log-1-/);
    await put(store, 'three');
    expect(await (await fixture.open(directory)).read(keys)).toEqual(['one', 'two', 'three']);
  });
});
