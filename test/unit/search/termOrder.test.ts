import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberedTerms } from '../../../src/search/numberedTerms';
import { BESIDE, GAP, MAX_SEQUENCE, Occurrences, TermOrder } from '../../../src/search/termOrder';

/** Numbers on both sides of every border of the encoding, and entries of each sort. */
const number = fc.oneof(
  fc.nat(40),
  fc.integer({ min: 0x6ff0, max: 0x8010 }),
  fc.integer({ min: 0x16ff0, max: 0x17010 }),
  fc.integer({ min: 0, max: 0xfff_6fff }),
  fc.constant(0xfff_6fff),
);
const entry = fc.oneof(
  number,
  number.map((one) => one | BESIDE),
  fc.constant(GAP),
);
const entries = fc.array(entry, { maxLength: 40 });
const change = fc.record({ slot: fc.nat(9), entries: fc.option(entries, { nil: undefined }) });

it('gives back the entries of every document, also after it was packed and unpacked', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), fc.nat(50), (changes, room) => {
      const kept = new Map<number, readonly number[]>();
      const order = new TermOrder();
      for (const one of changes) {
        if (kept.delete(one.slot)) order.delete(one.slot);
        if (one.entries === undefined) continue;
        order.set(one.slot, one.entries);
        kept.set(one.slot, one.entries);
      }
      const into = new Uint32Array(room);
      for (const each of [order, new TermOrder(order.pack(10))]) {
        for (const [slot, own] of kept) {
          expect([...each.all(slot)]).toEqual(own);
          const count = each.read(slot, into);
          expect([...into.subarray(0, count)]).toEqual(own.slice(0, room));
        }
      }
    }),
  );
});

/** More than the highest number that is looked up. */
const CAPACITY = 0x17011;
const sought: fc.Arbitrary<number> = fc.constantFrom(3, 0x6fff, 0x7000, 0x8001, 0x17010);
/** Terms that are sought, and others on both sides of the borders; some as words, some beside words. */
const term = fc.oneof(
  sought,
  number.filter((one) => one < CAPACITY),
);
const text = fc.array(
  fc.oneof(
    term,
    term.map((one) => one | BESIDE),
    fc.constant(GAP),
  ),
  { maxLength: 60 },
);

/** Nothing, and almost as many terms as are looked at: of one unit each, of two. */
const beginnings = [[], filled(7), filled(0x7001)];

function filled(term: number): number[] {
  return Array.from({ length: MAX_SEQUENCE - 20 }, () => term);
}

it('finds the terms of a table where they stand as words, fields apart from each other', () => {
  const table = new NumberedTerms();
  const occurrences = new Occurrences();
  const order = new TermOrder();
  fc.assert(
    fc.property(text, fc.uniqueArray(sought), fc.constantFrom(...beginnings), (own, numbers, before) => {
      table.clear(CAPACITY);
      for (const one of numbers) table.add(one);
      const all = [...before, ...own];
      order.set(0, all);
      const count = order.findAll(0, table, occurrences);
      order.delete(0);
      const expected: { readonly place: number; readonly position: number }[] = [];
      let position = 0;
      for (const one of all.slice(0, MAX_SEQUENCE)) {
        if (one === GAP) position += MAX_SEQUENCE;
        if (one >= BESIDE) continue;
        position++;
        if (numbers.includes(one)) expected.push({ place: numbers.indexOf(one), position });
      }
      expect([...occurrences.places.subarray(0, count)]).toEqual(expected.map(({ place }) => place));
      expect([...occurrences.positions.subarray(0, count)]).toEqual(expected.map((each) => each.position));
    }),
  );
});
