import { indexFromParts } from '../search/indexParts';
import { SearchIndex } from '../search/searchIndex';
import { ChangedRows, type DerivedParts } from '../store/derivation';
import type { WordVectors } from '../search/semantic/wordVectors';
import { pauseForEventLoop, Slices } from '../store/slices';
import type { Disposable, Reader, Store, StoreChange, Transaction } from '../store/types';
import { bringUpToDate, giveVector, livePage, pages, removeGone, rowsOf, textsOf } from './memoryIndex';
import type { MemoryRow } from './memoryRow';
import { ProjectMoved, redirectOf } from './passages';
import type { Area } from './types';

/** The extension host is shared: building yields after this many milliseconds. */
const SLICE_MS = 8;
/** As many memories are indexed here sooner than the worker would start. */
const FEW_MEMORIES = 500;
/** So long calls have the event loop to themselves between slices of vectors that nobody waits for, in milliseconds. */
const REST_MS = 24;
/** So long a search waits for the worker before it answers from what is ready, in milliseconds. */
const PATIENCE_MS = 500;

export interface AreaIndex {
  /** Over every live memory; expired ones are in it: filter by time. */
  readonly index: SearchIndex;
  /** False while it is being rebuilt: it holds the newest changes then, and more as they become ready. */
  readonly complete: boolean;
}

/** One way from nothing to an index. */
interface Building {
  /** Settles when the index may be searched. */
  readonly ready: Promise<void>;
  searchable: boolean;
  complete: boolean;
  /** Settles when every memory has its vector. Undefined: nobody has begun to give them theirs. */
  vectors: Promise<void> | undefined;
  /** Somebody waits for the vectors: they are made without a rest. */
  vectorsAwaited: boolean;
  endRest: () => void;
}

/** One database of memories and the search index over its live rows. */
export class MemoryArea {
  readonly store: Store;
  #area: Area;
  readonly #subscription: Disposable;
  #index = new SearchIndex();
  #building: Building | undefined;
  #wordVectors: WordVectors | undefined;
  /** Rows that changed while there was no index to take them. */
  #missed: ChangedRows | undefined;
  /** Rows that changed while a page read earlier is being indexed. */
  readonly #touched = new Set<number>();
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

  /** As `Store.readOn`. */
  readOn<T>(fn: (db: Reader) => T): Promise<T> {
    return this.store.readOn(fn);
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

  /**
   * Makes the vectors of what is indexed from now on, and in the background those that the whole index lacks: of the
   * newest memories, unless the worker had no table. Settles when they are made; does not reject. `awaited`: somebody
   * waits for that, else calls go first.
   */
  useWordVectors(table: WordVectors, awaited: boolean): Promise<void> {
    this.#wordVectors = table;
    const building = this.#building;
    if (building?.complete !== true) return Promise.resolve();
    this.#index.wordVectors = table;
    if (awaited) {
      building.vectorsAwaited = true;
      building.endRest();
    }
    // Where it fails the next search tries again; until then these memories are found by their words.
    return (building.vectors ??= this.#addVectors(building).catch(() => {
      building.vectors = undefined;
    }));
  }

  async #addVectors(building: Building): Promise<void> {
    const slices = new Slices(() => rest(building));
    await slices.pause();
    for (const ids of pages(this.#index.withoutVectors())) {
      const texts = await this.store.read((db) => textsOf(db, ids));
      for (const text of texts) {
        if (this.#isOver(building)) return;
        giveVector(this.#index, text);
        if (slices.areDue) await slices.pause();
      }
    }
  }

  /** The index, which the first call loads or builds. */
  async index(): Promise<AreaIndex> {
    for (;;) {
      const building = (this.#building ??= this.#startBuilding());
      await building.ready;
      // A reset meanwhile began another build, which this one gave way to.
      if (building === this.#building) return { index: this.#index, complete: building.complete };
    }
  }

  /**
   * The index as it is now, for use inside a write, where nothing can be waited for. Undefined: the state was loaded anew
   * and another one is being made.
   */
  get currentIndex(): SearchIndex | undefined {
    return this.#building?.searchable === true ? this.#index : undefined;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#subscription.dispose();
    await this.store.close();
  }

  #startBuilding(): Building {
    const building: Building = {
      ready: new Promise<void>((resolve, reject) => {
        const searchable = (): void => {
          building.searchable = true;
          resolve();
        };
        // Only after it is known as the one that counts.
        queueMicrotask(() => {
          this.#build(building, searchable).then(() => {
            building.complete = true;
            searchable();
          }, reject);
        });
      }),
      searchable: false,
      complete: false,
      vectors: undefined,
      vectorsAwaited: false,
      endRest: () => undefined,
    };
    // The next search tries again; nobody may be waiting for this one.
    building.ready.catch(() => {
      if (this.#building === building) this.#building = undefined;
    });
    return building;
  }

  /** A reset started a build of its own, or the area was closed: this one has nobody to serve. */
  #isOver(building: Building): boolean {
    return this.#closed || this.#building !== building;
  }

  /** `searchable` is called when a search need not wait any longer. */
  async #build(building: Building, searchable: () => void): Promise<void> {
    this.#missed = new ChangedRows();
    const { parts, changed } = await this.store.derived();
    if (this.#isOver(building)) return;
    this.#adopt(parts);
    if (parts === undefined && !(await this.#holdsFew(changed))) {
      await this.#rebuild(building, changed, searchable);
    } else if (parts === undefined) await this.#addAll(building);
    else await this.#addChanged(building, changed);
  }

  /** Answers from what changed since the base, until the worker has made an index of the base. */
  async #rebuild(building: Building, changed: ChangedRows, searchable: () => void): Promise<void> {
    const timer = setTimeout(searchable, PATIENCE_MS);
    try {
      await this.#addChanged(building, changed);
      if (this.#isOver(building)) return;
      this.#missed = new ChangedRows();
      // Where the worker cannot write, everything is indexed here.
      await this.store.derive().catch(() => undefined);
      if (this.#isOver(building)) return;
      const made = await this.store.derived();
      if (this.#isOver(building)) return;
      if (made.parts === undefined) await this.#addAll(building);
      else {
        made.changed.addAll(this.#missed);
        this.#adopt(made.parts);
        await this.#addChanged(building, made.changed);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #adopt(parts: DerivedParts | undefined): void {
    this.#index = parts === undefined ? new SearchIndex() : indexFromParts(parts);
    this.#index.wordVectors = this.#wordVectors;
  }

  async #holdsFew(changed: ChangedRows): Promise<boolean> {
    const [count] = await this.store.read((db) =>
      db.query<{ n: number }>('SELECT count(*) AS n FROM memory'),
    );
    return (count?.n ?? 0) - changed.ids('memory').size <= FEW_MEMORIES;
  }

  async #addChanged(building: Building, changed: ChangedRows): Promise<void> {
    // What changed until here and was missed is read below, in its present state.
    if (this.#missed !== undefined) changed.addAll(this.#missed);
    this.#missed = undefined;
    for (const ids of pages([...changed.ids('memory')])) {
      this.#touched.clear();
      const rows = await this.store.read((db) => rowsOf(db, ids));
      if (this.#isOver(building)) return;
      removeGone(
        this.#index,
        ids.filter((id) => !this.#touched.has(id)),
        rows,
      );
      await this.#addPage(building, rows);
      if (this.#isOver(building)) return;
    }
  }

  async #addAll(building: Building): Promise<void> {
    this.#missed = undefined;
    for (let after: number | undefined = 0; after !== undefined;) {
      const from: number = after;
      this.#touched.clear();
      const page = await this.store.read((db) => livePage(db, from));
      await this.#addPage(building, page);
      if (this.#isOver(building)) return;
      after = page.at(-1)?.id;
    }
  }

  /** Indexes rows in slices. What changed since they were read has been brought up to date by `#apply`. */
  async #addPage(building: Building, rows: readonly MemoryRow[]): Promise<void> {
    let sliceStart = performance.now();
    for (const row of rows) {
      if (this.#isOver(building)) return;
      if (!this.#touched.has(row.id)) bringUpToDate(this.#index, row);
      if (performance.now() - sliceStart > SLICE_MS) {
        await new Promise<void>((resolve) => setImmediate(resolve));
        sliceStart = performance.now();
      }
    }
  }

  #apply(change: StoreChange): void {
    if (this.#building === undefined) return;
    if (change.kind === 'reset') {
      this.#building = this.#startBuilding();
      return;
    }
    const ids: number[] = [];
    const rows: MemoryRow[] = [];
    for (const { table, id, row } of change.changes) {
      this.#missed?.add(table, id);
      if (table !== 'memory') continue;
      this.#touched.add(id);
      ids.push(id);
      if (row !== undefined) rows.push(row as MemoryRow);
    }
    removeGone(this.#index, ids, rows);
    for (const row of rows) bringUpToDate(this.#index, row);
  }
}

/** Leaves the event loop to calls for a while, or for a moment where somebody waits for what is done here. */
function rest(building: Building): Promise<void> {
  if (building.vectorsAwaited) return pauseForEventLoop();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, REST_MS);
    building.endRest = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
