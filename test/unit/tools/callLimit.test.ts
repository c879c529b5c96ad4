import { describe, expect, it } from 'vitest';
import { CallLimit } from '../../../src/tools/callLimit';

class Clock {
  now = 1_000_000;
  readonly read = (): number => this.now;
}

function takeMany(limit: CallLimit, calls: number): readonly number[] {
  return Array.from({ length: calls }, () => limit.take());
}

describe('the limit of calls a minute', () => {
  it('lets so many through at once, and the next one when the first is a minute old', () => {
    const clock = new Clock();
    const limit = new CallLimit(() => 3, clock.read);
    expect(takeMany(limit, 3)).toEqual([0, 0, 0]);
    expect(limit.take()).toBe(60_000);
    clock.now += 59_999;
    expect(limit.take()).toBe(1);
    clock.now += 1;
    expect(takeMany(limit, 4)).toEqual([0, 0, 0, 60_000]);
  });

  it('lets no more through in any minute, wherever it begins', () => {
    const clock = new Clock();
    const limit = new CallLimit(() => 10, clock.read);
    const through: number[] = [];
    for (let second = 0; second < 600; second++) {
      clock.now += 250 + ((second * 7_919) % 1_500);
      for (let call = 0; call < second % 4; call++) if (limit.take() === 0) through.push(clock.now);
    }
    for (const from of through)
      expect(through.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(10);
    expect(through.length).toBeGreaterThan(50);
  });

  it('does not count what it refuses', () => {
    const clock = new Clock();
    const limit = new CallLimit(() => 1, clock.read);
    limit.take();
    clock.now += 30_000;
    expect(limit.take()).toBe(30_000);
    clock.now += 30_000;
    expect(limit.take()).toBe(0);
  });

  it('lets any number through at 0, and follows a change', () => {
    const clock = new Clock();
    let most = 0;
    const limit = new CallLimit(() => most, clock.read);
    expect(new Set(takeMany(limit, 10_000))).toEqual(new Set([0]));
    most = 2;
    expect(takeMany(limit, 3)).toEqual([0, 0, 60_000]);
    most = 4;
    expect(takeMany(limit, 3)).toEqual([0, 0, 60_000]);
    most = 1;
    clock.now += 60_000;
    expect(takeMany(limit, 2)).toEqual([0, 60_000]);
  });
});
