/** After this long other processes may have added so much that it is counted anew, in milliseconds. */
const TRUSTED_MS = 60_000;

/**
 * An upper bound of all of a user's memories, as far as this process knows: a sum over all databases, and what this
 * process added since. Other processes are seen at the next sum, so that together they may pass the limit by what they
 * add in a minute.
 */
export class TotalBound {
  readonly #sum: (limit: number) => Promise<number>;
  #known: { readonly at: number; total: number } | undefined;

  constructor(sum: (limit: number) => Promise<number>) {
    this.#sum = sum;
  }

  /** Whether there is room for one more below the limit. */
  async isBelow(limit: number): Promise<boolean> {
    const known = this.#known;
    if (known !== undefined && performance.now() - known.at < TRUSTED_MS && known.total < limit) return true;
    this.#known = { at: performance.now(), total: await this.#sum(limit) };
    return this.#known.total < limit;
  }

  /** One more was added, or was tried to be. */
  add(): void {
    if (this.#known !== undefined) this.#known.total++;
  }
}
