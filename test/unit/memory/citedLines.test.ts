import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileLines, isTakenLines } from '../../../src/memory/citedLines';

async function linesOf(text: string): Promise<FileLines> {
  const lines = await FileLines.of(Buffer.from(text));
  if (lines === undefined) throw new Error('a binary file');
  return lines;
}

async function take(text: string, first: number, last: number): Promise<string> {
  const taken = (await linesOf(text)).take({ first, last });
  if (taken === undefined) throw new Error('there are no such lines');
  return taken;
}

describe('cited lines', () => {
  it('are kept as their number, a rolling hash and the SHA-256 of their text', async () => {
    const digest = createHash('sha256').update('two\nthree\n').digest('hex');
    expect(await take('one\ntwo\nthree\nfour\n', 2, 3)).toMatch(
      new RegExp(`^lines:2:[0-9a-f]{8}:${digest}$`),
    );
    expect(isTakenLines(await take('one\n', 1, 1))).toBe(true);
    expect(isTakenLines(`sha256:${digest}`)).toBe(false);
  });

  it('are found wherever they moved, and not once one of them differs', async () => {
    const taken = await take('a\nb\nc\nd\n', 2, 3);
    for (const [text, found] of [
      ['a\nb\nc\nd\n', true],
      ['b\nc', true],
      ['new\n\nlines\na\nb\nc\nd\n', true],
      ['b\nx\nb\nb\nc\n', true],
      ['a\nb\nd\n', false],
      ['a\nc\nb\nd\n', false],
      ['a\nb\n c\nd\n', false],
      ['', false],
    ] as const)
      expect((await linesOf(text)).hold(taken), JSON.stringify(text)).toBe(found);
  });

  it('do not change with line endings, nor by standing at the end of the file', async () => {
    const taken = await take('a\r\nb\r\nc\r\n', 2, 3);
    expect(taken).toBe(await take('a\nb\nc', 2, 3));
    expect((await linesOf('x\nb\nc')).hold(taken)).toBe(true);
    expect((await linesOf('x\nb\rc\n')).hold(taken)).toBe(false);
  });

  it('end where the file does, and are none behind its end', async () => {
    expect(await take('a\nb\n', 2, 40)).toBe(await take('a\nb\n', 2, 2));
    expect((await linesOf('a\nb\n')).take({ first: 3, last: 4 })).toBeUndefined();
    expect((await linesOf('')).take({ first: 1, last: 1 })).toBeUndefined();
  });

  it('there are none in a binary file', async () => {
    expect(await FileLines.of(Buffer.from('a\0b\n'))).toBeUndefined();
  });

  it('are found as a plain comparison finds them', async () => {
    const line = fc.constantFrom('', 'a', 'b', '}');
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.array(line, { maxLength: 30 }),
        fc.nat(11),
        fc.nat(11),
        async (saved, now, one, other) => {
          const first = Math.min(one, other, saved.length - 1) + 1;
          const last = Math.min(Math.max(one, other) + 1, saved.length);
          const cited = saved.slice(first - 1, last);
          const taken = await take(`${saved.join('\n')}\n`, first, last);
          const stands = now.some((_, at) => cited.every((text, offset) => now[at + offset] === text));
          expect((await linesOf(now.map((text) => `${text}\n`).join(''))).hold(taken)).toBe(stands);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('among many equal lines are looked for in one pass', async () => {
    const brace = '}\n'.repeat(200_000);
    const taken = await take(`${'}\n'.repeat(50_000)}end\n`, 1, 50_001);
    expect((await linesOf(brace)).hold(taken)).toBe(false);
    expect((await linesOf(`${brace}end\n`)).hold(taken)).toBe(true);
  });
});
