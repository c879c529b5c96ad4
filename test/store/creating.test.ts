import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileLayer } from '../../src/store/fileLayer';
import { encodeGenesis } from '../../src/store/frame';
import { ensureGenesis } from '../../src/store/genesis';
import type { Reader } from '../../src/store/types';
import { FilesWithFaults } from '../support/filesWithFaults';
import { storeFixture } from '../support/storeFixture';

const keys = (db: Reader) =>
  db.query<{ key: string }>('SELECT key FROM note ORDER BY key').map(({ key }) => key);

describe('creating a store', () => {
  const fixture = storeFixture();

  it('by several at once ends in one state', async () => {
    const directory = await fixture.directory();
    const stores = await Promise.all(Array.from({ length: 6 }, () => fixture.open(directory)));
    await Promise.all(stores.map((store, n) => store.write((tx) => tx.put('note', { key: `k${n}` }))));
    for (const store of stores) expect(await store.read(keys)).toEqual(['k0', 'k1', 'k2', 'k3', 'k4', 'k5']);
    expect((await readdir(directory)).filter((name) => name.startsWith('base-'))).toHaveLength(1);
  });

  it('goes on where another was stopped: before, in and after the genesis', async () => {
    const genesis = Buffer.from(
      encodeGenesis({ salt: '0123456789abcdef', schema: 1, format: 1 }, 'a'.repeat(32)),
    );
    for (const length of [0, 1, 7, 8, 20, genesis.length / 2 - 1, genesis.length / 2, genesis.length]) {
      const directory = await fixture.directory();
      await writeFile(join(directory, 'log-0-00000000'), genesis.subarray(0, length));
      const store = await fixture.open(directory);
      await store.write((tx) => tx.put('note', { key: `${length}` }));
      expect(await (await fixture.open(directory)).read(keys)).toEqual([`${length}`]);
      expect(store.status().damage).toEqual([]);
    }
  });

  it('joins the one whose genesis is first', async () => {
    const directory = await fixture.directory();
    const [first, second] = await Promise.all([
      ensureGenesis(nodeFileLayer, directory, 1),
      ensureGenesis(nodeFileLayer, directory, 1),
    ]);
    expect(first).toBeDefined();
    expect(second).toEqual(first);
  });

  it.each([
    ['a first log that holds something but no genesis', 'log-0-00000000', 5000],
    ['a later log alone', 'log-3-0123abcd', 100],
    ['nothing but damage set aside', 'damaged-base-2-0123456789abcdef.sqlite', 100],
  ])('does not happen beside %s', async (_, name, length) => {
    const directory = await fixture.directory();
    await writeFile(join(directory, name), 'x'.repeat(length));
    await expect(fixture.open(directory)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining(name) as string,
    });
    expect(await readdir(directory)).toEqual([name]);
  });

  it('leaves the files of others alone', async () => {
    const directory = await fixture.directory();
    await mkdir(join(directory, 'base-1-0123456789abcdef'));
    for (const name of ['notes.txt', 'base-x.sqlite', 'log-0-xyz', '.DS_Store']) {
      await writeFile(join(directory, name), 'mine');
    }
    const before = await readdir(directory);
    const store = await fixture.open(directory);
    await store.write((tx) => tx.put('note', { key: 'k' }));
    await store.compact({ purge: true });
    expect(await readdir(directory)).toEqual(expect.arrayContaining(before));
    expect(store.status().damage).toEqual([]);
  });

  it('in a file, or where nothing may be written, is refused', async () => {
    const directory = await fixture.directory();
    await writeFile(join(directory, 'file'), '');
    await expect(fixture.open(join(directory, 'file'))).rejects.toMatchObject({ code: 'store_unavailable' });
    const files = new FilesWithFaults();
    files.writeError = 'EROFS';
    await expect(fixture.open(await fixture.directory(), undefined, { files })).rejects.toMatchObject({
      code: 'read_only',
    });
  });
});

describe('a directory that cannot be written', () => {
  const fixture = storeFixture();

  it('is read, follows others, and answers writes with the reason', async () => {
    const directory = await fixture.directory();
    const writer = await fixture.open(directory);
    await writer.write((tx) => tx.put('note', { key: 'a' }));
    const files = new FilesWithFaults();
    files.writeError = 'EACCES';
    const store = await fixture.open(directory, undefined, { files });
    expect(await store.read(keys)).toEqual(['a']);
    await expect(store.write((tx) => tx.put('note', { key: 'b' }))).rejects.toMatchObject({
      code: 'read_only',
      message: expect.stringContaining('EACCES') as string,
    });
    await expect(store.compact()).rejects.toMatchObject({ code: 'read_only' });
    expect(store.status().readOnly).toContain(directory);
    await writer.write((tx) => tx.put('note', { key: 'c' }));
    expect(await store.read(keys)).toEqual(['a', 'c']);
  });

  it('is noticed when it becomes so later', async () => {
    const files = new FilesWithFaults();
    const store = await fixture.open(await fixture.directory(), undefined, { files });
    await store.write((tx) => tx.put('note', { key: 'a' }));
    files.writeError = 'EROFS';
    await expect(store.write((tx) => tx.put('note', { key: 'b' }))).rejects.toMatchObject({
      code: 'read_only',
    });
    files.writeError = undefined;
    await store.write((tx) => tx.put('note', { key: 'c' }));
    expect(await store.read(keys)).toEqual(['a', 'c']);
  });
});
