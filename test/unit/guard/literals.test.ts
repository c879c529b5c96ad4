import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiteralIndex } from '../../../src/guard/literals';

const literal = fc.string({
  unit: fc.constantFrom('a', 'b', '-', 'я', 'ь', '忽'),
  minLength: 1,
  maxLength: 4,
});

describe('LiteralIndex', () => {
  it('finds what one search after the other finds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(literal, { maxLength: 3 }), { maxLength: 6 }),
        fc.array(literal, { maxLength: 10 }),
        (groups, pieces) => {
          const text = pieces.join('');
          const expected = groups.map((literals) => (literals.some((some) => text.includes(some)) ? 1 : 0));
          expect([...new LiteralIndex(groups).groupsIn(text)]).toEqual(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('finds a literal at the very end', () => {
    expect([...new LiteralIndex([['ghp_'], ['p_']]).groupsIn('x ghp_')]).toEqual([1, 1]);
  });
});
