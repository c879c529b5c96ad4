import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BestCandidates, bestOf, compareCandidates } from '../../../src/search/candidates';
import type { Candidate } from '../../../src/search/candidates';
import { SearchIndex } from '../../../src/search/searchIndex';
import { observation } from './documents';

const SLOTS = 12;
/** Two indexes in which several documents are equally old. */
const indexes = [0, 1].map((place) => {
  const index = new SearchIndex();
  for (let slot = 0; slot < SLOTS; slot++) index.add(observation(`${place}-${slot}`, 'x', '', slot % 3));
  return index;
});

/** Each document once, in any order, many with the same score. */
const candidates = fc
  .uniqueArray(
    fc.record({ place: fc.nat(1), slot: fc.nat(SLOTS - 1), score: fc.nat(4).map((tenths) => tenths / 10) }),
    { selector: ({ place, slot }) => place * SLOTS + slot },
  )
  .map((drawn) =>
    drawn.map(({ place, slot, score }): Candidate => ({ index: indexes[place]!, slot, byWords: 0, score })),
  );

function names(found: readonly Candidate[]): string[] {
  return found.map(({ index, slot, score }) => `${index.ids.at(slot)} ${score}`);
}

describe('the best of many candidates', () => {
  it('are the first ones of all in order, whatever the order they were offered in', () => {
    fc.assert(
      fc.property(candidates, fc.nat(2 * SLOTS), (all, limit) => {
        const best = new BestCandidates(indexes, Math.min(limit, all.length));
        for (const { index, slot, score } of all) {
          if (score >= best.least) best.offer(indexes.indexOf(index), slot, score);
        }
        const sorted = names([...all].sort(compareCandidates).slice(0, limit));
        expect(names(best.take())).toEqual(sorted);
        expect(names(bestOf(all, limit))).toEqual(sorted);
      }),
    );
  });
});
