/** After this long other processes may have added so much that it is looked at anew, in milliseconds. */
const TRUSTED_MS = 60_000;

/** All of a user's live memories, over all databases. */
export interface Total {
  /** As the catalog has them summed up: opens nothing, and may lack what was saved in the last seconds. */
  estimate(): Promise<number>;
  /** The same after everything this process knows is summed up, the user's own database included. */
  count(): Promise<number>;
}

/**
 * An upper bound of a total, as far as this process knows: an estimate, or a count where the half of the limit is passed,
 * and what this process added since. Other processes are seen at the next look, so that together they may pass the limit
 * by what they add in a minute.
 */
export class TotalBound {
  readonly #total: Total;
  #known: { readonly at: number; readonly counted: boolean; total: number } | undefined;

  constructor(total: Total) {
    this.#total = total;
  }

  /** Whether there is room for one more below the limit. */
  async isBelow(limit: number): Promise<boolean> {
    const now = performance.now();
    if (this.#known === undefined || now - this.#known.at >= TRUSTED_MS)
      this.#known = { at: now, counted: false, total: await this.#total.estimate() };
    const { counted, total } = this.#known;
    if (total < (counted ? limit : limit / 2)) return true;
    this.#known = { at: now, counted: true, total: await this.#total.count() };
    return this.#known.total < limit;
  }

  /** So many more were added, or were tried to be. */
  add(memories: number): void {
    if (this.#known !== undefined) this.#known.total += memories;
  }
}
