import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DocumentVectors } from '../../../src/search/semantic/documentVectors';

function unit(values: readonly number[]): Float64Array {
  const length = Math.hypot(...values);
  return Float64Array.from(values, (value) => value / length);
}

/** Two directions of one number of dimensions, four of which are looked at together, or fewer at the end. */
const directions = fc.integer({ min: 1, max: 19 }).chain((dimensions) => {
  const direction = fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .filter((values) => Math.hypot(...values) > 0.1)
    .map(unit);
  return fc.tuple(direction, direction);
});

it('the cosine of a document is that of the directions, as near as a byte a dimension can tell', () => {
  fc.assert(
    fc.property(directions, ([document, query]) => {
      const vectors = new DocumentVectors();
      vectors.set(1, document);
      const exact = document.reduce((sum, value, i) => sum + value * query[i]!, 0);
      const [none, cosine] = vectors.cosines(query, 2);
      expect(none).toBe(0);
      expect(Math.abs(cosine! - exact)).toBeLessThan(0.02);
    }),
    { numRuns: 500 },
  );
});
