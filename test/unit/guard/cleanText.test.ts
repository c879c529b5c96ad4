import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../../src/guard/cleanText';

describe('cleanText', () => {
  it.each([
    ['between Latin letters', 'pass\u200bword', 'password'],
    ['between Cyrillic letters', 'па\u200dроль', 'пароль'],
    ['between Greek letters', 'αβ\ufeffγ', 'αβγ'],
    ['between digits', '12\u206034', '1234'],
    ['several at once', 'a\u200b\u200cb', 'ab'],
  ])('removes zero-width characters %s', (_where, input, expected) => {
    expect(cleanText(input)).toBe(expected);
  });

  it.each([
    ['a ZWNJ of Persian', 'می\u200cخواهم'],
    ['a ZWJ of Hindi', 'क्\u200dष'],
    ['a ZWJ of an emoji', '👩\u200d💻'],
    ['a ZWSP of Thai', 'ภาษา\u200bไทย'],
    ['ordinary text', 'The quick brown fox — «так»'],
  ])('keeps %s', (_what, input) => {
    expect(cleanText(input)).toBe(input);
  });

  it.each([
    ['a NUL', 'be\0fore', 'before'],
    ['the escapes of a terminal', '\x1b[31mred\x07\x9b', '[31mred'],
    ['a control character before a zero-width one', 'a\x01\u200bb', 'ab'],
    ['a form feed', 'one\ftwo\vthree', 'one\ntwo\nthree'],
  ])('removes %s', (_what, input, expected) => {
    expect(cleanText(input)).toBe(expected);
  });

  it('keeps tabs and line breaks', () => {
    expect(cleanText('a\tb\r\nc')).toBe('a\tb\r\nc');
  });

  it('replaces lone surrogates', () => {
    expect(cleanText('a\ud800b\udc00')).toBe('a\ufffdb\ufffd');
    expect(cleanText('😀')).toBe('😀');
  });

  it('gives a form that is its own', () => {
    const piece = fc.constantFrom('a', 'я', '7', '\u200b', '\u200d', 'ه', '👩', '\ud83d', ' ', '\0', '\f');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const clean = cleanText(pieces.join(''));
        expect(cleanText(clean)).toBe(clean);
        expect(clean.isWellFormed()).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
