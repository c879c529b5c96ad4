import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseGitConfig } from '../../../src/project/gitConfig';

function value(text: string, key = 'url'): string | undefined {
  return parseGitConfig(text).find((entry) => entry.key === key)?.value;
}

describe('parseGitConfig', () => {
  it('reads sections, subsections and keys as git compares them', () => {
    expect(
      parseGitConfig(
        '[core]\n\tBare = false\n[Remote "Ori\\"gin\\\\x"]\n\turl=git@h:o/r\n[branch.Main]\nremote = origin\n[alias] co = checkout\n[a "b"]key\n',
      ),
    ).toEqual([
      { section: 'core', key: 'bare', value: 'false' },
      { section: 'remote', subsection: 'Ori"gin\\x', key: 'url', value: 'git@h:o/r' },
      { section: 'branch', subsection: 'main', key: 'remote', value: 'origin' },
      { section: 'alias', key: 'co', value: 'checkout' },
      { section: 'a', subsection: 'b', key: 'key', value: 'true' },
    ]);
  });

  it.each([
    ['url = a b  ', 'a b'],
    ['url = a   b', 'a   b'],
    ['url = "a  "', 'a  '],
    ['url = " a"b', ' ab'],
    ['url = a # comment', 'a'],
    ['url = a;comment', 'a'],
    ['url = "a#b;c"', 'a#b;c'],
    ['url = a\\tb\\\\c\\"d', 'a\tb\\c"d'],
    ['url = a\\\n  b', 'a  b'],
    ['url = a\\\r\nb\r\n', 'ab'],
    ['url =', ''],
    ['url', 'true'],
    ['url # comment', 'true'],
    ['url # a = b', 'true'],
    ['# url = x\nurl = y', 'y'],
    ['; note \\\nurl = y', 'y'],
    ['url = a=b', 'a=b'],
  ])('reads %j', (line, expected) => {
    expect(value(`[remote "x"]\n${line}`)).toBe(expected);
  });

  it.each(['url = "open', 'url = bad\\q', '1url = x', '= x'])('passes over %j', (line) => {
    expect(parseGitConfig(`[a]\n${line}\nkey = v`)).toEqual([{ section: 'a', key: 'key', value: 'v' }]);
  });

  it('takes no key below a heading it cannot read', () => {
    expect(parseGitConfig('[a]\n[remote "x\nurl = y\n[b]\nkey = v')).toEqual([
      { section: 'b', key: 'key', value: 'v' },
    ]);
  });

  it('takes no key outside a section and survives a byte order mark', () => {
    expect(parseGitConfig('url = x')).toEqual([]);
    expect(value('\ufeff[remote "x"]\nurl = y')).toBe('y');
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom('[', ']', '"', '\\', '=', '#', '\n', ' ', 'a', 'remote', '.'))
          .map((parts) => parts.join('')),
        (text) => {
          for (const entry of parseGitConfig(text)) expect(entry.key).toMatch(/^[a-z][a-z0-9-]*$/);
        },
      ),
    );
  });
});
