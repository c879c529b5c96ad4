import { SearchIndex } from '../search/searchIndex';
import type { SearchDocument } from '../search/types';
import type { Disposable, Reader, RowChange, Store, StoreChange, Transaction } from '../store/types';
import type { MemoryRow } from './memoryRow';
import { ProjectMoved, redirectOf } from './passages';
import type { Area } from './types';

/** Rows taken from the database at a time while the index is built. */
const PAGE = 250;
/** The extension host is shared: building yields after this many milliseconds. */
const SLICE_MS = 8;

/** One database of memories and the search index over its live rows. */
export class MemoryArea {
  readonly store: Store;
  #area: Area;
  readonly #subscription: Disposable;
  #index = new SearchIndex();
  #building: Promise<void> | undefined;
  /** Rows that changed while a page read earlier is being indexed. */
  readonly #touched = new Set<number>();
  #uuids = new Map<number, string>();
  #closed = false;

  constructor(area: Area, store: Store) {
    this.#area = area;
    this.store = store;
    this.#subscription = store.onDidChange((change) => this.#apply(change));
  }

  get area(): Area {
    return this.#area;
  }

  read<T>(fn: (db: Reader) => T): Promise<T> {
    return this.store.read(fn);
  }

  /** Rejects with ProjectMoved when the project became part of another; nothing was written then. */
  write<T>(fn: (tx: Transaction) => T): Promise<T> {
    return this.store.write((tx) => {
      const elsewhere = redirectOf(tx);
      if (elsewhere !== undefined) throw new ProjectMoved(elsewhere.project);
      return fn(tx);
    });
  }

  /** The project is called otherwise since the area was opened. */
  rename(area: Area): void {
    this.#area = area;
  }

  /** The index over every live memory, built on the first call. Expired ones are in it: filter by time. */
  async index(): Promise<SearchIndex> {
    for (;;) {
      const building = (this.#building ??= this.#startBuilding());
      await building;
      // A reset meanwhile began another build, which this one gave way to.
      if (building === this.#building) return this.#index;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#subscription.dispose();
    await this.store.close();
  }

  #startBuilding(): Promise<void> {
    const building = this.#build();
    // The next search tries again; nobody may be waiting for this one.
    building.catch(() => {
      if (this.#building === building) this.#building = undefined;
    });
    return building;
  }

  async #build(): Promise<void> {
    const index = new SearchIndex();
    const uuids = new Map<number, string>();
    this.#index = index;
    this.#uuids = uuids;
    let after = 0;
    let sliceStart = performance.now();
    for (;;) {
      this.#touched.clear();
      const page = await this.store.read((db) =>
        db.query<MemoryRow>('SELECT * FROM memory WHERE deleted_at IS NULL AND id > ? ORDER BY id LIMIT ?', [
          after,
          PAGE,
        ]),
      );
      for (const row of page) {
        // A reset started a build of its own, or the area was closed: this one has nobody to serve.
        if (this.#index !== index || this.#closed) return;
        after = row.id;
        if (this.#touched.has(row.id)) continue;
        uuids.set(row.id, row.uuid);
        index.add(searchDocument(row));
        if (performance.now() - sliceStart > SLICE_MS) {
          await new Promise<void>((resolve) => setImmediate(resolve));
          sliceStart = performance.now();
        }
      }
      if (page.length < PAGE) return;
    }
  }

  #apply(change: StoreChange): void {
    if (this.#building === undefined) return;
    if (change.kind === 'reset') {
      this.#building = this.#startBuilding();
      return;
    }
    for (const row of change.changes) if (row.table === 'memory') this.#applyRow(row);
  }

  #applyRow(change: RowChange): void {
    this.#touched.add(change.id);
    const row = change.row as MemoryRow | undefined;
    if (row !== undefined && row.deleted_at === null) {
      this.#uuids.set(row.id, row.uuid);
      this.#index.add(searchDocument(row));
      return;
    }
    const uuid = this.#uuids.get(change.id);
    if (uuid === undefined) return;
    this.#uuids.delete(change.id);
    this.#index.remove(uuid);
  }
}

/** Pinned before sure before unsure: only ties are broken by it. */
function tieWeight(row: MemoryRow): number {
  return row.pinned === 1 ? 1 : 0.8 * (row.confidence ?? 0.7);
}

function searchDocument(row: MemoryRow): SearchDocument {
  return {
    id: row.uuid,
    kind: row.kind,
    fields: {
      title: row.title ?? row.key ?? '',
      content: row.content,
      ...(row.type === null ? {} : { type: row.type }),
      ...(row.source_id === null ? {} : { source: row.source_id }),
    },
    sequence: row.sequence,
    weight: tieWeight(row),
  };
}
