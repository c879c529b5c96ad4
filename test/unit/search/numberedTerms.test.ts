import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberedTerms } from '../../../src/search/numberedTerms';

/** Many of them end in the same bits. */
const number = fc.tuple(fc.nat(3), fc.nat(20)).map(([high, low]) => high * 4_096 + low);
const table = fc.record({ added: fc.array(number, { maxLength: 20 }), looked: fc.array(number) });

it('gives numbers their places in the order they were added, whatever it held before', () => {
  const terms = new NumberedTerms();
  fc.assert(
    fc.property(fc.array(table, { minLength: 1, maxLength: 3 }), (tables) => {
      for (const { added, looked } of tables) {
        terms.clear(4 * 4_096);
        const distinct = [...new Set(added)];
        expect(added.map((one) => terms.add(one))).toEqual(added.map((one) => distinct.indexOf(one)));
        expect(looked.map((one) => terms.find(one))).toEqual(looked.map((one) => distinct.indexOf(one)));
      }
    }),
  );
});
