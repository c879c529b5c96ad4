import { join } from 'node:path';
import type { Guard } from '../guard/guard';
import type { Hmac } from '../guard/types';
import type { Catalog } from '../project/catalog';
import type { CatalogDecisions } from '../project/catalogDecisions';
import { catalogMigrations } from '../project/catalogSchema';
import { openStore, type OpenStoreOptions } from '../store/store';
import type { Disposable, Reader, Store } from '../store/types';
import { AreaPool } from './areaPool';
import { AreaSearch } from './areaSearch';
import { FileLook, readCiting } from './fileLook';
import type { FileStates } from './freshness';
import { forgetMemories, lastForgotten, restoreMemories, type Restored } from './forgetting';
import { countLive, MemoryLimits } from './limits';
import { countTypes, listMemories } from './listing';
import { MemoryArea } from './memoryArea';
import { memoryIndexName } from './memoryIndex';
import { memoryByUuid } from './memoryRow';
import { catalogOver, type OpenCatalog } from './openCatalog';
import { ProjectMoved } from './passages';
import { PendingMoves } from './pendingMoves';
import { ProjectChanges } from './projectChanges';
import { ProjectSummaries, type Elsewhere } from './projectSummaries';
import { purgeEverywhere } from './purging';
import { RecordedPrompts } from './prompts';
import { RecordReader } from './record';
import { SourceFiles } from './sourceFiles';
import type { ReviewMonths } from './reviews';
import { RecalledIds } from './recalledIds';
import { memoryMigrations } from './schema';
import { makeStorageSafe } from './storageSafety';
import { StoreKey } from './storeKey';
import { DEFAULT_SETTINGS, type StoreSettings } from './storeSettings';
import { timestamp } from './timestamp';
import type {
  Area,
  ListOptions,
  MemoryPage,
  MemoryRecord,
  SearchAnswer,
  SearchQuery,
  TypeCount,
} from './types';
import { WordVectorsFile } from './wordVectorsFile';

export interface MemoryHostOptions {
  /** Absolute path of the folder that holds every database. */
  readonly storageDirectory: string;
  readonly runtime: OpenStoreOptions;
  readonly now?: () => Date;
  /** What the person set, at this moment; absent: the defaults. */
  readonly settings?: () => StoreSettings;
  /** Absolute path of the table of word vectors; without it search goes by words alone. */
  readonly wordVectorsFile?: string;
}

export interface MemoryChange {
  readonly area: Area;
  readonly kind: 'rows' | 'reset';
}

export interface Forgotten {
  readonly area: Area;
  readonly ids: readonly string[];
  readonly label: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

export const userArea: Area = { kind: 'user' };

/**
 * Everything one process knows of memories: the catalog, the user's database and one database per project, in
 * one folder. Nothing is opened until it is asked for.
 */
export class MemoryHost {
  readonly storageDirectory: string;
  /** Memories this process has shown to an agent: the same text saved again is recognised. */
  readonly recalled = new RecalledIds();
  /** Files that memories cite, as this process has seen them. */
  readonly sources = new SourceFiles();
  /** Prompts this process has recorded: a save links the one it answers. */
  readonly prompts = new RecordedPrompts();
  readonly limits: MemoryLimits;
  readonly #runtime: OpenStoreOptions;
  readonly #now: () => Date;
  readonly #settings: () => StoreSettings;
  readonly #key: StoreKey;
  readonly #pool: AreaPool;
  readonly #moves: PendingMoves;
  readonly #summaries: ProjectSummaries;
  readonly #search: AreaSearch;
  readonly #listeners = new Set<(change: MemoryChange) => void>();
  readonly #watches = new Set<{ readonly visible: boolean; catalog?: Disposable }>();
  #catalogStore: Promise<Store> | undefined;
  #catalog: Promise<OpenCatalog> | undefined;
  #safe: Promise<void> | undefined;

  constructor(options: MemoryHostOptions) {
    this.storageDirectory = options.storageDirectory;
    this.#runtime = options.runtime;
    this.#now = options.now ?? (() => new Date());
    this.#settings = options.settings ?? (() => DEFAULT_SETTINGS);
    this.#key = new StoreKey(options.storageDirectory, () => this.#makeSafe());
    this.limits = new MemoryLimits(() => this.#settings().limits, {
      estimate: async () => (await this.#openedCatalog()).summaries.memories(),
      count: () => this.#countAll(),
    });
    this.#pool = new AreaPool(async (area) => {
      await this.#makeSafe();
      const store = await openStore(this.#directoryOf(area), memoryMigrations, {
        ...this.#runtime,
        derivation: memoryIndexName,
      });
      store.onDidChange((change) => {
        if (change.kind === 'rows' && change.own) this.#summaries.note(area);
        for (const listener of this.#listeners) listener({ area, kind: change.kind });
      });
      this.#summaries.note(area);
      return new MemoryArea(area, store);
    });
    this.#search = new AreaSearch({
      pool: this.#pool,
      sources: this.sources,
      timestamp: () => this.timestamp(),
      byMeaning: () => this.#settings().search.semantic,
      wordVectors: options.wordVectorsFile
        ? new WordVectorsFile(options.wordVectorsFile, this.#runtime.log ?? (() => undefined))
        : undefined,
    });
    this.#summaries = new ProjectSummaries({
      catalog: () => this.#catalog?.then(({ summaries }) => summaries),
      useIfOpen: (area, fn) => this.#pool.useIfOpen(area, fn),
      log: this.#runtime.log ?? (() => undefined),
    });
    this.#moves = new PendingMoves({
      catalog: async () => (await this.#openedCatalog()).undo,
      useAll: (areas, fn) => this.#pool.useAll(areas, fn),
      now: this.#now,
      timestamp: () => this.timestamp(),
      log: this.#runtime.log ?? (() => undefined),
    });
  }

  /** Whether any database has been opened yet. */
  get opened(): boolean {
    return this.#catalogStore !== undefined || this.#pool.size > 0;
  }

  /** Path of sql-wasm.wasm. */
  get wasmFile(): string {
    return this.#runtime.wasmFile;
  }

  /** The present moment as the rows hold it. */
  timestamp(): string {
    return timestamp(this.#now());
  }

  now(): Date {
    return this.#now();
  }

  /** Calendar months after which observations of a type come up for review. */
  get reviewMonths(): ReviewMonths {
    return this.#settings().review;
  }

  /** What the person set, at this moment. */
  get settings(): StoreSettings {
    return this.#settings();
  }

  async catalog(): Promise<Catalog> {
    return (await this.#openedCatalog()).projects;
  }

  /** What a person does to whole projects. */
  async projectChanges(): Promise<ProjectChanges> {
    const { projects, changes, undo } = await this.#openedCatalog();
    return new ProjectChanges({
      projects,
      timestamp: () => this.timestamp(),
      changes,
      undo,
      moves: this.#moves,
      use: (area, fn) => this.#pool.use(area, fn),
    });
  }

  /** What a person decided about memories, to be taken back by any window. */
  async decisions(): Promise<CatalogDecisions> {
    return (await this.#openedCatalog()).decisions;
  }

  #openedCatalog(): Promise<OpenCatalog> {
    this.#catalog ??= this.#openCatalog().catch((error: unknown) => {
      this.#catalog = undefined;
      this.#catalogStore = undefined;
      throw error;
    });
    return this.#catalog;
  }

  async #openCatalog(): Promise<OpenCatalog> {
    const opening = this.#makeSafe().then(() =>
      openStore(join(this.storageDirectory, 'catalog'), catalogMigrations, this.#runtime),
    );
    this.#catalogStore = opening;
    const store = await opening;
    for (const watch of this.#watches) watch.catalog ??= store.watch(watch.visible);
    return catalogOver(store, this.#now);
  }

  /** Once before the first database or the key is opened. */
  #makeSafe(): Promise<void> {
    this.#safe ??= makeStorageSafe(this.storageDirectory, {
      log: this.#runtime.log ?? (() => undefined),
      uid: process.getuid?.(),
    }).catch((error: unknown) => {
      this.#safe = undefined;
      throw error;
    });
    return this.#safe;
  }

  guard(): Promise<Guard> {
    return this.#key.guard();
  }

  /** The HMAC under this store's own key. */
  hmac(): Promise<Hmac> {
    return this.#key.hmac();
  }

  async #countAll(): Promise<number> {
    const { summaries } = await this.#openedCatalog();
    await this.#summaries.refresh();
    return (await summaries.memories()) + (await this.#pool.use(userArea, (own) => own.read(countLive)));
  }

  /**
   * Lends the area's database and index; it stays open at least until `fn` has settled. A write to a project that
   * became part of another meanwhile runs `fn` again there.
   */
  async use<T>(area: Area, fn: (opened: MemoryArea) => Promise<T>): Promise<T> {
    await this.#moves.settle([area]);
    try {
      return await this.#pool.use(area, fn);
    } catch (error) {
      if (!(error instanceof ProjectMoved)) throw error;
      const project = await (await this.catalog()).byId(error.project);
      const name = project?.name ?? (area.kind === 'project' ? area.name : '');
      return this.use({ kind: 'project', id: project?.id ?? error.project, name }, fn);
    }
  }

  /**
   * Reads an area together with the files that its memories cite. `fn` is called anew while it asks for files that were
   * not looked at yet.
   */
  read<T>(area: Area, fn: (db: Reader, files: FileStates) => T): Promise<T> {
    const look = new FileLook(this.sources, area);
    return this.use(area, (opened) => readCiting(opened, look, (db) => fn(db, look)));
  }

  list(area: Area, options: ListOptions): Promise<MemoryPage> {
    this.#pool.keep(area);
    return this.read(area, (db, files) => listMemories(db, area, options, this.timestamp(), files));
  }

  types(area: Area): Promise<readonly TypeCount[]> {
    this.#pool.keep(area);
    return this.use(area, (opened) => opened.read(countTypes));
  }

  /** Also a forgotten memory, with `deletedAt`; not one that was deleted for good. */
  get(area: Area, id: string): Promise<MemoryRecord | undefined> {
    return this.read(area, (db, files) => {
      const row = memoryByUuid(db, id);
      return row && new RecordReader(db, area, this.timestamp(), files).record(row);
    });
  }

  async find(id: string, areas: readonly Area[]): Promise<MemoryRecord | undefined> {
    await this.#moves.settle(areas);
    for (const area of this.#moves.ordered(areas)) {
      const record = await this.get(area, id);
      if (record !== undefined) return record;
    }
    return undefined;
  }

  /** Searches the areas as one: best first. */
  async search(areas: readonly Area[], query: SearchQuery): Promise<SearchAnswer> {
    await this.#moves.settle(areas);
    return this.#search.search(this.#moves.ordered(areas), query);
  }

  /** What is known of a query in other projects than these, from the catalog alone. */
  elsewhere(query: string, here: ReadonlySet<string>): Promise<Elsewhere> {
    return this.#summaries.elsewhere(query, here);
  }

  /** Answers the ids that were live. */
  async forget(area: Area, ids: readonly string[], by: string): Promise<readonly string[]> {
    const rows = await this.use(area, (opened) =>
      opened.write((tx) => forgetMemories(tx, ids, by, this.timestamp())),
    );
    return rows.map((row) => row.uuid);
  }

  /**
   * Deletes memories and prompts for good, and the summaries of sessions; also what a database still holds in which they
   * were before.
   */
  purge(area: Area, ids: readonly string[], by: string, sessions: readonly string[] = []): Promise<void> {
    return purgeEverywhere({
      area,
      ids,
      sessions,
      by,
      use: (place, fn) => this.use(place, fn),
      useAsItIs: async (id, fn) => {
        const { name } = (await (await this.catalog()).byId(id)) ?? { name: id };
        return this.#pool.use({ kind: 'project', id, name }, fn);
      },
      timestamp: () => this.timestamp(),
    });
  }

  restore(area: Area, ids: readonly string[]): Promise<Restored> {
    return this.use(area, (opened) => opened.write((tx) => restoreMemories(tx, ids, this.timestamp())));
  }

  /** What an undo would bring back: the newest act of forgetting in these areas. */
  async lastForgotten(areas: readonly Area[]): Promise<Forgotten | undefined> {
    const found = await Promise.all(
      areas.map(async (area) => {
        const last = await this.use(area, (opened) => opened.read(lastForgotten));
        return last === undefined ? undefined : { area, ...last };
      }),
    );
    return found
      .filter((item) => item !== undefined)
      .reduce<Forgotten | undefined>(
        (newest, item) => (newest === undefined || item.at > newest.at ? item : newest),
        undefined,
      );
  }

  /** Called for changes of this process, of other windows and of servers. */
  onDidChange(listener: (change: MemoryChange) => void): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** The area stays open while anything watches, so that other processes' changes to it are noticed. */
  keep(area: Area): void {
    this.#pool.keep(area);
  }

  /** While held, other processes' changes are noticed in every database that is open or gets opened. */
  watch(visible: boolean): Disposable {
    const watch: { readonly visible: boolean; catalog?: Disposable } = { visible };
    this.#watches.add(watch);
    const areas = this.#pool.watch(visible);
    void this.#catalogStore?.then(
      (store) => {
        if (this.#watches.has(watch)) watch.catalog ??= store.watch(visible);
      },
      () => undefined,
    );
    return {
      dispose: () => {
        this.#watches.delete(watch);
        watch.catalog?.dispose();
        areas.dispose();
      },
    };
  }

  /**
   * Live memories of a project as the catalog sums them up, without opening its database. Undefined: it was not summed up
   * yet, or there is no such project. `projectId`: UUID
   */
  async summedUp(projectId: string): Promise<number | undefined> {
    const { summaries } = await this.#openedCatalog();
    const summary = await summaries.of(projectId);
    return typeof summary === 'object' ? summary.memories : undefined;
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await this.#summaries.refresh();
    await this.#pool.close();
    const store = await this.#catalogStore?.catch(() => undefined);
    await store?.close();
  }

  #directoryOf(area: Area): string {
    return area.kind === 'user'
      ? join(this.storageDirectory, 'user')
      : join(this.storageDirectory, 'projects', area.id);
  }
}
