import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexFromParts, indexToParts } from '../../../src/search/indexParts';
import { search } from '../../../src/search/search';
import { SearchIndex } from '../../../src/search/searchIndex';
import type { SearchDocument } from '../../../src/search/types';

const words = [
  'server',
  'servers',
  'getUserById',
  'порт',
  'порты',
  'データベース',
  'C++',
  'v1.2.3',
  'the',
  'café',
];
const text = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((chosen) => chosen.join(' '));

/** A change of one of a few documents: of every kind, or its removal. */
const change = fc.record({
  id: fc.integer({ min: 0, max: 14 }).map((place) => `id-${place}`),
  removed: fc.boolean(),
  kind: fc.constantFrom('observation', 'fact', 'statement'),
  title: text,
  content: text,
  sequence: fc.integer({ min: 0, max: 5 }),
  weight: fc.constantFrom(0, 0.5, 1),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function documentOf({ id, kind, title, content, sequence, weight }: Change): SearchDocument {
  return { id, kind, fields: { title, content, type: 'decision', source: 'src/main.ts' }, sequence, weight };
}

function apply(index: SearchIndex, changes: readonly Change[]): void {
  for (const one of changes) {
    if (one.removed) index.remove(one.id);
    else index.add(documentOf(one));
  }
}

/** What is left after the changes, in the order of the ids. */
function builtFrom(changes: readonly Change[]): SearchIndex {
  const left = new Map<string, Change>();
  for (const one of changes) left.set(one.id, one);
  const index = new SearchIndex();
  for (const id of [...left.keys()].sort()) apply(index, [left.get(id)!]);
  return index;
}

/** Through copies, as a file makes them. */
function reloaded(index: SearchIndex): SearchIndex {
  return indexFromParts(indexToParts(index).map((part) => Uint8Array.from(part)));
}

function expectSameRanking(left: SearchIndex, right: SearchIndex): void {
  expect(left.size).toBe(right.size);
  for (const query of [...words, 'server порт', 'user', 'servre', 'the café', 'データ v1.2.3', 'id-3', '']) {
    for (const prefix of [false, true]) {
      const options = { limit: 20, prefix };
      expect(search([left], query, options)).toEqual(search([right], query, options));
    }
  }
}

describe('an index from its parts', () => {
  it('ranks as one built from the documents, before and after more of them change', () => {
    const changes = fc.array(change, { maxLength: 30 });
    fc.assert(
      fc.property(changes, changes, (before, after) => {
        const index = new SearchIndex();
        apply(index, before);
        const loaded = reloaded(index);
        expectSameRanking(loaded, builtFrom(before));
        apply(loaded, after);
        expectSameRanking(loaded, builtFrom([...before, ...after]));
        expectSameRanking(reloaded(loaded), builtFrom([...before, ...after]));
      }),
      { numRuns: 60 },
    );
  });

  it('holds no word of a document that was removed', () => {
    const index = new SearchIndex();
    const fields = { title: 'kiosk', content: 'something else' };
    index.add({ id: 'a', kind: 'fact', fields, sequence: 1 });
    index.add({ id: 'b', kind: 'fact', fields: { title: 'gone', content: 'hunter two' }, sequence: 2 });
    index.remove('b');
    const bytes = Buffer.concat(indexToParts(index)).toString('latin1');
    expect(bytes).toContain('kiosk');
    expect(bytes).not.toContain('hunter');
    expect(bytes).not.toContain('gone');
  });

  it('says so when parts are missing', () => {
    const parts = indexToParts(new SearchIndex()).map((part) => Uint8Array.from(part));
    expect(() => indexFromParts(parts.slice(0, 5))).toThrow(RangeError);
  });
});
