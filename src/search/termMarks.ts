const LAST_TURN = 2 ** 32 - 1;

/** A set of term numbers that is emptied in constant time and used again: nothing is made for each document. */
export class TermMarks {
  /** By term: the turn in which it was last added. */
  #turns = new Uint32Array(1_024);
  #turn = 1;

  clear(): void {
    if (this.#turn === LAST_TURN) {
      this.#turns.fill(0);
      this.#turn = 0;
    }
    this.#turn++;
  }

  /** @returns whether it was not in the set yet. */
  add(term: number): boolean {
    if (this.has(term)) return false;
    if (term >= this.#turns.length) {
      const longer = new Uint32Array(2 * term);
      longer.set(this.#turns);
      this.#turns = longer;
    }
    this.#turns[term] = this.#turn;
    return true;
  }

  has(term: number): boolean {
    return this.#turns[term] === this.#turn;
  }
}
