import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Reader, Store } from '../../src/store/types';
import { extent } from '../support/extent';
import { SeededRandom } from '../support/seededRandom';
import { SimulatedDisk } from '../support/simulatedDisk';
import { openSimulated, simulatedDirectory } from '../support/simulatedStores';

const texts = (db: Reader) =>
  db.query<{ text: string }>('SELECT text FROM note ORDER BY id').map(({ text }) => text);

const put = (store: Store, text: string) => store.write((tx) => tx.put('note', { text }));
const NOTES = Array.from({ length: 9 }, (_, n) => `note number ${n}, of some length`);

/** The files of a store of two bases and two logs: notes before, in and after the newest base. */
async function someNotes(): Promise<ReadonlyMap<string, Buffer>> {
  const disk = new SimulatedDisk();
  const store = await openSimulated(disk.start('writer'));
  for (const [n, text] of NOTES.entries()) {
    await put(store, text);
    if (n === 4) await store.compact();
  }
  await store.close();
  return disk.files(simulatedDirectory);
}

describe('one flipped bit anywhere', () => {
  it('costs at most the change it is in, and is told', async () => {
    const files = await someNotes();
    const names = [...files.keys()].sort();
    expect(names.map((name) => name.slice(0, 6))).toEqual(['base-0', 'base-1', 'log-0-', 'log-1-']);
    const seed = randomInt(2 ** 32);
    const random = new SeededRandom(seed);
    let lost = 0;
    for (let flip = 0; flip < extent.flips; flip++) {
      const name = names[random.below(names.length)] ?? '';
      const bytes = Buffer.from(files.get(name) ?? []);
      const at = random.below(bytes.length);
      const bit = random.below(8);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
      const where = `seed ${seed}, bit ${bit} of byte ${at} of ${bytes.length} in ${name}`;

      const disk = new SimulatedDisk();
      for (const [other, content] of files) disk.place(`${simulatedDirectory}/${other}`, content);
      disk.place(`${simulatedDirectory}/${name}`, bytes);
      const store = await openSimulated(disk.start('reader'));
      const found = await store.read(texts);
      const missing = NOTES.filter((text) => !found.includes(text));
      expect(missing.length, where).toBeLessThanOrEqual(name.startsWith('log-1-') ? 1 : 0);
      expect(found, where).toEqual(NOTES.filter((text) => !missing.includes(text)));
      if (missing.length > 0 || name.startsWith('base-1')) {
        expect(store.status().damage, where).not.toEqual([]);
      }
      lost += missing.length;

      await put(store, 'after');
      await store.compact();
      const other = await openSimulated(disk.start('other'));
      expect(await other.read(texts), where).toEqual([...found, 'after']);
      await Promise.all([store.close(), other.close()]);
    }
    expect(lost).toBeGreaterThan(extent.flips / 10);
  }, 600_000);

  it('in the first log costs at most one change too when the newest base is lost as well', async () => {
    const files = new Map(await someNotes());
    for (const name of files.keys()) if (name.startsWith('base-1')) files.delete(name);
    const name = 'log-0-00000000';
    const length = files.get(name)?.length ?? 0;
    for (let at = 0; at < length; at++) {
      const disk = new SimulatedDisk();
      for (const [other, content] of files) disk.place(`${simulatedDirectory}/${other}`, content);
      const bytes = Buffer.from(files.get(name) ?? []);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
      disk.place(`${simulatedDirectory}/${name}`, bytes);
      const store = await openSimulated(disk.start('reader'));
      const found = await store.read(texts);
      const missing = NOTES.filter((text) => !found.includes(text));
      expect(missing.length, `byte ${at}`).toBeLessThanOrEqual(1);
      if (missing.length > 0) expect(store.status().damage, `byte ${at}`).not.toEqual([]);
      await store.close();
    }
  }, 120_000);
});
