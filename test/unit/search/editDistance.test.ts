import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../src/search/editDistance';

/** The whole table, by the definition. */
function distanceByDefinition(left: string, right: string): number {
  const table = Array.from({ length: left.length + 1 }, (_, i) =>
    Array.from({ length: right.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= left.length; i++) {
    for (let j = 1; j <= right.length; j++) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      const ways = [table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, table[i - 1]![j - 1]! + cost];
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        ways.push(table[i - 2]![j - 2]! + 1);
      table[i]![j] = Math.min(...ways);
    }
  }
  return table[left.length]![right.length]!;
}

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['server', 'server', 0],
    ['server', 'sevrer', 1],
    ['server', 'serve', 1],
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3],
  ])('of %j and %j is %i', (left, right, distance) => {
    expect(editDistance(left, right, 5)).toBe(distance);
    expect(editDistance(right, left, 5)).toBe(distance);
  });

  it('is that of the definition, up to the limit, whatever was compared before', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 4 }), (left, right, limit) => {
        const expected = Math.min(distanceByDefinition(left, right), limit + 1);
        expect(editDistance(left, right, limit)).toBe(expected);
      }),
      { numRuns: 5_000 },
    );
  });

  it('has room for long strings', () => {
    const long = 'ab'.repeat(400);
    expect(editDistance(`x${long}y`, `z${long}w`, 2)).toBe(2);
    expect(editDistance(`x${long}y`, `z${long}ww`, 2)).toBe(3);
  });
});
