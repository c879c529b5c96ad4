import { describe, expect, it } from 'vitest';
import { detect, kinds, ORIGIN, project } from '../../../support/detect';
import { InMemoryFiles } from '../../../support/inMemoryFiles';

describe('detectProject: .project-memory.json', () => {
  it('is taken from the nearest folder, up to the root of the repository', async () => {
    const files = new InMemoryFiles()
      .repository('/code/app', ORIGIN)
      .writeFile('/code/app/.project-memory.json', '\ufeff{"project": "Whole  App", "other": 1}')
      .writeFile('/code/app/packages/a/.project-memory.json', '{"project": "Part A"}')
      .makeDirectory('/code/app/packages/a/src')
      .makeDirectory('/code/app/packages/b')
      .writeFile('/code/.project-memory.json', '{"project": "outside"}');
    expect(await project(files, '/code/app/packages/b')).toMatchObject({
      source: 'config',
      name: 'whole app',
      path: '/code/app',
      remote: 'github.com/octo/app',
      undeclared: { source: 'git_remote', name: 'app', path: '/code/app' },
    });
    const part = await project(files, '/code/app/packages/a/src');
    expect(part).toMatchObject({ source: 'config', name: 'part a', path: '/code/app/packages/a' });
    expect(kinds(part)).toEqual([
      'name part a',
      'remote https://github.com/octo/app#packages/a',
      'common_dir /code/app/.git#packages/a',
      'root /code/app/packages/a',
    ]);
    files.remove('/code/app/.project-memory.json');
    expect(await project(files, '/code/app')).toMatchObject({ source: 'git_remote', name: 'app' });
  });

  it('outside git is taken from the folder itself alone', async () => {
    const files = new InMemoryFiles()
      .writeFile('/code/notes/.project-memory.json', '{"project": "notes-2"}')
      .makeDirectory('/code/notes/sub');
    expect(await project(files, '/code/notes')).toMatchObject({ source: 'config', name: 'notes-2' });
    expect(await project(files, '/code/notes/sub')).toMatchObject({ source: 'dir_basename', name: 'sub' });
  });

  it.each([
    ['{"project": "  "}', /blank/],
    ['{"project": "../x"}', /looks like a path/],
    ['{"project": "/etc"}', /looks like a path/],
    ['{"project": "a\\u0000b"}', /control/],
    ['{"project": 7}', /does not name a project/],
    ['{}', /does not name a project/],
    ['[]', /does not name a project/],
    ['null', /does not name a project/],
    ['root:x:0:0', /is not valid JSON/],
    ['', /is not valid JSON/],
  ])('fails on %s, naming the file and the fault but not its content', async (text, fault) => {
    const file = '/code/app/.project-memory.json';
    const files = new InMemoryFiles()
      .repository('/code/app', ORIGIN)
      .writeFile(file, text)
      .makeDirectory('/code/app/x');
    const detection = await detect(files, '/code/app/x');
    expect(detection).toMatchObject({ kind: 'failed', path: file });
    if (detection.kind !== 'failed') return;
    expect(detection.message).toMatch(fault);
    expect(detection.message).toContain(file);
    expect(detection.message).not.toContain('root:x');
  });

  it('fails when it is no file, rather than look further up', async () => {
    const files = new InMemoryFiles()
      .repository('/code/app', ORIGIN)
      .writeFile('/code/app/.project-memory.json', '{"project": "x"}')
      .makeDirectory('/code/app/a/.project-memory.json');
    expect(await detect(files, '/code/app/a')).toMatchObject({
      kind: 'failed',
      path: '/code/app/a/.project-memory.json',
    });
  });

  it('may name even the home folder, since that is said and not guessed', async () => {
    const files = new InMemoryFiles().writeFile('/home/me/.project-memory.json', '{"project": "dotfiles"}');
    expect(await project(files, '/home/me')).toMatchObject({ source: 'config', name: 'dotfiles' });
  });
});
