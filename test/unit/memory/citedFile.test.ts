import { describe, expect, it } from 'vitest';
import { parseCitedFile, placesOfFile } from '../../../src/memory/citedFile';

describe('parseCitedFile', () => {
  it.each<[string, ReturnType<typeof parseCitedFile>]>([
    ['docs/deploy.md', { path: 'docs/deploy.md' }],
    ['docs\\deploy.md', { path: 'docs/deploy.md' }],
    [' docs/deploy.md ', { path: 'docs/deploy.md' }],
    ['docs/deploy.md#L10-L20', { path: 'docs/deploy.md', lines: { first: 10, last: 20 } }],
    ['docs/deploy.md#L10-20', { path: 'docs/deploy.md', lines: { first: 10, last: 20 } }],
    ['docs/deploy.md#L20-L10', { path: 'docs/deploy.md', lines: { first: 10, last: 20 } }],
    ['docs/deploy.md#L10', { path: 'docs/deploy.md', lines: { first: 10, last: 10 } }],
    ['src/a.ts#L3C5-L9C1', { path: 'src/a.ts', lines: { first: 3, last: 9 } }],
    ['src/a.ts:3-9', { path: 'src/a.ts', lines: { first: 3, last: 9 } }],
    ['src/a.ts:3', { path: 'src/a.ts', lines: { first: 3, last: 3 } }],
    ['src/a.ts:3:14', { path: 'src/a.ts', lines: { first: 3, last: 3 } }],
    ['src/a.ts#L0', { path: 'src/a.ts' }],
    ['docs/deploy.md#staging', { path: 'docs/deploy.md' }],
    ['notes/c#.md', { path: 'notes/c#.md' }],
    ['C:\\work\\app\\a.ts#L2', { path: 'C:\\work\\app\\a.ts', lines: { first: 2, last: 2 } }],
    ['session 42', { path: 'session 42' }],
    ['https://example.org/deploy.md', undefined],
    ['vscode-vfs://github/octo/app/a.ts', undefined],
    ['docs/', undefined],
    ['a\0b', undefined],
    ['  ', undefined],
    ['#L3', undefined],
  ])('%j', (sourceId, expected) => {
    expect(parseCitedFile(sourceId)).toEqual(expected);
  });
});

describe('placesOfFile', () => {
  const places = (sourceId: string, base = '/code/app', within = base): readonly string[] =>
    placesOfFile(parseCitedFile(sourceId) ?? { path: '' }, [{ base, within }]).map(({ path }) => path);

  it('looks below the folder, at an absolute path in it, and through a way up that stays in it', () => {
    expect(places('docs/a.md')).toEqual(['/code/app/docs/a.md']);
    expect(places('/code/app/docs/a.md')).toEqual(['/code/app/docs/a.md']);
    expect(places('docs/../a.md')).toEqual(['/code/app/a.md']);
  });

  it('looks from an open folder of the project as well as from its root', () => {
    const folders = [
      { base: '/code/app', within: '/code/app' },
      { base: '/code/app/web', within: '/code/app' },
    ];
    expect(placesOfFile({ path: '../a.md' }, folders).map(({ path }) => path)).toEqual(['/code/app/a.md']);
    expect(placesOfFile({ path: 'a.md' }, folders).map(({ path }) => path)).toEqual([
      '/code/app/a.md',
      '/code/app/web/a.md',
    ]);
  });

  it('a part that was split off is seen from the root it was part of, and nothing beside it', () => {
    expect(places('web/a.md', '/code/app', '/code/app/web')).toEqual(['/code/app/web/a.md']);
    expect(places('a.md', '/code/app', '/code/app/web')).toEqual([]);
  });

  it.each([
    '../secrets.txt',
    'docs/../../secrets.txt',
    '/etc/passwd',
    '/code/application/a.md',
    'C:\\Windows\\win.ini',
    '\\\\server\\share\\a.md',
    '//server/share/a.md',
    '..\\secrets.txt',
  ])('never at %s', (sourceId) => {
    expect(places(sourceId)).toEqual([]);
  });

  it.each(['..\\a.md', 'D:\\a.md', '\\\\server\\share\\a.md', 'NUL', 'docs/con.txt', 'a.md:stream'])(
    'on Windows never at %s',
    (sourceId) => {
      expect(places(sourceId, 'C:\\work\\app')).toEqual([]);
    },
  );

  it('on Windows in any case', () => {
    expect(places('c:/WORK/app/Docs/a.md', 'C:\\work\\app')).toHaveLength(1);
    expect(places('docs/a.md', 'C:\\work\\app')).toEqual(['C:\\work\\app\\docs\\a.md']);
  });
});
