import { describe, expect, it } from 'vitest';
import { MAX_SUMMARY_WORDS, textsSharingAWord, WordSummary } from '../../../src/search/wordSummary';

function summaryOf(...texts: readonly string[]): Uint8Array {
  const summary = new WordSummary();
  for (const text of texts) summary.add(text);
  return summary.toBytes();
}

describe('a summary of words', () => {
  const bytes = summaryOf('How otters swim', 'The otter', 'getUserById', 'порты сервера', '東京都');

  it.each([
    ['otter', 2],
    ['swimming otters', 2],
    ['swims', 1],
    ['the', 1],
    ['the badger', 0],
    ['user', 1],
    ['порт', 1],
    ['東京', 1],
    ['', 0],
    ['NEAR( * "', 0],
  ])('knows how many texts share a word with %j: %i', (query, count) => {
    expect(textsSharingAWord(bytes, query)).toBe(count);
  });

  it('is the same whatever the order of the texts, and holds none of them', () => {
    expect(summaryOf('one two', 'two three')).toEqual(summaryOf('two three', 'one two'));
    expect(Buffer.from(summaryOf('password hunter')).toString('latin1')).not.toMatch(/pass|hunt/);
  });

  it('takes no more than there is room for', () => {
    const summary = new WordSummary();
    const letter = (n: number) => String.fromCharCode(97 + (n % 26));
    const word = (n: number) => `x${letter(n)}${letter(n / 26)}${letter(n / 676)}`;
    let taken = 0;
    while (summary.add(word(taken))) taken++;
    expect(taken).toBe(MAX_SUMMARY_WORDS);
    expect(summary.toBytes().length).toBe(6 * MAX_SUMMARY_WORDS);
    expect(summary.add(word(0))).toBe(true);
  });
});
