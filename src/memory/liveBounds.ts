import type { Reader, Store, StoreChange, Transaction } from '../store/types';

/** Some of a database's live memories, and how they are counted. */
export interface Counted {
  /** Tells it from the others of one database. */
  readonly name: string;
  readonly count: (db: Reader) => number;
}

interface Bound {
  /** What was counted. */
  readonly count: number;
  /** Rows written since, at least as many as memories were added. */
  written: number;
  /** The newest change that is in the numbers. */
  sequence: number;
}

/**
 * Upper bounds of how many live memories one database holds. Ids of rows are given from 1 on, so that the greatest one
 * is a bound for everything, found in no time. Only beyond that is anything counted, and then once: each row that is
 * written afterwards, here or by another process, raises the bound by one, and what raised it in vain is found when it
 * reaches the limit. Counting a database of n memories with room for r more thus costs n at most about log r times.
 */
export class LiveBounds {
  readonly #bounds = new Map<string, Bound>();
  /** Memories added to the frame that is being written. */
  #adding = { sequence: -1, memories: 0 };

  constructor(store: Store) {
    store.onDidChange((change) => this.#apply(change));
  }

  /** Whether at most `limit` of what is counted are there, those `added` included that `tx` has just put. */
  isWithin(tx: Transaction, limit: number, counted: Counted, added = 1): boolean {
    if (greatestId(tx) <= limit) return true;
    const bound = this.#bounds.get(counted.name);
    const adding = this.#add(tx.sequence, added);
    // A change of another process that is in the database already may not have been told of yet.
    if (
      bound !== undefined &&
      bound.sequence >= tx.sequence - 1 &&
      bound.count + bound.written + adding <= limit
    )
      return true;
    const count = counted.count(tx);
    this.#bounds.set(counted.name, { count, written: 0, sequence: tx.sequence - 1 });
    return count <= limit;
  }

  /** What it was asked for in this frame, this time included: no fewer memories were added in it. */
  #add(sequence: number, memories: number): number {
    if (this.#adding.sequence !== sequence) this.#adding = { sequence, memories: 0 };
    this.#adding.memories += memories;
    return this.#adding.memories;
  }

  #apply(change: StoreChange): void {
    if (change.kind === 'reset') {
      this.#bounds.clear();
      return;
    }
    const written = change.changes.filter(({ table, row }) => table === 'memory' && row !== undefined).length;
    for (const bound of this.#bounds.values()) {
      if (change.sequence <= bound.sequence) continue;
      bound.written += written;
      bound.sequence = change.sequence;
    }
  }
}

function greatestId(db: Reader): number {
  return db.query<{ id: number | null }>('SELECT max(id) AS id FROM memory')[0]?.id ?? 0;
}
