import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TermMarks } from '../../../src/search/termMarks';

it('is a set of numbers, whatever it held before it was emptied', () => {
  const marks = new TermMarks();
  const term = fc.oneof(fc.nat(8), fc.nat(100_000));
  fc.assert(
    fc.property(fc.array(term), fc.array(term), (terms, others) => {
      marks.clear();
      const set = new Set<number>();
      for (const each of terms) {
        expect(marks.add(each)).toBe(!set.has(each));
        set.add(each);
      }
      for (const each of [...terms, ...others]) expect(marks.has(each)).toBe(set.has(each));
    }),
  );
});
