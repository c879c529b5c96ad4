import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DocumentVectors } from '../../../src/search/semantic/documentVectors';

function unit(values: readonly number[]): Float64Array {
  const length = Math.hypot(...values);
  return Float64Array.from(values, (value) => value / length);
}

/** A query and documents of one number of dimensions: four are looked at together, fewer at the end. Some have no vector. */
const directions = fc.integer({ min: 1, max: 19 }).chain((dimensions) => {
  const direction = fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .filter((values) => Math.hypot(...values) > 0.1)
    .map(unit);
  return fc.tuple(fc.array(fc.option(direction, { nil: undefined }), { maxLength: 11 }), direction);
});

it('the cosine of a document is that of the directions, as near as a byte a dimension can tell', () => {
  fc.assert(
    fc.property(directions, ([documents, query]) => {
      const vectors = new DocumentVectors();
      documents.forEach((document, slot) => vectors.set(slot, document));
      const cosines = vectors.cosines(query, documents.length + 1);
      expect(cosines).toHaveLength(documents.length + 1);
      expect(cosines[documents.length]).toBe(0);
      documents.forEach((document, slot) => {
        if (document === undefined) expect(cosines[slot]).toBe(0);
        else {
          const exact = document.reduce((sum, value, i) => sum + value * query[i]!, 0);
          expect(Math.abs(cosines[slot]! - exact)).toBeLessThan(0.02);
        }
      });
    }),
    { numRuns: 500 },
  );
});
