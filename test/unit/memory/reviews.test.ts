import { describe, expect, it } from 'vitest';
import { monthsLater, REVIEW_MONTHS, reviewAfter } from '../../../src/memory/reviews';

const at = (date: string): string => `${date}T23:59:58.000123+00:00`;

describe('calendar months later', () => {
  it.each([
    ['2026-01-15', 3, '2026-04-15'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-10-31', 1, '2026-11-30'],
    ['2026-12-31', 12, '2027-12-31'],
    ['2026-12-01', 1, '2027-01-01'],
    ['2026-05-31', 7, '2026-12-31'],
    ['2026-03-31', 23, '2028-02-29'],
  ])('%s and %i months is %s, at the same time of day', (date, months, then) => {
    expect(monthsLater(at(date), months)).toBe(at(then));
  });
});

describe('when a memory comes up for review', () => {
  const decision = { kind: 'observation', type: 'decision', updatedAt: at('2026-01-31') } as const;

  it.each([
    ['decision', '2026-07-31'],
    ['policy', '2027-01-31'],
    ['preference', '2026-04-30'],
  ])('a %s of 31 January 2026: on %s', (type, then) => {
    expect(reviewAfter({ ...decision, type }, REVIEW_MONTHS)).toBe(at(then));
  });

  it('counts from the last review, unless the text changed after it', () => {
    const reviewed = { ...decision, reviewedAt: at('2026-03-05') };
    expect(reviewAfter(reviewed, REVIEW_MONTHS)).toBe(at('2026-09-05'));
    expect(reviewAfter({ ...reviewed, updatedAt: at('2026-04-01') }, REVIEW_MONTHS)).toBe(at('2026-10-01'));
  });

  it('goes by the months that are set', () => {
    expect(reviewAfter(decision, { ...REVIEW_MONTHS, decision: 1 })).toBe(at('2026-02-28'));
  });

  it.each([
    ['an observation of another type', { ...decision, type: 'bugfix' }],
    ['a fact of the same name', { ...decision, kind: 'fact' }],
    ['a statement', { kind: 'statement', updatedAt: at('2026-01-31') }],
  ] as const)('never: %s', (_what, record) => {
    expect(reviewAfter(record, REVIEW_MONTHS)).toBeUndefined();
  });
});
