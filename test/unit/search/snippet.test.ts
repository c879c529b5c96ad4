import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/search/analyze';
import { search } from '../../../src/search/search';
import { snippet } from '../../../src/search/snippet';
import { indexOf } from './documents';

const formsOf = (text: string): string[] =>
  analyze(text).flatMap(({ wholes, parts }) => [...wholes, ...parts]);
const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

describe('snippet', () => {
  it('returns a short text as it is', () => {
    expect(snippet('short', ['other'], 10)).toBe('short');
  });

  it('shows the match at the end of 5,000 Cyrillic characters', () => {
    const text = `${'слово '.repeat(830)}пароль сервера`;
    const shown = snippet(text, formsOf('серверами'), 200);
    expect(shown).toContain('сервера');
    expect(shown.startsWith('…')).toBe(true);
    expect(shown.endsWith('сервера')).toBe(true);
    expect(bytes(shown)).toBeLessThanOrEqual(200);
    expect(bytes(shown)).toBeGreaterThan(150);
  });

  it('centres what a query found, in 400 bytes', () => {
    const text = `${'тихое слово '.repeat(210)}сервер упал${' тихое слово'.repeat(210)}`;
    expect(text.length).toBeGreaterThan(5_000);
    const [hit] = search([indexOf(text)], 'серверами', { limit: 1 }).hits;
    const shown = snippet(text, hit?.terms ?? [], 400);
    const at = shown.indexOf('сервер упал');
    expect(at).toBeGreaterThan(0);
    // As much before the match as after it, give or take the match itself.
    expect(Math.abs(at - (shown.length - at - 'сервер упал'.length))).toBeLessThan('сервер упал'.length + 2);
    expect(bytes(shown)).toBeLessThanOrEqual(400);
    expect(bytes(shown)).toBeGreaterThan(390);
  });

  it('chooses the place where most of the words are', () => {
    const text = `redis ${'filler '.repeat(100)} token ${'filler '.repeat(100)} the redis token ${'end '.repeat(50)}`;
    expect(snippet(text, formsOf('redis token'), 60)).toContain('the redis token');
  });

  it('finds a match inside a run without spaces', () => {
    const text = `${'天气很好'.repeat(200)}服务器${'天气很好'.repeat(200)}`;
    expect(snippet(text, formsOf('服务器'), 60)).toContain('服务器');
  });

  it.each([
    ['a name with signs', 'C++', 'the C language '],
    ['a version', 'v1.2.3', 'v1 of 2 and 3 '],
    ['an address', '10.0.0.12', 'room 10 floor 0 seat 12 '],
    ['an operator', '&&', 'a and b '],
    ['an emoji', '🚀', 'plain words '],
    ['a flag', '🇩🇪', 'plain words '],
    ['one Han character', '钥', '天气很好'],
    ['a contraction', "don't", 'plain words '],
    ['a word with a soft hyphen', 'data\u00adbase', 'plain words '],
    ['a word of full width', 'ｓｅｒｖｅｒ', 'plain words '],
    ['half-width kana', 'ﾊﾟｽﾜｰﾄﾞ', 'きょうはいい '],
    ['decomposed Hangul', '서버를'.normalize('NFD'), '오늘은 날씨가 '.normalize('NFD')],
    ['a ligature', 'e\ufb03cient', 'plain words '],
    ['a word with a zero-width non-joiner', 'می\u200cخواهم', 'حرف دیگر '],
    ['a word of Hebrew', 'והשרת', 'מילים אחרות '],
    ['a part of a name', 'src/app/mainWindow.ts:42', 'plain words '],
  ])('shows %s', (_, written, filler) => {
    const text = `${filler.repeat(150)} ${written} ${filler.repeat(150)}`;
    const [hit] = search([indexOf(text)], written, { limit: 1 }).hits;
    const shown = snippet(text, hit?.terms ?? [], 120);
    const middle = shown.indexOf(written) + written.length / 2;
    expect(shown).toContain(written);
    // In the middle, give or take a few characters of several bytes.
    expect(Math.abs(middle - shown.length / 2)).toBeLessThan(15);
  });

  it('shows a match behind thousands of letters without a space', () => {
    const text = `${'วันนี้อากาศดีมาก'.repeat(400)}เซิร์ฟเวอร์${'วันนี้อากาศดีมาก'.repeat(400)}`;
    expect(snippet(text, formsOf('เซิร์ฟเวอร์'), 120)).toContain('เซิร์ฟเวอร์');
  });

  it('shows the beginning when nothing matches', () => {
    expect(snippet('one two three four five six seven', ['zzz'], 20)).toMatch(/^one two.*…$/);
  });

  it('does not cut a grapheme', () => {
    const family = '👨‍👩‍👧';
    const shown = snippet(family.repeat(40), ['x'], 60);
    expect(shown).toBe(`${family.repeat(3)}…`);
  });

  it('fits whatever it is given and stays valid', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { maxLength: 3 }),
        fc.nat(120),
        (text, terms, room) => {
          const shown = snippet(text, terms, room);
          expect(bytes(shown)).toBeLessThanOrEqual(room);
          expect(shown.isWellFormed()).toBe(true);
        },
      ),
    );
  });

  it('comes to an end in texts of one endless word', () => {
    for (const text of ['\uFDFA'.repeat(20_000), 'aB'.repeat(50_000), '中文'.repeat(20_000)]) {
      const cut = snippet(text, formsOf(text.slice(0, 100)), 400);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(400);
    }
  });
});
