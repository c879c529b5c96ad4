import { describe, expect, it } from 'vitest';
import type { Reader, Store } from '../../src/store/types';
import { SeededRandom } from '../support/seededRandom';
import { SimulatedDisk } from '../support/simulatedDisk';
import { simulatedDirectory, simulatedStores } from '../support/simulatedStores';

const texts = (db: Reader) =>
  db
    .query<{ text: string }>('SELECT text FROM note WHERE text IS NOT NULL ORDER BY id')
    .map(({ text }) => text);

const put = (store: Store, text: string) => store.write((tx) => tx.put('note', { text }));

async function putAndCompact(store: Store, ...notes: string[]): Promise<void> {
  for (const note of notes) {
    await put(store, note);
    await store.compact();
  }
}

const names = (disk: SimulatedDisk) => [...disk.files(simulatedDirectory).keys()].sort();

describe('a process suspended while others go on', () => {
  const open = simulatedStores();

  it('before its seal loses the race for it, and its successor log is not followed', async () => {
    const disk = new SimulatedDisk();
    const slow = disk.start('slow');
    const [one, other] = [await open(slow), await open(disk.start('quick'))];
    await put(one, 'one');
    const beforeSeal = slow.hold('syncDirectory', /./, 'after');
    const compacting = one.compact();
    await beforeSeal.reached;
    await put(other, 'two');
    await other.compact();
    await put(other, 'three');
    beforeSeal.release();
    await compacting;
    expect(await one.read(texts)).toEqual(['one', 'two', 'three']);
    await put(one, 'four');
    expect(await other.read(texts)).toEqual(['one', 'two', 'three', 'four']);
    expect(await (await open(disk.start('fresh'))).read(texts)).toEqual(['one', 'two', 'three', 'four']);
    expect(names(disk).filter((name) => name.startsWith('log-1-'))).toHaveLength(1);
  });

  it('before its seal and woken after two compactions, ends with the state of all', async () => {
    const disk = new SimulatedDisk();
    const slow = disk.start('slow');
    const [one, other] = [await open(slow), await open(disk.start('quick'))];
    await put(one, 'one');
    const beforeSeal = slow.hold('syncDirectory', /./, 'after');
    const compacting = one.compact();
    await beforeSeal.reached;
    await putAndCompact(other, 'two', 'three', 'four');
    expect(names(disk)).not.toContain('log-0-00000000');
    beforeSeal.release();
    await compacting;
    expect(await one.read(texts)).toEqual(['one', 'two', 'three', 'four']);
    expect(one.status().damage).toEqual([]);
    expect(await (await open(disk.start('fresh'))).read(texts)).toEqual(['one', 'two', 'three', 'four']);
  });

  it.each(['before', 'after'] as const)(
    '%s the rename of its base and woken after two compactions, brings nothing old back',
    async (when) => {
      const disk = new SimulatedDisk();
      const slow = disk.start('slow');
      const [one, other] = [await open(slow), await open(disk.start('quick'))];
      await put(one, 'one');
      const rename = slow.hold('rename', /tmp-/, when);
      const compacting = one.compact();
      await rename.reached;
      await putAndCompact(other, 'two', 'three');
      rename.release();
      await compacting;
      await put(one, 'four');
      for (const store of [one, other, await open(disk.start('fresh'))]) {
        expect(await store.read(texts)).toEqual(['one', 'two', 'three', 'four']);
        expect(store.status().damage).toEqual([]);
      }
      await other.compact();
      expect(names(disk).map((name) => name.slice(0, 6))).toEqual(['base-3', 'base-4', 'log-3-', 'log-4-']);
    },
  );

  it('between listing the bases and reading one, compacts what there is by then', async () => {
    const disk = new SimulatedDisk();
    const slow = disk.start('slow');
    const [one, other] = [await open(slow), await open(disk.start('quick'))];
    await put(one, 'one');
    const reading = slow.hold('open', /base-/, 'before');
    const compacting = one.compact();
    await reading.reached;
    await putAndCompact(other, 'two', 'three', 'four');
    reading.release();
    await compacting;
    expect(await one.read(texts)).toEqual(['one', 'two', 'three', 'four']);
  });

  it('while it opens the store, goes on with what is newest when it wakes', async () => {
    const disk = new SimulatedDisk();
    const [slow, quick] = [disk.start('slow'), disk.start('quick')];
    const beforeBase = quick.hold('rename', /tmp-/, 'before');
    const quickOpening = open(quick);
    await beforeBase.reached;
    const readingGenesis = slow.hold('open', /log-0/, 'before');
    const slowOpening = open(slow);
    await readingGenesis.reached;
    beforeBase.release();
    const other = await quickOpening;
    await putAndCompact(other, 'one', 'two', 'three');
    expect(names(disk)).not.toContain('log-0-00000000');
    readingGenesis.release();
    expect(await (await slowOpening).read(texts)).toEqual(['one', 'two', 'three']);
  });

  it.each(['open', 'rename'] as const)(
    'about to use (%s) its temporary file, which a purge removes, opens the store none the less',
    async (at) => {
      const disk = new SimulatedDisk();
      const slow = disk.start('slow');
      const temporary = slow.hold(at, /tmp-/, at === 'open' ? 'after' : 'before');
      const opening = open(slow);
      await temporary.reached;
      const other = await open(disk.start('quick'));
      await put(other, 'one');
      await other.compact({ purge: true });
      expect(names(disk).filter((name) => name.startsWith('tmp-'))).toEqual([]);
      temporary.release();
      expect(await (await opening).read(texts)).toEqual(['one']);
    },
  );

  const begun = [
    ['before its genesis', 'open', 'after'],
    ['behind its genesis', 'syncDirectory', 'before'],
  ] as const;
  const states = [
    ['has just loaded the first base', 'loading'],
    ['has read all there was', 'idle'],
    ['has read a change', 'changed'],
  ] as const;
  it.each(begun.flatMap(([where, ...at]) => states.map((state) => [where, ...state, ...at] as const)))(
    '%s, in a first log that others had and removed, loses nothing of a process that %s',
    async (_where, _state, state, operation, when) => {
      const disk = new SimulatedDisk();
      const slow = disk.start('slow');
      // It has seen an empty directory and is about to begin the store.
      const beginning = slow.hold('open', /log-0-/, 'before');
      const slowOpening = open(slow);
      await beginning.reached;

      const late = disk.start('late');
      const loading = state === 'loading' ? late.hold('close', /base-0-/, 'before') : undefined;
      const quick = await open(disk.start('quick'));
      const lateOpening = open(late);
      await loading?.reached;
      if (state === 'changed') await put(await lateOpening, 'zero');
      else if (state === 'idle') await lateOpening;
      await quick.compact({ purge: true });
      expect(names(disk)).not.toContain('log-0-00000000');

      const again = slow.hold(operation, /./, when);
      beginning.release();
      await again.reached;
      expect(names(disk)).toContain('log-0-00000000');
      loading?.release();
      const store = await lateOpening;
      await put(store, 'one');
      again.release();

      const expected = state === 'changed' ? ['zero', 'one'] : ['one'];
      for (const each of [store, quick, await slowOpening, await open(disk.start('fresh'))]) {
        expect(await each.read(texts)).toEqual(expected);
        expect(each.status().damage).toEqual([]);
      }
    },
  );

  it('reads what others wrote, though a first log is there again', async () => {
    const disk = new SimulatedDisk();
    const slow = disk.start('slow');
    const beginning = slow.hold('open', /log-0-/, 'before');
    const slowOpening = open(slow);
    await beginning.reached;
    const [idle, quick] = [await open(disk.start('idle')), await open(disk.start('quick'))];
    await quick.compact({ purge: true });
    await put(quick, 'one');
    const again = slow.hold('syncDirectory', /./, 'before');
    beginning.release();
    await again.reached;
    expect(await idle.read(texts)).toEqual(['one']);
    again.release();
    await slowOpening;
  });
});

describe('when the power fails', () => {
  const open = simulatedStores();
  const SEEDS = 12;

  it('a base that nobody synced yet replaces nothing, though another process saw it', async () => {
    for (let k = 1, done = false; !done; k++) {
      for (let seed = 0; seed < SEEDS / 4; seed++) {
        const disk = new SimulatedDisk(new SeededRandom(seed + k));
        disk.loss = { entries: 'any', holes: false };
        const slow = disk.start('slow');
        const one = await open(slow);
        await putAndCompact(one, 'one');
        await put(one, 'two');
        const renamed = slow.hold('rename', /tmp-/, 'after');
        const compacting = one.compact({ purge: true });
        await renamed.reached;
        disk.failsAt = disk.moment + k;
        const remover = (async () => (await open(disk.start('remover'))).compact())();
        done = await remover.then(
          () => true,
          () => false,
        );
        if (!done) {
          const store = await open(disk.start('fresh'));
          expect(await store.read(texts), `failed at ${k}, seed ${seed}`).toEqual(['one', 'two']);
          expect(store.status().damage).toEqual([]);
        }
        disk.failPower();
        renamed.release();
        await expect(compacting).rejects.toMatchObject({ code: 'store_unavailable' });
      }
    }
  });

  it('what is acknowledged in a store that others are still creating is there', async () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const disk = new SimulatedDisk(new SeededRandom(seed));
      const [first, second] = [disk.start('first'), disk.start('second')];
      const firstHold = first.hold('syncDirectory', /./, 'before');
      const firstOpening = open(first);
      await firstHold.reached;
      const secondHold = second.hold('syncDirectory', /./, 'before');
      const secondOpening = open(second);
      await secondHold.reached;
      const third = await open(disk.start('third'));
      await put(third, 'one');
      disk.failPower();
      firstHold.release();
      secondHold.release();
      await expect(firstOpening).rejects.toMatchObject({ code: 'store_unavailable' });
      await expect(secondOpening).rejects.toMatchObject({ code: 'store_unavailable' });
      expect(await (await open(disk.start('fresh'))).read(texts), `seed ${seed}`).toEqual(['one']);
    }
  });

  it('what is acknowledged behind a seal that its writer has not synced is there', async () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const disk = new SimulatedDisk(new SeededRandom(seed));
      const slow = disk.start('slow');
      const [one, other] = [await open(slow), await open(disk.start('quick'))];
      await put(one, 'one');
      const beforeSync = slow.hold('datasync', /log-0/, 'before');
      const compacting = one.compact();
      await beforeSync.reached;
      await put(other, 'two');
      expect(other.status().logs.at(-1)).toMatch(/^log-1-/);
      disk.failPower();
      beforeSync.release();
      await expect(compacting).rejects.toMatchObject({ code: 'store_unavailable' });
      expect(await (await open(disk.start('fresh'))).read(texts), `seed ${seed}`).toEqual(['one', 'two']);
    }
  });
});
