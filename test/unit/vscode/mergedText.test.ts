import { describe, expect, it } from 'vitest';
import { mergedText } from '../../../src/vscode/drafts/mergedText';

describe('the text to begin a merge with', () => {
  it('has every paragraph once, in the order of the texts', () => {
    const older = 'The port is 5432.\n\nIt is open to the\noffice only.';
    const newer = 'The port is 5433.\r\n\r\nIt is  open to the office only.\n\n\nAsk Anna.';
    expect(mergedText([older, newer])).toBe(
      'The port is 5432.\n\nIt is open to the\noffice only.\n\nThe port is 5433.\n\nAsk Anna.',
    );
  });

  it('keeps what means something to somebody else: indents, `$1`, blanks within a line', () => {
    const code = '    const a = "$&  $1";\n    b();';
    expect(mergedText([code, 'Text.'])).toBe(`${code}\n\nText.`);
  });

  it('is empty for empty texts', () => {
    expect(mergedText(['', ' \n\n '])).toBe('');
  });
});
