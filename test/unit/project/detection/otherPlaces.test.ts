import { describe, expect, it } from 'vitest';
import { detect, kinds, ORIGIN, project } from '../../../support/detect';
import { InMemoryFiles } from '../../../support/inMemoryFiles';

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
