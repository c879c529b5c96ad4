import { describe, expect, it } from 'vitest';
import { detectProject, type DetectionDependencies } from '../../../src/project/detection';
import type { DetectedProject, Detection } from '../../../src/project/types';
import { InMemoryFiles } from '../../support/inMemoryFiles';

const ORIGIN = '[remote "origin"]\n\turl = git@github.com:octo/app.git\n';

function detect(
  files: InMemoryFiles,
  path: string,
  changes: Partial<DetectionDependencies> = {},
): Promise<Detection> {
  return detectProject(path, { files, home: '/home/me', trusted: true, now: () => 0, ...changes });
}

async function project(...args: Parameters<typeof detect>): Promise<DetectedProject> {
  const detection = await detect(...args);
  if (detection.kind !== 'project') throw new Error(`Not one project: ${JSON.stringify(detection)}`);
  return detection.project;
}

function kinds({ locators }: DetectedProject): string[] {
  return locators.map(({ kind, value }) => `${kind} ${value}`);
}

describe('detectProject: the override', () => {
  const files = new InMemoryFiles().repository('/code/app', ORIGIN);

  it('stands above everything and is the only locator', async () => {
    files.writeFile('/code/app/.project-memory.json', 'broken');
    const found = await project(files, '/code/app', { override: ' My--Project ' });
    expect(found).toMatchObject({ source: 'process_override', name: 'my-project', path: '/code/app' });
    expect(kinds(found)).toEqual(['name my-project']);
    files.remove('/code/app/.project-memory.json');
  });

  it('is none when blank, and a failure when it is no name', async () => {
    expect(await project(files, '/code/app', { override: '  ' })).toMatchObject({ source: 'git_remote' });
    expect(await detect(files, '/code/app', { override: '/etc' })).toMatchObject({
      kind: 'failed',
      path: '/code/app',
    });
  });

  it('counts for nothing in an untrusted workspace, as nothing there does', async () => {
    expect(await detect(files, '/code/app', { override: 'x', trusted: false })).toMatchObject({
      kind: 'none',
    });
    const untouched = new InMemoryFiles().repository('/code/app', ORIGIN);
    await detect(untouched, '/code/app', { trusted: false });
    expect(untouched.asked).toEqual([]);
  });
});

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
    expect(found.warning).toContain('/code/outer/x/.git');
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

describe('detectProject: a folder of repositories', () => {
  it('exactly one: that one, with a warning', async () => {
    const files = new InMemoryFiles().repository('/code/all/app', ORIGIN).makeDirectory('/code/all/docs');
    const found = await project(files, '/code/all');
    expect(found).toMatchObject({ source: 'git_child', name: 'app', path: '/code/all/app' });
    expect(found.warning).toContain('/code/all/app');
  });

  it('several: every one of them, 27 of 56 too', async () => {
    const files = new InMemoryFiles();
    for (let n = 10; n < 66; n++) {
      if (n < 37) files.repository(`/code/all/repo-${n}`);
      else files.makeDirectory(`/code/all/plain-${n}`);
    }
    const detection = await detect(files, '/code/all');
    expect(detection).toMatchObject({ kind: 'ambiguous', path: '/code/all', unseen: 0 });
    if (detection.kind !== 'ambiguous') return;
    expect(detection.candidates.map(({ name }) => name)).toEqual(
      Array.from({ length: 27 }, (_, index) => `repo-${index + 10}`),
    );
    expect(new Set(detection.candidates.map(({ source }) => source))).toEqual(new Set(['git_root']));
  });

  it('passes over hidden, dependency, build and linked folders, and looks one level deep', async () => {
    const files = new InMemoryFiles().repository('/elsewhere/x').link('/code/all/linked', '/elsewhere/x');
    for (const name of [
      '.hidden',
      'node_modules',
      'vendor',
      '.venv',
      '__pycache__',
      'target',
      'dist',
      'build',
      'deep/er',
    ]) {
      files.repository(`/code/all/${name}`);
    }
    expect(await project(files, '/code/all')).toMatchObject({ source: 'dir_basename', name: 'all' });
  });

  it('several checkouts of one project are that one', async () => {
    const files = new InMemoryFiles().repository('/code/all/a', ORIGIN).repository('/code/all/b', ORIGIN);
    expect(await project(files, '/code/all')).toMatchObject({ source: 'git_child', name: 'app' });
  });

  it('is left when the time is over, and says that the list may be short', async () => {
    const files = new InMemoryFiles();
    for (let n = 10; n < 60; n++) files.repository(`/code/all/repo-${n}`);
    let now = 0;
    const detection = await detect(files, '/code/all', { now: () => (now += 80) });
    expect(detection).toMatchObject({ kind: 'ambiguous', unseen: 18 });
    if (detection.kind === 'ambiguous') expect(detection.candidates).toHaveLength(32);
  });

  it('of 2,000 children keeps the time, and says how many it left out', async () => {
    const files = new InMemoryFiles();
    for (let n = 1000; n < 3000; n++) {
      if (n % 20 === 0) files.repository(`/code/all/child-${n}`);
      else files.makeDirectory(`/code/all/child-${n}`);
    }
    // Each look at the disk takes a millisecond, of the 200 that there are.
    const detection = await detect(files, '/code/all', { now: () => files.asked.length });
    expect(files.asked.length).toBeLessThan(300);
    if (detection.kind !== 'ambiguous') throw new Error(detection.kind);
    const looked = new Set(files.asked.filter((path) => /^\/code\/all\/child-\d+\/\.git$/.test(path))).size;
    expect(detection.unseen).toBe(2000 - looked);
    expect(detection.candidates).toHaveLength(Math.ceil(looked / 20));
  });

  it('does not call one repository the only one when the time was over', async () => {
    const files = new InMemoryFiles().repository('/code/all/a');
    for (let n = 10; n < 60; n++) files.makeDirectory(`/code/all/plain-${n}`);
    let now = 0;
    const deps = { deadlineMs: 1, now: () => now++ };
    expect(await detect(files, '/code/all', { ...deps, deadlineMs: 2 })).toMatchObject({
      kind: 'ambiguous',
      unseen: 35,
    });
    now = 0;
    expect((await project(files, '/code/all', deps)).warning).toContain('took too long');
  });

  it('heeds the file in the only one', async () => {
    const files = new InMemoryFiles()
      .repository('/code/all/a', ORIGIN)
      .writeFile('/code/all/a/.project-memory.json', '{"project":"named"}');
    expect(await project(files, '/code/all')).toMatchObject({ source: 'config', name: 'named' });
    files.writeFile('/code/all/a/.project-memory.json', '{');
    expect(await detect(files, '/code/all')).toMatchObject({
      kind: 'failed',
      path: '/code/all/a/.project-memory.json',
    });
  });
});

describe('detectProject: no project', () => {
  it.each([
    ['/', '/home/me'],
    ['/home/me', '/home/me'],
    ['/home', '/home/me'],
    ['C:\\', 'C:\\Users\\me'],
    ['c:\\users\\ME', 'C:\\Users\\me'],
    ['/mnt/c', '/home/me'],
    ['\\\\server\\share', 'C:\\Users\\me'],
  ])('%s is none, also with repositories in it or at it', async (path, home) => {
    const files = new InMemoryFiles().makeDirectory(path);
    const separator = path.includes('\\') ? '\\' : '/';
    files.repository(`${path}${path.endsWith(separator) ? '' : separator}child`, ORIGIN);
    expect(await detect(files, path, { home })).toMatchObject({ kind: 'none' });
    files.repository(path);
    expect(await detect(files, path, { home })).toMatchObject({ kind: 'none' });
  });

  it('a repository at the home folder is one by its remote, and holds only itself', async () => {
    const files = new InMemoryFiles().repository(
      '/home/me',
      '[remote "origin"]\nurl = git@github.com:me/dotfiles',
    );
    files.makeDirectory('/home/me/notes');
    expect(await project(files, '/home/me')).toMatchObject({ source: 'git_remote', name: 'dotfiles' });
    expect(await project(files, '/home/me/notes')).toMatchObject({ source: 'dir_basename', name: 'notes' });
  });

  it('the home folder by its real path, where it is given as a link', async () => {
    const files = new InMemoryFiles().makeDirectory('/data/me/app').link('/home/me', '/data/me');
    for (const path of ['/home/me', '/data/me']) {
      expect(await detect(files, path)).toMatchObject({ kind: 'none', path: '/data/me' });
    }
    expect(await project(files, '/home/me/app')).toMatchObject({ name: 'app', path: '/data/me/app' });
  });

  it('a folder that is not there', async () => {
    expect(await detect(new InMemoryFiles(), '/gone')).toMatchObject({ kind: 'none', path: '/gone' });
  });
});

describe('detectProject: other places', () => {
  it('a plain folder is its real path', async () => {
    const files = new InMemoryFiles().makeDirectory('/code/My  Notes').link('/n', '/code/My  Notes');
    const found = await project(files, '/n');
    expect(found).toMatchObject({
      source: 'dir_basename',
      name: 'my notes',
      alternativeNames: ['my notes (code)'],
    });
    expect(kinds(found)).toEqual(['root /code/My  Notes']);
  });

  it('a workspace without a disk is its URI, whatever revision it shows', async () => {
    const files = new InMemoryFiles();
    const found = await project(files, 'vscode-vfs://GitHub+7b2276/octo/app/');
    expect(found).toMatchObject({ source: 'workspace_uri', name: 'app', alternativeNames: ['octo/app'] });
    expect(kinds(found)).toEqual(['workspace_uri vscode-vfs://github/octo/app']);
    expect(kinds(await project(files, 'vscode-vfs://github/octo/app'))).toEqual(kinds(found));
  });

  it.each([
    ['memfs:/app', 'memfs:///app'],
    ['memfs:///app/', 'memfs:///app'],
    ['vscode-vfs://github%2B7b22/octo/my%20app', 'vscode-vfs://github/octo/my%20app'],
    ['vscode-vfs://github/octo/my app', 'vscode-vfs://github/octo/my%20app'],
    ['ssh-fs://me:secret@Host/srv/100%', 'ssh-fs://host/srv/100%25'],
  ])('of the workspace %s the identity is %s', async (uri, identity) => {
    const found = await project(new InMemoryFiles(), uri);
    expect(kinds(found)).toEqual([`workspace_uri ${identity}`]);
    expect(found.path).toBe(identity);
    expect(kinds(await project(new InMemoryFiles(), identity))).toEqual(kinds(found));
  });

  it('the root of a workspace without a disk is no project', async () => {
    for (const uri of ['memfs:/', 'memfs:///', 'vscode-vfs://github/', 'vscode-vfs://github']) {
      expect(await detect(new InMemoryFiles(), uri)).toMatchObject({ kind: 'none', path: uri });
    }
  });

  it('a folder without a readable name still has one', async () => {
    const found = await project(new InMemoryFiles().makeDirectory('/code/~'), '/code/~');
    expect(found.name).toBe('unnamed');
  });
});
