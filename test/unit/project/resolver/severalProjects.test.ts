import { beforeEach, describe, expect, it } from 'vitest';
import { refused, remote, resolverPlace, written } from '../../../support/resolverFixture';

describe('several projects', () => {
  const place = resolverPlace();

  beforeEach(() => {
    place.files
      .repository('/all/a', remote('a'))
      .repository('/all/b', remote('b'))
      .writeFile('/all/b/src/x.ts', '')
      .link('/link', '/all/b');
    place.files
      .writeFile('/all/a/README.md', '')
      .writeFile('/all/b/README.md', '')
      .writeFile('/all/note.md', '');
  });

  it('without anybody to ask: ambiguous_project, nothing written', async () => {
    const id = await place.known('b', '/all/b');
    await place.known('z');
    const failure = refused(await place.silentResolver(['/all']).forWrite({}));
    expect(failure).toMatchObject({
      code: 'ambiguous_project',
      message: 'Several projects could be meant here: a, b. Nothing was saved.',
      details: {
        project_source: 'ambiguous',
        project_path: '/all',
        available_projects: ['a', 'b', 'z'],
        project_candidates: [
          { name: 'a', path: '/all/a' },
          { name: 'b', path: '/all/b', id },
        ],
      },
    });
    expect(failure.details['recovery_token']).toMatch(/^rec-[0-9a-f]{16}$/);
    expect(failure.details['recovery_instructions']).toContain(failure.details['recovery_token']);
    expect(await place.names()).toEqual(['b', 'z']);
  });

  it('says how many folders it had no time for', async () => {
    for (let n = 10; n < 60; n++) place.files.makeDirectory(`/all/plain-${n}`);
    let milliseconds = 0;
    const projects = place.silentResolver(['/all'], { now: () => new Date((milliseconds += 80)) });
    const note = expect.stringContaining('4 folders were not looked at') as string;
    expect(await projects.forRead({})).toMatchObject({ ambiguous: true, hint: note });
    expect(refused(await projects.forWrite({}))).toMatchObject({ message: note, details: { warning: note } });
  });

  it('a read looks through all of them that hold something', async () => {
    await place.known('a', '/all/a');
    await place.known('z');
    expect(await place.resolver(['/all']).forRead({})).toMatchObject({
      projects: [{ name: 'a' }],
      source: 'ambiguous',
      path: '/all',
      ambiguous: true,
      hint: expect.stringMatching(/a, b.*Searched: a\./) as string,
    });
    expect(await place.resolver(['/all']).forRead({ project: 'b' })).toMatchObject({
      projects: [],
      name: 'b',
      source: 'git_remote',
    });
    expect(await place.resolver(['/all']).forRead({ project: 'z' })).toMatchObject({
      projects: [{ name: 'z' }],
      source: 'known_project',
    });
    expect(await place.resolver(['/all']).forRead({ allProjects: true })).toMatchObject({
      projects: [{ name: 'z' }, { name: 'a' }],
      source: 'all_projects',
    });
  });

  it.each([
    ['an absolute path', '/all/b/new/file.ts'],
    ['an absolute path through a link', '/link/new/file.ts'],
    ['a relative path that exists in one', 'src/x.ts#L10-L20'],
  ])('%s in the call decides', async (_, path) => {
    expect(written(await place.resolver(['/all/a', '/all/b']).forWrite({ paths: [path] }))).toMatchObject({
      project: { name: 'b' },
      source: 'call_path',
      path: '/all/b',
    });
    expect(await place.resolver(['/all']).forRead({ paths: [path] })).toMatchObject({
      name: 'b',
      source: 'call_path',
    });
  });

  it.each([
    ['that exists in both', ['README.md']],
    ['that exists in none', ['nothing.ts', '/elsewhere/x', '']],
    ['that leaves the folder', ['../note.md']],
    ['into each of them', ['/all/a/x', '/all/b/x']],
  ])('paths %s decide nothing', async (_, paths) => {
    expect(await place.resolver(['/all']).forRead({ paths })).toMatchObject({ source: 'ambiguous' });
  });

  it('of folders inside each other, a path belongs to the inner one', async () => {
    place.files.repository('/all/a/inner', remote('inner'));
    const projects = place.resolver(['/all/a', '/all/a/inner']);
    expect(await projects.forRead({ paths: ['/all/a/inner/x'] })).toMatchObject({ name: 'inner' });
    expect(await projects.forRead({ paths: ['/all/a/x'] })).toMatchObject({ name: 'a' });
  });

  it('two of one name get two names, and keep the ones they were offered under', async () => {
    place.files.repository('/x/app').repository('/y/app');
    place.person.picks('app (y)');
    expect(written(await place.resolver(['/x/app', '/y/app']).forWrite({}))).toMatchObject({
      project: { name: 'app (y)' },
      path: '/y/app',
    });
    expect(place.person.questions[0]?.candidates.map(({ name }) => name)).toEqual(['app', 'app (y)']);
    expect(written(await place.resolver(['/x/app']).forWrite({})).project.name).toBe('app');
  });

  it('two folders that the catalog knows as one project are one', async () => {
    const id = await place.known('a', '/all/a');
    place.files.makeDirectory('/notes');
    await place.catalog.attach(id, {
      source: 'dir_basename',
      name: 'notes',
      alternativeNames: [],
      path: '/notes',
      locators: [{ kind: 'root', value: '/notes' }],
    });
    expect(written(await place.resolver(['/notes', '/all/a']).forWrite({})).project.id).toBe(id);
  });
});

describe('places that lead to two projects', () => {
  const place = resolverPlace();

  it('are asked about and never merged', async () => {
    await place.known('a');
    await place.known('b');
    place.files.repository('/known/a', remote('b'));
    const projects = place.resolver(['/known/a']);
    expect(await projects.forRead({})).toMatchObject({
      projects: [{ name: 'b' }, { name: 'a' }],
      ambiguous: true,
      hint: expect.stringContaining('leads to different projects: b, a') as string,
    });
    place.person.picks('a');
    expect(written(await projects.forWrite({}))).toMatchObject({ project: { name: 'a' } });
    expect(written(await projects.forWrite({}))).toMatchObject({
      project: { name: 'a' },
      source: 'remembered_choice',
    });
    expect(await place.names()).toEqual(['a', 'b']);
  });
});
