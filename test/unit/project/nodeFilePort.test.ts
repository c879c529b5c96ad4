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
import { NodeFilePort } from '../../../src/project/nodeFilePort';

describe('NodeFilePort', () => {
  const files = new NodeFilePort();
  let top: string;
  beforeEach(() => {
    top = realpathSync(mkdtempSync(path.join(tmpdir(), 'files-')));
    mkdirSync(path.join(top, 'folder'));
    writeFileSync(path.join(top, 'file'), 'текст');
    symlinkSync('file', path.join(top, 'link'));
    symlinkSync('nowhere', path.join(top, 'dangling'));
  });
  afterEach(() => {
    rmSync(top, { recursive: true, force: true });
  });

  it('reads text, through symlinks too, at most 1 MiB of it', async () => {
    expect(await files.readText(path.join(top, 'file'))).toBe('текст');
    expect(await files.readText(path.join(top, 'link'))).toBe('текст');
    writeFileSync(path.join(top, 'large'), 'x'.repeat(1024 * 1024 + 1));
    expect(await files.readText(path.join(top, 'large'))).toHaveLength(1024 * 1024);
  });

  it('tells kinds apart without following the last symlink', async () => {
    const kind = async (name: string): Promise<string | undefined> =>
      (await files.lstat(path.join(top, name)))?.kind;
    expect(await kind('folder')).toBe('directory');
    expect(await kind('file')).toBe('file');
    expect(await kind('link')).toBe('symlink');
    expect(await files.lstat(path.join(top, 'file'))).toMatchObject({
      size: 10,
      mtimeMs: expect.any(Number) as number,
    });
    const listed = await files.readDirectory(top);
    expect(Object.fromEntries((listed ?? []).map((entry) => [entry.name, entry.kind]))).toEqual({
      folder: 'directory',
      file: 'file',
      link: 'symlink',
      dangling: 'symlink',
    });
  });

  it('knows a folder that was moved, and one in its place for another', async () => {
    const identity = async (name: string): Promise<string | undefined> =>
      (await files.lstat(path.join(top, name)))?.identity;
    writeFileSync(path.join(top, 'folder', 'entry'), '');
    const before = await identity('folder');
    expect(before).toMatch(/^\d+-\d+$/);
    renameSync(path.join(top, 'folder'), path.join(top, 'moved'));
    mkdirSync(path.join(top, 'folder'));
    writeFileSync(path.join(top, 'folder', 'entry'), '');
    expect(await identity('moved')).toBe(before);
    expect(await identity('folder')).not.toBe(before);
    rmSync(path.join(top, 'moved'), { recursive: true });
    // The disk may give the same number again.
    mkdirSync(path.join(top, 'moved'));
    writeFileSync(path.join(top, 'moved', 'entry'), '');
    expect(await identity('moved')).not.toBe(before);
  });

  it('resolves symlinks', async () => {
    expect(await files.realPath(path.join(top, 'link'))).toBe(path.join(top, 'file'));
  });

  it.each([
    ['readText', 'absent'],
    ['readText', 'folder'],
    ['readText', 'dangling'],
    ['readText', 'file/below'],
    ['readText', 'nul\0'],
    ['lstat', 'absent'],
    ['lstat', 'file/below'],
    ['readDirectory', 'file'],
    ['readDirectory', 'absent'],
    ['realPath', 'dangling'],
    ['realPath', 'absent'],
  ] as const)('%s of %j answers undefined', async (question, name) => {
    expect(await files[question](path.join(top, name))).toBeUndefined();
  });
});
