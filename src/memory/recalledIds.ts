/** More ids than an agent's context can hold. */
const CAPACITY = 10_000;

/** The newest ids shown to agents by this process. */
export class RecalledIds {
  readonly #ids = new Set<string>();

  note(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#ids.delete(id);
      this.#ids.add(id);
    }
    for (const oldest of this.#ids) {
      if (this.#ids.size <= CAPACITY) return;
      this.#ids.delete(oldest);
    }
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }
}
