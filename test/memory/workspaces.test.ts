import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { saveStatement } from '../../src/memory/statements';
import type { Area } from '../../src/memory/types';
import type { NamedProject } from '../../src/project/projectChange';
import type { WorkspaceClaim } from '../../src/project/workspaceClaim';
import { HostFixture } from '../support/hostFixture';
import { projectOf } from '../support/movedStorage';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

/** Saves to an area as `remember` does; the id, or why it was refused. */
async function save(
  host: MemoryHost,
  area: Area & NamedProject,
  workspace: string,
  content = `Said in ${workspace}`,
): Promise<string> {
  const claim = await claimed(host, area, workspace);
  if (claim !== 'granted') return claim;
  return host.use(area, (opened) =>
    opened.write((tx) => {
      const saved = saveStatement(
        tx,
        {
          content,
          workspace,
          scope: 'shared',
          source: 'owner',
          confidence: 0.5,
          derivedFrom: [],
          savedBy: 'test',
        },
        host.timestamp(),
      );
      return saved.kind === 'saved' ? saved.row.uuid : saved.kind;
    }),
  );
}

async function claimed(host: MemoryHost, { id }: NamedProject, workspace: string): Promise<WorkspaceClaim> {
  return (await host.catalog()).claimWorkspace(workspace, id);
}

async function contents(host: MemoryHost, area: Area): Promise<readonly string[]> {
  const { records } = await host.list(area, { offset: 0, limit: 100 });
  return records.map(({ content }) => content).sort();
}

async function undoLatest(host: MemoryHost): Promise<void> {
  const changes = await host.projectChanges();
  const last = await changes.latest();
  if (last === undefined) throw new Error('nothing to undo');
  expect(await changes.undo(last)).toMatchObject({ kind: 'undone' });
}

describe('deleting an area', () => {
  it('forgets its memories at once, by one act, and leaves the others', async () => {
    const host = fixture.host();
    const app = await projectOf(host, 'app');
    await save(host, app, 'default');
    const ids = [await save(host, app, 'release', 'one'), await save(host, app, 'release', 'two')];
    await save(host, app, 'attic');
    const changes = await host.projectChanges();
    expect(await changes.workspaces(app)).toEqual([
      { name: 'attic', memories: 1 },
      { name: 'release', memories: 2 },
    ]);
    expect(await changes.deleteWorkspace(app, 'release', 'person')).toEqual({ kind: 'deleted', ids });
    expect(await changes.workspaces(app)).toEqual([{ name: 'attic', memories: 1 }]);
    expect(await contents(host, app)).toEqual(['Said in attic', 'Said in default']);
    expect((await host.search([app], { query: 'one two', limit: 10 })).hits).toEqual([]);
    expect(await host.lastForgotten([app])).toMatchObject({ ids });
  });

  it('an undo brings its memories back, and the name stays taken, in every process and project', async () => {
    const [host, other] = [fixture.host(), fixture.host()];
    const [app, site] = [await projectOf(host, 'app'), await projectOf(host, 'site')];
    const id = await save(host, app, 'release');
    expect(await save(other, site, 'release')).toBe('denied');
    await (await host.projectChanges()).deleteWorkspace(app, 'release', 'person');
    expect(
      await Promise.all([
        save(host, app, 'release'),
        save(other, app, 'release'),
        save(other, site, 'release'),
      ]),
    ).toEqual(['deleted', 'deleted', 'deleted']);
    expect(await host.restore(app, [id])).toEqual({ restored: [id], refused: [] });
    expect(await contents(other, app)).toEqual(['Said in release']);
    expect(await save(other, app, 'release')).toBe('deleted');
    await host.close();
    expect(await save(fixture.host(), site, 'release')).toBe('deleted');
  });

  it('is refused for the area that every project has, and for that of another project or of none', async () => {
    const host = fixture.host();
    const [app, site] = [await projectOf(host, 'app'), await projectOf(host, 'site')];
    await save(host, app, 'default');
    await save(host, site, 'release');
    const changes = await host.projectChanges();
    for (const name of ['default', 'release', 'nowhere'])
      expect(await changes.deleteWorkspace(app, name, 'person'), name).toEqual({ kind: 'denied' });
    expect([await contents(host, app), await contents(host, site)]).toEqual([
      ['Said in default'],
      ['Said in release'],
    ]);
    expect(await claimed(host, app, 'nowhere')).toBe('granted');
  });

  it('that was interrupted before its memories were forgotten is finished by asking once more', async () => {
    const host = fixture.host();
    const app = await projectOf(host, 'app');
    const id = await save(host, app, 'release');
    // The process ended after the first of the two writes.
    await (await host.catalog()).deleteWorkspace('release', app.id);
    const changes = await fixture.host().projectChanges();
    expect(await changes.deleteWorkspace(app, 'release', 'person')).toEqual({ kind: 'deleted', ids: [id] });
    expect(await contents(host, app)).toEqual([]);
    expect(await changes.deleteWorkspace(app, 'release', 'person')).toEqual({ kind: 'deleted', ids: [] });
  });
});

describe('areas of projects that change', () => {
  it('a merge brings them along, also those that are deleted, and its undo takes them back', async () => {
    const host = fixture.host();
    const [app, site] = [await projectOf(host, 'app'), await projectOf(host, 'site')];
    await save(host, site, 'release');
    await save(host, site, 'attic');
    const changes = await host.projectChanges();
    await changes.deleteWorkspace(site, 'attic', 'person');
    await changes.merge([site], app, 'person');
    expect(await changes.workspaces(app)).toEqual([{ name: 'release', memories: 1 }]);
    expect([await claimed(host, app, 'release'), await claimed(host, app, 'attic')]).toEqual([
      'granted',
      'deleted',
    ]);
    await save(host, app, 'born later');
    await undoLatest(host);
    expect([await claimed(host, app, 'release'), await claimed(host, site, 'release')]).toEqual([
      'denied',
      'granted',
    ]);
    expect([await claimed(host, app, 'attic'), await claimed(host, site, 'attic')]).toEqual([
      'deleted',
      'deleted',
    ]);
    expect(await claimed(host, app, 'born later')).toBe('granted');
  });

  it('an area goes along with the last of its memories, and comes back with an undo', async () => {
    const host = fixture.host();
    const [app, site] = [await projectOf(host, 'app'), await projectOf(host, 'site')];
    const [one, two] = [await save(host, app, 'release', 'one'), await save(host, app, 'release', 'two')];
    const changes = await host.projectChanges();
    await changes.move([one], app, site, 'person');
    expect([await claimed(host, app, 'release'), await claimed(host, site, 'release')]).toEqual([
      'granted',
      'denied',
    ]);
    await changes.move([two], app, site, 'person');
    expect([await claimed(host, app, 'release'), await claimed(host, site, 'release')]).toEqual([
      'denied',
      'granted',
    ]);
    await undoLatest(host);
    // One of the two is still there.
    expect([await claimed(host, app, 'release'), await claimed(host, site, 'release')]).toEqual([
      'denied',
      'granted',
    ]);
    await undoLatest(host);
    expect([await claimed(host, app, 'release'), await claimed(host, site, 'release')]).toEqual([
      'granted',
      'denied',
    ]);
  });

  it('a forgotten memory keeps its area where it is, and a deleted area stays deleted', async () => {
    const host = fixture.host();
    const [app, site] = [await projectOf(host, 'app'), await projectOf(host, 'site')];
    const [one, two] = [await save(host, app, 'release', 'one'), await save(host, app, 'release', 'two')];
    await host.forget(app, [two], 'person');
    const changes = await host.projectChanges();
    await changes.move([one], app, site, 'person');
    expect([await claimed(host, app, 'release'), await claimed(host, site, 'release')]).toEqual([
      'granted',
      'denied',
    ]);
    await changes.deleteWorkspace(app, 'release', 'person');
    await changes.move([two], app, site, 'person');
    expect([await claimed(host, app, 'release'), await claimed(host, site, 'release')]).toEqual([
      'deleted',
      'deleted',
    ]);
  });

  it('those of a forgotten project stay taken, and are its own again after an undo', async () => {
    const host = fixture.host();
    const [app, site] = [await projectOf(host, 'app'), await projectOf(host, 'site')];
    await save(host, app, 'release');
    await (await host.projectChanges()).forget(app, 'person');
    expect(await save(host, site, 'release')).toBe('denied');
    await undoLatest(host);
    expect(await claimed(host, app, 'release')).toBe('granted');
  });
});
