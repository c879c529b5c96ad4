import { describe, expect, it } from 'vitest';
import { inPlace } from '../../../src/vscode/commands/inPlace';

/** Remarks are in capitals. */
const idOf = (row: string): string | undefined => (row === row.toUpperCase() ? undefined : row);
const answers = (shown: string, now: string): string => inPlace([...shown], [...now], idOf).join('');

describe('a newer answer to the same question', () => {
  it.each([
    ['moves no row that only ranks otherwise', 'abc', 'cab', 'abc'],
    ['puts what is new after what was there', 'ab', 'xbya', 'abxy'],
    ['closes the gap that a row leaves', 'abc', 'cxa', 'acx'],
    ['keeps remarks last, in their order', 'abM', 'bxaNM', 'abxNM'],
    ['replaces a remark by rows', 'M', 'ba', 'ba'],
    ['is as it is where nothing was shown', '', 'bca', 'bca'],
  ])('%s', (_what, shown, now, expected) => {
    expect(answers(shown, now)).toBe(expected);
  });

  it('gives the rows as they are now', () => {
    const [kept] = inPlace([{ id: '1', text: 'old' }], [{ id: '1', text: 'new' }], ({ id }) => id);
    expect(kept).toEqual({ id: '1', text: 'new' });
  });
});
