import { describe, expect, it } from 'vitest';
import { StoreError, type Reader, type Store } from '../../src/store/types';
import { SimulatedDisk } from '../support/simulatedDisk';
import type { SimulatedProcess } from '../support/simulatedProcess';
import { openSimulated, simulatedDirectory, simulatedStores } from '../support/simulatedStores';

const texts = (db: Reader) =>
  db
    .query<{ text: string }>('SELECT text FROM note WHERE text IS NOT NULL ORDER BY id')
    .map(({ text }) => text);

const put = (store: Store, text: string) => store.write((tx) => tx.put('note', { text }));

/** What an action answers, or undefined when it fails as a store may. */
async function tried<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

describe('one failing operation, wherever it is', () => {
  /** Opens, writes, seals, compacts and reads, trying on after the failure. Answers what was acknowledged. */
  async function life(process: SimulatedProcess, failsAt: number) {
    const acknowledged: string[] = [];
    const store = (await tried(() => openSimulated(process))) ?? (await openSimulated(process));
    for (let round = 0; round < 2; round++) {
      const note = `note ${round}`;
      if ((await tried(() => put(store, note))) !== undefined) acknowledged.push(note);
      await tried(() => store.compact({ purge: round === 1 }));
      const seen = await tried(() => store.read(texts));
      if (seen) expect(acknowledged.filter((text) => !seen.includes(text))).toEqual([]);
    }
    const failed = process.operations >= failsAt;
    process.spare();
    await put(store, 'last');
    await store.compact();
    await store.close();
    return { failed, acknowledged: [...acknowledged, 'last'] };
  }

  it.each(['EIO', 'ENOSPC', 'EACCES', 'ENOENT'])(
    'with %s, is said and loses nothing',
    async (code) => {
      for (let after = 0, failed = true; failed; after++) {
        const disk = new SimulatedDisk();
        const process = disk.start('victim');
        process.fail({ code, after });
        const lived = await life(process, after + 1);
        failed = lived.failed;
        const store = await openSimulated(disk.start('fresh'));
        const found = await store.read(texts);
        expect(
          lived.acknowledged.filter((text) => !found.includes(text)),
          `failed at ${after}`,
        ).toEqual([]);
        expect(new Set(found).size, `failed at ${after}`).toBe(found.length);
        await store.close();
      }
    },
    120_000,
  );

  it('a write of which the disk takes any part leaves nothing of it', async () => {
    const disk = new SimulatedDisk();
    const process = disk.start('victim');
    const store = await openSimulated(process);
    const other = await openSimulated(disk.start('other'));
    const expected: string[] = [];
    for (let takes = 0; takes < 90; takes++) {
      process.fail({ operation: 'append', takes });
      await expect(put(store, `lost ${takes}`)).rejects.toMatchObject({ code: 'store_unavailable' });
      await put(other, `kept ${takes}`);
      expected.push(`kept ${takes}`);
    }
    for (const each of [store, other]) {
      expect(await each.read(texts)).toEqual(expected);
      expect(each.status().damage).toEqual([]);
      await each.close();
    }
  });
});

describe('files that vanish under a process', () => {
  const open = simulatedStores();

  it('its log: what it knows is still answered, the loss is told, and writing goes on', async () => {
    const disk = new SimulatedDisk();
    const [reader, other] = [await open(disk.start('reader')), await open(disk.start('other'))];
    await put(other, 'one');
    await put(other, 'two');
    expect(await reader.read(texts)).toEqual(['one', 'two']);
    await disk.start('vandal').remove(`${simulatedDirectory}/log-0-00000000`);
    await tried(() => reader.read(texts));
    expect(reader.status().damage).not.toEqual([]);
    await put(reader, 'three');
    const fresh = await open(disk.start('fresh'));
    expect(await fresh.read(texts)).toContain('three');
    expect(await reader.read(texts)).toEqual(await fresh.read(texts));
  });

  it('the whole directory: an error, not an empty store', async () => {
    const disk = new SimulatedDisk();
    const store = await open(disk.start('reader'));
    await put(store, 'one');
    disk.removeDirectory(simulatedDirectory);
    await expect(store.read(texts)).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(put(store, 'two')).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(store.compact()).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});
