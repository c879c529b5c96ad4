import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnValue, type ColumnType } from '../../src/store/columnValue';
import { scanFrames } from '../../src/store/frame';
import { decodeRows, encodeRows } from '../../src/store/rowImage';
import { FIRST_LOG } from '../../src/store/storeFiles';
import type { Row, SqlValue } from '../../src/store/types';
import { saltOf } from '../support/frames';
import { dump } from '../support/replayed';
import { storeFixture } from '../support/storeFixture';

const RUNS = 60;
const LONG = 100_000;

const columns: Readonly<Record<string, ColumnType>> = {
  id: 'INTEGER',
  key: 'TEXT',
  text: 'TEXT',
  count: 'INTEGER',
  score: 'REAL',
  data: 'BLOB',
  loose: 'ANY',
};

const integer = fc.oneof(
  fc.maxSafeInteger(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n), 2 ** 53 - 1, 2n ** 53n + 1n),
);
const real = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-0, 1, 0.1 + 0.2, 5e-324, 1.7976931348623157e308, 2 ** 60),
);
const text = fc.oneof(
  { weight: 12, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 12,
    arbitrary: fc.constantFrom('', '\0', 'a\0b', '\uD800', 'a\uDC00b', '\uFEFFmarked', "'); --", '$&'),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 5 })
      .map((unit) => unit.repeat(LONG / unit.length)),
  },
);
const blob = fc.oneof(
  { weight: 24, arbitrary: fc.uint8Array({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.nat(255).map((byte) => new Uint8Array(LONG).fill(byte)) },
);
const optional = (value: fc.Arbitrary<SqlValue>) =>
  fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });
const note: fc.Arbitrary<Row> = fc.record({
  id: fc.integer({ min: 1, max: 8 }),
  text: optional(text),
  count: optional(integer),
  score: optional(real),
  data: optional(blob),
  loose: optional(fc.oneof(integer, real, text, blob)),
});

describe('any row', () => {
  const fixture = storeFixture();

  it('is the same in its frame, its writer, a follower, a replay and a base, to the last bit', async () => {
    const directory = await fixture.directory();
    const writer = await fixture.open(directory);
    const follower = await fixture.open(directory);
    const salt = saltOf(await readFile(join(directory, FIRST_LOG)));
    let frames = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(note, { minLength: 1, maxLength: 5 }), async (notes) => {
        const inside = await writer.write((tx) => {
          for (const row of notes) tx.put('note', row);
          return dump(tx);
        });
        expect(await writer.read(dump)).toEqual(inside);
        expect(await follower.read(dump)).toEqual(inside);

        const log = writer.status().logs.at(-1) ?? '';
        const frame = scanFrames(await readFile(join(directory, log)), salt).frames.at(-1);
        // The frame is not the last of its log when it outgrew that.
        if (frame?.kind !== 'rows') return;
        frames++;
        const images = decodeRows(frame.body);
        expect(Buffer.from(encodeRows(images)).equals(frame.body)).toBe(true);
        const newest = new Map(notes.map((row) => [row['id'], row]));
        expect(images.map(({ id, put }) => [id, put?.values])).toEqual(
          [...newest].map(([id, row]) => [
            id,
            Object.entries(columns).map(([name, type]) => columnValue(row[name] ?? null, type)),
          ]),
        );
      }),
      { numRuns: RUNS },
    );
    expect(frames).toBeGreaterThan(RUNS / 2);
    const before = await writer.read(dump);
    expect(await (await fixture.open(directory)).read(dump)).toEqual(before);
    await writer.compact();
    const fresh = await fixture.open(directory);
    expect(fresh.status().base).toBe(writer.status().base);
    expect(await fresh.read(dump)).toEqual(before);
  });
});
