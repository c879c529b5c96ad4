import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reader, StoreChange } from '../../src/store/types';
import { builtProgram, wasmFile } from '../support/builtWorker';
import { FilesWithFaults } from '../support/filesWithFaults';
import { storeFixture } from '../support/storeFixture';

const texts = (db: Reader) =>
  db
    .query<{ text: string }>('SELECT text FROM note WHERE text IS NOT NULL ORDER BY id')
    .map(({ text }) => text);

describe('a writer suspended', () => {
  const fixture = storeFixture();
  let program: Awaited<ReturnType<typeof builtProgram>>;
  beforeAll(async () => {
    program = await builtProgram('test/store/writerProcess.ts');
  });
  afterAll(async () => {
    await program.dispose();
  });

  /** Another process writes while this one stands still. */
  function writeMeanwhile(directory: string, count: number, characters: number): void {
    const args = [
      program.file,
      directory,
      'meanwhile',
      String(count),
      String(characters),
      wasmFile,
      fixture.workerFile,
    ];
    execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  }

  it('right before its append loses the race, and is written after the other', async () => {
    const directory = await fixture.directory();
    const files = new FilesWithFaults();
    const store = await fixture.open(directory, undefined, { files });
    const heard: StoreChange[] = [];
    store.onDidChange((change) => heard.push(change));
    await store.write((tx) => tx.put('note', { id: 1, key: 'counter', count: 0 }));
    files.beforeAppend = () => {
      writeMeanwhile(directory, 2, 10);
    };
    const count = await store.write((tx) => {
      const [row] = tx.query<{ count: number }>('SELECT count FROM note WHERE id = 1');
      const next = (row?.count ?? 0) + 1;
      tx.put('note', { id: 1, key: 'counter', count: next });
      tx.put('note', { text: 'mine' });
      return next;
    });
    expect(count).toBe(3);
    expect(await store.read(texts)).toEqual(['meanwhile-1', 'meanwhile-2', 'mine']);
    expect(store.status()).toMatchObject({ sequence: 4, voidFrames: 1, damage: [] });
    expect(heard.map((change) => change.kind === 'rows' && [change.sequence, change.own])).toEqual([
      [1, true],
      [2, false],
      [3, false],
      [4, true],
    ]);
    expect(await (await fixture.open(directory)).read(texts)).toEqual(['meanwhile-1', 'meanwhile-2', 'mine']);
  });

  it('right before its append, whose frame is void and not taken by the disk either, ends the log', async () => {
    const directory = await fixture.directory();
    const files = new FilesWithFaults();
    const store = await fixture.open(directory, undefined, { files });
    files.beforeAppend = () => {
      writeMeanwhile(directory, 1, 10);
    };
    files.syncError = 'EIO';
    await store.write((tx) => tx.put('note', { text: 'mine' }));
    expect(store.status().logs.at(-1)).toMatch(/^log-1-/);
    expect(await (await fixture.open(directory)).read(texts)).toEqual(['meanwhile-1', 'mine']);
  });

  it('right before its append to a log that is sealed meanwhile, is written to the next', async () => {
    const directory = await fixture.directory();
    const files = new FilesWithFaults();
    const store = await fixture.open(directory, undefined, { files });
    files.beforeAppend = () => {
      writeMeanwhile(directory, 3, 600_000);
    };
    await store.write((tx) => tx.put('note', { text: 'mine' }));
    expect(store.status().logs.at(-1)).toMatch(/^log-1-/);
    const expected = ['meanwhile-1', 'meanwhile-2', 'meanwhile-3', 'mine'];
    expect((await store.read(texts)).sort()).toEqual(expected);
    expect((await (await fixture.open(directory)).read(texts)).sort()).toEqual(expected);
  });

  it('between append and read-back, woken after two compactions, is written once', async () => {
    const directory = await fixture.directory();
    const files = new FilesWithFaults();
    const store = await fixture.open(directory, undefined, { files });
    const other = await fixture.open(directory);
    files.afterAppend = async () => {
      for (let round = 0; round < 3; round++) {
        await other.write((tx) => tx.put('note', { text: `other ${round}` }));
        await other.compact();
      }
      expect(await readdir(directory)).not.toContain('log-0-00000000');
    };
    let runs = 0;
    await store.write((tx) => {
      runs++;
      tx.put('note', { text: 'mine' });
    });
    expect(runs).toBe(1);
    expect(await store.read(texts)).toEqual(['mine', 'other 0', 'other 1', 'other 2']);
    expect(await (await fixture.open(directory)).read(texts)).toEqual(await store.read(texts));
  });

  it('in its fdatasync tells listeners only after the answer, and of later changes after that', async () => {
    const directory = await fixture.directory();
    const files = new FilesWithFaults();
    const store = await fixture.open(directory, undefined, { files });
    const other = await fixture.open(directory);
    const heard: StoreChange[] = [];
    store.onDidChange((change) => heard.push(change));
    files.beforeSync = async () => {
      await other.write((tx) => tx.put('note', { text: 'other' }));
      expect(await store.read(texts)).toEqual(['mine', 'other']);
      expect(heard).toEqual([]);
    };
    await store.write((tx) => tx.put('note', { text: 'mine' }));
    expect(heard).toMatchObject([
      { sequence: 1, own: true },
      { sequence: 2, own: false },
    ]);
  });

  it('between append and read-back of a void frame, woken after two compactions, is written again', async () => {
    const directory = await fixture.directory();
    const files = new FilesWithFaults();
    const store = await fixture.open(directory, undefined, { files });
    const other = await fixture.open(directory);
    files.beforeAppend = () => {
      writeMeanwhile(directory, 1, 10);
    };
    files.afterAppend = async () => {
      for (let round = 0; round < 3; round++) {
        await other.write((tx) => tx.put('note', { text: `other ${round}` }));
        await other.compact();
      }
    };
    let runs = 0;
    await store.write((tx) => {
      runs++;
      tx.put('note', { text: 'mine' });
    });
    expect(runs).toBe(2);
    const expected = ['meanwhile-1', 'other 0', 'other 1', 'other 2', 'mine'];
    expect(await store.read(texts)).toEqual(expected);
    expect(await (await fixture.open(directory)).read(texts)).toEqual(expected);
  });
});
