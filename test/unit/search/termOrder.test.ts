import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BESIDE, GAP, TermOrder } from '../../../src/search/termOrder';

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
