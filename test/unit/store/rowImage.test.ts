import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRows, encodeRows, type ImageValue, type RowImage } from '../../../src/store/rowImage';

const value: fc.Arbitrary<ImageValue> = fc.oneof(
  fc.constant(null),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'binary', maxLength: 3000 }),
  fc.uint8Array({ maxLength: 3000 }),
  fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n), -0, 1, 5e-324, '', '\0', new Uint8Array()),
);

const row: fc.Arbitrary<RowImage> = fc
  .tuple(
    fc.constantFrom('note', 'fact', 'связь'),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.array(value, { maxLength: 12 }),
  )
  .map(([table, id, put, values]) =>
    put ? { table, id, put: { columns: values.map((_, n) => `column ${n}`), values } } : { table, id },
  );

describe('row images', () => {
  it('come back from bytes as they were, types and all', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
        expect(decodeRows(encodeRows(rows))).toEqual(rows);
      }),
    );
  });

  it('keep a negative zero and do not make integers of reals', () => {
    const rows: RowImage[] = [{ table: 't', id: 1, put: { columns: ['a', 'b', 'c'], values: [-0, 1, 1n] } }];
    const values = decodeRows(encodeRows(rows))[0]?.put?.values;
    expect(Object.is(values?.[0], -0)).toBe(true);
    expect(values?.slice(1)).toEqual([1, 1n]);
  });

  it('are refused, not misread, when bytes are missing', () => {
    const bytes = encodeRows([{ table: 't', id: 1, put: { columns: ['a'], values: ['some text'] } }]);
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeRows(bytes.subarray(0, length))).toThrow(RangeError);
    }
  });
});
