import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { judge } from '../../src/memory/judging';
import { relationsOf, type JudgedRelation, type RelationRow } from '../../src/memory/judgments';
import type { MemoryHost } from '../../src/memory/memoryHost';
import type { Area } from '../../src/memory/types';
import { filesHolding } from '../support/filesHolding';
import { HostFixture } from '../support/hostFixture';
import { observe, projectOf } from '../support/movedStorage';
import { SimulatedDisk } from '../support/simulatedDisk';
import { SeededRandom } from '../support/seededRandom';
import { diskWith, filesOf, simulatedHost } from '../support/simulatedStorage';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

type ProjectArea = Area & { readonly kind: 'project' };

async function relate(
  host: MemoryHost,
  area: Area,
  [a, b]: readonly [string, string],
  relation: JudgedRelation,
  reason = 'Seen in the code.',
): Promise<RelationRow> {
  const judged = await host.use(area, (opened) =>
    opened.write((tx) => judge(tx, { a, b }, { relation, reason, judgedBy: 'test' }, host.timestamp())),
  );
  if (judged.kind !== 'judged') throw new Error(judged.kind);
  return judged.row;
}

/** What a database holds of a memory's relations, whether or not they say anything there. */
async function held(host: MemoryHost, area: Area, id: string): Promise<readonly RelationRow[]> {
  return host.use(area, (opened) => opened.read((db) => relationsOf(db, id)));
}

async function undoLatest(host: MemoryHost): Promise<void> {
  const changes = await host.projectChanges();
  const last = await changes.latest();
  if (last === undefined) throw new Error('nothing to undo');
  expect(await changes.undo(last)).toMatchObject({ kind: 'undone' });
}

async function move(
  host: MemoryHost,
  ids: readonly string[],
  from: ProjectArea,
  to: ProjectArea,
): Promise<void> {
  const moved = await (await host.projectChanges()).move(ids, from, to, 'person');
  expect(moved).toMatchObject({ kind: 'moved', memories: ids.length });
}

async function threeProjects(host: MemoryHost) {
  const [heron, otter, plover] = [
    await projectOf(host, 'heron'),
    await projectOf(host, 'otter'),
    await projectOf(host, 'plover'),
  ];
  const { uuid: one } = await observe(host, heron, 'Deploy by hand');
  const { uuid: other } = await observe(host, heron, 'Deploy by the pipeline');
  return { heron, otter, plover, one, other };
}

describe('the judgment of two memories that move together', () => {
  it('goes along whole, and comes back with an undo', async () => {
    const host = fixture.host();
    const { heron, otter, one, other } = await threeProjects(host);
    const { judgment_id } = await relate(host, heron, [other, one], 'supersedes');
    await move(host, [one, other], heron, otter);
    expect(await held(host, otter, one)).toMatchObject([{ judgment_id, reason: 'Seen in the code.' }]);
    expect((await host.get(otter, one))?.supersededBy).toBe(other);
    expect(await held(host, heron, one)).toEqual([]);

    await undoLatest(host);
    expect(await held(host, heron, one)).toMatchObject([{ judgment_id, relation: 'supersedes' }]);
    expect((await host.get(heron, one))?.supersededBy).toBe(other);
    expect(await held(host, otter, one)).toEqual([]);
  });

  it('goes along with a merge of more memories than go in one write', { timeout: 60_000 }, async () => {
    const host = fixture.host();
    const { heron, otter } = await threeProjects(host);
    const ids: string[] = [];
    for (let n = 0; n < 70; n++) ids.push((await observe(host, heron, `Memory ${n}`)).uuid);
    // The ends of each pair go in different writes, the second first and the first first.
    const pairs: [string, string][] = [];
    for (let n = 0; n < 20; n++) pairs.push([ids[n] ?? '', ids[60 + (n % 10)] ?? '']);
    for (const [n, [a, b]] of pairs.entries())
      await relate(host, heron, n % 2 === 0 ? [a, b] : [b, a], 'conflicts_with');
    const [first = ''] = ids;
    await (await host.projectChanges()).merge([heron], otter, 'person');
    const count = (area: Area): Promise<number> =>
      host.use(area, (opened) => opened.read((db) => db.query('SELECT id FROM relation').length));
    expect(await count(otter)).toBe(20);
    expect((await host.get(otter, first))?.status).toBe('conflict');
    await undoLatest(host);
    expect([await count(heron), await count(otter)]).toEqual([20, 0]);
    expect((await host.get(heron, first))?.status).toBe('conflict');
  });

  it('stays void where the superseded memory was rewritten since', async () => {
    const host = fixture.host();
    const { heron, otter } = await threeProjects(host);
    const topic = { topicKey: 'deploy', content: 'By hand.' };
    const { uuid: one } = await observe(host, heron, 'Deploy', topic);
    const { uuid: other } = await observe(host, heron, 'Pipeline');
    await relate(host, heron, [other, one], 'supersedes');
    await observe(host, heron, 'Deploy', { ...topic, content: 'By hand once more.' });
    expect((await host.get(heron, one))?.supersededBy).toBeUndefined();
    await (await host.projectChanges()).merge([heron], otter, 'person');
    expect(await held(host, otter, one)).toHaveLength(1);
    expect((await host.get(otter, one))?.supersededBy).toBeUndefined();
  });
});

describe('the judgment of two memories that are torn apart', () => {
  it('sleeps where both have been, and wakes when they come together there', async () => {
    const host = fixture.host();
    const { heron, otter, one, other } = await threeProjects(host);
    await relate(host, heron, [other, one], 'supersedes');
    await move(host, [one], heron, otter);
    expect((await host.get(otter, one))?.supersededBy).toBeUndefined();
    expect(await held(host, otter, one)).toEqual([]);
    expect(await held(host, heron, one)).toHaveLength(1);

    await undoLatest(host);
    expect((await host.get(heron, one))?.supersededBy).toBe(other);

    await move(host, [one], heron, otter);
    await move(host, [other], heron, otter);
    expect((await host.get(otter, one))?.supersededBy).toBe(other);
    expect(await held(host, heron, one)).toEqual([]);
  });

  it('gives way to a later judgment of the same pair', async () => {
    const host = fixture.host();
    const { heron, otter, one, other } = await threeProjects(host);
    await relate(host, heron, [other, one], 'supersedes');
    await move(host, [one, other], heron, otter);
    await relate(host, otter, [one, other], 'compatible');
    await undoLatest(host);
    expect(await held(host, heron, one)).toMatchObject([{ relation: 'compatible', memory_a: one }]);
    expect((await host.get(heron, one))?.supersededBy).toBeUndefined();
  });

  it('is deleted for good with either of them, wherever it lies', async () => {
    const host = fixture.host();
    const { heron, otter, plover, one, other } = await threeProjects(host);
    await relate(host, heron, [other, one], 'conflicts_with', 'one says quicksilver');
    await move(host, [one], heron, otter);
    await move(host, [one], otter, plover);
    await host.purge(plover, [one], 'test');
    expect(await held(host, heron, other)).toMatchObject([{ relation: 'orphaned', reason: null }]);
    await host.close();
    expect(filesHolding(fixture.directory, 'quicksilver')).toEqual([]);
  });
});

describe('a process killed at any operation of a move of a judged pair', () => {
  it('leaves the judgment with the pair', { timeout: 120_000 }, async () => {
    const disk = new SimulatedDisk();
    const host = simulatedHost(disk.start('first'));
    const { heron, otter, one, other } = await threeProjects(host);
    const { judgment_id } = await relate(host, heron, [other, one], 'supersedes');
    await observe(host, otter, 'Of its own');
    await host.close();
    const files = filesOf(disk, ['catalog', `projects/${heron.id}`, `projects/${otter.id}`]);
    for (let k = 1; ; k++) {
      const where = `killed at ${k}`;
      const attempt = diskWith(files, new SeededRandom(k));
      const victim = attempt.start('victim');
      victim.killedAt = k;
      const moving = simulatedHost(victim);
      const changes = (): Promise<unknown> =>
        moving.projectChanges().then((all) => all.move([one, other], heron, otter, 'person'));
      const ended = await changes().then(
        () => true,
        (error: unknown) => {
          if (victim.alive) throw error;
          return false;
        },
      );
      victim.kill();
      await moving.close();
      const survivor = simulatedHost(attempt.start('survivor'));
      const places: ProjectArea[] = [];
      for (const area of [otter, heron]) if ((await survivor.get(area, one)) !== undefined) places.push(area);
      expect(places, where).toHaveLength(1);
      const [place] = places as [ProjectArea];
      expect(await held(survivor, place, one), where).toMatchObject([
        { judgment_id, relation: 'supersedes' },
      ]);
      expect((await survivor.get(place, one))?.supersededBy, where).toBe(other);
      expect(await held(survivor, place === otter ? heron : otter, one), where).toEqual([]);
      await survivor.close();
      if (ended) break;
    }
  });
});
