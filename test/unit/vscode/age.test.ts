import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { age, timeLeft } from '../../../src/vscode/age';

const now = new Date('2026-03-01T12:00:00.000Z');

describe('age', () => {
  it.each([
    ['2026-03-01T12:00:00.000000Z', 'now'],
    ['2026-03-01T11:59:01.000000Z', 'now'],
    ['2026-03-01T11:59:00.000000Z', '1 min. ago'],
    ['2026-03-01T11:00:01.000000Z', '59 min. ago'],
    ['2026-03-01T11:00:00.000000Z', '1 hr. ago'],
    ['2026-02-28T12:00:01.000000Z', '23 hr. ago'],
    ['2026-02-28T12:00:00.000000Z', '1 day ago'],
    ['2026-01-01T12:00:00.000000Z', '59 days ago'],
    ['2025-12-31T12:00:00.000000Z', '2 mo. ago'],
    ['2025-03-01T12:00:00.000000Z', '1 yr. ago'],
  ])('of %s is %s', (moment, expected) => {
    expect(age(moment, now, 'en')).toBe(expected);
  });

  it('speaks the language of the editor', () => {
    expect(age('2026-02-26T12:00:00.000000Z', now, 'ru')).toBe('3 дн. назад');
  });

  it('of a moment ahead is now: another machine has another clock', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 10 }), (ahead) => {
        expect(age(new Date(now.getTime() + ahead).toISOString(), now, 'en')).toBe('now');
      }),
    );
  });
});

describe('timeLeft', () => {
  it.each([
    ['2026-03-04T12:00:00.000000Z', 'in 3 days'],
    ['2026-03-01T17:59:00.000000Z', 'in 5 hr.'],
    ['2026-03-01T12:00:30.000000Z', 'now'],
    ['2026-02-01T12:00:00.000000Z', 'now'],
  ])('until %s is %s', (moment, expected) => {
    expect(timeLeft(moment, now, 'en')).toBe(expected);
  });

  it('speaks the language of the editor', () => {
    expect(timeLeft('2026-03-04T12:00:00.000000Z', now, 'ru')).toBe('через 3 дн.');
  });
});
