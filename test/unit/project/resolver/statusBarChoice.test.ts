import { describe, expect, it } from 'vitest';
import { refused, remote, resolverPlace, written } from '../../../support/resolverFixture';

describe('the person’s choice in the status bar', () => {
  const place = resolverPlace();

  it('replaces the project that is found, until another is found', async () => {
    const other = await place.known('other');
    place.files.repository('/code/app', remote('app'));
    const projects = place.resolver(['/code/app']);
    const { candidates, known: offered } = await projects.question();
    expect(candidates.map(({ name }) => name)).toEqual(['app']);
    let changes = 0;
    projects.onDidChange(() => changes++);
    const [project] = offered;
    if (project === undefined) throw new Error('nothing is offered');
    expect(await projects.choose({ kind: 'known', project })).toEqual({ kind: 'chosen', name: 'other' });
    expect(changes).toBe(1);
    expect(written(await projects.forWrite({}))).toMatchObject({
      project: { id: other },
      source: 'remembered_choice',
      path: '/known/other',
    });
    expect(await place.names()).toEqual(['other']);
    place.files.repository('/code/app', remote('renamed'));
    expect(await projects.forRead({})).toMatchObject({ name: 'renamed', source: 'git_remote' });
  });

  it('of what is found anyway undoes an earlier one', async () => {
    place.files.repository('/code/app', remote('app'));
    const projects = place.resolver(['/code/app']);
    expect(await projects.choose({ kind: 'disabled' })).toEqual({ kind: 'disabled' });
    expect(refused(await projects.forWrite({})).code).toBe('project_disabled');
    const [candidate] = (await projects.question()).candidates;
    if (candidate === undefined) throw new Error('nothing is offered');
    expect(await projects.choose({ kind: 'candidate', candidate })).toEqual({
      kind: 'chosen',
      name: 'app',
    });
    expect(written(await projects.forWrite({})).source).toBe('git_remote');
    expect(await projects.choose({ kind: 'dismissed' })).toEqual({ kind: 'dismissed' });
  });
});

describe('current', () => {
  const place = resolverPlace();

  it('does not open the catalog unasked', async () => {
    place.files.repository('/all/a', remote('a')).repository('/all/b', remote('b'));
    expect(await place.resolver(['/all/a']).current({ openCatalog: false })).toEqual({
      project: 'a',
      source: 'git_remote',
      path: '/all/a',
      folders: ['/all/a'],
      candidates: [{ name: 'a', path: '/all/a', source: 'git_remote', remote: 'h.org/octo/a' }],
      known: [],
      disabled: false,
    });
    expect(await place.resolver(['/all']).current({ openCatalog: false })).toMatchObject({
      source: 'ambiguous',
      path: '/all',
      candidates: [{ name: 'a' }, { name: 'b' }],
    });
    expect(place.opened).toBe(0);
    const id = await place.known('a', '/all/a');
    expect(await place.resolver(['/all/a']).current({ openCatalog: true })).toMatchObject({
      id,
      project: 'a',
      known: [{ id }],
    });
  });

  it('is never an error', async () => {
    place.files.repository('/code/app', remote('app'));
    const broken = place.resolver(['/code/app'], { catalog: () => Promise.reject(new Error('disk gone')) });
    expect(await broken.current({ openCatalog: true })).toMatchObject({
      project: 'app',
      hint: expect.stringContaining('disk gone') as string,
    });
    place.files.writeFile('/code/app/.project-memory.json', '{');
    expect(await broken.current({ openCatalog: false })).toMatchObject({
      source: 'none',
      hint: expect.stringContaining('not valid JSON') as string,
    });
  });
});
