import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundParameter, columnValue, readValue } from '../../../src/store/columnValue';

describe('a value at the door of a column', () => {
  it('is an integer for an INTEGER column when it is integral', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(columnValue(value, 'INTEGER')).toBe(BigInt(value));
        expect(readValue(BigInt(value))).toBe(value + 0);
      }),
    );
    expect(columnValue(2n ** 63n - 1n, 'INTEGER')).toBe(2n ** 63n - 1n);
    expect(readValue(2n ** 63n - 1n)).toBe(2n ** 63n - 1n);
  });

  it('is refused when the column would change it', () => {
    expect(() => columnValue(1.5, 'INTEGER')).toThrow('INTEGER cannot hold 1.5');
    expect(() => columnValue(2 ** 60, 'INTEGER')).toThrow('bigint');
    expect(() => columnValue(2n ** 63n, 'INTEGER')).toThrow('64 bits');
    expect(() => columnValue(2n ** 53n + 1n, 'REAL')).toThrow('exactly');
    expect(() => columnValue(NaN, 'REAL')).toThrow('finite');
    expect(() => columnValue(Infinity, 'ANY')).toThrow('finite');
    expect(() => columnValue(1, 'TEXT')).toThrow('TEXT cannot hold a number');
    expect(() => columnValue('1', 'INTEGER')).toThrow('INTEGER cannot hold a string');
    expect(() => columnValue(new Uint8Array(1), 'TEXT')).toThrow('a blob');
  });

  it('becomes text that reads back the same', () => {
    expect(columnValue('a\uD800b', 'TEXT')).toBe('a\uFFFDb');
    expect(columnValue('\uFEFFtext', 'TEXT')).toBe('text');
    expect(columnValue('\u{1F600}\0', 'TEXT')).toBe('\u{1F600}\0');
  });

  it('has no negative zero, which a REAL column would not keep', () => {
    expect(Object.is(columnValue(-0, 'REAL'), 0)).toBe(true);
  });

  it('is copied when it is a blob', () => {
    const blob = Uint8Array.of(1);
    const kept = columnValue(blob, 'BLOB');
    blob[0] = 2;
    expect(kept).toEqual(Uint8Array.of(1));
  });
});

describe('a parameter', () => {
  it('stays an integer beyond 32 bits', () => {
    expect(boundParameter(Date.UTC(2026, 0, 1))).toBe(BigInt(Date.UTC(2026, 0, 1)));
    expect(boundParameter(7)).toBe(7);
    expect(boundParameter(0.5)).toBe(0.5);
    expect(() => boundParameter(NaN)).toThrow('finite');
  });
});
