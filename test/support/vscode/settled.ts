import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** Looks that must find the same. */
const LOOKS = 3;
const INTERVAL_MS = 50;

/**
 * Looks until nothing has moved for some looks, and returns what is there: rows are replaced while they load, and a click
 * on one would fall on the next. Something that never rests is returned as it is after `timeout` milliseconds.
 */
export async function settled<T>(look: () => Promise<T>, timeout = 10_000): Promise<T> {
  const deadline = Date.now() + timeout;
  let seen = await look();
  for (let same = 1; same < LOOKS && Date.now() < deadline;) {
    await delay(INTERVAL_MS);
    const now = await look();
    same = isDeepStrictEqual(now, seen) ? same + 1 : 1;
    seen = now;
  }
  return seen;
}
