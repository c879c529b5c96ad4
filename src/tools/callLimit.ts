const MINUTE_MS = 60_000;

/**
 * Lets a number of calls through in any minute. Remembers when each of the last so many calls came: a call is one too
 * many while the first of them is less than a minute ago. Calls that are refused do not count.
 */
export class CallLimit {
  readonly #perMinute: () => number;
  readonly #now: () => number;
  /** A ring of the times of calls, in milliseconds; `#next` is where the oldest one is. */
  #times = new Float64Array(0);
  #next = 0;

  /** `perMinute`: at this moment; 0: any number. `now`: a clock that never goes back. */
  constructor(perMinute: () => number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Milliseconds until the next call is let through; 0: this one is, and counts. */
  take(): number {
    const limit = this.#perMinute();
    if (limit === 0) return 0;
    if (limit !== this.#times.length) this.#resize(limit);
    const now = this.#now();
    const wait = (this.#times[this.#next] ?? 0) + MINUTE_MS - now;
    if (wait > 0) return wait;
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % limit;
    return 0;
  }

  /** The newest calls are kept. */
  #resize(limit: number): void {
    const old = [...this.#times.subarray(this.#next), ...this.#times.subarray(0, this.#next)];
    const kept = old.slice(Math.max(0, old.length - limit));
    this.#times = new Float64Array(limit).fill(-Infinity);
    this.#times.set(kept, limit - kept.length);
    this.#next = 0;
  }
}
