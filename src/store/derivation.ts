import type { Reader } from './types';

/** Which rows of which tables changed. */
export class ChangedRows {
  readonly #ids = new Map<string, Set<number>>();

  add(table: string, id: number): void {
    const ids = this.#ids.get(table);
    if (ids === undefined) this.#ids.set(table, new Set([id]));
    else ids.add(id);
  }

  addAll(other: ChangedRows): void {
    for (const [table, ids] of other.#ids) for (const id of ids) this.add(table, id);
  }

  ids(table: string): ReadonlySet<number> {
    return this.#ids.get(table) ?? new Set();
  }

  clear(): void {
    this.#ids.clear();
  }
}

/** What was derived from a base, each part in memory of its own, which belongs to whoever is given it. */
export type DerivedParts = readonly Uint8Array<ArrayBuffer>[];

/** What was derived from a base, and the rows that changed since: perhaps more of them, never fewer. */
export interface Derived {
  readonly parts: DerivedParts;
  readonly changed: ChangedRows;
}

/** What is to be had beside the newest base: `parts` is absent while nothing is derived from it. */
export type BesideBase = Pick<Derived, 'changed'> & Partial<Derived>;

/** Names what the compaction worker derives from each base, for a store that wants it. */
export interface DerivationName {
  /** Under which the worker's program knows it. */
  readonly name: string;
  /** Letters and digits. What another version derived is of no use. */
  readonly version: string;
}

/**
 * Something that can be made of the rows of a base at any time and takes long: it is kept in a file beside the base,
 * and made anew where the file is missing. The store knows nothing of what it means.
 */
export interface Derivation extends DerivationName {
  /** `earlier`: what was derived from the base before, whose memory may be used. */
  derive(db: Reader, earlier: Derived | undefined): readonly Uint8Array[];
}
