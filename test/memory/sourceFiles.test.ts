import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_BYTES, SourceFiles } from '../../src/memory/sourceFiles';
import type { FileState } from '../../src/memory/freshness';
import { temporaryFolder } from '../support/mcpServer';

const NOBODY = 65_534;
const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

let root: string;
/** Beside the project. */
let outside: string;
let files: SourceFiles;
/** Long after everything was written: what was read of a file that was just changed is not relied on. */
const later = (): number => Date.now() + 60_000;

beforeEach(() => {
  const folder = temporaryFolder('cited-files-');
  root = path.join(folder, 'app');
  outside = path.join(folder, 'elsewhere');
  mkdirSync(root);
  mkdirSync(outside);
  files = new SourceFiles(later);
});

const at = (name: string): string => path.join(root, name);

function write(name: string, content: string | Buffer): void {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
}

const take = (sourceId: string): Promise<string | undefined> =>
  files.take([{ base: root, within: root }], sourceId);

/** How a file stands to what was taken of it at a save. */
function look(name: string, expected: string | undefined, wasFile = true): Promise<FileState> {
  return files.look(
    { path: at(name), within: root },
    { wasFile, ...(expected === undefined ? {} : { expected }) },
  );
}

describe('a file that is cited as a whole', () => {
  it('is kept as the SHA-256 of its content, and looked at anew when it changes and when it is put back', async () => {
    write('docs/a.md', 'one\n');
    const taken = await take('docs/a.md');
    expect(taken).toBe(sha256('one\n'));
    expect(await look('docs/a.md', taken)).toBe('same');
    write('docs/a.md', 'two\n');
    expect(await look('docs/a.md', taken)).toBe('changed');
    write('docs/a.md', 'one\n');
    expect(await look('docs/a.md', taken)).toBe('same');
  });

  it('is the same with the beginning of a hash, and under any line endings', async () => {
    write('a.md', 'one\ntwo\n');
    expect(await look('a.md', sha256('one\ntwo\n').slice(0, 'sha256:'.length + 8))).toBe('same');
    expect(await look('a.md', 'sha256:00000000')).toBe('changed');
    write('a.md', 'one\r\ntwo\r\n');
    expect(await look('a.md', sha256('one\ntwo\n'))).toBe('same');
    const taken = await take('a.md');
    write('a.md', 'one\ntwo\n');
    expect(await look('a.md', taken)).toBe('same');
  });

  it('is missing when there was one, and unknown when there never was', async () => {
    write('a.md', 'one\n');
    const taken = await take('a.md');
    rmSync(at('a.md'));
    expect(await look('a.md', taken)).toBe('missing');
    expect(await look('a.md', sha256('one\n'), false)).toBe('unknown');
    expect(await take('a.md')).toBeUndefined();
    write('a', 'a file where the folder was');
    expect(await look('a/b.md', taken)).toBe('missing');
  });

  it('is missing where a folder stands in its place', async () => {
    mkdirSync(at('a.md'));
    expect(await take('a.md')).toBeUndefined();
    expect(await look('a.md', sha256('one\n'))).toBe('missing');
    expect(await look('a.md', sha256('one\n'), false)).toBe('unknown');
  });

  it('is compared byte by byte when it is binary', async () => {
    write('logo.png', Buffer.from([0x89, 0x50, 0, 0x0d, 0x0a, 1]));
    const taken = await take('logo.png');
    expect(await look('logo.png', taken)).toBe('same');
    write('logo.png', Buffer.from([0x89, 0x50, 0, 0x0a, 1]));
    expect(await look('logo.png', taken)).toBe('changed');
    expect(await take('logo.png#L1')).toBeUndefined();
  });

  it('may be empty', async () => {
    write('empty', '');
    const taken = await take('empty');
    expect(taken).toBe(sha256(''));
    expect(await look('empty', taken)).toBe('same');
    write('empty', 'x');
    expect(await look('empty', taken)).toBe('changed');
  });

  it('says nothing to a hash of another kind', async () => {
    write('a.md', 'one\n');
    expect(await look('a.md', 'md5:d41d8cd98f00b204e9800998ecf8427e')).toBe('unknown');
    expect(await look('a.md', undefined)).toBe('unknown');
  });
});

/** To the nanosecond. */
function copyTimes(from: string, to: string): void {
  execFileSync('touch', ['-r', at(from), at(to)]);
}

describe('a change is noticed', () => {
  it('of equal length and with the time of modification put back', async () => {
    write('a.md', 'one\n');
    copyTimes('a.md', 'times');
    const taken = await take('a.md');
    expect(await look('a.md', taken)).toBe('same');
    write('a.md', 'two\n');
    copyTimes('times', 'a.md');
    expect(await look('a.md', taken)).toBe('changed');
  });

  it('of equal length by another file that is moved into its place', async () => {
    write('a.md', 'one\n');
    write('b.md', 'two\n');
    copyTimes('a.md', 'b.md');
    const taken = await take('a.md');
    expect(await look('a.md', taken)).toBe('same');
    renameSync(at('b.md'), at('a.md'));
    expect(await look('a.md', taken)).toBe('changed');
  });

  it('right after the file was read, within one tick of the clock of the disk', async () => {
    files = new SourceFiles();
    write('a.md', '0000\n');
    const taken = await take('a.md');
    for (let n = 0; n < 200; n++) {
      write('a.md', '0000\n');
      expect(await look('a.md', taken)).toBe('same');
      write('a.md', '1111\n');
      expect(await look('a.md', taken)).toBe('changed');
    }
  });
});

describe('a file that did not change', () => {
  const bytesRead = (): number => Number(/^rchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

  /** Bytes that this process reads to answer 20 times, once it has answered. */
  async function readBy20Looks(): Promise<number> {
    write('large.txt', 'x'.repeat(1_000_000));
    const taken = await take('large.txt');
    expect(await look('large.txt', taken)).toBe('same');
    const before = bytesRead();
    for (let n = 0; n < 20; n++) expect(await look('large.txt', taken)).toBe('same');
    return bytesRead() - before;
  }

  it.runIf(existsSync('/proc/self/io'))('is not read again', async () => {
    expect(await readBy20Looks()).toBeLessThan(500_000);
  });

  it.runIf(existsSync('/proc/self/io'))('is read again while its times are too new to tell', async () => {
    files = new SourceFiles();
    expect(await readBy20Looks()).toBeGreaterThan(20_000_000);
  });
});

describe('lines that are cited', () => {
  it('are the same wherever they moved, changed once one of them is, and the same again', async () => {
    write('a.ts', 'one\ntwo\nthree\nfour\n');
    const taken = await take('a.ts#L2-L3');
    expect(taken).toMatch(/^lines:2:/);
    expect(await look('a.ts', taken)).toBe('same');
    write('a.ts', 'new\none\nmore\ntwo\nthree\r\nother\n');
    expect(await look('a.ts', taken)).toBe('same');
    write('a.ts', 'one\ntwo\nTHREE\nfour\n');
    expect(await look('a.ts', taken)).toBe('changed');
    expect(await take('a.ts:2-3')).not.toBe(taken);
    write('a.ts', 'one\ntwo\nthree\nfour\n');
    expect(await take('a.ts:2-3')).toBe(taken);
  });

  it('with a hash alone are the same while it fits the whole or the lines; otherwise nothing can be said', async () => {
    write('a.ts', 'one\ntwo\nthree\n');
    const about = (expected: string): Promise<FileState> =>
      files.look(
        { path: at('a.ts'), within: root },
        { wasFile: false, expected, lines: { first: 2, last: 3 } },
      );
    expect(await about(sha256('one\ntwo\nthree\n'))).toBe('same');
    expect(await about(sha256('two\nthree\n'))).toBe('same');
    expect(await about(sha256('two\nthree'))).toBe('same');
    expect(await about(sha256('three\n'))).toBe('unknown');
  });
});

describe('what is never opened', () => {
  it('a symlink that leads out of the project, itself or by a folder on the way', async () => {
    writeFileSync(path.join(outside, 'secret.txt'), 'one\n');
    symlinkSync(path.join(outside, 'secret.txt'), at('link.txt'));
    symlinkSync(outside, at('folder'));
    for (const name of ['link.txt', 'folder/secret.txt']) {
      expect(await take(name)).toBeUndefined();
      expect(await look(name, sha256('one\n'))).toBe('unknown');
      expect(await look(name, sha256('two\n'))).toBe('unknown');
    }
  });

  it('a symlink inside the project is followed; to nothing it is missing, to itself unknown', async () => {
    write('docs/a.md', 'one\n');
    symlinkSync(at('docs'), at('pages'));
    symlinkSync('docs/a.md', at('b.md'));
    symlinkSync(at('nothing'), at('dangling'));
    symlinkSync('loop', at('loop'));
    expect(await take('pages/a.md')).toBe(sha256('one\n'));
    expect(await look('b.md', sha256('one\n'))).toBe('same');
    write('docs/a.md', 'two\n');
    expect(await look('b.md', sha256('one\n'))).toBe('changed');
    expect(await look('dangling', sha256('one\n'))).toBe('missing');
    expect(await look('loop', sha256('one\n'))).toBe('unknown');
  });

  it('a pipe, which would keep the reader waiting, and a device', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    expect(await take('pipe')).toBeUndefined();
    expect(await look('pipe', sha256('one\n'), false)).toBe('unknown');
    expect(await files.take([{ base: '/dev', within: '/dev' }], 'zero')).toBeUndefined();
    expect(
      await files.look({ path: '/dev/zero', within: '/dev' }, { wasFile: false, expected: sha256('') }),
    ).toBe('unknown');
  });

  it('what may not be read', async () => {
    write('a.md', 'one\n');
    execFileSync('chmod', ['000', at('a.md')]);
    const isRoot = process.getuid?.() === 0;
    execFileSync('chmod', ['755', path.dirname(root)]);
    if (isRoot) process.seteuid?.(NOBODY);
    try {
      expect(await take('a.md')).toBeUndefined();
      expect(await look('a.md', sha256('two\n'))).toBe('unknown');
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  it('a name that no disk can hold', async () => {
    expect(await take('x'.repeat(1_000))).toBeUndefined();
    expect(await look('x'.repeat(1_000), sha256(''))).toBe('unknown');
  });
});

describe('a file of 2 GB', () => {
  it('is known by size and time alone, and unknown once they differ', async () => {
    write('dump.sql', 'x');
    truncateSync(at('dump.sql'), 2 * 1024 ** 3);
    const taken = await take('dump.sql');
    expect(taken).toMatch(/^stat:2147483648:\d+$/);
    expect(await look('dump.sql', taken)).toBe('same');
    expect(await look('dump.sql', sha256('x'))).toBe('unknown');
    utimesSync(at('dump.sql'), 1, 1);
    expect(await look('dump.sql', taken)).toBe('unknown');
    rmSync(at('dump.sql'));
    expect(await look('dump.sql', taken)).toBe('missing');
  });

  it('the largest that is read is compared, one byte more is not', async () => {
    write('a.txt', Buffer.alloc(MOST_BYTES, 'x'));
    const taken = await take('a.txt');
    expect(taken).toBe(sha256('x'.repeat(MOST_BYTES)));
    expect(await look('a.txt', taken)).toBe('same');
    write('a.txt', Buffer.alloc(MOST_BYTES + 1, 'x'));
    expect(await look('a.txt', taken)).toBe('unknown');
  });
});
