import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detectProject } from '../../src/project/detection';
import { NodeFilePort } from '../../src/project/nodeFilePort';
import type { DetectedProject, Detection } from '../../src/project/types';
import { git, repository, worktree } from '../support/gitRepository';

describe('repositories that git made', () => {
  let top: string;
  beforeEach(() => {
    top = realpathSync(mkdtempSync(path.join(tmpdir(), 'project-')));
  });
  afterEach(() => {
    rmSync(top, { recursive: true, force: true });
  });

  function at(...parts: string[]): string {
    return path.join(top, ...parts);
  }

  function detect(folder: string, home = at('home')): Promise<Detection> {
    return detectProject(folder, { files: new NodeFilePort(), home, trusted: true, now: () => Date.now() });
  }

  async function project(folder: string, home?: string): Promise<DetectedProject> {
    const detection = await detect(folder, home);
    if (detection.kind !== 'project') throw new Error(`Not one project: ${JSON.stringify(detection)}`);
    return detection.project;
  }

  function locator({ locators }: DetectedProject, wanted: string): string | undefined {
    return locators.find(({ kind }) => kind === wanted)?.value;
  }

  /** A bare repository with one commit. */
  function served(name: string): string {
    repository(at('seed', name));
    git(top, 'clone', '--quiet', '--bare', at('seed', name), at('srv', `${name}.git`));
    return at('srv', `${name}.git`);
  }

  it('two clones of one remote share it, however it is written', async () => {
    const origin = served('app');
    git(top, 'clone', '--quiet', origin, at('one', 'app'));
    git(top, 'clone', '--quiet', `file://${origin}`, at('two', 'renamed'));
    const [one, two] = [await project(at('one', 'app')), await project(at('two', 'renamed'))];
    expect(one).toMatchObject({ source: 'git_remote', name: 'app', path: at('one', 'app') });
    expect(two).toMatchObject({ source: 'git_remote', name: 'app', path: at('two', 'renamed') });
    expect(locator(one, 'remote')).toBe(`file://${at('srv', 'app')}`);
    expect(locator(two, 'remote')).toBe(locator(one, 'remote'));
    expect(locator(two, 'common_dir')).not.toBe(locator(one, 'common_dir'));
  });

  it('a clone of a clone has that clone as its remote, and git agrees on every URL', async () => {
    const origin = served('app');
    git(top, 'clone', '--quiet', origin, at('one'));
    git(top, 'clone', '--quiet', at('one'), at('two'));
    for (const folder of ['one', 'two']) {
      expect((await project(at(folder))).remote).toBe(git(at(folder), 'remote', 'get-url', 'origin').trim());
    }
  });

  it.each([
    ['with a remote', 'https://user:secret@example.org/octo/app.git'],
    ['without', undefined],
  ])('a worktree %s is its main repository, and outlives its folder', async (_, remote) => {
    const main = repository(at('app'), remote);
    worktree(main, at('trees', 'fix'), 'fix');
    const [inMain, inTree] = [await project(main), await project(at('trees', 'fix'))];
    expect(inTree.name).toBe('app');
    expect(inTree.source).toBe(inMain.source);
    expect(locator(inTree, 'common_dir')).toBe(locator(inMain, 'common_dir'));
    expect(locator(inTree, 'remote')).toBe(remote === undefined ? undefined : 'https://example.org/octo/app');
    expect(locator(inTree, 'root')).toBeUndefined();
    expect(JSON.stringify(inTree)).not.toContain('secret');
    git(main, 'worktree', 'remove', '--force', at('trees', 'fix'));
    expect(await project(main)).toEqual(inMain);
  });

  it('a submodule has its own remote, a nested repository its own folder', async () => {
    const library = served('library');
    const outer = repository(at('outer'), 'git@example.org:octo/outer.git');
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'vendor/lib');
    repository(at('outer', 'nested'));
    const submodule = await project(at('outer', 'vendor', 'lib'));
    expect(submodule).toMatchObject({
      source: 'git_remote',
      name: 'library',
      path: at('outer', 'vendor', 'lib'),
    });
    expect(await project(at('outer', 'nested'))).toMatchObject({ source: 'git_root', name: 'nested' });
    expect(await project(outer)).toMatchObject({ source: 'git_remote', name: 'outer' });
  });

  it('two folders of one name are told apart', async () => {
    const [x, y] = [await project(repository(at('x', 'app'))), await project(repository(at('y', 'app')))];
    expect([x.name, y.name]).toEqual(['app', 'app']);
    expect([x.alternativeNames, y.alternativeNames]).toEqual([['app (x)'], ['app (y)']]);
    expect(x.locators.some((one) => y.locators.some(({ value }) => value === one.value))).toBe(false);
  });

  it('three child repositories are all offered', async () => {
    for (const name of ['c', 'a', 'b']) repository(at('all', name));
    const detection = await detect(at('all'));
    expect(detection).toMatchObject({ kind: 'ambiguous', path: at('all') });
    if (detection.kind === 'ambiguous')
      expect(detection.candidates.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('no commits, a detached head and a branch upstream', async () => {
    mkdirSync(at('empty'));
    git(at('empty'), 'init', '--quiet');
    expect(await project(at('empty'))).toMatchObject({ source: 'git_root', name: 'empty' });
    const app = repository(at('app'));
    git(app, 'remote', 'add', 'one', 'https://example.org/one/app');
    git(app, 'remote', 'add', 'two', 'https://example.org/two/app');
    expect((await project(app)).source).toBe('git_root');
    git(app, 'config', 'branch.main.remote', 'two');
    expect((await project(app)).remote).toBe('example.org/two/app');
    git(app, 'checkout', '--quiet', '--detach');
    expect((await project(app)).source).toBe('git_root');
  });

  it('a URL with everything that git quotes, and one that git rewrites', async () => {
    const app = repository(at('app'), '/srv/with "quotes" # and ; \\ marks/my app.git');
    git(app, 'config', 'url.https://mirror.example.org/.insteadOf', '/srv/');
    expect(git(app, 'config', 'remote.origin.url').trim()).toBe(
      '/srv/with "quotes" # and ; \\ marks/my app.git',
    );
    expect(await project(app)).toMatchObject({
      name: 'my app',
      remote: '/srv/with "quotes" # and ; \\ marks/my app.git',
    });
  });

  it('a broken .git file, and a worktree whose repository has moved away', async () => {
    repository(at('outer'));
    mkdirSync(at('outer', 'sub'));
    writeFileSync(at('outer', 'sub', '.git'), 'gitdir nowhere\n');
    expect(await project(at('outer', 'sub'))).toMatchObject({ source: 'dir_basename', name: 'sub' });
    worktree(repository(at('app')), at('tree'), 'fix');
    renameSync(at('app'), at('moved'));
    const tree = await project(at('tree'));
    expect(tree).toMatchObject({ source: 'dir_basename', name: 'tree' });
    expect(tree.warning).toMatchObject({ fault: expect.stringContaining('no git directory') as string });
  });

  it('a symlink leads to the same project, a sub-folder to the repository around it', async () => {
    const app = repository(at('app'), 'git@example.org:octo/app.git');
    mkdirSync(at('app', 'src', 'deep'), { recursive: true });
    symlinkSync(app, at('link'));
    expect(await project(at('link'))).toEqual(await project(app));
    expect(await project(at('link', 'src', 'deep'))).toEqual({ ...(await project(app)), within: 'src/deep' });
  });

  it('a moved repository keeps its remote', async () => {
    const app = repository(at('app'), 'git@example.org:octo/app.git');
    const before = await project(app);
    renameSync(app, at('other'));
    const after = await project(at('other'));
    expect(locator(after, 'remote')).toBe(locator(before, 'remote'));
    expect(after.name).toBe('app');
  });

  it('the home folder is none, even as a repository, and lends its name to nothing below', async () => {
    const home = repository(at('home'));
    mkdirSync(at('home', 'notes'));
    expect(await detect(home)).toMatchObject({ kind: 'none' });
    expect(await project(at('home', 'notes'))).toMatchObject({ source: 'dir_basename', name: 'notes' });
  });

  it('a pipe in place of a file keeps nobody waiting', async () => {
    const app = repository(at('app'));
    execFileSync('mkfifo', [at('app', '.project-memory.json')]);
    expect(await detect(app)).toMatchObject({ kind: 'failed', path: at('app', '.project-memory.json') });
  });
});
