import type { BesideBase } from './derivation';

/** A value of a STRICT SQLite column. Integers beyond 2^53 are bigint on the way in and out. */
export type SqlValue = null | number | bigint | string | Uint8Array;

export type Row = Readonly<Record<string, SqlValue>>;

/** A view of one database at one sequence number. Valid only inside the function it is passed to. */
export interface Reader {
  /** Sequence number of the newest frame applied; inside a write, the number this write will carry. */
  readonly sequence: number;
  query<R = Row>(sql: string, params?: readonly SqlValue[]): R[];
}

/** The only way to change rows: whole-row images, so that a log frame is exactly the list of them. */
export interface Transaction extends Reader {
  /**
   * Inserts or replaces the row with `row.id` (a new id when absent). Every column is named: a column left
   * out is NULL. Returns the row's id.
   */
  put(table: string, row: Row): number;
  delete(table: string, id: number): void;
}

export interface RowChange {
  readonly table: string;
  readonly id: number;
  /** The row as it is now; absent when it was deleted. */
  readonly row?: Row;
}

export type StoreChange =
  | {
      readonly kind: 'rows';
      readonly sequence: number;
      readonly changes: readonly RowChange[];
      readonly own: boolean;
    }
  /** The state was loaded anew: anything derived from it is to be built again. */
  | { readonly kind: 'reset' };

/** Runs once, in version order. A function of the database alone: no clock, no random, no locale. */
export interface Migration {
  readonly version: number;
  up(db: MigrationDatabase): void;
}

export interface MigrationDatabase {
  exec(sql: string): void;
  query<R = Row>(sql: string, params?: readonly SqlValue[]): R[];
}

export interface Disposable {
  dispose(): void;
}

export interface StoreStatus {
  readonly directory: string;
  readonly sequence: number;
  readonly schemaVersion: number;
  readonly base: string;
  readonly logs: readonly string[];
  readonly baseBytes: number;
  readonly logBytes: number;
  readonly voidFrames: number;
  /** One sentence each: damage found, and what was recovered or kept aside. */
  readonly damage: readonly string[];
  /** Why writes are refused, when they are. */
  readonly readOnly?: string;
  /** Kind of the network file system the directory lies on, when it does. */
  readonly networkDisk?: string;
}

/** One shared, durable sql.js database (ARCHITECTURE.md, "The store"). */
export interface Store {
  /** Catches up with every other process first. `fn` is synchronous; rows must not be kept lazily. */
  read<T>(fn: (db: Reader) => T): Promise<T>;
  /** As `read`, but of what this process knows already: for a further question of an answer that began with a `read`. */
  readOn<T>(fn: (db: Reader) => T): Promise<T>;
  /**
   * Resolves when the rows that `fn` put and deleted are on disk and part of the common order.
   * `fn` is synchronous and may run more than once. A throw in `fn` writes nothing and rejects with it.
   */
  write<T>(fn: (tx: Transaction) => T): Promise<T>;
  /**
   * Called after a change of this or another process was applied, in order. For changes of other processes
   * to be noticed without a read, call `watch`.
   */
  onDidChange(listener: (change: StoreChange) => void): Disposable;
  /** Polls for other processes' writes while held: every 500 ms when `visible`, else every 2 s. */
  watch(visible: boolean): Disposable;
  /** Folds the log into a new base, in the worker. With `purge`, no byte of deleted rows stays on disk. */
  compact(options?: { readonly purge?: boolean }): Promise<void>;
  /**
   * What the worker derived from the newest base, if it did, and the rows that changed since; changes from now on are
   * told to the listeners.
   */
  derived(): Promise<BesideBase>;
  /** Has the worker derive it, which compacting does anyway. */
  derive(): Promise<void>;
  status(): StoreStatus;
  close(): Promise<void>;
}

/** Where the parts of the program are that the store loads by itself. */
export interface StoreRuntime {
  /** Path of sql-wasm.wasm. */
  readonly wasmFile: string;
  /** Path of compact-worker.js. */
  readonly workerFile: string;
  readonly log?: (message: string) => void;
}

export type StoreErrorCode =
  | 'store_busy'
  | 'store_unavailable'
  | 'schema_too_new'
  | 'read_only'
  /** The rows are gone from the database, but a file that still holds their text could not be removed yet. */
  | 'purge_pending';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  constructor(
    readonly code: StoreErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
