import { describe, expect, it } from 'vitest';
import { sentences } from '../../../src/vscode/sentences';

describe('sentences behind one another', () => {
  it.each([
    ['ends the first, which is a title', ['Saved: Port', 'It may repeat.'], 'Saved: Port. It may repeat.'],
    ['leaves an end that is there', ['Saved: Why Redis?', 'Look.'], 'Saved: Why Redis? Look.'],
    ['leaves a title that was cut', ['Saved: A long…', 'Look.'], 'Saved: A long… Look.'],
    ['sees the end within quotes', ['Saved: «Готово.»', 'Look.'], 'Saved: «Готово.» Look.'],
    ['knows the full stop of Chinese', ['Saved: 完成。', 'Look.'], 'Saved: 完成。 Look.'],
    ['leaves one alone as it is', ['Saved: Port'], 'Saved: Port'],
  ])('%s', (_what, texts, expected) => {
    expect(sentences(...texts)).toBe(expected);
  });
});
