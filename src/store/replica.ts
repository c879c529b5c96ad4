import { join } from 'node:path';
import { FORMAT } from './base';
import { rowChange, type ChangeDispatcher } from './changeDispatcher';
import type { Database } from './database';
import { errorCode, type FileLook, type OpenFile } from './fileLayer';
import { scanFrames, type Seal } from './frame';
import { hasGenesisOf } from './genesis';
import { loadState, recreateLog } from './loadState';
import { readLogPart, type CountedFrame } from './logReading';
import { newestSchema, runMigrations, type MigrationSql } from './migrations';
import { pauseByTimer } from './pause';
import { applyFrames } from './replay';
import { repeatSeal } from './sealing';
import { pauseForEventLoop } from './slices';
import type { StoreContext } from './storeContext';
import { FIRST_LOG, listStoreFiles } from './storeFiles';
import type { StoreErrorCode } from './types';

/** A log opened for appending, through which the replica reads while it is the current one. */
export interface OpenLog {
  readonly name: string;
  readonly file: OpenFile;
}

/** A log that is still not there after so many looks at the newest base is lost. */
const ABSENT_ATTEMPTS = 10;
const ABSENT_PAUSE_MS = 20;

/** What became of an own frame: `pending` until the replica has read it or the end of its log. */
export type Outcome = 'pending' | 'counted' | 'voided';

/**
 * This process's copy of the common state: a base, and the chain of logs applied to it. Its methods are not to
 * overlap; the caller takes turns.
 */
export class Replica {
  readonly #context: StoreContext;
  readonly #dispatcher: ChangeDispatcher;
  readonly #own = new Map<string, Outcome>();
  readonly #damage: string[] = [];
  /** By log number: the SQL of the migrations that its seal called for, which the worker runs again. */
  readonly migrationSql = new Map<number, { readonly schema: number; readonly sql: MigrationSql }>();
  #database: Database;
  #salt: Uint8Array;
  #sequence = 0;
  #schema = 0;
  #base = '';
  #baseIndex = 0;
  #baseBytes = 0;
  #logs: string[] = [];
  #logIndex = 0;
  #offset = 0;
  #scanned = 0;
  #framesInLog = 0;
  #voidFrames = 0;
  #logMissing = false;
  /** Signature of the first log when it was last known as this database's own. */
  #firstLog = '';
  #absent = { log: '', times: 0 };
  #frozen: { readonly code: StoreErrorCode; readonly reason: string } | undefined;
  /** By log: the seal that ended it, as this process would write it. */
  readonly #unsyncedSeals = new Map<string, Seal>();
  #unsyncedNames = true;

  private constructor(context: StoreContext, dispatcher: ChangeDispatcher, database: Database) {
    this.#context = context;
    this.#dispatcher = dispatcher;
    this.#database = database;
    this.#salt = new Uint8Array();
  }

  /** Throws as loadState does. */
  static async open(context: StoreContext, dispatcher: ChangeDispatcher): Promise<Replica> {
    const loaded = await loadState(context, true);
    const replica = new Replica(context, dispatcher, loaded.database);
    replica.#adopt(loaded);
    return replica;
  }

  get database(): Database {
    return this.#database;
  }
  get salt(): Uint8Array {
    return this.#salt;
  }
  get sequence(): number {
    return this.#sequence;
  }
  get schema(): number {
    return this.#schema;
  }
  get base(): string {
    return this.#base;
  }
  get baseIndex(): number {
    return this.#baseIndex;
  }
  get baseBytes(): number {
    return this.#baseBytes;
  }
  get logIndex(): number {
    return this.#logIndex;
  }
  get logName(): string {
    return this.#logs.at(-1) ?? '';
  }
  /** From the base's own log to the current one. */
  get logs(): readonly string[] {
    return this.#logs;
  }
  /** Bytes of the current log that are applied. */
  get offset(): number {
    return this.#offset;
  }
  /** Size of the current log when it was last read: appending at another size would be too late. */
  get scanned(): number {
    return this.#scanned;
  }
  get framesInLog(): number {
    return this.#framesInLog;
  }
  get voidFrames(): number {
    return this.#voidFrames;
  }
  get damage(): readonly string[] {
    return this.#damage;
  }
  /** Why the state no longer follows the others, and the code writes are refused with. */
  get frozen(): { readonly code: StoreErrorCode; readonly reason: string } | undefined {
    return this.#frozen;
  }

  /** Announces an own frame; `outcome` tells later what became of it. */
  expect(transaction: string): void {
    this.#own.set(transaction, 'pending');
  }

  outcome(transaction: string): Outcome {
    return this.#own.get(transaction) ?? 'pending';
  }

  forget(transaction: string): void {
    this.#own.delete(transaction);
  }

  /**
   * Applies everything that is in the logs now, and tells the listeners. An open log keeps being readable when
   * its file was removed meanwhile, so that the fate of an own frame in it stays known.
   */
  async catchUp(open?: OpenLog): Promise<void> {
    while (!this.#frozen) {
      const bytes = await this.#unread(open);
      if (bytes === 'gone') await this.#reload();
      else if (bytes.length === 0 || !(await this.#take(bytes))) break;
    }
    this.#dispatcher.flush();
  }

  /**
   * Makes the way here durable: the names of the files, and a seal, that another process wrote may not be on disk
   * yet, and a frame would be lost with them.
   */
  async syncWayHere(): Promise<void> {
    if (this.#unsyncedNames) await this.#context.files.syncDirectory(this.#context.directory);
    this.#unsyncedNames = false;
    for (const [log, seal] of [...this.#unsyncedSeals]) {
      await repeatSeal(this.#context, this.#salt, log, seal);
      this.#unsyncedSeals.delete(log);
    }
  }

  /** Notes that the seal which ended a log is this process's, and on disk. */
  sealSynced(log: string): void {
    this.#unsyncedSeals.delete(log);
  }

  /**
   * Whether a file of the current log's name is another log. The first one has a fixed name: a process that saw an
   * empty directory, and was suspended until others had created the store and removed that log, begins it anew.
   */
  async isBegunAnew(log: OpenFile): Promise<boolean> {
    return (await this.#origin(log)) === 'other';
  }

  async #origin(log: OpenFile): Promise<'own' | 'other' | 'untold'> {
    const { files, directory } = this.#context;
    if (this.logName !== FIRST_LOG || this.#isGivenUp(FIRST_LOG)) return 'untold';
    if (await hasGenesisOf(this.#salt, log)) return 'own';
    // Without a newer base it was never removed, and is damaged.
    const [newest] = (await listStoreFiles(files, directory)).bases;
    return newest !== undefined && newest.index > 0 ? 'other' : 'untold';
  }

  /** Notes the base that a compaction published: the state in memory needs nothing of it. */
  baseMade(base: string, index: number, bytes: number): void {
    if (index <= this.#baseIndex) return;
    // The base may even be of a log that was not read here yet; the current one stays the last.
    const superseded = index - (this.#logIndex - this.#logs.length + 1);
    this.#logs = this.#logs.slice(Math.max(0, Math.min(superseded, this.#logs.length - 1)));
    this.#base = base;
    this.#baseIndex = index;
    this.#baseBytes = bytes;
    for (const done of [...this.migrationSql.keys()]) if (done < index) this.migrationSql.delete(done);
  }

  close(): void {
    this.#database.close();
  }

  #adopt(loaded: Awaited<ReturnType<typeof loadState>>): void {
    const { head } = loaded;
    this.#database = loaded.database;
    this.#salt = Uint8Array.from(head.salt);
    this.#sequence = head.sequence;
    this.#schema = head.schema;
    this.#base = loaded.base;
    this.#baseIndex = head.index;
    this.#baseBytes = loaded.baseBytes;
    this.#logs = [head.log];
    this.#logIndex = head.index;
    this.#unsyncedNames = true;
    this.#unsyncedSeals.clear();
    this.#logMissing = loaded.logMissing;
    this.#offset = 0;
    this.#scanned = 0;
    this.#framesInLog = 0;
    this.migrationSql.clear();
    for (const sentence of loaded.damage) this.#report(sentence);
  }

  async #reload(): Promise<void> {
    const before = this.#sequence;
    const old = this.#database;
    this.#adopt(await loadState(this.#context, false));
    old.close();
    if (this.#sequence < before && this.#logMissing) {
      this.#report(`Changes up to number ${before} were seen here and are no longer on disk.`);
    }
    this.#dispatcher.add({ kind: 'reset' });
  }

  async #unread(open: OpenLog | undefined): Promise<Uint8Array | 'gone'> {
    if (open && open.name === this.logName) return this.#readFrom(open.file);
    const path = join(this.#context.directory, this.logName);
    let look: FileLook | undefined;
    if (this.#context.network !== true) {
      look = await this.#context.files.look(path);
      if (look === undefined) return this.#whenAbsent();
      if (this.#isRead(look)) {
        this.#scanned = look.size;
        return new Uint8Array();
      }
    }
    let file: OpenFile;
    try {
      file = await this.#context.files.open(path, 'read');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return this.#whenAbsent();
      throw error;
    }
    try {
      const origin = await this.#origin(file);
      if (origin === 'other') return await this.#whenAbsent();
      if (origin === 'own') this.#firstLog = look?.signature ?? '';
      return await this.#readFrom(file);
    } finally {
      await file.close();
    }
  }

  /** Whether a look shows the current log with nothing new. A first log may be another one of the same size. */
  #isRead({ size, signature }: FileLook): boolean {
    return size === this.#offset && (this.logName !== FIRST_LOG || signature === this.#firstLog);
  }

  /** The current log is superfluous when there is a newer base. Without one it is lost: reading ends before it. */
  async #whenAbsent(): Promise<Uint8Array | 'gone'> {
    const log = this.logName;
    if (this.#logMissing) return new Uint8Array();
    if (this.#absent.log !== log) this.#absent = { log, times: 0 };
    this.#absent.times++;
    if (!this.#isGivenUp(log)) {
      await (this.#context.pause ?? pauseByTimer)(ABSENT_PAUSE_MS * (this.#absent.times - 1));
      return 'gone';
    }
    this.#report(`${log} is missing: changes after number ${this.#sequence} are lost.`);
    this.#logMissing = !(await recreateLog(this.#context, log));
    return new Uint8Array();
  }

  #isGivenUp(log: string): boolean {
    return this.#absent.log === log && this.#absent.times >= ABSENT_ATTEMPTS;
  }

  async #readFrom(file: OpenFile): Promise<Uint8Array | 'gone'> {
    const size = file.size();
    if (size < this.#offset) {
      this.#report(`${this.logName} was cut to ${size} bytes; the state on disk was loaded anew.`);
      return 'gone';
    }
    const bytes = await file.read(this.#offset, size - this.#offset);
    this.#scanned = this.#offset + bytes.length;
    return bytes;
  }

  /** Applies what a piece of the current log says. True when the log ended and its successor is to be read. */
  async #take(bytes: Uint8Array): Promise<boolean> {
    const part = readLogPart(scanFrames(bytes, this.#salt), this.logName, this.#sequence);
    if (part.counted.length > 0) {
      const rows = part.counted.map((frame) => frame.rows);
      for (const problem of await applyFrames(this.#database, rows, pauseForEventLoop)) this.#report(problem);
    }
    this.#sequence = part.sequence;
    this.#offset += part.end;
    this.#framesInLog += part.counted.length;
    this.#voidFrames += part.voided.length;
    for (const transaction of part.voided) this.#settle(transaction, 'voided');
    for (const sentence of part.damage) this.#report(sentence);
    for (const frame of part.counted) this.#announce(frame);
    if (part.seal) this.#pass(part.seal);
    return part.seal !== undefined;
  }

  #announce(frame: CountedFrame): void {
    const own = this.#own.has(frame.transaction);
    this.#settle(frame.transaction, 'counted');
    if (!this.#dispatcher.isHeard) return;
    this.#dispatcher.add({
      kind: 'rows',
      sequence: frame.sequence,
      changes: frame.rows.map(rowChange),
      own,
    });
  }

  #settle(transaction: string, outcome: Outcome): void {
    if (this.#own.get(transaction) === 'pending') this.#own.set(transaction, outcome);
  }

  #pass(seal: Seal): void {
    const newest = newestSchema(this.#context.migrations);
    if (seal.format > FORMAT || seal.schema > newest) {
      this.#freeze(
        'schema_too_new',
        'A newer version of this program has changed the store: reload the window or update it',
      );
      return;
    }
    if (seal.schema > this.#schema && !this.#migrate(seal.schema)) return;
    this.#unsyncedSeals.set(this.logName, { ...seal, sequence: this.#sequence });
    this.#logs.push(seal.next);
    this.#logIndex++;
    this.#offset = 0;
    this.#scanned = 0;
    this.#framesInLog = 0;
  }

  #migrate(schema: number): boolean {
    this.#database.control('BEGIN');
    try {
      const sql = runMigrations(this.#database, this.#context.migrations, this.#schema, schema);
      this.#database.control('COMMIT');
      this.migrationSql.set(this.#logIndex, { schema, sql });
    } catch (error) {
      this.#database.control('ROLLBACK');
      this.#database.schemaChanged();
      this.#freeze('store_unavailable', `The store cannot be brought to version ${schema}: ${String(error)}`);
      return false;
    }
    this.#schema = schema;
    this.#dispatcher.add({ kind: 'reset' });
    return true;
  }

  #freeze(code: StoreErrorCode, reason: string): void {
    this.#frozen = { code, reason };
    this.#context.log(reason);
  }

  #report(sentence: string): void {
    if (this.#damage.includes(sentence)) return;
    this.#damage.push(sentence);
    this.#context.log(sentence);
  }
}
