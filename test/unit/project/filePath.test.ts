import { describe, expect, it } from 'vitest';
import {
  baseNameOf,
  isHomePath,
  isInside,
  isRootPath,
  isUri,
  joinPath,
  parentOf,
  pathBelow,
  pathKey,
  resolvePath,
} from '../../../src/project/filePath';

describe('pathKey', () => {
  it.each([
    ['/srv/app', '/srv/app/'],
    ['/srv/app', '/srv//x/../app'],
    ['c:/code/app', 'C:\\Code\\App'],
    ['c:/code/app', 'c:/code/app/'],
    ['c:/code/app', '\\\\?\\C:\\code\\app'],
    ['c:', 'C:\\'],
    ['//server/share/app', '\\\\Server\\Share\\app\\'],
    ['//server/share/app', '\\\\?\\UNC\\server\\share\\app'],
    ['//wsl.localhost/ubuntu/home/me/App', '\\\\wsl$\\Ubuntu\\home\\me\\App'],
    ['//wsl.localhost/ubuntu/home/me/App', '\\\\wsl.localhost\\ubuntu\\home\\me\\App'],
    ['/mnt/c/Code/App', '/mnt/c/Code/App'],
  ])('is %s for %s', (key, path) => {
    expect(pathKey(path)).toBe(key);
  });

  it('keeps the case of POSIX paths', () => {
    expect(pathKey('/srv/App')).not.toBe(pathKey('/srv/app'));
  });
});

describe('isRootPath', () => {
  it.each([
    '/',
    '//',
    'C:\\',
    'c:',
    'C:/',
    '\\\\server\\share',
    '\\\\wsl$\\Ubuntu',
    '\\\\?\\D:\\',
    '/mnt/c',
    '/mnt/c/',
  ])('holds for %s', (path) => {
    expect(isRootPath(path)).toBe(true);
  });
  it.each(['/srv', 'C:\\app', '\\\\server\\share\\app', '/mnt/data', '/mnt/c/app', '/mnt'])(
    'does not hold for %s',
    (path) => {
      expect(isRootPath(path)).toBe(false);
    },
  );
});

describe('isHomePath', () => {
  it.each([
    ['/home/me', '/home/me'],
    ['/home/me/', '/home/me'],
    ['/home', '/home/me'],
    ['/', '/home/me'],
    ['C:\\Users\\Me', 'c:\\users\\me'],
    ['C:\\Users', 'c:\\users\\me'],
    ['/mnt/c/Users/me', '/home/me'],
    ['\\\\wsl$\\Ubuntu\\home\\me', 'C:\\Users\\me'],
    ['\\\\wsl.localhost\\Ubuntu\\root', 'C:\\Users\\me'],
  ])('holds for %s when home is %s', (path, home) => {
    expect(isHomePath(path, home)).toBe(true);
  });
  it.each([
    ['/home/me/app', '/home/me'],
    ['/home/mel', '/home/me'],
    ['C:\\Users\\me\\app', 'C:\\Users\\me'],
    ['/mnt/c/Users/me/app', '/home/me'],
    ['\\\\wsl$\\Ubuntu\\home\\me\\app', 'C:\\Users\\me'],
    ['/srv/app', ''],
  ])('does not hold for %s when home is %s', (path, home) => {
    expect(isHomePath(path, home)).toBe(false);
  });
});

describe('paths of both kinds', () => {
  it('are joined, resolved and taken apart by their own rules', () => {
    expect(joinPath('C:\\code', 'app', '.git')).toBe('C:\\code\\app\\.git');
    expect(joinPath('/code', 'app')).toBe('/code/app');
    expect(joinPath('\\\\server\\share\\x', '.git')).toBe('\\\\server\\share\\x\\.git');
    expect(parentOf('C:\\code\\app')).toBe('C:\\code');
    expect(parentOf('C:\\')).toBe('C:\\');
    expect(baseNameOf('C:\\code\\app')).toBe('app');
    expect(resolvePath('/code/app', '../.git/modules/x')).toBe('/code/.git/modules/x');
    expect(resolvePath('C:\\code\\app', '../.git/modules/x')).toBe('C:\\code\\.git\\modules\\x');
    expect(resolvePath('C:\\code\\app', 'D:/git/x')).toBe('D:\\git\\x');
    expect(resolvePath('/code/app', '/git/x')).toBe('/git/x');
  });

  it('know what lies inside what', () => {
    expect(isInside('C:\\Code\\App\\src', 'c:/code/app')).toBe(true);
    expect(isInside('/code/app', '/code/app')).toBe(true);
    expect(isInside('/code/apple', '/code/app')).toBe(false);
    expect(isInside('/code', '/')).toBe(true);
    expect(pathBelow('C:\\Code\\App\\Packages\\A', 'c:\\code\\app')).toBe('packages/a');
    expect(pathBelow('/code/app', '/code/app')).toBe('');
  });

  it('are told from URIs', () => {
    expect(isUri('vscode-vfs://github/octo/app')).toBe(true);
    expect(isUri('C://code')).toBe(false);
    expect(isUri('/code')).toBe(false);
  });
});
