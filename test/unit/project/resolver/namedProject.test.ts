import { beforeEach, describe, expect, it } from 'vitest';
import { refused, remote, resolverPlace, written } from '../../../support/resolverFixture';

describe('a named project on a write', () => {
  const place = resolverPlace();

  beforeEach(async () => {
    await place.known('other');
    place.files.repository('/code/app', remote('app'));
  });

  it('blank or like a path: invalid_project', async () => {
    for (const project of ['', '  ', '/code/app', 'a\u0000b']) {
      expect(refused(await place.resolver(['/code/app']).forWrite({ project })).code).toBe('invalid_project');
      if (project.trim() !== '') continue;
      expect(refused(await place.resolver(['/code/app']).forRead({ project })).code).toBe('invalid_project');
    }
  });

  it('the detected one: its own source', async () => {
    expect(written(await place.resolver(['/code/app']).forWrite({ project: ' APP ' }))).toMatchObject({
      project: { name: 'app' },
      source: 'git_remote',
    });
  });

  it('the override: process_override; another known one: known_project', async () => {
    const projects = place.resolver(['/code/app'], { override: () => 'set' });
    expect(written(await projects.forWrite({ project: 'set' })).source).toBe('process_override');
    expect(written(await projects.forWrite({ project: 'other' }))).toMatchObject({
      project: { name: 'other' },
      source: 'known_project',
    });
  });

  it('one the store knows: known_project, with its place and a word on where we are', async () => {
    expect(written(await place.resolver(['/code/app']).forWrite({ project: 'other' }))).toMatchObject({
      project: { name: 'other' },
      source: 'known_project',
      path: '/known/other',
      warning: 'The project here is "app".',
    });
  });

  it('any other: unknown_project, naming what there is, and nothing is created', async () => {
    const failure = refused(await place.resolver(['/code/app']).forWrite({ project: 'othr' }));
    expect(failure).toMatchObject({
      code: 'unknown_project',
      details: { detected_project: 'app', available_projects: ['other'] },
    });
    expect(failure.message).toMatch(/"othr".*Similar: other.*"app"/s);
    expect(refused(await place.resolver(['/code/app']).forRead({ project: 'othr' })).code).toBe(
      'unknown_project',
    );
    expect(await place.names()).toEqual(['other']);
  });

  it('another repository of the same folder name is not taken for this one', async () => {
    place.files.repository('/y/other');
    const projects = place.resolver(['/y/other']);
    expect(await projects.forRead({})).toMatchObject({ name: 'other (y)', projects: [] });
    expect(written(await projects.forWrite({ project: 'other (y)' }))).toMatchObject({
      source: 'git_root',
      path: '/y/other',
    });
    expect(written(await projects.forWrite({ project: 'other' }))).toMatchObject({
      path: '/known/other',
      source: 'known_project',
      warning: 'The project here is "other (y)".',
    });
  });

  it('is the way out where detection fails', async () => {
    place.files.writeFile('/code/app/.project-memory.json', '{');
    const projects = place.resolver(['/code/app']);
    expect(written(await projects.forWrite({ project: 'other' })).source).toBe('known_project');
    expect(await projects.forRead({ project: 'other' })).toMatchObject({ source: 'known_project' });
    for (const answer of [await projects.forWrite({}), await projects.forWrite({ project: 'app' })]) {
      expect(refused(answer)).toMatchObject({
        code: 'project_detection_failed',
        message: expect.stringContaining('/code/app/.project-memory.json') as string,
        details: { project_path: '/code/app/.project-memory.json' },
      });
    }
    expect(await projects.forRead({})).toMatchObject({
      projects: [],
      source: 'none',
      path: '/code/app/.project-memory.json',
      hint: expect.stringContaining('is not valid JSON') as string,
      failure: { code: 'project_detection_failed' },
    });
  });
});
