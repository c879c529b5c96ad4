import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { passport } from '../../src/memory/passport';
import { endSession, ensureSession, sessionById } from '../../src/memory/sessions';
import type { Area, MemoryRecord } from '../../src/memory/types';
import { repositoryIdentity } from '../../src/project/identity';
import { HostFixture } from '../support/hostFixture';
import { imagesIn, observe, projectOf, twoProjects } from '../support/movedStorage';
import { SimulatedDisk } from '../support/simulatedDisk';
import { SimulatedProcess } from '../support/simulatedProcess';
import { simulatedHost } from '../support/simulatedStorage';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

/** A process that may not write to one folder. */
class ProcessWithout extends SimulatedProcess {
  readonly #folder: string;

  constructor(disk: SimulatedDisk, folder: string) {
    super(disk, 'without');
    this.#folder = folder;
  }

  override refusesWriting(directory: string): Promise<string | undefined> {
    return Promise.resolve(directory.endsWith(this.#folder) ? 'EACCES' : undefined);
  }
}

async function undoLatest(host: MemoryHost): Promise<void> {
  const changes = await host.projectChanges();
  const last = await changes.latest();
  if (last === undefined) throw new Error('nothing to undo');
  expect(await changes.undo(last)).toMatchObject({ kind: 'undone' });
}

async function records(host: MemoryHost, area: Area): Promise<readonly MemoryRecord[]> {
  return (await host.list(area, { offset: 0, limit: 100 })).records;
}

async function found(host: MemoryHost, areas: readonly Area[], query: string): Promise<readonly string[]> {
  const { hits } = await host.search(areas, { query, limit: 10 });
  return hits.map(({ record }) => record.content);
}

describe('merging projects', () => {
  it('keeps topics that both had as versions, the newest on top, and counts them', async () => {
    const host = fixture.host();
    const { heron, otter } = await twoProjects(host);
    fixture.pass(60);
    await observe(host, heron, 'Where it lives', { topicKey: 'home', content: 'By the river, the newest.' });
    const merged = await (await host.projectChanges()).merge([heron], otter, 'person');
    expect(merged).toEqual({ kind: 'merged', memories: 6, sessions: 1, prompts: 3, collisions: 1 });

    expect((await found(host, [otter], 'where it lives')).slice(0, 2)).toEqual([
      'By the river, the newest.',
      'By the sea: otter.',
    ]);
    const [newest, older] = (await records(host, otter)).filter(({ key }) => key === 'home');
    expect(newest).toMatchObject({
      content: 'By the river, the newest.',
      version: { n: 2, of: 2 },
      revision: 3,
    });
    expect(older).toMatchObject({ version: { n: 1, of: 2 }, supersededBy: newest?.id });
    // Saved once more, the newest is rewritten and the other stays its older version.
    const saved = await observe(host, otter, 'Where it lives', { topicKey: 'home', content: 'By the well.' });
    expect(saved.uuid).toBe(newest?.id);
    expect(await host.use(otter, (opened) => opened.read((db) => sessionById(db, 'walk')?.session_id))).toBe(
      'walk',
    );

    await undoLatest(host);
    expect((await records(host, otter)).map(({ key, supersededBy }) => [key, supersededBy])).toEqual([
      ['home', undefined],
    ]);
    expect((await records(host, heron)).find(({ key }) => key === 'home')?.content).toBe('By the well.');
    expect(await host.use(otter, (opened) => opened.read((db) => sessionById(db, 'walk')))).toBeUndefined();
    expect(await found(host, [otter], 'eats')).toEqual([]);
  });

  it('brings sessions back as they went on meanwhile, and leaves those that are used in the other', async () => {
    const host = fixture.host();
    const { heron, otter } = await twoProjects(host);
    for (const id of ['run', 'swim'])
      await host.use(heron, (opened) =>
        opened.write((tx) => ensureSession(tx, id, undefined, host.timestamp())),
      );
    await (await host.projectChanges()).merge([heron], otter, 'person');
    await host.use(otter, (opened) =>
      opened.write((tx) => {
        const session = sessionById(tx, 'run');
        if (session !== undefined) endSession(tx, session, 'Ran far.', host.timestamp());
      }),
    );
    await observe(host, otter, 'Written in the merged one', { sessionId: 'swim' });
    await undoLatest(host);
    const sessions = (area: typeof heron): Promise<readonly unknown[]> =>
      host.use(area, (opened) =>
        opened.read((db) => ['walk', 'run', 'swim'].map((id) => sessionById(db, id)?.summary)),
      );
    expect(await sessions(heron)).toEqual([null, 'Ran far.', null]);
    expect(await sessions(otter)).toEqual([undefined, undefined, null]);
  });

  it('puts memories of both in the order in which they were written, each database keeping its own', async () => {
    const host = fixture.host();
    const [heron, otter] = [await projectOf(host, 'heron'), await projectOf(host, 'otter')];
    const written: string[] = [];
    for (const [n, area] of [heron, otter, otter, heron, otter, heron, heron].entries()) {
      fixture.pass(1);
      await observe(host, area, `Memory ${n}`);
      written.unshift(`Memory ${n}`);
    }
    await (await host.projectChanges()).merge([heron], otter, 'person');
    expect((await records(host, otter)).map(({ label }) => label)).toEqual(written);
    await observe(host, otter, 'Newest');
    expect((await records(host, otter))[0]?.label).toBe('Newest');
  });

  it('is seen by the next search of another process, which had both open', async () => {
    const [host, other] = [fixture.host(), fixture.host()];
    const { heron, otter } = await twoProjects(host);
    expect(await found(other, [otter], 'eats')).toEqual([]);
    expect(await found(other, [heron], 'eats')).toHaveLength(1);
    await (await host.projectChanges()).merge([heron], otter, 'person');
    expect(await found(other, [otter], 'eats')).toHaveLength(1);
    // It still thinks that the project is there: its write lands in the one that it became part of.
    const { uuid } = await observe(other, heron, 'Late');
    expect((await host.get(otter, uuid))?.label).toBe('Late');
  });

  it('is refused while a database cannot be written, and changes nothing', async () => {
    const disk = new SimulatedDisk();
    const first = simulatedHost(disk.start('first'));
    const { heron, otter } = await twoProjects(first);
    await first.close();
    const host = simulatedHost(new ProcessWithout(disk, otter.id));
    await expect((await host.projectChanges()).merge([heron], otter, 'person')).rejects.toMatchObject({
      code: 'read_only',
      message: expect.stringContaining('Nothing was changed: the database of "otter"') as string,
    });
    expect((await (await host.catalog()).list()).map(({ name }) => name).sort()).toEqual(['heron', 'otter']);
    expect((await imagesIn(host, heron)).size).toBe(6);
    await host.close();
  });

  it('is finished later when the disk fails in the middle, and nothing is lost meanwhile', async () => {
    const disk = new SimulatedDisk();
    const first = simulatedHost(disk.start('first'));
    const { heron, otter } = await twoProjects(first);
    await first.close();
    const process = disk.start('failing');
    const host = simulatedHost(process);
    await imagesIn(host, otter);
    process.fail({ operation: 'append', path: new RegExp(otter.id), code: 'ENOSPC' });
    await expect((await host.projectChanges()).merge([heron], otter, 'person')).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The change is written down and no memory is lost, but .*ENOSPC/,
      ) as string,
    });
    const other = simulatedHost(disk.start('other'));
    expect((await imagesIn(other, otter)).size).toBe(7);
    await Promise.all([host.close(), other.close()]);
  });
});

describe('moving memories', () => {
  it('takes history, marks, links and dates along, under the same id, and brings them back', async () => {
    const host = fixture.host();
    const { heron, otter } = await twoProjects(host);
    const before = await imagesIn(host, heron);
    const changes = await host.projectChanges();
    const ids = [...before.keys()];
    expect(await changes.move(ids, heron, otter, 'person')).toEqual({ kind: 'moved', memories: 6 });
    for (const id of ids) expect((await imagesIn(host, otter)).get(id)).toEqual(before.get(id));
    const source = (await records(host, otter)).find(({ content }) => content === 'It nests in reeds.');
    const { index } = await host.use(otter, (opened) => opened.index());
    const there = await host.use(otter, (opened) =>
      opened.read((db) =>
        passport(db, index, otter, source?.id ?? '', { before: 0, after: 0 }, host.timestamp()),
      ),
    );
    expect(there?.relations).toMatchObject([{ relation: 'source_of', title: 'Reeds matter.' }]);
    expect((await records(host, heron)).length).toBe(0);
    // The source stays a project of its own.
    await observe(host, heron, 'New');
    expect((await records(host, heron)).map(({ label }) => label)).toEqual(['New']);
    await undoLatest(host);
    for (const id of ids) expect((await imagesIn(host, heron)).get(id)).toEqual(before.get(id));
    expect((await records(host, heron)).length).toBe(6);
  });

  it('shows a memory that is in both databases once, from where it is going', async () => {
    const disk = new SimulatedDisk();
    const process = disk.start('failing');
    const host = simulatedHost(process);
    const { heron, otter } = await twoProjects(host);
    const id = [...(await imagesIn(host, heron)).keys()][1] ?? '';
    const changes = await host.projectChanges();
    process.fail({ operation: 'append', path: new RegExp(heron.id), code: 'ENOSPC' });
    await expect(changes.move([id], heron, otter, 'person')).rejects.toThrow('ENOSPC');
    await host.close();
    // It can read the source and cannot finish the move.
    const reader = simulatedHost(new ProcessWithout(disk, heron.id));
    expect((await reader.get(heron, id))?.label).toBe('What it eats');
    for (const areas of [
      [heron, otter],
      [otter, heron],
    ]) {
      expect((await reader.find(id, areas))?.area).toEqual(otter);
      const { hits } = await reader.search(areas, { query: 'eats', limit: 10 });
      expect(hits.map(({ record }) => [record.id, record.area])).toEqual([[id, otter]]);
    }
    await reader.close();
    const writer = simulatedHost(disk.start('writer'));
    expect(await writer.get(heron, id)).toBeUndefined();
    expect((await writer.get(otter, id))?.label).toBe('What it eats');
    await writer.close();
  });

  it('leaves no text behind when a memory is deleted for good where it went', async () => {
    const host = fixture.host();
    const { heron, otter } = await twoProjects(host);
    const secret = await observe(host, heron, 'Known for long', { content: 'kingfisher-kingfisher' });
    const changes = await host.projectChanges();
    await changes.move([secret.uuid], heron, otter, 'person');
    const filesWith = (text: string): string[] =>
      readdirSync(fixture.directory, { recursive: true, encoding: 'utf8' }).filter((name) => {
        const file = join(fixture.directory, name);
        return /(base|log|index)-/.test(name) && readFileSync(file).includes(text);
      });
    expect(filesWith('kingfisher').some((name) => name.includes(heron.id))).toBe(true);
    await host.purge(otter, [secret.uuid], 'person');
    expect(filesWith('kingfisher')).toEqual([]);
    expect(filesWith('sea: otter').length).toBeGreaterThan(0);
    await undoLatest(host);
    expect((await imagesIn(host, heron)).has(secret.uuid)).toBe(false);
  });
});

describe('a folder that is split off', () => {
  it('takes along what cites a file in it, by any way of writing the path', async () => {
    const host = fixture.host();
    const root = '/code/app';
    const git = { root, commonDir: `${root}/.git`, linkedWorktree: false, name: 'app' };
    const detected = repositoryIdentity(git, '/home/me');
    if (detected === undefined) throw new Error('no project');
    const match = await (await host.catalog()).ensure(detected);
    if (match.kind !== 'project') throw new Error(match.kind);
    const app: Area = { kind: 'project', id: match.project.id, name: 'app' };
    const sources = ['web/a.ts#L3', './web/b.ts', `${root}/web/c.ts`, 'web\\d.ts', 'webs/e.ts', 'f/web/g.ts'];
    for (const sourceId of sources) await observe(host, app, sourceId, { sourceId });
    await observe(host, app, 'none');
    const changes = await host.projectChanges();
    const folder = { path: `${root}/web`, below: 'web', detected: { ...detected, within: 'web' } };
    const split = await changes.split(folder, app, 'web', 'person');
    expect(split).toMatchObject({ kind: 'split', memories: 4, project: { name: 'web' } });
    expect((await records(host, app)).map(({ label }) => label).sort()).toEqual([
      'f/web/g.ts',
      'none',
      'webs/e.ts',
    ]);
    await undoLatest(host);
    expect(await records(host, app)).toHaveLength(7);
  });
});

describe('a forgotten project', () => {
  it('is in no search of any process, and comes back as it was after a restart', async () => {
    const [host, other] = [fixture.host(), fixture.host()];
    const { heron } = await twoProjects(host);
    await found(other, [heron], 'eats');
    await (await host.projectChanges()).forget(heron, 'person');
    expect((await (await other.catalog()).list()).map(({ name }) => name)).toEqual(['otter']);
    await host.close();
    const after = fixture.host();
    await undoLatest(after);
    expect((await (await other.catalog()).byName('heron'))?.id).toBe(heron.id);
    expect(await found(after, [heron], 'eats')).toHaveLength(1);
  });
});

describe('a renamed project', () => {
  it('has its new name in every answer of a process that had it open', async () => {
    const host = fixture.host();
    const { heron } = await twoProjects(host);
    await found(host, [heron], 'eats');
    expect(await (await host.projectChanges()).rename(heron, 'grey heron', 'person')).toMatchObject({
      kind: 'renamed',
    });
    const { hits } = await host.search([{ ...heron, name: 'grey heron' }], { query: 'eats', limit: 1 });
    expect(hits[0]?.record.area).toEqual({ ...heron, name: 'grey heron' });
  });
});
