import { describe, expect, it } from 'vitest';
import { refused, remote, resolverPlace, written } from '../../../support/resolverFixture';

describe('no project', () => {
  const place = resolverPlace();

  it.each([
    ['no folder', []],
    ['the home folder', ['/home/me']],
    ['the root', ['/']],
  ])('%s: the person is asked, else the error names the known ones', async (_, folders) => {
    place.files.makeDirectory('/home/me');
    await place.known('a');
    await place.known('b');
    place.person.answers(() => ({ kind: 'dismissed' }));
    const projects = place.resolver(folders);
    expect(refused(await projects.forWrite({}))).toMatchObject({
      code: 'ambiguous_project',
      details: {
        project_source: 'none',
        available_projects: ['b', 'a'],
        project_candidates: [],
      },
    });
    expect(await projects.forRead({})).toMatchObject({ projects: [], source: 'none', ambiguous: false });
    expect(written(await projects.forWrite({ project: 'a' })).source).toBe('known_project');
    place.person.answers(({ known: [project] }) =>
      project === undefined ? { kind: 'dismissed' } : { kind: 'known', project },
    );
    expect(written(await projects.forWrite({})).project.name).toBe('a');
    expect(written(await projects.forWrite({}))).toMatchObject({
      project: { name: 'a' },
      source: 'remembered_choice',
    });
  });

  it('a choice without folders holds for this window alone', async () => {
    await place.known('a');
    place.person.answers(({ known: [project] }) =>
      project === undefined ? { kind: 'dismissed' } : { kind: 'known', project },
    );
    let folders: string[] = [];
    const projects = place.resolver([], { folders: () => folders });
    await projects.forWrite({});
    folders = ['/known/a'];
    expect(await projects.forRead({})).toMatchObject({ name: 'a' });
    folders = [];
    expect(await projects.forRead({})).toMatchObject({ source: 'none' });
    expect(await place.resolver([]).forRead({})).toMatchObject({ source: 'none' });
  });

  it('in an untrusted workspace, whatever is asked for', async () => {
    await place.known('a');
    place.files.repository('/code/app', remote('app'));
    const projects = place.resolver(['/code/app'], { trusted: () => false, override: () => 'a' });
    place.opened = 0;
    for (const request of [{}, { project: 'a' }, { allProjects: true }]) {
      expect(await projects.forRead(request)).toMatchObject({
        projects: [],
        source: 'none',
        hint: expect.stringContaining('not trusted') as string,
      });
    }
    expect(refused(await projects.forWrite({ project: 'a' })).code).toBe('project_disabled');
    expect(refused(await projects.forWrite({})).code).toBe('project_disabled');
    expect(await projects.current({ openCatalog: true })).toMatchObject({ source: 'none' });
    expect(place.opened).toBe(0);
  });
});
