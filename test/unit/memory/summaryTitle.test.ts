import { describe, expect, it } from 'vitest';
import { summaryTitle } from '../../../src/memory/summaryTitle';

describe('the title of a summary', () => {
  it.each([
    ['the first line', 'Moved the importer to streams\nMore.', 'Moved the importer to streams'],
    [
      'no heading',
      '# What we did in this session\nMoved the importer to streams',
      'Moved the importer to streams',
    ],
    [
      'no bold heading',
      '**Goal of the whole session**\nMove the importer to streams',
      'Move the importer to streams',
    ],
    [
      'not without its item mark',
      '## Goal\n- [x] Move the **importer** to `streams`',
      'Move the importer to streams',
    ],
    ['numbered', '1. Move the importer to streams', 'Move the importer to streams'],
    ['quoted', '> Move the importer to streams', 'Move the importer to streams'],
    ['no code', '```\nlet us move the importer\n```\nMoved it to streams', 'Moved it to streams'],
    ['in Russian', 'Импорт переведён на потоки данных', 'Импорт переведён на потоки данных'],
    ['Windows line ends', 'Goal\r\nMoved the importer to streams\r\n', 'Moved the importer to streams'],
  ])('is %s', (_what, content, title) => {
    expect(summaryTitle(content)).toBe(title);
  });

  it.each([
    ['three words', 'Moved the importer'],
    ['eleven characters', 'we did it a'],
    ['headings alone', '# What we did in this session\n## And what comes next'],
    ['nothing', '\n\n'],
  ])('is none of %s', (_what, content) => {
    expect(summaryTitle(content)).toBeUndefined();
  });

  it('has 12 characters and 4 words at least, and 300 characters at most', () => {
    expect(summaryTitle('we did it ab')).toBe('we did it ab');
    const long = `We moved the importer ${'🦦'.repeat(400)}`;
    expect([...(summaryTitle(long) ?? '')]).toHaveLength(300);
    expect(summaryTitle(long)).toMatch(/🦦…$/u);
  });
});
