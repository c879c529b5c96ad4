import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorCode, nodeFileLayer, type FileLayer, type OpenFile } from '../../src/store/fileLayer';
import { SeededRandom } from '../support/seededRandom';
import { SimulatedDisk } from '../support/simulatedDisk';
import { RandomSchedule } from '../support/simulatedSchedule';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const text = (content: Uint8Array | undefined) => content && Buffer.from(content).toString('latin1');

describe('the simulated disk', () => {
  /** What each step answers, or the code it fails with. Descriptors stay open to the end. */
  async function answers(files: FileLayer, directory: string, steps: readonly Step[]): Promise<unknown[]> {
    const open: OpenFile[] = [];
    const results: unknown[] = [];
    for (const step of steps) {
      try {
        results.push(await take(files, directory, step, open));
      } catch (error) {
        results.push(errorCode(error));
      }
    }
    for (const file of open) await file.close();
    return results;
  }

  async function take(files: FileLayer, directory: string, step: Step, open: OpenFile[]): Promise<unknown> {
    const path = join(directory, step.name);
    const file = open[step.descriptor % Math.max(1, open.length)];
    switch (step.kind) {
      case 'open':
        return open.push(await files.open(path, step.mode));
      case 'append':
        return file?.append(bytes(step.name.repeat(step.descriptor)));
      case 'read':
        return text(await file?.read(step.descriptor, 5));
      case 'size':
        return [file?.size(), await files.size(path)];
      case 'rename':
        return files.rename(path, join(directory, 'b'));
      case 'remove':
        return files.remove(path);
      case 'list':
        return (await files.list(directory)).sort();
      case 'sync':
        await file?.datasync();
        return files.syncDirectory(directory);
    }
  }

  const step = fc.record({
    kind: fc.constantFrom('open', 'append', 'read', 'size', 'rename', 'remove', 'list', 'sync'),
    mode: fc.constantFrom('append', 'create', 'ensure'),
    name: fc.constantFrom('a', 'b', 'c'),
    descriptor: fc.nat(6),
  });
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  it('answers as the real one does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const directory = await mkdtemp(join(tmpdir(), 'disk-'));
        try {
          const process = new SimulatedDisk().start('p');
          await process.makeDirectory('/d');
          expect(await answers(process, '/d', steps)).toEqual(await answers(nodeFileLayer, directory, steps));
        } finally {
          await rm(directory, { recursive: true });
        }
      }),
      { numRuns: 60 },
    );
  });

  /** What is left of two files, of which some is synced, after power failures of many seeds. */
  async function leftovers(loss: SimulatedDisk['loss']): Promise<Set<string>> {
    const found = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      const disk = new SimulatedDisk(new SeededRandom(seed));
      disk.loss = loss;
      const process = disk.start('p');
      await process.makeDirectory('/d');
      const synced = await process.open('/d/synced', 'create');
      synced.append(bytes('durable'));
      await synced.datasync();
      await process.syncDirectory('/d');
      synced.append(bytes('+'));
      await process.open('/d/first', 'create');
      await process.open('/d/second', 'create');
      disk.failPower();
      const files = [...disk.files('/d')].map(([name, content]) => `${name}=${text(content)}`);
      found.add(files.sort().join(' '));
    }
    return found;
  }

  it('keeps what was synced when the power fails, and any part of the rest', async () => {
    const ordered = ['', 'first= ', 'first= second= '];
    const both = (entries: string[]) =>
      entries.flatMap((entry) => [`${entry}synced=durable`, `${entry}synced=durable+`]).sort();
    expect([...(await leftovers({ entries: 'ordered', holes: false }))].sort()).toEqual(both(ordered));
    expect([...(await leftovers({ entries: 'any', holes: true }))].sort()).toEqual(
      [...ordered, 'second= ']
        .flatMap((e) => ['', '+', '\0'].map((end) => `${e}synced=durable${end}`))
        .sort(),
    );
  });

  it('gives up what a failed sync did not write, and tells each descriptor once', async () => {
    const left = new Set<string>();
    for (let seed = 0; seed < 50; seed++) {
      const disk = new SimulatedDisk(new SeededRandom(seed));
      const process = disk.start('p');
      await process.makeDirectory('/d');
      const [first, second] = [await process.open('/d/f', 'ensure'), await process.open('/d/f', 'ensure')];
      await process.syncDirectory('/d');
      first.append(bytes('lost'));
      process.fail({ operation: 'datasync', code: 'EIO' });
      await expect(first.datasync()).rejects.toMatchObject({ code: 'EIO' });
      await expect(second.datasync()).rejects.toMatchObject({ code: 'EIO' });
      first.append(bytes('kept'));
      await first.datasync();
      expect(text(disk.files('/d').get('f'))).toBe('lostkept');
      disk.failPower();
      left.add(text(disk.files('/d').get('f')) ?? '');
    }
    expect([...left].sort()).toEqual(['\0\0\0\0kept', 'lostkept']);
  });

  it('kills a process at an operation, and tears the append it was in', async () => {
    const disk = new SimulatedDisk();
    const process = disk.start('p');
    await process.makeDirectory('/d');
    const file = await process.open('/d/f', 'create');
    process.killedAt = process.operations + 2;
    process.tears = 3;
    expect(file.append(bytes('one'))).toBe(3);
    expect(() => file.append(bytes('another'))).toThrow('EKILLED');
    await expect(process.list('/d')).rejects.toMatchObject({ code: 'EKILLED' });
    expect(text(disk.files('/d').get('f'))).toBe('oneano');
    expect(await disk.start('q').list('/d')).toEqual(['f']);
  });

  it('suspends a process before or after an operation', async () => {
    const disk = new SimulatedDisk();
    const [one, other] = [disk.start('one'), disk.start('other')];
    await one.makeDirectory('/d');
    const file = await one.open('/d/f', 'create');
    const before = one.hold('datasync', /f$/, 'before');
    const after = one.hold('syncDirectory', /d$/, 'after');
    const done: string[] = [];
    const work = (async () => {
      await file.datasync();
      done.push('datasync');
      await one.syncDirectory('/d');
      done.push('syncDirectory');
    })();
    await before.reached;
    await other.remove('/d/f');
    expect(done).toEqual([]);
    before.release();
    await after.reached;
    expect(done).toEqual(['datasync']);
    after.release();
    await work;
    expect(done).toEqual(['datasync', 'syncDirectory']);
  });

  it('orders the same seed the same, and seeds differently', async () => {
    const orders = [];
    for (const seed of [1, 1, 2, 3, 4]) {
      const random = new SeededRandom(seed);
      const disk = new SimulatedDisk(random, new RandomSchedule(random, 0.5));
      const [setUp, ...workers] = ['s', 'p', 'q', 'r'].map((name) => disk.start(name));
      await setUp?.makeDirectory('/d');
      await Promise.all(
        workers.map(async (process) => {
          for (let n = 0; n < 5; n++) (await process.open('/d/f', 'ensure')).append(bytes(process.name));
        }),
      );
      orders.push(text(disk.files('/d').get('f')));
    }
    expect(orders[1]).toBe(orders[0]);
    expect(new Set(orders).size).toBe(4);
  });
});
