import { beforeEach, describe, expect, it } from 'vitest';
import type { Catalog, KnownMatch, ProjectRecord } from '../../../src/project/catalog';
import {
  declaredIdentity,
  folderIdentity,
  overrideIdentity,
  repositoryIdentity,
} from '../../../src/project/identity';
import { normaliseRemote } from '../../../src/project/remoteUrl';
import type { DetectedProject } from '../../../src/project/types';
import { catalogFixture } from '../../support/catalogFixture';

function repository(root: string, url?: string, commonDir = `${root}/.git`): DetectedProject {
  const remote = url === undefined ? undefined : normaliseRemote(url);
  const identity = repositoryIdentity(
    {
      root,
      commonDir,
      linkedWorktree: commonDir !== `${root}/.git`,
      name: root.slice(root.lastIndexOf('/') + 1),
      ...(remote === undefined ? {} : { remote }),
    },
    '/home/me',
  );
  if (identity === undefined) throw new Error(`${root} is no project`);
  return identity;
}

function one(match: KnownMatch): ProjectRecord {
  if (match.kind !== 'project') throw new Error(`Not one project: ${JSON.stringify(match)}`);
  return match.project;
}

describe('Catalog', () => {
  const fixture = catalogFixture();
  let directory: string;
  let catalog: Catalog;
  beforeEach(async () => {
    directory = await fixture.directory();
    catalog = await fixture.open(directory);
  });

  it('creates nothing by looking, and one project by writing', async () => {
    const app = repository('/code/app', 'git@github.com:octo/app.git');
    expect(await catalog.find(app)).toEqual({ kind: 'none', name: 'app' });
    expect(await catalog.list()).toEqual([]);
    const created = one(await catalog.ensure(app));
    expect(created).toEqual({
      id: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ) as string,
      name: 'app',
      path: '/code/app',
      remote: 'github.com/octo/app',
      createdAt: '2026-03-01T10:00:00.000Z',
      lastUsedAt: '2026-03-01T10:00:00.000Z',
    });
    expect(await catalog.find(app)).toEqual({ kind: 'project', project: created });
    expect(one(await catalog.ensure(app))).toEqual(created);
    expect(await catalog.list()).toEqual([created]);
    expect(await catalog.byId(created.id)).toEqual(created);
    expect(await catalog.byName('app')).toEqual(created);
    expect(await catalog.byName('nothing')).toBeUndefined();
  });

  it('knows clones, worktrees, moved folders and changed remotes by whatever still matches', async () => {
    const { id } = one(await catalog.ensure(repository('/code/app', 'git@github.com:octo/app.git')));
    const seen = [
      repository('/other/clone', 'https://github.com/octo/app/'),
      repository('/trees/fix', undefined, '/code/app/.git'),
      repository('/code/app', 'https://gitlab.com/new/home'),
      repository('/third/clone', 'ssh://git@gitlab.com/new/home.git'),
      folderIdentity('/other/clone'),
    ];
    for (const place of seen) expect(one(await catalog.ensure(place)).id).toBe(id);
    expect(await catalog.list()).toHaveLength(1);
    expect(await catalog.byId(id)).toMatchObject({ path: '/third/clone', remote: 'gitlab.com/new/home' });
  });

  it('never merges places that lead to different projects', async () => {
    const a = one(await catalog.ensure(repository('/code/a', 'https://h.org/o/a')));
    const b = one(await catalog.ensure(repository('/code/b', 'https://h.org/o/b')));
    const both = repository('/code/a', 'https://h.org/o/b');
    const several = { kind: 'several', projects: [b, a] };
    expect(await catalog.find(both)).toEqual(several);
    expect(await catalog.ensure(both)).toEqual(several);
    expect((await catalog.list()).map(({ name }) => name)).toEqual(['b', 'a']);
  });

  it('gives the next free name to another of the same name', async () => {
    const names = [];
    for (const place of [
      repository('/x/app'),
      repository('/y/app'),
      repository('/z/y/app'),
      repository('/w/app', 'https://h.org/o/app'),
      repository('/v/app', 'https://g.org/o/app'),
      repository('/v/2/app', 'https://f.org/o/app'),
      folderIdentity('/t/y/app'),
    ]) {
      names.push(one(await catalog.ensure(place)).name);
    }
    expect(names).toEqual(['app', 'app (y)', 'app (2)', 'o/app', 'app (v)', 'app (3)', 'app (4)']);
  });

  it('lets no name exceed what may be named', async () => {
    const long = 'x'.repeat(128);
    const names = [];
    for (const parent of ['a', 'b'])
      names.push(one(await catalog.ensure(folderIdentity(`/${parent}/${long}`))).name);
    expect(names).toEqual([long, `${'x'.repeat(124)} (2)`]);
  });

  it('finds an override by name alone', async () => {
    const { id } = one(await catalog.ensure(repository('/code/app')));
    expect(one(await catalog.ensure(overrideIdentity('app', '/elsewhere'))).id).toBe(id);
    const other = one(await catalog.ensure(overrideIdentity('other', '')));
    expect(other).not.toHaveProperty('path');
    expect(other.name).toBe('other');
  });

  describe('a name declared by a file', () => {
    it('names a new project, known by its places from then on', async () => {
      const place = declaredIdentity('team', '/code/app', repository('/code/app', 'https://h.org/o/app'));
      const { id, name } = one(await catalog.ensure(place));
      expect(name).toBe('team');
      expect(one(await catalog.ensure(repository('/code/app', 'https://h.org/o/app'))).id).toBe(id);
      const clone = declaredIdentity('team', '/clone', repository('/clone', 'https://h.org/o/app'));
      expect(one(await catalog.ensure(clone)).id).toBe(id);
    });

    it('renames the project that these places are already', async () => {
      const own = repository('/code/app', 'https://h.org/o/app');
      const { id } = one(await catalog.ensure(own));
      expect(one(await catalog.ensure(declaredIdentity('team', '/code/app', own)))).toMatchObject({
        id,
        name: 'team',
      });
      expect(one(await catalog.ensure(declaredIdentity('crew', '/code/app', own)))).toMatchObject({
        id,
        name: 'crew',
      });
      expect(await catalog.byName('team')).toMatchObject({ id, name: 'crew' });
      expect(await catalog.byName('app')).toBeUndefined();
    });

    it('joins no project that does not know these places, until that is agreed', async () => {
      const victim = one(await catalog.ensure(repository('/code/secret', 'https://h.org/o/secret')));
      const place = declaredIdentity('secret', '/evil', repository('/evil', 'https://h.org/x/evil'));
      expect(await catalog.find(place)).toEqual({ kind: 'unagreed', declared: victim });
      expect(await catalog.ensure(place)).toEqual({ kind: 'unagreed', declared: victim });
      expect(await catalog.list()).toEqual([victim]);
      const own = one(await catalog.ensure(repository('/evil', 'https://h.org/x/evil')));
      expect(await catalog.find(place)).toEqual({ kind: 'unagreed', declared: victim, own });
    });

    it('once agreed, joins with all the places that are nobody else’s', async () => {
      const team = one(await catalog.ensure(repository('/code/api', 'https://h.org/o/api')));
      const place = declaredIdentity('api', '/code/web', repository('/code/web', 'https://h.org/o/web'));
      await catalog.attach(team.id, place);
      expect(one((await catalog.find(place)) as KnownMatch).id).toBe(team.id);
      expect(
        one((await catalog.find(repository('/clone/web', 'https://h.org/o/web'))) as KnownMatch).id,
      ).toBe(team.id);
    });

    it('keeps the parts of one repository apart, in every clone of it', async () => {
      const whole = repository('/code/mono', 'https://h.org/o/mono');
      const a = one(await catalog.ensure(declaredIdentity('a', '/code/mono/a', whole)));
      const b = one(await catalog.ensure(declaredIdentity('b', '/code/mono/b', whole)));
      const root = one(await catalog.ensure(whole));
      expect(new Set([a.id, b.id, root.id]).size).toBe(3);
      const clone = repository('/clone', 'https://h.org/o/mono');
      expect(one(await catalog.ensure(declaredIdentity('a', '/clone/a', clone))).id).toBe(a.id);
      expect((await catalog.find(declaredIdentity('a', '/clone/b', clone))).kind).toBe('unagreed');
    });
  });

  it('creates by name, once', async () => {
    const created = await catalog.create('  New Project ');
    expect(created).toMatchObject({ kind: 'created', project: { name: 'new project' } });
    expect(await catalog.create('new project')).toMatchObject({
      kind: 'exists',
      project: { name: 'new project' },
    });
    expect(await catalog.create('a/b/c')).toMatchObject({ kind: 'error', code: 'invalid_project' });
    expect(await catalog.list()).toHaveLength(1);
  });

  it('lists by use, newest first', async () => {
    const ids = new Map<string, string>();
    for (const name of ['a', 'b', 'c'])
      ids.set(name, one(await catalog.ensure(folderIdentity(`/code/${name}`))).id);
    const names = async (): Promise<string[]> => (await catalog.list()).map(({ name }) => name);
    expect(await names()).toEqual(['c', 'b', 'a']);
    await catalog.touch(ids.get('a') ?? '');
    expect(await names()).toEqual(['a', 'c', 'b']);
    fixture.pass(3);
    await catalog.touch(ids.get('a') ?? '');
    const soon = (await catalog.list())[0]?.lastUsedAt ?? '';
    fixture.pass(3);
    await catalog.touch(ids.get('a') ?? '');
    expect(Date.parse((await catalog.list())[0]?.lastUsedAt ?? '') - Date.parse(soon)).toBe(6 * 60_000);
    await catalog.touch('nothing');
    expect(await names()).toEqual(['a', 'c', 'b']);
  });

  it('remembers a choice for exactly a set of folders', async () => {
    const app = one(await catalog.ensure(folderIdentity('/code/app')));
    await catalog.rememberChoice(['/code/b', '/code/a/'], {
      kind: 'project',
      id: app.id,
      insteadOf: 'root /code/b',
    });
    const kept = { kind: 'project', project: app, insteadOf: 'root /code/b' };
    expect(await catalog.choiceFor(['/code/a', '/code/b'])).toMatchObject(kept);
    expect(await catalog.choiceFor(['/code/a', '/code/b', '/code/b'])).toMatchObject(kept);
    expect(await catalog.choiceFor(['/code/a'])).toBeUndefined();
    await catalog.rememberChoice(['/code/a', '/code/b'], { kind: 'disabled' });
    expect(await catalog.choiceFor(['/code/a', '/code/b'])).toEqual({ kind: 'disabled' });
    await catalog.forgetChoice(['/code/a', '/code/b']);
    expect(await catalog.choiceFor(['/code/a', '/code/b'])).toBeUndefined();
    await expect(catalog.rememberChoice(['/x'], { kind: 'project', id: 'nothing' })).rejects.toThrow(
      'nothing',
    );
  });

  it('gives a named area to the project that first used it', async () => {
    const a = one(await catalog.ensure(folderIdentity('/code/a'))).id;
    const b = one(await catalog.ensure(folderIdentity('/code/b'))).id;
    expect(await catalog.claimWorkspace('default', a)).toBe('granted');
    expect(await catalog.claimWorkspace('default', b)).toBe('granted');
    expect(await catalog.claimWorkspace('ops', a)).toBe('granted');
    expect(await catalog.claimWorkspace('ops', a)).toBe('granted');
    expect(await catalog.claimWorkspace('ops', b)).toBe('denied');
    expect(await catalog.claimWorkspace('attic', a)).toBe('granted');
    expect([await catalog.workspaces(a), await catalog.workspaces(b)]).toEqual([['attic', 'ops'], []]);
    expect(await catalog.deleteWorkspace('ops', b)).toBe('denied');
    expect(await catalog.deleteWorkspace('default', a)).toBe('denied');
    expect(await catalog.deleteWorkspace('ops', a)).toBe('deleted');
    expect(await catalog.deleteWorkspace('ops', a)).toBe('deleted_before');
    expect(await catalog.workspaces(a)).toEqual(['attic']);
    expect(await catalog.claimWorkspace('ops', a)).toBe('deleted');
    expect(await catalog.claimWorkspace('ops', b)).toBe('deleted');
    await expect(catalog.claimWorkspace('new', 'nothing')).rejects.toThrow('nothing');
  });

  it('keeps a session with the project that started it first', async () => {
    const other = await fixture.open(directory);
    const [a, b] = [
      one(await catalog.ensure(repository('/w/a'))),
      one(await catalog.ensure(repository('/w/b'))),
    ];
    expect(await catalog.projectOfSession('walk')).toBeUndefined();
    const places = await Promise.all([catalog.placeSession('walk', a.id), other.placeSession('walk', b.id)]);
    expect(new Set(places.map(({ id }) => id)).size).toBe(1);
    expect(await other.placeSession('walk', b.id)).toMatchObject({ id: places[0]?.id });
    expect(await (await fixture.open(directory)).projectOfSession('walk')).toMatchObject({
      id: places[0]?.id,
    });
    await expect(catalog.placeSession('run', 'nothing')).rejects.toThrow('nothing');
  });

  it('has one tenant for all processes, for good', async () => {
    const other = await fixture.open(directory);
    const [first, second] = await Promise.all([catalog.tenantId(), other.tenantId()]);
    expect(first).toMatch(/^t-[0-9a-f]{4}$/);
    expect(second).toBe(first);
    expect(await (await fixture.open(directory)).tenantId()).toBe(first);
  });

  it('is one project to all who see it first at once', async () => {
    const catalogs = await Promise.all(Array.from({ length: 4 }, () => fixture.open(directory)));
    const places = ['/w/1', '/w/2', '/w/3'].map((root) => repository(root, 'https://h.org/o/app'));
    const found = await Promise.all(catalogs.flatMap((each) => places.map((place) => each.ensure(place))));
    expect(new Set(found.map((match) => one(match).id)).size).toBe(1);
    expect(await catalog.list()).toHaveLength(1);
  });

  it('says when something changed', async () => {
    let changes = 0;
    const listening = catalog.onDidChange(() => changes++);
    await catalog.create('a');
    const after = changes;
    expect(after).toBeGreaterThan(0);
    listening.dispose();
    await catalog.create('b');
    expect(changes).toBe(after);
  });
});
