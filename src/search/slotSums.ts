const NOTHING = -1;

/** Sums by slot of a document, emptied at the cost of what was added and used again. */
export class SlotSums {
  #sums = new Int32Array(1_024).fill(NOTHING);
  readonly #touched: number[] = [];

  clear(): void {
    for (const slot of this.#touched) this.#sums[slot] = NOTHING;
    this.#touched.length = 0;
  }

  /** `amount`: a whole number, not negative. All amounts of a slot together stay below 2^31. */
  add(slot: number, amount: number): void {
    if (slot >= this.#sums.length) this.#grow(slot);
    const sum = this.#sums[slot]!;
    if (sum === NOTHING) {
      this.#touched.push(slot);
      this.#sums[slot] = amount;
    } else this.#sums[slot] = sum + amount;
  }

  /** Of a slot that something was added to. */
  of(slot: number): number {
    return this.#sums[slot]!;
  }

  /** The slots with the `count` greatest sums, and those that equal the last of them; in any order. */
  greatest(count: number): number[] {
    const sums: number[] = [];
    for (const slot of this.#touched) {
      const sum = this.#sums[slot]!;
      if (sums.length === count && sum <= sums[count - 1]!) continue;
      let at = Math.min(sums.length, count - 1);
      for (; at > 0 && sums[at - 1]! < sum; at--) sums[at] = sums[at - 1]!;
      sums[at] = sum;
    }
    const least = sums.length < count ? 0 : sums[count - 1]!;
    return this.#touched.filter((slot) => this.#sums[slot]! >= least);
  }

  #grow(slot: number): void {
    const longer = new Int32Array(2 * slot).fill(NOTHING);
    longer.set(this.#sums);
    this.#sums = longer;
  }
}
