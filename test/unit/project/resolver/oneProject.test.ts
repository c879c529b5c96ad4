import { describe, expect, it } from 'vitest';
import { remote, resolverPlace, written } from '../../../support/resolverFixture';

describe('one project', () => {
  const place = resolverPlace();

  it('is read before it exists, and created by the first write', async () => {
    place.files.repository('/code/app', remote('app'));
    const projects = place.resolver(['/code/app']);
    const before = {
      kind: 'projects',
      projects: [],
      name: 'app',
      source: 'git_remote',
      path: '/code/app',
      ambiguous: false,
    };
    expect(await projects.forRead({})).toEqual(before);
    expect(await projects.forRead({ project: 'APP' })).toEqual(before);
    expect(await place.names()).toEqual([]);
    const { project, source, path } = written(await projects.forWrite({}));
    expect([project.name, source, path]).toEqual(['app', 'git_remote', '/code/app']);
    expect(await projects.forRead({})).toEqual({ ...before, projects: [project] });
    expect(place.person.questions).toEqual([]);
  });

  it('of several folders that are the same one', async () => {
    place.files
      .repository('/code/app', remote('app'))
      .makeDirectory('/code/app/src')
      .repository('/clone', remote('app'));
    place.files.makeDirectory('/home/me');
    const projects = place.resolver(['/code/app', '/code/app/src', '/clone', '/home/me']);
    expect(written(await projects.forWrite({}))).toMatchObject({ source: 'git_remote', path: '/code/app' });
    expect(await place.names()).toEqual(['app']);
  });

  it('of the override, above the choice of the person and without a folder', async () => {
    const id = await place.known('app');
    place.files.makeDirectory('/a');
    await place.catalog.rememberChoice(['/a'], { kind: 'disabled' });
    const projects = place.resolver(['/a'], { override: () => 'App' });
    expect(written(await projects.forWrite({}))).toMatchObject({
      project: { id },
      source: 'process_override',
      path: '/a',
    });
    const nowhere = written(await place.resolver([], { override: () => 'new' }).forWrite({}));
    expect(nowhere).toMatchObject({ project: { name: 'new' }, source: 'process_override' });
    expect(nowhere).not.toHaveProperty('path');
  });

  it('with the warning of how it was found', async () => {
    place.files.repository('/all/app', remote('app'));
    const projects = place.resolver(['/all']);
    expect(written(await projects.forWrite({}))).toMatchObject({
      source: 'git_child',
      warning: expect.stringContaining('/all/app') as string,
    });
    expect(await projects.forRead({})).toMatchObject({
      hint: expect.stringContaining('/all/app') as string,
    });
  });
});
