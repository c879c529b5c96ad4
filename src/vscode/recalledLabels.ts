/** Enough for the memories of a long conversation. */
const CAPACITY = 1000;

/**
 * Labels of the memories that tools have just answered with, so that a question about one of them can name it
 * without a look into the store.
 */
export class RecalledLabels {
  /** Oldest first. */
  readonly #labels = new Map<string, string>();

  /** Notes every memory in a tool's answer: each object with an id and a title or key. */
  note(answer: unknown): void {
    if (typeof answer !== 'object' || answer === null) return;
    const { id, title, key } = answer as {
      readonly id?: unknown;
      readonly title?: unknown;
      readonly key?: unknown;
    };
    const label = typeof title === 'string' ? title : key;
    if (typeof id === 'string' && typeof label === 'string') this.#set(id, label);
    for (const value of Object.values(answer)) this.note(value);
  }

  get(id: string): string | undefined {
    return this.#labels.get(id);
  }

  #set(id: string, label: string): void {
    this.#labels.delete(id);
    this.#labels.set(id, label);
    const [oldest] = this.#labels.keys();
    if (this.#labels.size > CAPACITY && oldest !== undefined) this.#labels.delete(oldest);
  }
}
