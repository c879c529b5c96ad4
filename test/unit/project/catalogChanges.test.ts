import { beforeEach, describe, expect, it } from 'vitest';
import { Catalog, type ProjectRecord } from '../../../src/project/catalog';
import { CatalogChanges } from '../../../src/project/catalogChanges';
import { catalogMigrations } from '../../../src/project/catalogSchema';
import { CatalogUndo, type Undoing } from '../../../src/project/catalogUndo';
import { folderIdentity, repositoryIdentity } from '../../../src/project/identity';
import type { MoveIntent } from '../../../src/project/projectChange';
import { normaliseRemote } from '../../../src/project/remoteUrl';
import type { DetectedProject } from '../../../src/project/types';
import { storeFixture } from '../../support/storeFixture';

function repository(root: string, url?: string, within?: string): DetectedProject {
  const remote = url === undefined ? undefined : normaliseRemote(url);
  const identity = repositoryIdentity(
    {
      root,
      commonDir: `${root}/.git`,
      linkedWorktree: false,
      name: root.slice(root.lastIndexOf('/') + 1),
      ...(remote === undefined ? {} : { remote }),
    },
    '/home/me',
  );
  if (identity === undefined) throw new Error(`${root} is no project`);
  return within === undefined ? identity : { ...identity, within };
}

describe('changes of whole projects', () => {
  const stores = storeFixture();
  let catalog: Catalog;
  let changes: CatalogChanges;
  let undo: CatalogUndo;

  beforeEach(async () => {
    await open(await stores.directory());
  });

  async function open(directory: string): Promise<void> {
    const now = (): Date => new Date('2026-03-01T10:00:00Z');
    const store = await stores.open(directory, catalogMigrations);
    catalog = new Catalog(store, now);
    changes = new CatalogChanges(store, now);
    undo = new CatalogUndo(store, now);
  }

  async function known(detected: DetectedProject): Promise<ProjectRecord> {
    const match = await catalog.ensure(detected);
    if (match.kind !== 'project') throw new Error(match.kind);
    return match.project;
  }

  async function projectAt(detected: DetectedProject): Promise<string> {
    const match = await catalog.find(detected);
    return match.kind === 'project' ? match.project.name : match.kind;
  }

  async function finishMoves(): Promise<readonly MoveIntent[]> {
    const pending = await undo.pending();
    for (const intent of pending) await undo.finish(intent, []);
    return pending;
  }

  async function undoLatest(): Promise<Extract<Undoing, { kind: 'undone' }>> {
    const latest = await undo.latest();
    const undone = await undo.undo(latest?.id ?? '');
    if (undone.kind === 'refused') throw new Error(undone.message);
    return undone;
  }

  const names = async (): Promise<string[]> => (await catalog.list()).map(({ name }) => name).sort();

  const app = repository('/code/app', 'git@example.org:octo/app.git');
  const site = repository('/code/site');

  describe('rename', () => {
    it('keeps the old name leading to the project, and is taken back', async () => {
      const { id } = await known(app);
      expect(await changes.rename(id, ' Web  App ', 'person')).toMatchObject({
        project: { id, name: 'web app' },
      });
      expect((await catalog.byName('app'))?.id).toBe(id);
      expect(await projectAt(app)).toBe('web app');
      expect((await known(repository('/other/app'))).name).toBe('app (other)');
      expect((await undo.latest())?.details).toEqual({
        kind: 'rename',
        project: { id, name: 'app' },
        to: 'web app',
      });
      expect((await undoLatest()).notes).toEqual([]);
      expect((await catalog.byId(id))?.name).toBe('app');
      expect(await undo.latest()).toBeUndefined();
    });

    it('refuses a bad name and one that leads elsewhere, and names similar ones', async () => {
      const { id } = await known(app);
      await known(site);
      const refusals = ['', 'a/b/c', 'site', 'app'].map((name) => changes.rename(id, name, 'person'));
      expect((await Promise.all(refusals)).map((refusal) => 'message' in refusal && refusal.message)).toEqual(
        [
          'A project name must not be blank.',
          expect.stringContaining('looks like a path') as string,
          'A project is called "site" already. Choose another name, or merge the two.',
          'The project is called that already.',
        ],
      );
      expect(await names()).toEqual(['app', 'site']);
      expect(await changes.rename(id, 'sites', 'person')).toMatchObject({ similar: ['site'] });
      expect(await names()).toEqual(['site', 'sites']);
    });
  });

  describe('merge', () => {
    it('lets names, places, choices and areas lead to the target, and gives them back', async () => {
      const [one, two] = [await known(app), await known(site)];
      await catalog.rememberChoice(['/code/both'], { kind: 'project', id: two.id });
      expect(await catalog.claimWorkspace('docs', two.id)).toBe('granted');
      const merging = await changes.merge([two.id], one.id, 'claude');
      expect(merging).toMatchObject({ kind: 'begun', moves: [{ what: { kind: 'all' } }] });
      const target = { id: one.id, name: 'app' };
      expect((await finishMoves())[0]).toMatchObject({ source: { id: two.id, name: 'site' }, target });

      expect(await names()).toEqual(['app']);
      expect(await projectAt(site)).toBe('app');
      expect((await catalog.byName('site'))?.id).toBe(one.id);
      expect((await catalog.byId(two.id))?.id).toBe(one.id);
      expect(await catalog.choiceFor(['/code/both'])).toMatchObject({ project: { id: one.id } });
      expect(await catalog.claimWorkspace('docs', one.id)).toBe('granted');
      // A place seen since stays with the target.
      expect((await known(repository('/clone', 'https://example.org/octo/app'))).id).toBe(one.id);

      expect(await undoLatest()).toMatchObject({
        change: { by: 'claude' },
        moves: [{ source: target, target: { id: two.id }, what: { kind: 'returning' } }],
      });
      expect(await names()).toEqual(['app', 'site']);
      expect(await projectAt(site)).toBe('site');
      expect(await projectAt(repository('/clone'))).toBe('app');
      expect(await catalog.choiceFor(['/code/both'])).toMatchObject({ project: { id: two.id } });
      expect(await catalog.claimWorkspace('docs', one.id)).toBe('denied');
    });

    it('is one change however many projects, and of projects that are there', async () => {
      const [one, two, three] = [await known(app), await known(site), await known(folderIdentity('/notes'))];
      expect(await changes.merge([one.id, one.id], one.id, 'person')).toMatchObject({ kind: 'refused' });
      expect(await changes.merge(['nobody'], one.id, 'person')).toMatchObject({ reason: 'unknown_project' });
      expect(await changes.merge([], one.id, 'person')).toMatchObject({ kind: 'refused' });
      expect(await names()).toEqual(['app', 'notes', 'site']);
      await changes.merge([two.id, three.id], one.id, 'person');
      expect(await finishMoves()).toHaveLength(2);
      expect(await names()).toEqual(['app']);
      await undoLatest();
      expect(await names()).toEqual(['app', 'notes', 'site']);
    });

    it('waits for a move of the same project, and is undone after a restart', async () => {
      const directory = await stores.directory();
      await open(directory);
      const [one, two, three] = [await known(app), await known(site), await known(folderIdentity('/notes'))];
      await changes.merge([two.id], one.id, 'person');
      const unfinished = {
        kind: 'refused',
        reason: 'unfinished',
        message: /"site" are still on their way to "app"/,
      };
      expect(await changes.merge([one.id], three.id, 'person')).toMatchObject({
        ...unfinished,
        message: expect.stringMatching(unfinished.message) as string,
      });
      expect(await undo.undo((await undo.latest())?.id ?? '')).toMatchObject({ reason: 'unfinished' });
      await finishMoves();
      await open(directory);
      expect((await undoLatest()).moves).toHaveLength(1);
      expect(await names()).toEqual(['app', 'notes', 'site']);
    });

    it('of a name that a later rename gave to the target is undone under the next free one', async () => {
      const [one, two] = [await known(app), await known(site)];
      await changes.merge([two.id], one.id, 'person');
      await finishMoves();
      expect(await changes.rename(one.id, 'site', 'person')).toMatchObject({ kind: 'renamed' });
      await undoLatest();
      expect((await catalog.byId(one.id))?.name).toBe('app');
      await undoLatest();
      expect(await names()).toEqual(['app', 'site']);
    });
  });

  describe('forget', () => {
    it('frees name and places, and brings back what is still free', async () => {
      const [one, two] = [await known(app), await known(site)];
      await changes.merge([two.id], one.id, 'person');
      await finishMoves();
      expect(await changes.forget(one.id, 'person')).toMatchObject({
        kind: 'forgotten',
        project: { name: 'app' },
      });
      expect(await names()).toEqual([]);
      for (const name of ['app', 'site']) expect(await catalog.byName(name)).toBeUndefined();
      expect(await catalog.byId(one.id)).toBeUndefined();
      expect([await projectAt(app), await projectAt(site)]).toEqual(['none', 'none']);
      const anew = await known(app);
      expect([anew.name, anew.id === one.id]).toEqual(['app', false]);

      expect((await undoLatest()).notes).toEqual([
        { kind: 'renamed', name: 'app', given: 'app (2)' },
        { kind: 'folderTaken' },
      ]);
      expect(await names()).toEqual(['app', 'app (2)']);
      expect([await projectAt(app), await projectAt(site)]).toEqual(['app', 'app (2)']);
      expect(await undo.undo('nothing')).toMatchObject({ reason: 'nothing_to_undo' });
    });

    it('makes a choice of the project count for nothing until it is back', async () => {
      const { id } = await known(app);
      await catalog.rememberChoice(['/x'], { kind: 'project', id });
      await changes.forget(id, 'person');
      expect(await catalog.choiceFor(['/x'])).toBeUndefined();
      await undoLatest();
      expect(await catalog.choiceFor(['/x'])).toMatchObject({ project: { id } });
    });
  });

  describe('split', () => {
    const url = 'git@example.org:octo/app.git';
    const part = { path: '/code/app/packages/web', detected: repository('/code/app', url, 'packages/web') };

    it('makes a folder of a repository a project in every clone, until it is taken back', async () => {
      const { id } = await known(app);
      const splitting = await changes.split(part, id, 'web', ['m1', 'm2'], 'person');
      expect(splitting).toMatchObject({
        project: { name: 'web', path: '/code/app/packages/web' },
        moves: [{ source: { id }, what: { kind: 'listed', ids: ['m1', 'm2'] } }],
      });
      await finishMoves();
      const inside = repository('/code/app', url, 'packages/web/src');
      const clone = repository('/clone', 'https://example.org/octo/app', 'packages/web');
      expect(await Promise.all([part.detected, inside, clone].map(projectAt))).toEqual(['web', 'web', 'web']);
      expect((await known(clone)).name).toBe('web');
      expect(await Promise.all([app, repository('/code/app', url, 'packages')].map(projectAt))).toEqual([
        'app',
        'app',
      ]);
      // What that clone's root is was not learned from its part.
      expect(await projectAt(repository('/clone'))).toBe('none');

      expect((await undoLatest()).moves).toMatchObject([{ target: { id }, what: { kind: 'all' } }]);
      await finishMoves();
      expect(await Promise.all([part.detected, clone].map(projectAt))).toEqual(['app', 'app']);
      await changes.split(part, id, 'web site', [], 'person');
      expect(await projectAt(inside)).toBe('web site');
    });

    it('takes one clone out of a project, and keeps it apart from the rest by a choice', async () => {
      const { id } = await known(app);
      const clone = repository('/clone', url);
      expect((await known(clone)).id).toBe(id);
      const splitting = await changes.split({ path: '/clone', detected: clone }, id, 'fork', [], 'person');
      expect(splitting).toMatchObject({ kind: 'begun', moves: [] });
      expect(await projectAt(app)).toBe('app');
      expect(await projectAt(clone)).toBe('several');
      expect(await catalog.choiceFor(['/clone'])).toMatchObject({ project: { name: 'fork' } });
    });

    it('refuses the whole project and a name that is taken', async () => {
      const { id } = await known(app);
      expect(
        await changes.split({ path: '/code/app', detected: app }, id, 'web', [], 'person'),
      ).toMatchObject({
        message: expect.stringContaining('whole project') as string,
      });
      expect(await changes.split(part, id, 'app', [], 'person')).toMatchObject({ reason: 'invalid_project' });
      expect(await names()).toEqual(['app']);
    });
  });
});
