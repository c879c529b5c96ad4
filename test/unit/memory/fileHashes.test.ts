import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ContentHashes, isSha256, sameHash } from '../../../src/memory/fileHashes';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('sameHash', () => {
  it.each<[string, string, boolean]>([
    ['sha256:9f2c4e1a', 'sha256:9f2c4e1a', true],
    ['sha256:9f2c4e1a', 'sha256:9f2c4e1a77', true],
    ['SHA256:9F2C4E1A77', ' sha256:9f2c4e1a', true],
    ['sha256:9f2c4e1a', 'sha256:9f2c4e1b', false],
    [sha256('a'), `sha256:${sha256('a').slice(0, 8)}`, true],
    ['v1', 'v1', true],
    ['v1', 'v2', false],
    ['md5:11', 'md5:12', false],
    ['md5:11', 'sha256:9f2c4e1a', true],
    ['v1', 'sha256:9f2c4e1a', true],
    // Too short to be compared by its beginning: another text.
    ['sha256:9f2c', 'sha256:9f2d', false],
  ])('%s and %s: %s', (one, other, same) => {
    expect([sameHash(one, other), sameHash(other, one)]).toEqual([same, same]);
  });
});

it('isSha256: with a label at least 8 digits, without one all 64', () => {
  expect(['sha256:9f2c4e1a', sha256('a'), `sha256:${sha256('a')}`].map(isSha256)).toEqual([true, true, true]);
  expect(
    ['sha256:9f2c4e1', 'sha256:', '9f2c4e1a', `sha256:${sha256('a')}0`, 'md5:9f2c4e1a'].map(isSha256),
  ).toEqual([false, false, false, false, false]);
});

describe('ContentHashes', () => {
  const holds = (content: string, hashed: string): Promise<boolean> =>
    new ContentHashes(Buffer.from(content)).holds(`sha256:${sha256(hashed)}`);

  it('the content under any kind of line endings is the same', async () => {
    const kinds = ['a\nb\n', 'a\r\nb\r\n'];
    for (const one of kinds) for (const other of kinds) expect(await holds(one, other)).toBe(true);
    expect(await holds('a\r\nb\n', 'a\nb\n')).toBe(true);
  });

  it('any other difference is one', async () => {
    expect(await holds('a\nb\n', 'a\nb')).toBe(false);
    expect(await holds('a\rb\n', 'a\nb\n')).toBe(false);
    expect(await holds('a\nb\n', 'a\nB\n')).toBe(false);
    // A zero byte: what looks like a line ending is content.
    expect(await holds('\0a\r\nb', '\0a\nb')).toBe(false);
    expect(await holds('\0a\r\nb', '\0a\r\nb')).toBe(true);
  });

  it('of an empty content, and of one hashed in slices with an ending across two of them', async () => {
    expect(await new ContentHashes(Buffer.alloc(0)).plain()).toBe(`sha256:${sha256('')}`);
    const long = `${'x'.repeat(256 * 1024 - 1)}\r\n${'y'.repeat(300_000)}\r\n`;
    expect(await holds(long, long.replaceAll('\r\n', '\n'))).toBe(true);
    expect(await holds(long.replaceAll('\r\n', '\n'), long)).toBe(true);
    expect(await new ContentHashes(Buffer.from(long)).plain()).toBe(`sha256:${sha256(long)}`);
  });
});
