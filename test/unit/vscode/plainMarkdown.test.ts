import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainMarkdown } from '../../../src/vscode/plainMarkdown';

/** What a reader sees of such Markdown: entities resolved. */
function shown(markdown: string): string {
  return markdown.replace(/&#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code)));
}

describe('plain Markdown', () => {
  it.each([
    '![image](https://example.invalid/x.png)',
    '[run](command:workbench.action.quit)',
    'https://example.invalid and www.example.invalid and a@example.invalid',
    '<img src=x> &amp; $(bug) **bold** _it_ `code` ~~no~~',
    '# heading',
    '1. one',
    '- item',
    '| a | b |',
  ])('has no syntax of its own in %j', (text) => {
    const markdown = plainMarkdown(text);
    expect(markdown.replace(/&#\d+;/g, '')).toMatch(/^[\p{L}\p{M}\p{N}\s]*$/u);
    expect(shown(markdown)).toBe(text);
  });

  it('keeps lines as lines and paragraphs as paragraphs', () => {
    expect(plainMarkdown('a\nb\r\n\r\nc')).toBe('a  \nb\n\nc');
  });

  it('makes no code block of an indented line', () => {
    expect(plainMarkdown('    x')).toBe('\u00a0\u00a0\u00a0\u00a0x');
  });

  it('holds nothing but letters, digits, white space and entities, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainMarkdown(text).replace(/&#\d+;/g, '')).toMatch(/^[\p{L}\p{M}\p{N}\s]*$/u);
      }),
    );
  });
});
