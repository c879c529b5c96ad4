import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StringTable } from '../../../src/search/stringTable';

const anyString = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', 'a', 'ab', 'é', 'e\u0301', '\ud800', '\ufffd', '\u0000', '词'),
);

interface Pair {
  readonly table: StringTable;
  /** By string: its number. */
  readonly model: Map<string, number>;
}

function expectEqual({ table, model }: Pair): void {
  expect(table.size).toBe(model.size);
  for (const [text, number] of model) {
    expect(table.at(number)).toBe(text);
    expect(table.find(text)).toBe(number);
  }
  const taken = new Set(model.values());
  for (let number = 0; number < table.capacity; number++) expect(table.has(number)).toBe(taken.has(number));
}

function apply({ table, model }: Pair, text: string, adds: boolean): void {
  const known = model.get(text);
  if (adds) {
    const number = table.add(text);
    if (known === undefined) expect([...model.values()]).not.toContain(number);
    else expect(number).toBe(known);
    model.set(text, number);
    return;
  }
  expect(table.find(text)).toBe(known ?? -1);
  if (known !== undefined) table.delete(known);
  model.delete(text);
}

describe('StringTable', () => {
  it('numbers strings as a map does, also after it was packed and unpacked', () => {
    const steps = fc.array(fc.record({ text: anyString, adds: fc.boolean() }), { maxLength: 120 });
    fc.assert(
      fc.property(steps, steps, (before, after) => {
        let pair: Pair = { table: new StringTable(), model: new Map() };
        for (const { text, adds } of before) apply(pair, text, adds);
        expectEqual(pair);
        pair = { ...pair, table: new StringTable(pair.table.pack()) };
        for (const { text, adds } of after) apply(pair, text, adds);
        expectEqual(pair);
      }),
    );
  });

  it('packs no byte of a string that is gone', () => {
    const table = new StringTable();
    for (const text of ['kept', 'secret', 'other']) table.add(text);
    table.delete(table.find('secret'));
    expect(Buffer.from(table.pack().bytes).toString()).toBe('keptother');
  });

  it('tells how strings begin', () => {
    const table = new StringTable();
    const number = table.add('änderung');
    expect(['', 'ä', 'änderung', 'änderungen', 'an'].map((start) => table.startsWith(number, start))).toEqual(
      [true, true, true, false, false],
    );
    table.delete(number);
    expect(table.startsWith(number, '')).toBe(false);
  });

  it('refuses a string that is no term and no id', () => {
    expect(() => new StringTable().add('x'.repeat(70_000))).toThrow(RangeError);
  });
});
