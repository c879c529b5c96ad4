import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removePrivateSpans } from '../../../src/guard/privateSpans';

describe('removePrivateSpans', () => {
  it.each([
    ['a <private>b</private> c', 'a [REDACTED] c'],
    ['a <PRIVATE>b</Private> c', 'a [REDACTED] c'],
    ['a < private >b</ private > c', 'a [REDACTED] c'],
    ['a <private reason="x > y">b</private> c', 'a [REDACTED] c'],
    ['a <private reason="</private>">b</private> c', 'a [REDACTED] c'],
    ['a <private>b <private>c</private> d</private> e', 'a [REDACTED] e'],
    ['a <private>b\n\nc</private> d <private>e</private> f', 'a [REDACTED] d [REDACTED] f'],
    ['a &lt;private&gt;b&lt;/private&gt; c', 'a [REDACTED] c'],
    ['a &#60;private&#x3e;b&#60;/private&#62; c', 'a [REDACTED] c'],
    ['a &amp;lt;private&amp;gt;b&amp;lt;/private&amp;gt; c', 'a [REDACTED] c'],
    ['a \\u003cprivate\\u003eb\\u003c/private\\u003e c', 'a [REDACTED] c'],
    ['a %3Cprivate%3Eb%3C%2Fprivate%3E c', 'a [REDACTED] c'],
    ['a ＜private＞b＜/private＞ c', 'a [REDACTED] c'],
    ['a <pri\u200bvate>b</private> c', 'a [REDACTED] c'],
    ['a <pri\0vate>b</private> c', 'a [REDACTED] c'],
    ['a ＜ｐｒｉｖａｔｅ＞b＜／ｐｒｉｖａｔｅ＞ c', 'a [REDACTED] c'],
    ['a %253Cprivate%253Eb%253C%252Fprivate%253E c', 'a [REDACTED] c'],
    ['a <private.>b</private> c', 'a [REDACTED] c'],
    ['a <private,>b', 'a [REDACTED]'],
    ['a <private:x>b</private:x> c', 'a [REDACTED] c'],
    ['a <private>b', 'a [REDACTED]'],
    ['a <private b c', 'a [REDACTED]'],
    ['a <private>b</private', 'a [REDACTED]'],
    ['a <private>b<private>c</private>', 'a [REDACTED]'],
    ['a <private/>b', 'a [REDACTED]'],
    ['a</private> b', 'a b'],
    ['a <pri</private>vate>b', 'a [REDACTED]'],
  ])('%j becomes %j', (input, expected) => {
    expect(removePrivateSpans(input)).toBe(expected);
  });

  it.each([
    'a <privateKey>b</privateKey>',
    'private: a < b',
    'List<Private2>',
    'if (a < private.count && b > c)',
    'Map<Private, Public>',
    'x <private-note> y',
    'a private thing',
  ])('leaves %j', (input) => {
    expect(removePrivateSpans(input)).toBe(input);
  });

  it('lets nothing of a span through, however it is opened and closed', () => {
    const open = fc.constantFrom(
      '<private>',
      '<Private a=b>',
      '< private>',
      '&lt;private>',
      '<private',
      '<private a="',
    );
    const close = fc.constantFrom(
      '</private>',
      '</ PRIVATE >',
      '&lt;/private&gt;',
      '</private x>',
      '</private',
      '',
    );
    const around = fc.array(fc.constantFrom('a', ' ', '<', '>', '"', 'b\n', '/', '&lt;', '</private>'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(around, open, close, around, (before, start, end, after) => {
        const text = `${before.join('')}${start} 5EAL ${end}${after.join('')}`;
        expect(removePrivateSpans(text)).not.toContain('5EAL');
      }),
      { numRuns: 2000 },
    );
  });
});
