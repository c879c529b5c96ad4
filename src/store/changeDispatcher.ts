import { readValue } from './columnValue';
import type { RowImage } from './rowImage';
import type { Disposable, RowChange, SqlValue, StoreChange } from './types';

/**
 * Tells listeners of changes, in order and once. While held (an own write is in the state but the disk has not
 * confirmed it yet), changes wait.
 */
export class ChangeDispatcher {
  readonly #listeners = new Set<(change: StoreChange) => void>();
  readonly #log: (message: string) => void;
  #waiting: StoreChange[] = [];
  #held = false;

  constructor(log: (message: string) => void) {
    this.#log = log;
  }

  subscribe(listener: (change: StoreChange) => void): Disposable {
    // A wrapper of its own, so that the same function may listen twice.
    const entry = (change: StoreChange) => {
      listener(change);
    };
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  }

  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  add(change: StoreChange): void {
    this.#waiting.push(change);
  }

  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.flush();
  }

  flush(): void {
    if (this.#held) return;
    const changes = this.#waiting;
    this.#waiting = [];
    for (const change of changes) for (const listener of [...this.#listeners]) this.#tell(listener, change);
  }

  clear(): void {
    this.#listeners.clear();
    this.#waiting = [];
  }

  #tell(listener: (change: StoreChange) => void, change: StoreChange): void {
    try {
      listener(change);
    } catch (error) {
      this.#log(`A listener of store changes failed: ${String(error)}`);
    }
  }
}

/** A row of a frame as listeners see it. */
export function rowChange(image: RowImage): RowChange {
  const { table, id, put } = image;
  if (!put) return { table, id };
  const row: Record<string, SqlValue> = {};
  put.columns.forEach((column, index) => {
    row[column] = readValue(put.values[index] ?? null);
  });
  return { table, id, row };
}
