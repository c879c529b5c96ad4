import { describe, expect, it } from 'vitest';
import { kinds, ORIGIN, project } from '../../../support/detect';
import { InMemoryFiles } from '../../../support/inMemoryFiles';

describe('detectProject: repositories', () => {
  it('a remote, with the repository around a sub-folder or a file', async () => {
    const files = new InMemoryFiles()
      .repository('/code/app', ORIGIN)
      .writeFile('/code/app/src/deep/x.ts', '');
    for (const path of ['/code/app', '/code/app/src/deep', '/code/app/src/deep/x.ts', '/code/app/.git']) {
      const found = await project(files, path);
      expect(found).toMatchObject({
        source: 'git_remote',
        name: 'app',
        alternativeNames: ['octo/app', 'app (code)'],
        path: '/code/app',
        remote: 'github.com/octo/app',
      });
      expect(kinds(found)).toEqual([
        'remote https://github.com/octo/app',
        'common_dir /code/app/.git',
        'root /code/app',
      ]);
    }
  });

  const ONE = '[remote "upstream"]\nurl = https://h.org/up/app\n';
  const TWO = `${ONE}[remote "fork"]\nurl = https://h.org/me/app\n`;
  it.each([
    ['origin among others', `${TWO}${ORIGIN}`, 'https://github.com/octo/app'],
    ['the only one', ONE, 'https://h.org/up/app'],
    [
      'the upstream of the branch',
      `${TWO}[branch "main"]\nremote = fork\nmerge = refs/heads/main\n`,
      'https://h.org/me/app',
    ],
    ['none of several', TWO, undefined],
    ['none for another branch', `${TWO}[branch "dev"]\nremote = fork\n`, undefined],
    ['none for a local upstream', `${TWO}[branch "main"]\nremote = .\n`, undefined],
    ['none without a URL', '[remote "origin"]\nfetch = +refs/*:refs/*\n', undefined],
    ['none that runs a command', '[remote "origin"]\nurl = "ext::sh -c x"\n', undefined],
    [
      'the first URL of several',
      '[remote "origin"]\nurl = https://h.org/a/b\nurl = https://h.org/c/d\n',
      'https://h.org/a/b',
    ],
    ['a relative path, from the root', '[remote "origin"]\nurl = ../origin.git\n', 'file:///code/origin'],
    [
      'as written, not as rewritten',
      `[url "https://evil/"]\ninsteadOf = git@github.com:\n${ORIGIN}`,
      'https://github.com/octo/app',
    ],
  ])('chooses %s', async (_, config, remote) => {
    const found = await project(new InMemoryFiles().repository('/code/app', config), '/code/app');
    expect(found.source).toBe(remote === undefined ? 'git_root' : 'git_remote');
    expect(found.locators.find(({ kind }) => kind === 'remote')?.value).toBe(remote);
  });

  it('without a remote: its folder, and the next free name by the folder above', async () => {
    const found = await project(new InMemoryFiles().repository('/code/y/App'), '/code/y/App');
    expect(found).toMatchObject({ source: 'git_root', name: 'app', alternativeNames: ['app (y)'] });
    expect(kinds(found)).toEqual(['common_dir /code/y/App/.git', 'root /code/y/App']);
  });

  it('a linked worktree is its main repository', async () => {
    const files = new InMemoryFiles()
      .repository('/code/app')
      .writeFile('/code/app/.git/worktrees/fix/HEAD', 'ref: refs/heads/fix\n')
      .writeFile('/code/app/.git/worktrees/fix/commondir', '../..\n')
      .writeFile('/elsewhere/fix/.git', 'gitdir: /code/app/.git/worktrees/fix\n');
    const found = await project(files, '/elsewhere/fix');
    expect(found).toMatchObject({ source: 'git_root', name: 'app', path: '/elsewhere/fix' });
    expect(kinds(found)).toEqual(['common_dir /code/app/.git']);
  });

  it('worktrees beside a hidden bare repository are called like the folder around them', async () => {
    const files = new InMemoryFiles()
      .writeFile('/code/app/.bare/HEAD', 'ref: refs/heads/main\n')
      .writeFile('/code/app/.bare/worktrees/main/HEAD', 'ref: refs/heads/main\n')
      .writeFile('/code/app/.bare/worktrees/main/commondir', '../..')
      .writeFile('/code/app/main/.git', 'gitdir: ../.bare/worktrees/main')
      .writeFile('/code/app/.git', 'gitdir: ./.bare');
    for (const path of ['/code/app/main', '/code/app']) {
      const found = await project(files, path);
      expect(found.name).toBe('app');
      expect(kinds(found)).toContain('common_dir /code/app/.bare');
    }
  });

  it('a submodule is a project of its own', async () => {
    const files = new InMemoryFiles()
      .repository('/code/app', ORIGIN)
      .writeFile('/code/app/.git/modules/lib/HEAD', 'ref: refs/heads/main')
      .writeFile('/code/app/.git/modules/lib/config', '[remote "origin"]\nurl = https://h.org/x/lib.git')
      .writeFile('/code/app/lib/.git', 'gitdir: ../.git/modules/lib');
    expect(await project(files, '/code/app/lib')).toMatchObject({
      name: 'lib',
      path: '/code/app/lib',
      remote: 'h.org/x/lib',
    });
  });

  it.each([
    ['nothing readable', 'nonsense'],
    ['no git directory', 'gitdir: /gone/app/.git/worktrees/x'],
  ])('a .git file that leads to %s: the folder itself, with a warning', async (_, text) => {
    const files = new InMemoryFiles()
      .repository('/code/outer', ORIGIN)
      .writeFile('/code/outer/x/.git', text)
      .makeDirectory('/code/outer/x/src');
    const found = await project(files, '/code/outer/x/src');
    expect(found).toMatchObject({ source: 'dir_basename', name: 'x', path: '/code/outer/x' });
    expect(found.warning).toMatchObject({ fault: expect.stringContaining('/code/outer/x/.git') as string });
  });

  it('an empty .git folder is none', async () => {
    const files = new InMemoryFiles().repository('/code/app', ORIGIN).makeDirectory('/code/app/sub/.git');
    expect(await project(files, '/code/app/sub')).toMatchObject({ path: '/code/app' });
  });

  it('a HEAD that is a link to a branch not yet born', async () => {
    const files = new InMemoryFiles().repository('/code/app', ORIGIN).remove('/code/app/.git/HEAD');
    files.link('/code/app/.git/HEAD', 'refs/heads/master').makeDirectory('/code/app/src');
    expect(await project(files, '/code/app/src')).toMatchObject({ source: 'git_remote', path: '/code/app' });
  });

  it('a bare repository opened as a folder', async () => {
    const files = new InMemoryFiles()
      .writeFile('/srv/app.git/HEAD', 'ref: refs/heads/main')
      .makeDirectory('/srv/app.git/objects')
      .makeDirectory('/srv/app.git/refs');
    expect(await project(files, '/srv/app.git')).toMatchObject({ source: 'git_root', name: 'app' });
  });

  it('through a symlink is the same place', async () => {
    const files = new InMemoryFiles().repository('/code/app', ORIGIN).link('/link', '/code/app');
    expect(await project(files, '/link')).toEqual(await project(files, '/code/app'));
  });

  it('of Windows, UNC and WSL paths, without regard to case', async () => {
    const files = new InMemoryFiles()
      .repository('C:\\Code\\App', ORIGIN)
      .repository('\\\\server\\share\\team\\lib')
      .repository('\\\\wsl$\\Ubuntu\\home\\me\\Tool')
      .makeDirectory('C:\\Code\\App\\src');
    const windows = { home: 'C:\\Users\\me' };
    expect(kinds(await project(files, 'c:\\code\\app\\SRC', windows))).toEqual([
      'remote https://github.com/octo/app',
      'common_dir c:/code/app/.git',
      'root c:/code/app',
    ]);
    const unc = await project(files, '\\\\server\\share\\team\\lib', windows);
    expect(unc).toMatchObject({ source: 'git_root', name: 'lib', alternativeNames: ['lib (team)'] });
    expect(kinds(await project(files, '\\\\wsl$\\Ubuntu\\home\\me\\Tool', windows))).toContain(
      'root //wsl.localhost/ubuntu/home/me/Tool',
    );
  });
});
