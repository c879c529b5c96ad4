import { describe, expect, it } from 'vitest';
import { FIRST_LOG } from '../../src/store/storeFiles';
import type { Reader, Store } from '../../src/store/types';
import { frameOf, saltOf } from '../support/frames';
import { SeededRandom } from '../support/seededRandom';
import { SimulatedDisk } from '../support/simulatedDisk';
import { simulatedDirectory, simulatedStores } from '../support/simulatedStores';

const texts = (db: Reader) =>
  db
    .query<{ text: string }>('SELECT text FROM note WHERE text IS NOT NULL ORDER BY id')
    .map(({ text }) => text);

const put = (store: Store, text: string) => store.write((tx) => tx.put('note', { text }));

const SEEDS = 24;

describe('a disk that does not confirm a seal, and then loses power', () => {
  const open = simulatedStores();

  it.each([
    ['of the log it ends', 'datasync', /log-0-/],
    ['of its successor', 'datasync', /log-1-/],
    ['of their names', 'syncDirectory', /./],
  ] as const)('keeps what is acknowledged: the sync %s', async (_, operation, path) => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const disk = new SimulatedDisk(new SeededRandom(seed));
      disk.loss = { entries: 'any', holes: seed % 2 === 0 };
      const process = disk.start('victim');
      const store = await open(process);
      const other = await open(disk.start('other'));
      await put(store, 'one');
      process.fail({ operation, path, code: 'EIO' });
      await expect(store.compact()).rejects.toMatchObject({ code: 'store_unavailable' });
      process.spare();
      await put(store, 'two');
      await put(other, 'three');
      disk.failPower();
      const fresh = await open(disk.start('fresh'));
      expect(await fresh.read(texts), `seed ${seed}`).toEqual(['one', 'two', 'three']);
    }
  });

  it('does not count a change behind the lost seal instead of those in the next log', async () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const disk = new SimulatedDisk(new SeededRandom(seed));
      const process = disk.start('victim');
      const store = await open(process);
      const other = await open(disk.start('other'));
      await put(store, 'one');
      process.fail({ operation: 'datasync', path: /log-0-/, code: 'EIO' });
      await expect(store.compact()).rejects.toMatchObject({ code: 'store_unavailable' });
      const log = disk.find(`${simulatedDirectory}/${FIRST_LOG}`);
      const values = [9n, null, 'late', null, null, null, null];
      const columns = ['id', 'key', 'text', 'count', 'score', 'data', 'loose'];
      const late = frameOf(saltOf(log?.bytes ?? Buffer.of()), 2, [
        { table: 'note', id: 9, put: { columns, values } },
      ]);
      log?.append(late, disk.moment);
      await put(other, 'two');
      await put(store, 'three');
      disk.failPower();
      const fresh = await open(disk.start('fresh'));
      expect(await fresh.read(texts), `seed ${seed}`).toEqual(['one', 'two', 'three']);
    }
  });

  it('keeps what is acknowledged behind two seals of which one was never synced', async () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const disk = new SimulatedDisk(new SeededRandom(seed));
      const slow = disk.start('slow');
      const [one, other] = [await open(slow), await open(disk.start('other'))];
      await put(one, 'one');
      const beforeSync = slow.hold('datasync', /log-0-/, 'before');
      const compacting = one.compact();
      await beforeSync.reached;
      const quick = disk.start('quick');
      const third = await open(quick);
      const compaction = quick.hold('open', /base-0-/, 'before');
      const purging = third.compact({ purge: true });
      await compaction.reached;
      await put(other, 'two');
      expect(other.status().logs.at(-1)).toMatch(/^log-2-/);
      disk.failPower();
      beforeSync.release();
      compaction.release();
      await expect(compacting).rejects.toMatchObject({ code: 'store_unavailable' });
      await expect(purging).rejects.toMatchObject({ code: 'store_unavailable' });
      const fresh = await open(disk.start('fresh'));
      expect(await fresh.read(texts), `seed ${seed}`).toEqual(['one', 'two']);
    }
  });

  it('keeps what is acknowledged before and after a change that it did not confirm', async () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const disk = new SimulatedDisk(new SeededRandom(seed));
      disk.loss = { entries: 'any', holes: seed % 2 === 0 };
      const process = disk.start('victim');
      const store = await open(process);
      await put(store, 'one');
      process.fail({ operation: 'datasync', path: /log-0-/, code: 'EIO' });
      await expect(put(store, 'two')).rejects.toMatchObject({ code: 'store_unavailable' });
      await put(store, 'three');
      disk.failPower();
      const found = await (await open(disk.start('fresh'))).read(texts);
      expect(
        found.filter((text) => text !== 'two'),
        `seed ${seed}`,
      ).toEqual(['one', 'three']);
    }
  });
});
