import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AreaPool, POOL_CAPACITY } from '../../src/memory/areaPool';
import { MemoryArea } from '../../src/memory/memoryArea';
import { memoryMigrations } from '../../src/memory/schema';
import type { Area } from '../../src/memory/types';
import { openStore } from '../../src/store/store';
import { builtWorker, wasmFile } from '../support/builtWorker';

let worker: Awaited<ReturnType<typeof builtWorker>>;
beforeAll(async () => {
  worker = await builtWorker();
});
afterAll(() => worker.dispose());

let directory: string;
let open: string[];
let most: number;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'area-pool-'));
  open = [];
  most = 0;
});
afterEach(() => rm(directory, { recursive: true, force: true }));

class CountedArea extends MemoryArea {
  override async close(): Promise<void> {
    await super.close();
    open.splice(open.indexOf(nameOf(this.area)), 1);
  }
}

const areas = Array.from({ length: 19 }, (_, n): Area => ({ kind: 'project', id: `id-${n}`, name: `p${n}` }));
const nameOf = (area: Area) => (area.kind === 'user' ? 'user' : area.name);

async function openArea(area: Area): Promise<MemoryArea> {
  open.push(nameOf(area));
  most = Math.max(most, open.length);
  const options = { wasmFile, workerFile: worker.file };
  return new CountedArea(area, await openStore(join(directory, nameOf(area)), memoryMigrations, options));
}

describe('the pool of open areas', () => {
  it('makes room before it opens another, from the one that was not used for longest', async () => {
    const pool = new AreaPool(openArea);
    for (const area of areas.slice(0, POOL_CAPACITY)) await pool.use(area, () => Promise.resolve());
    await pool.use(areas[0]!, () => Promise.resolve());
    await pool.use(areas[8]!, () => Promise.resolve());
    expect(open).toEqual(['p0', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8']);
    expect(most).toBe(POOL_CAPACITY);
    await pool.close();
    expect(open).toEqual([]);
  });

  it('never has more open than it holds, when all are used in turns of as many', async () => {
    const pool = new AreaPool(openArea);
    for (let from = 0; from < areas.length; from += POOL_CAPACITY) {
      const turn = areas.slice(from, from + POOL_CAPACITY);
      const seen = await pool.useAll(turn, (opened) => Promise.resolve(opened.map(({ area }) => area)));
      expect(seen).toEqual(turn);
    }
    expect(most).toBe(POOL_CAPACITY);
    await pool.close();
  });

  it('goes on when one of several cannot be opened', async () => {
    const broken = areas[1]!;
    const pool = new AreaPool((area) =>
      area === broken ? Promise.reject(new Error('it is broken')) : openArea(area),
    );
    const names = (opened: readonly MemoryArea[]) => Promise.resolve(opened.map(({ area }) => nameOf(area)));
    const tried = [areas.slice(0, 8), areas.slice(8, 16), [broken, ...areas.slice(2, 9)]].map((turn) =>
      pool.useAll(turn, names),
    );
    expect((await Promise.allSettled(tried)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    expect(await pool.useAll(areas.slice(2, 10), names)).toEqual(areas.slice(2, 10).map(nameOf));
    expect(pool.size).toBe(POOL_CAPACITY);
    await pool.close();
    expect(open).toEqual([]);
  });

  it('does not open what is only to be used if it is open', async () => {
    const pool = new AreaPool(openArea);
    expect(await pool.useIfOpen(areas[0]!, () => Promise.resolve('used'))).toBeUndefined();
    expect(open).toEqual([]);
    await pool.use(areas[0]!, () => Promise.resolve());
    expect(await pool.useIfOpen(areas[0]!, () => Promise.resolve('used'))).toBe('used');
    await pool.close();
  });
});
