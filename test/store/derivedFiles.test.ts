import { describe, expect, it } from 'vitest';
import type { Derivation, Derived } from '../../src/store/derivation';
import type { Migration, Reader, Store } from '../../src/store/types';
import { noteMigrations } from '../support/noteMigrations';
import { SimulatedDisk } from '../support/simulatedDisk';
import type { SimulatedProcess } from '../support/simulatedProcess';
import { openSimulated, simulatedDirectory } from '../support/simulatedStores';

function notes(db: Reader): Map<number, string> {
  const rows = db.query<{ id: number; text: string }>('SELECT id, text FROM note ORDER BY id');
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** What was derived, brought up to the present by the rows that changed since. */
function broughtUp(db: Reader, { parts, changed }: Derived): Map<number, string> {
  const found = new Map(JSON.parse(Buffer.concat(parts).toString()) as [number, string][]);
  const now = notes(db);
  for (const id of changed.ids('note')) {
    const text = now.get(id);
    if (text === undefined) found.delete(id);
    else found.set(id, text);
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

/** Keeps all notes, in two parts; counts how often it had to begin from nothing. */
class Copy implements Derivation {
  readonly name = 'copy';
  readonly version: string;
  fromNothing = 0;

  constructor(version = '1') {
    this.version = version;
  }

  derive(db: Reader, earlier: Derived | undefined): readonly Uint8Array[] {
    if (earlier === undefined) this.fromNothing++;
    const bytes = Buffer.from(JSON.stringify([...(earlier ? broughtUp(db, earlier) : notes(db))]));
    return [bytes.subarray(0, 3), bytes.subarray(3)];
  }
}

const put = (store: Store, text: string, id?: number) =>
  store.write((tx) => tx.put('note', { text, ...(id !== undefined && { id }) }));

/** Whether something was derived from the newest base; what was leads to the present state in any case. */
async function isDerived(store: Store): Promise<boolean> {
  const { parts, changed } = await store.derived();
  if (parts === undefined) return false;
  await store.read((db) => expect(broughtUp(db, { parts, changed })).toEqual(notes(db)));
  return true;
}

const names = (disk: SimulatedDisk, kind: string) =>
  [...disk.files(simulatedDirectory).keys()].filter((name) => name.startsWith(kind)).sort();

const open = (process: SimulatedProcess, derivation: Derivation, migrations = noteMigrations) =>
  openSimulated(process, migrations, derivation);

describe('what is derived from a base', () => {
  it('leads with the rows that changed since to the present, in every process', async () => {
    const disk = new SimulatedDisk();
    const copy = new Copy();
    const store = await open(disk.start('one'), copy);
    const other = await open(disk.start('other'), copy);
    expect(await isDerived(store)).toBe(false);
    const id = await put(store, 'first');
    await put(store, 'second');
    await store.compact();
    expect([await isDerived(store), await isDerived(other)]).toEqual([true, true]);
    await put(other, 'changed', id);
    await store.write((tx) => tx.delete('note', id + 1));
    expect([await isDerived(store), await isDerived(other)]).toEqual([true, true]);
    const fresh = await open(disk.start('fresh'), copy);
    expect(await isDerived(fresh)).toBe(true);
    expect([...(await fresh.derived()).changed.ids('note')]).toEqual([id, id + 1]);

    await other.compact();
    expect(names(disk, 'index')).toEqual(['index-2-1']);
    expect(copy.fromNothing).toBe(1);
    for (const one of [store, other, fresh]) expect(await isDerived(one)).toBe(true);
    await Promise.all([store.close(), other.close(), fresh.close()]);
  });

  it('begins from nothing after a purge and after a migration, which change rows unnamed', async () => {
    const disk = new SimulatedDisk();
    const copy = new Copy();
    const store = await open(disk.start('one'), copy);
    await put(store, 'first');
    await store.compact();
    await put(store, 'second');
    await store.compact({ purge: true });
    expect(copy.fromNothing).toBe(2);
    expect(await isDerived(store)).toBe(true);
    await put(store, 'third');

    const shouting: readonly Migration[] = [
      ...noteMigrations,
      { version: 2, up: (db) => db.exec('UPDATE note SET text = upper(text)') },
    ];
    const newer = await open(disk.start('newer'), copy, shouting);
    // The old copy does not lead to what the migration made.
    expect(await newer.read(notes)).toEqual(
      new Map([
        [1, 'FIRST'],
        [2, 'SECOND'],
        [3, 'THIRD'],
      ]),
    );
    if (await isDerived(newer)) expect(names(disk, 'index')).toEqual(['index-3-1']);
    await newer.derive();
    expect(copy.fromNothing).toBe(3);
    expect(await isDerived(newer)).toBe(true);
    await Promise.all([store.close(), newer.close()]);
  });

  it('is made on request where it is missing, damaged or of another version', async () => {
    const disk = new SimulatedDisk();
    const store = await open(disk.start('one'), new Copy());
    await put(store, 'first');
    await store.compact();
    const whole = Buffer.from(disk.files(simulatedDirectory).get('index-1-1') ?? []);
    for (let bit = 0; bit < 8 * whole.length; bit++) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      disk.place(`${simulatedDirectory}/index-1-1`, flipped);
      expect(await isDerived(store), `bit ${bit}`).toBe(false);
    }
    for (let length = 0; length < whole.length; length++) {
      disk.place(`${simulatedDirectory}/index-1-1`, whole.subarray(0, length));
      expect(await isDerived(store), `${length} bytes`).toBe(false);
    }
    await store.derive();
    expect(disk.files(simulatedDirectory).get('index-1-1')).toEqual(whole);
    expect(await isDerived(store)).toBe(true);

    const other = await open(disk.start('other'), new Copy('2'));
    expect(await isDerived(other)).toBe(false);
    await other.derive();
    expect([await isDerived(other), await isDerived(store)]).toEqual([true, true]);
    expect(names(disk, 'index')).toEqual(['index-1-1', 'index-1-2']);
    await Promise.all([store.close(), other.close()]);
  });

  it('never keeps a base from being made', async () => {
    const disk = new SimulatedDisk();
    const failing: Derivation = {
      name: 'failing',
      version: '1',
      derive: () => {
        throw new Error('it cannot be derived');
      },
    };
    const store = await open(disk.start('one'), failing);
    await put(store, 'first');
    await store.compact();
    expect(names(disk, 'base')).toContain(store.status().base);
    expect(await isDerived(store)).toBe(false);
    await store.close();
  });

  it.each(['killed', 'without power'])(
    'is whole, or not there, whenever a process is %s',
    async (how) => {
      for (let at = 1, ended = false; !ended; at++) {
        const disk = new SimulatedDisk();
        const victim = disk.start('victim');
        if (how === 'killed') victim.killedAt = at;
        else {
          disk.loss = { entries: 'ordered', holes: true };
          disk.failsAt = at;
        }
        ended = await life(victim).then(
          () => true,
          (error: unknown) => {
            if (victim.alive) throw error;
            return false;
          },
        );
        disk.failsAt = undefined;
        const survivor = await open(disk.start('survivor'), new Copy());
        await isDerived(survivor);
        await put(survivor, 'after');
        await survivor.compact({ purge: true });
        expect(await isDerived(survivor), `stopped at ${at}`).toBe(true);
        expect([names(disk, 'index').length, names(disk, 'tmp')], `stopped at ${at}`).toEqual([1, []]);
        await survivor.close();
      }
    },
    60_000,
  );

  async function life(process: SimulatedProcess): Promise<void> {
    const store = await open(process, new Copy());
    try {
      for (const text of ['one', 'two']) {
        await put(store, text);
        await store.compact();
      }
    } finally {
      await store.close();
    }
  }
});
