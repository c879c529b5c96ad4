import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCandidates } from '../../../src/search/candidates';
import { bestByWords } from '../../../src/search/firstStage';
import { search } from '../../../src/search/search';
import { indexOf } from './documents';

const SLOTS = 2_000;

describe('the best documents by words', () => {
  const index = indexOf(...Array.from({ length: SLOTS }, (_, slot) => `text ${slot}`));
  // A guess is made from the scores of few documents: here these are no better than the others, or far better, or worse.
  const ofSampled = fc.constantFrom(1, 100, 0.01);

  it('are the first ones of all that pass, whatever their scores are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { minLength: 1, maxLength: 60 }),
        ofSampled,
        fc.nat(300),
        fc.boolean(),
        (drawn, sampled, limit, odd) => {
          const scores = Float64Array.from({ length: SLOTS }, (_, slot) => {
            const score = 1 + drawn[(slot * 7) % drawn.length]!;
            return slot % 32 === 0 ? score * sampled : score;
          });
          const found = Uint32Array.from(scores.keys());
          const all = [{ index, scores, found, foundCount: SLOTS }];
          const passes = (slot: number): boolean => !odd || slot % 2 === 1;
          const { best, total } = bestByWords(all, limit, odd ? () => passes : undefined, undefined);
          const sorted = [...found]
            .filter(passes)
            .map((slot) => ({ index, slot, byWords: scores[slot]!, score: scores[slot]! }))
            .sort(compareCandidates);
          expect(best.map(({ slot, score }) => [slot, score])).toEqual(
            sorted.slice(0, limit).map(({ slot, score }) => [slot, score]),
          );
          expect(total).toBe(sorted.length);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('what is merely alike', () => {
  const alike = Array.from({ length: 3 }, (_, i) => `deploying number${i}`);

  it('is found where few documents hold a word of the query', () => {
    const { hits, total } = search([indexOf(...alike, 'deployment')], 'deployment', { limit: 10 });
    expect(hits).toHaveLength(4);
    expect(total).toBe(4);
  });

  it('is not counted where the words find more than are ranked', () => {
    const many = Array.from({ length: 150 }, (_, i) => `deployment ${i}`);
    expect(search([indexOf(...alike, ...many)], 'deployment', { limit: 10 }).total).toBe(150);
  });
});
