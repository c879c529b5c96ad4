import type { Database } from './database';
import { RowEncoder } from './rowImage';
import type { Slices } from './slices';
import { OpenTransaction, type CollectedRows } from './transaction';
import type { Transaction } from './types';

/** A write that waits for its answer. */
export interface Entry {
  readonly run: (tx: Transaction) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Ran = { readonly value: unknown } | { readonly thrown: unknown };

/** One frame in the making: the functions in it, and what each came to. */
export interface Batch {
  readonly outcomes: readonly { readonly entry: Entry; readonly ran: Ran }[];
  readonly rows: CollectedRows;
}

/**
 * Runs functions on the current state and takes everything back: the replay of the frame is what stays. Each has a
 * savepoint, so that one that throws leaves the others alone. Nobody else may use the database until the end.
 */
export async function runBatch(
  database: Database,
  sequence: number,
  entries: Iterable<Entry>,
  slices: Slices,
): Promise<Batch> {
  const outcomes: { entry: Entry; ran: Ran }[] = [];
  const rows: CollectedRows = new Map();
  const nextIds = new Map<string, number>();
  database.control('BEGIN');
  try {
    for (const entry of entries) {
      database.control('SAVEPOINT write');
      const tx = new OpenTransaction(database, sequence, nextIds);
      const ran = await runOne(entry, tx, slices);
      if ('thrown' in ran) database.control('ROLLBACK TO write');
      else for (const [key, row] of tx.rows) rows.set(key, row);
      database.control('RELEASE write');
      outcomes.push({ entry, ran });
    }
  } finally {
    database.control('ROLLBACK');
  }
  return { outcomes, rows };
}

async function runOne(entry: Entry, tx: OpenTransaction, slices: Slices): Promise<Ran> {
  try {
    const value = entry.run(tx);
    if (isPromise(value)) {
      value.then(undefined, () => undefined);
      throw new TypeError(
        'The function of a write must be synchronous: it answered a promise; nothing was written',
      );
    }
    tx.end();
    await tx.flushInSlices(slices);
    return { value };
  } catch (thrown) {
    return { thrown };
  } finally {
    tx.end();
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

export async function encodeInSlices(rows: CollectedRows, slices: Slices): Promise<Uint8Array> {
  const encoder = new RowEncoder();
  for (const row of rows.values()) {
    encoder.add(row);
    if (slices.areDue) await slices.pause();
  }
  return encoder.finish();
}

/** Tells every writer what its function came to. */
export function settle({ outcomes }: Batch): void {
  for (const { entry, ran } of outcomes) {
    if ('thrown' in ran) entry.reject(ran.thrown);
    else entry.resolve(ran.value);
  }
}
