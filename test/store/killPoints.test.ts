import { describe, expect, it } from 'vitest';
import { FIRST_LOG } from '../../src/store/storeFiles';
import type { Reader, Store } from '../../src/store/types';
import { SeededRandom } from '../support/seededRandom';
import { SimulatedDisk } from '../support/simulatedDisk';
import type { SimulatedProcess } from '../support/simulatedProcess';
import { openSimulated, simulatedDirectory } from '../support/simulatedStores';

const texts = (db: Reader) =>
  db
    .query<{ text: string }>('SELECT text FROM note WHERE text IS NOT NULL ORDER BY id')
    .map(({ text }) => text);

const put = (store: Store, text: string) => store.write((tx) => tx.put('note', { text }));

/** What a script has been promised so far. */
interface Promised {
  readonly acknowledged: string[];
  readonly attempted: string[];
}

type Script = (process: SimulatedProcess, promised: Promised) => Promise<void>;

/** Seals and compacts twice, so that files are removed as well, and purges. */
const wholeLife: Script = async (process, { acknowledged, attempted }) => {
  const store = await openSimulated(process);
  try {
    for (let round = 0; round < 3; round++) {
      attempted.push(`note ${round}`);
      await put(store, `note ${round}`);
      acknowledged.push(`note ${round}`);
      await store.compact({ purge: round === 2 });
    }
  } finally {
    await store.close();
  }
};

/** Everything acknowledged is there once, nothing else but what was attempted, and writing and compacting go on. */
async function expectWhole(disk: SimulatedDisk, promised: Promised, where: string): Promise<void> {
  const store = await openSimulated(disk.start('survivor'));
  const found = await store.read(texts);
  expect(promised.attempted.slice(0, found.length), where).toEqual(found);
  expect(found.length, where).toBeGreaterThanOrEqual(promised.acknowledged.length);
  expect(store.status().damage, where).toEqual([]);
  await put(store, 'after');
  await store.compact();
  const other = await openSimulated(disk.start('other'));
  expect(await other.read(texts), where).toEqual([...found, 'after']);
  expect(await other.read((db) => db.query('SELECT * FROM pragma_integrity_check'))).toEqual([
    { integrity_check: 'ok' },
  ]);
  await Promise.all([store.close(), other.close()]);
}

/** Runs the script until it is killed, or the power fails, at operation `k`; false when it ended before. */
async function stopAt(k: number, script: Script, power: SimulatedDisk['loss'] | undefined, seed: number) {
  const disk = new SimulatedDisk(new SeededRandom(seed));
  const process = disk.start('victim');
  const promised: Promised = { acknowledged: [], attempted: [] };
  if (power) {
    disk.loss = power;
    disk.failsAt = k;
  } else process.killedAt = k;
  const ended = await script(process, promised).then(
    () => true,
    (error: unknown) => {
      if (process.alive) throw error;
      return false;
    },
  );
  return { disk, promised, ended };
}

/** Every stop of a script, one after the other. Answers how many there are. */
async function everyStop(script: Script, power?: SimulatedDisk['loss'], seeds = 1): Promise<number> {
  for (let k = 1; ; k++) {
    for (let seed = 0; seed < seeds; seed++) {
      const { disk, promised, ended } = await stopAt(k, script, power, seed);
      if (ended) return k - 1;
      await expectWhole(disk, promised, `stopped at ${k}, seed ${seed}`);
    }
  }
}

describe('a process stopped anywhere', () => {
  it('by a kill loses nothing, from the creation over seals and compactions to a purge', async () => {
    expect(await everyStop(wholeLife)).toBeGreaterThan(150);
  }, 60_000);

  it('by a power failure loses nothing that was acknowledged', async () => {
    expect(await everyStop(wholeLife, { entries: 'ordered', holes: false }, 2)).toBeGreaterThan(150);
    expect(await everyStop(wholeLife, { entries: 'any', holes: false }, 2)).toBeGreaterThan(150);
  }, 120_000);

  it('in an append, at every byte of it, leaves all of the change or nothing', async () => {
    const before = await oneNote();
    const log = before.get(FIRST_LOG)?.length ?? 0;
    const frame = await grownBy(before, (store) => put(store, 'torn'));
    expect(frame).toBeGreaterThan(40);
    for (let tears = 0; tears <= frame; tears++) {
      const disk = diskOf(before);
      const victim = disk.start('victim');
      const opened = await openSimulated(victim);
      victim.tears = tears;
      victim.killedIn = 'append';
      await expect(put(opened, 'torn')).rejects.toMatchObject({ code: 'store_unavailable' });
      await opened.close();
      expect(disk.files(simulatedDirectory).get(FIRST_LOG)?.length).toBe(log + tears);
      const attempted = tears === frame ? ['before', 'torn'] : ['before'];
      await expectWhole(disk, { acknowledged: attempted, attempted }, `torn after ${tears} bytes`);
    }
  }, 60_000);

  it('in an append behind another that was stopped in one, leaves nothing of either and no damage', async () => {
    const before = await oneNote();
    const frame = await grownBy(before, (store) => put(store, 'torn'));
    for (const first of [1, 20, frame >> 1, frame - 1]) {
      for (const second of [20, frame >> 1, frame - 1]) {
        const disk = diskOf(before);
        for (const tears of [first, second]) {
          const victim = disk.start('victim');
          const opened = await openSimulated(victim);
          victim.tears = tears;
          victim.killedIn = 'append';
          await expect(put(opened, 'torn')).rejects.toMatchObject({ code: 'store_unavailable' });
          await opened.close();
        }
        const promised = { acknowledged: ['before'], attempted: ['before'] };
        await expectWhole(disk, promised, `torn after ${first} and ${second} bytes`);
      }
    }
  }, 60_000);

  it('in the append of a seal, at every byte of it, leaves a log that goes on or one that ended', async () => {
    const before = await oneNote();
    const promised = { acknowledged: ['before'], attempted: ['before'] };
    const seal = await grownBy(before, (store) => store.compact());
    for (let tears = 0; tears <= seal; tears++) {
      const disk = diskOf(before);
      const victim = disk.start('victim');
      const opened = await openSimulated(victim);
      victim.tears = tears;
      victim.killedIn = 'append';
      await expect(opened.compact()).rejects.toMatchObject({ code: 'store_unavailable' });
      await opened.close();
      await expectWhole(disk, promised, `seal torn after ${tears} bytes`);
    }
  }, 60_000);
});

/** The files of a store with one note. */
async function oneNote(): Promise<ReadonlyMap<string, Uint8Array>> {
  const disk = new SimulatedDisk();
  const store = await openSimulated(disk.start('writer'));
  await put(store, 'before');
  await store.close();
  return disk.files(simulatedDirectory);
}

function diskOf(files: ReadonlyMap<string, Uint8Array>): SimulatedDisk {
  const disk = new SimulatedDisk();
  for (const [name, bytes] of files) disk.place(`${simulatedDirectory}/${name}`, bytes);
  return disk;
}

/** How many bytes the first log grows by what is done to the store. */
async function grownBy(
  files: ReadonlyMap<string, Uint8Array>,
  action: (store: Store) => Promise<unknown>,
): Promise<number> {
  const disk = diskOf(files);
  const store = await openSimulated(disk.start('writer'));
  await action(store);
  await store.close();
  return (disk.files(simulatedDirectory).get(FIRST_LOG)?.length ?? 0) - (files.get(FIRST_LOG)?.length ?? 0);
}
