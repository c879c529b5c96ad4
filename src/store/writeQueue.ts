import { randomBytes } from 'node:crypto';
import { encodeInSlices, runBatch, settle, type Batch, type Entry } from './batch';
import type { ChangeDispatcher } from './changeDispatcher';
import { errorCode } from './fileLayer';
import { encodeFrame } from './frame';
import { pauseByTimer } from './pause';
import type { OpenLog, Replica } from './replica';
import { openCurrentLog, outgrown, sealLog } from './sealing';
import { pauseForEventLoop, Slices } from './slices';
import type { StoreContext } from './storeContext';
import { asStoreError } from './storeErrors';
import type { Turns } from './turns';
import { StoreError, type Transaction } from './types';

type Attempt =
  | { readonly kind: 'nothing'; readonly batch: Batch }
  | {
      readonly kind: 'appended';
      readonly batch: Batch;
      readonly log: OpenLog;
      readonly synced: Promise<void>;
    }
  /** Another process was faster: before the append (nothing written), or in it (a void frame stays). */
  | { readonly kind: 'behind' }
  | { readonly kind: 'voided'; readonly synced: Promise<void> };

const BATCH_LIMIT = 256;
/** Functions of further writes join a frame until running them has taken this long. */
const BATCH_MS = 8;
const GIVE_UP_MS = 10_000;
/** One attempt counts for at most this, so that a process that was suspended does not give up on waking. */
const ATTEMPT_MS = 500;

export interface WriteQueueParts {
  readonly context: StoreContext;
  readonly replica: Replica;
  readonly dispatcher: ChangeDispatcher;
  readonly turns: Turns;
  /** Called after this process sealed a log. */
  readonly onSealed: () => void;
  /** Milliseconds of a clock that never goes back; Node's when absent. */
  readonly now?: () => number;
}

/** Turns queued writes into frames, one at a time, each with every write that waits. */
export class WriteQueue {
  readonly #parts: WriteQueueParts;
  readonly #waiting: Entry[] = [];
  /** Ids of transactions: who, and which. Drawing 16 random bytes anew costs as much as writing a small frame. */
  readonly #writer = randomBytes(12).toString('hex');
  #transactions = 0;
  #running: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(parts: WriteQueueParts) {
    this.#parts = parts;
  }

  push<T>(run: (tx: Transaction) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when everything that was pushed is settled. */
  async idle(): Promise<void> {
    await this.#running;
    await this.#closing;
  }

  async #drain(): Promise<void> {
    // Writes asked for in the same tick share the first frame too.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      await this.#commit();
      await this.#sealWhenOutgrown();
    }
    this.#running = undefined;
  }

  /** Settles the writes that wait, as many as fit in one frame. */
  async #commit(): Promise<void> {
    const entries: Entry[] = [];
    const now = this.#parts.now ?? (() => performance.now());
    let spent = 0;
    try {
      for (;;) {
        const started = now();
        const attempt = await this.#parts.turns.take(() => this.#attempt(entries));
        if (attempt.kind === 'nothing') {
          settle(attempt.batch);
          return;
        }
        if (attempt.kind === 'appended') {
          await this.#confirm(attempt.batch, attempt.log, attempt.synced);
          return;
        }
        if (attempt.kind === 'voided') {
          // What the disk gave up may be a frame of another writer, who has not heard of it.
          await attempt.synced.catch(() => this.#seal());
          await this.#jitter();
        }
        spent += Math.min(now() - started, ATTEMPT_MS);
        if (spent > GIVE_UP_MS) {
          throw new StoreError(
            'store_busy',
            'Other processes kept writing for 10 seconds; nothing was written',
          );
        }
      }
    } catch (error) {
      const failed = entries.length > 0 ? entries : this.#waiting.splice(0);
      for (const entry of failed) entry.reject(asStoreError(error, this.#parts.context.directory));
    } finally {
      this.#parts.dispatcher.release();
    }
  }

  #nextTransaction(): string {
    this.#transactions = (this.#transactions + 1) >>> 0;
    return this.#writer + this.#transactions.toString(16).padStart(8, '0');
  }

  #jitter(): Promise<void> {
    return (this.#parts.context.pause ?? pauseByTimer)(1 + Math.random() * 19);
  }

  /** One try: catch up, run the functions, append their frame, and read what it came to. */
  async #attempt(entries: Entry[]): Promise<Attempt> {
    const { replica, dispatcher } = this.#parts;
    const log = await this.#openLog();
    let synced: Promise<void> | undefined;
    let keepOpen = false;
    try {
      await replica.catchUp(log);
      this.#assertWritable();
      if (replica.logName !== log.name) return { kind: 'behind' };
      const slices = new Slices(pauseForEventLoop);
      // The first time they are taken from those that wait; later the same ones run again.
      const next = entries.length > 0 ? [...entries] : this.#take(entries);
      const batch = await runBatch(replica.database, replica.sequence + 1, next, slices);
      if (batch.rows.size === 0) return { kind: 'nothing', batch };
      const transaction = this.#nextTransaction();
      const frame = encodeFrame(replica.salt, {
        kind: 'rows',
        sequence: replica.sequence + 1,
        transaction,
        body: await encodeInSlices(batch.rows, slices),
      });
      if (log.file.size() !== replica.scanned) return { kind: 'behind' };
      dispatcher.hold();
      replica.expect(transaction);
      try {
        const taken = log.file.append(frame);
        if (taken < frame.length) {
          throw new Error(`the disk is full: it took ${taken} of ${frame.length} bytes, nothing was saved`);
        }
        // The disk works while the frame is read back and applied here.
        synced = log.file.datasync();
        synced.catch(() => undefined);
        await replica.catchUp(log);
        const outcome = replica.outcome(transaction);
        if (outcome === 'counted') {
          keepOpen = true;
          return { kind: 'appended', batch, log, synced };
        }
        if (outcome === 'pending' && replica.logName === log.name && !replica.frozen) {
          throw new Error(`what was appended to ${log.name} cannot be read back`);
        }
        dispatcher.release();
        return { kind: 'voided', synced };
      } finally {
        replica.forget(transaction);
      }
    } finally {
      if (!keepOpen) {
        await synced?.catch(() => undefined);
        await log.file.close();
      }
    }
  }

  async #confirm(batch: Batch, log: OpenLog, synced: Promise<void>): Promise<void> {
    const { context, replica } = this.#parts;
    try {
      await synced;
      await replica.syncWayHere();
    } catch (error) {
      await this.#seal();
      throw new StoreError(
        'store_unavailable',
        `The change is written, but the disk did not confirm it: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    } finally {
      // Nobody has to wait for it; only now is no fdatasync pending on the descriptor.
      this.#closing = log.file.close().catch((error: unknown) => {
        context.log(`Closing ${log.name} failed: ${String(error)}`);
      });
    }
    settle(batch);
  }

  async #openLog(): Promise<OpenLog> {
    const { context, replica } = this.#parts;
    this.#assertWritable();
    try {
      const log = await openCurrentLog(context, replica);
      if (log) return log;
    } catch (error) {
      if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error;
      throw new StoreError('read_only', `${context.directory} cannot be written (${errorCode(error)})`, {
        cause: error,
      });
    }
    this.#assertWritable();
    throw new StoreError('store_unavailable', `The store in ${context.directory} cannot be written`);
  }

  #assertWritable(): void {
    const { context, replica } = this.#parts;
    if (context.refusesWriting !== undefined) {
      throw new StoreError('read_only', `${context.directory} cannot be written (${context.refusesWriting})`);
    }
    if (replica.frozen) throw new StoreError(replica.frozen.code, replica.frozen.reason);
  }

  *#take(entries: Entry[]): Generator<Entry> {
    const started = performance.now();
    do {
      const entry = this.#waiting.shift();
      if (!entry) return;
      entries.push(entry);
      yield entry;
    } while (entries.length < BATCH_LIMIT && performance.now() - started < BATCH_MS);
  }

  async #sealWhenOutgrown(): Promise<void> {
    if (!outgrown(this.#parts.replica) || this.#parts.replica.frozen) return;
    await this.#seal();
  }

  async #seal(): Promise<void> {
    const { context, replica, turns, onSealed } = this.#parts;
    try {
      const won = await turns.take(() => sealLog(context, replica, { schema: replica.schema, purge: false }));
      if (won) onSealed();
    } catch (error) {
      context.log(`The log could not be sealed: ${String(error)}`);
    }
  }
}
