import { describe, expect, it } from 'vitest';
import { anchorsOf } from '../../../src/memory/anchors';

function named(text: string): string[] {
  return anchorsOf(text).map(({ kind, name }) => `${kind} ${name}`);
}

describe('anchorsOf', () => {
  it.each([
    ['a file', 'see src/store/log.ts for it', ['path src/store/log.ts']],
    ['a file with a line', 'at src/store/log.ts:42:7.', ['path src/store/log.ts']],
    ['a file with a fragment', 'docs/deploy.md#L10-L20', ['path docs/deploy.md']],
    ['a file from here', './src/a.ts and src\\a.ts', ['path src/a.ts']],
    ['a file alone', 'package.json', ['path package.json']],
    ['a folder of several', 'under packages/core/engine', ['path packages/core/engine']],
    ['an issue', 'fixes #123 and GH-124', ['issue #123', 'issue #124']],
    ['the address of an issue', 'https://github.com/a/b/issues/77', ['issue #77']],
    ['a ticket', 'PROJ-12: retries', ['issue PROJ-12']],
    ['camel case', 'openStore fails', ['symbol openStore']],
    ['snake case', 'raise MAX_RETRIES', ['symbol MAX_RETRIES']],
    ['a class', 'the WriteQueue waits', ['symbol WriteQueue']],
    ['a call', 'flush() blocks', ['symbol flush']],
    ['a member', 'Store::flush and Store#close', ['symbol flush', 'symbol close']],
    ['each once', '#5, #5 and #5', ['issue #5']],
  ])('names %s', (_what, text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each([
    'Plain prose, with and/or in it, from 2024/05/01 at 10:30.',
    'UTF-8, SHA-256, ISO-8601 and RFC-7515',
    'the colour #fff8e7 and &#123; and version 1.2.3',
    'GitHub, TypeScript and PostgreSQL',
    'https://example.com/about/us/team',
    'kim@example.com',
    'Обычный текст без имён и 忽略',
  ])('names nothing in %j', (text) => {
    expect(named(text)).toEqual([]);
  });

  it('ends after 64 names and 20,000 characters', () => {
    const many = Array.from({ length: 100 }, (_, n) => `#${n}`).join(' ');
    expect(named(many)).toHaveLength(64);
    expect(named(`${'word '.repeat(4_000)} #7`)).toEqual([]);
  });
});
