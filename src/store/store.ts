import { ChangeDispatcher } from './changeDispatcher';
import { Compactor } from './compactor';
import type { BesideBase, DerivationName } from './derivation';
import { networkDisk, sharesAppends } from './diskKind';
import { nodeFileLayer, type FileLayer } from './fileLayer';
import { newestSchema, tryMigrations } from './migrations';
import type { PauseFor } from './pause';
import { Replica } from './replica';
import { sealLog } from './sealing';
import { SinceBase } from './sinceBase';
import { loadSqlJs } from './sqlJs';
import type { StoreContext } from './storeContext';
import { asStoreError, closedError } from './storeErrors';
import { OpenReader } from './transaction';
import { Turns } from './turns';
import {
  StoreError,
  type Disposable,
  type Migration,
  type Reader,
  type Store,
  type StoreChange,
  type StoreRuntime,
  type StoreStatus,
  type Transaction,
} from './types';
import { Watch } from './watch';
import { WorkerCompaction, type CompactionRunner } from './workerCompaction';
import { WriteQueue } from './writeQueue';

export interface OpenStoreOptions extends StoreRuntime {
  /** The disk, when it is not Node's own file system. */
  readonly files?: FileLayer;
  /** What the worker derives from each base. */
  readonly derivation?: DerivationName;
  /** How it waits, when not by Node's timer. */
  readonly pause?: PauseFor;
  /** Where it compacts, when not in the worker. */
  readonly compaction?: CompactionRunner;
}

/** Others compact a log after this, when the process that sealed it did not. */
const COMPACT_FOR_OTHERS_MS = { least: 4000, spread: 6000 };
const SEAL_ATTEMPTS = 20;

/**
 * Opens the store in a directory, creating it when the directory is empty or missing, and brings it to the newest
 * of the migrations. Any number of processes, and of stores in one process, may have a directory open.
 *
 * Throws StoreError: `store_unavailable` when its files cannot be read, are damaged beyond the last whole state, or
 * a migration fails; `schema_too_new` when a newer program wrote it; `read_only` when it would have to be created
 * in a directory that cannot be written.
 */
export async function openStore(
  directory: string,
  migrations: readonly Migration[],
  options: OpenStoreOptions,
): Promise<Store> {
  const files = options.files ?? nodeFileLayer;
  const log = options.log ?? (() => undefined);
  try {
    const compaction = options.compaction ?? new WorkerCompaction(options.workerFile, options.wasmFile);
    const sql = await loadSqlJs(options.wasmFile);
    await ensureDirectory(files, directory);
    const network = files === nodeFileLayer ? await networkDisk(directory) : undefined;
    const refusesWriting =
      (await files.refusesWriting(directory)) ??
      (await sharesAppends(files, directory, network !== undefined));
    const context: StoreContext = {
      files,
      directory,
      sql,
      migrations,
      log,
      ...(network !== undefined && { network: true }),
      ...(options.derivation && { derivation: options.derivation }),
      ...(options.pause && { pause: options.pause }),
      ...(refusesWriting !== undefined && { refusesWriting }),
    };
    const store = await SharedStore.open(context, compaction, network);
    return store;
  } catch (error) {
    throw asStoreError(error, directory);
  }
}

async function ensureDirectory(files: FileLayer, directory: string): Promise<void> {
  try {
    await files.makeDirectory(directory);
  } catch (error) {
    throw new StoreError(
      'store_unavailable',
      `The directory ${directory} cannot be created: ${String(error)}`,
      {
        cause: error,
      },
    );
  }
}

class SharedStore implements Store {
  readonly #context: StoreContext;
  readonly #dispatcher: ChangeDispatcher;
  readonly #replica: Replica;
  readonly #turns = new Turns();
  readonly #queue: WriteQueue;
  readonly #sinceBase: SinceBase;
  readonly #compactor: Compactor;
  readonly #watch: Watch;
  readonly #network: string | undefined;
  #closing: Promise<void> | undefined;

  private constructor(
    context: StoreContext,
    dispatcher: ChangeDispatcher,
    replica: Replica,
    compaction: CompactionRunner,
    network: string | undefined,
  ) {
    this.#context = context;
    this.#dispatcher = dispatcher;
    this.#replica = replica;
    this.#network = network;
    this.#sinceBase = new SinceBase(context, replica, dispatcher);
    this.#compactor = new Compactor(context, replica, compaction);
    this.#queue = new WriteQueue({
      context,
      replica,
      dispatcher,
      turns: this.#turns,
      onSealed: () => {
        this.#compactor.schedule(0);
      },
    });
    this.#watch = new Watch(
      context.directory,
      async () => {
        await this.#turns.take(() => this.#catchUp());
      },
      context.log,
    );
  }

  static async open(
    context: StoreContext,
    compaction: CompactionRunner,
    network: string | undefined,
  ): Promise<SharedStore> {
    const dispatcher = new ChangeDispatcher(context.log);
    const replica = await Replica.open(context, dispatcher);
    const store = new SharedStore(context, dispatcher, replica, compaction, network);
    try {
      await store.#catchUp();
      await store.#migrate();
    } catch (error) {
      await store.close();
      throw error;
    }
    return store;
  }

  async read<T>(fn: (db: Reader) => T): Promise<T> {
    this.#assertOpen();
    return this.#turns.take(async () => {
      await this.#catchUp();
      return this.#answer(fn);
    });
  }

  async readOn<T>(fn: (db: Reader) => T): Promise<T> {
    this.#assertOpen();
    return this.#turns.take(() => Promise.resolve(this.#answer(fn)));
  }

  async write<T>(fn: (tx: Transaction) => T): Promise<T> {
    this.#assertOpen();
    return this.#queue.push(fn);
  }

  onDidChange(listener: (change: StoreChange) => void): Disposable {
    return this.#dispatcher.subscribe(listener);
  }

  watch(visible: boolean): Disposable {
    this.#assertOpen();
    return this.#watch.hold(visible);
  }

  async compact(options: { readonly purge?: boolean } = {}): Promise<void> {
    this.#assertOpen();
    this.#assertWritable();
    await this.#queue.idle();
    const purge = options.purge === true;
    try {
      if (purge || this.#replica.framesInLog > 0) await this.#sealNow(purge);
      const target = this.#replica.logIndex;
      const { index, left } = await this.#compactor.run(purge);
      if (index < target) {
        throw new StoreError('store_unavailable', 'Another process is changing the store; compact it again');
      }
      if (purge && left.length > 0) {
        throw new StoreError('purge_pending', `These files could not be removed yet: ${left.join(', ')}`);
      }
    } catch (error) {
      throw asStoreError(error, this.#context.directory);
    }
  }

  async derived(): Promise<BesideBase> {
    this.#assertOpen();
    // Before its turn, which it would hold for long; what others write meanwhile is among the rows that changed.
    const found = await this.#sinceBase.find();
    return this.#turns.take(async () => {
      await this.#catchUp();
      return this.#sinceBase.state(found);
    });
  }

  async derive(): Promise<void> {
    this.#assertOpen();
    this.#assertWritable();
    await this.#compactor.run();
  }

  status(): StoreStatus {
    const replica = this.#replica;
    const reason = this.#refusal()?.message;
    return {
      directory: this.#context.directory,
      sequence: replica.sequence,
      schemaVersion: replica.schema,
      base: replica.base,
      logs: [...replica.logs],
      baseBytes: replica.baseBytes,
      logBytes: replica.offset,
      voidFrames: replica.voidFrames,
      damage: [...replica.damage],
      ...(reason !== undefined && { readOnly: reason }),
      ...(this.#network !== undefined && { networkDisk: this.#network }),
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#watch.close();
    await this.#queue.idle();
    await this.#compactor.close();
    await this.#turns.take(() => {
      this.#dispatcher.clear();
      this.#replica.close();
      return Promise.resolve();
    });
  }

  #answer<T>(fn: (db: Reader) => T): T {
    const reader = new OpenReader(this.#replica.database, this.#replica.sequence);
    try {
      return fn(reader);
    } finally {
      reader.end();
    }
  }

  async #catchUp(): Promise<void> {
    const before = this.#replica.logIndex;
    try {
      await this.#replica.catchUp();
    } catch (error) {
      throw asStoreError(error, this.#context.directory);
    }
    if (this.#replica.logIndex > before) this.#compactForOthers();
  }

  /** Brings the state to the newest schema: the log is sealed with it, and a new base is made. */
  async #migrate(): Promise<void> {
    const replica = this.#replica;
    const schema = newestSchema(this.#context.migrations);
    if (this.#context.refusesWriting !== undefined) {
      if (replica.schema < schema) throw this.#refusal() ?? closedError();
    }
    for (let attempt = 0; replica.schema < schema && !replica.frozen; attempt++) {
      if (attempt >= SEAL_ATTEMPTS)
        throw new StoreError('store_busy', 'Other processes keep sealing the log');
      tryMigrations(replica.database, this.#context.migrations, replica.schema, schema);
      await sealLog(this.#context, replica, { schema, purge: false });
      if (replica.schema >= schema) this.#compactor.schedule(0);
    }
    if (replica.frozen?.code === 'store_unavailable')
      throw new StoreError(replica.frozen.code, replica.frozen.reason);
    if (replica.logIndex > replica.baseIndex) this.#compactForOthers();
  }

  async #sealNow(purge: boolean): Promise<void> {
    for (let attempt = 0; attempt < SEAL_ATTEMPTS; attempt++) {
      const sealed = await this.#turns.take(() =>
        sealLog(this.#context, this.#replica, { schema: this.#replica.schema, purge }),
      );
      // Another process's seal does as well, but only a purging one purges.
      if (sealed || (!purge && this.#replica.framesInLog === 0)) return;
      this.#assertWritable();
    }
    throw new StoreError('store_busy', 'Other processes keep sealing the log');
  }

  #compactForOthers(): void {
    this.#compactor.schedule(COMPACT_FOR_OTHERS_MS.least + Math.random() * COMPACT_FOR_OTHERS_MS.spread);
  }

  #refusal(): StoreError | undefined {
    const { refusesWriting, directory } = this.#context;
    if (this.#replica.frozen) return new StoreError(this.#replica.frozen.code, this.#replica.frozen.reason);
    if (refusesWriting === undefined) return undefined;
    return new StoreError('read_only', `${directory} cannot be written (${refusesWriting})`);
  }

  #assertWritable(): void {
    const refusal = this.#refusal();
    if (refusal) throw refusal;
  }

  #assertOpen(): void {
    if (this.#closing) throw closedError();
  }
}
