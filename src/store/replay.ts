import { quoted, type Database } from './database';
import type { ImageValue, RowImage } from './rowImage';
import { Slices, type Pause } from './slices';

/**
 * Applies the rows of frames, in order, in one transaction: first every id that a frame names is deleted, then
 * its images are inserted, so that two rows may swap a unique value. Pauses every 8 ms; the caller keeps readers
 * out until the end. Returns one sentence for each row that could not be applied, which happens only behind a
 * damaged frame.
 */
export async function applyFrames(
  database: Database,
  frames: readonly (readonly RowImage[])[],
  pause: Pause,
): Promise<string[]> {
  const problems: string[] = [];
  const slices = new Slices(pause);
  database.control('BEGIN');
  try {
    for (const rows of frames) {
      database.control('SAVEPOINT frame');
      try {
        await applyInSlices(database, rows, slices);
      } catch {
        database.control('ROLLBACK TO frame');
        problems.push(...applyWhatFits(database, rows));
      }
      database.control('RELEASE frame');
    }
  } catch (error) {
    database.control('ROLLBACK');
    throw error;
  }
  database.control('COMMIT');
  return problems;
}

/** Applies rows at once, inside the caller's transaction. Throws what SQLite does, with part of them applied. */
export function applyRows(database: Database, rows: readonly RowImage[]): void {
  for (const { sql, values } of changesOf(rows)) database.change(sql, values);
}

/** The same with pauses, in which the caller keeps everybody else out of the transaction. */
export async function applyInSlices(
  database: Database,
  rows: readonly RowImage[],
  slices: Slices,
): Promise<void> {
  for (const { sql, values } of changesOf(rows)) {
    database.change(sql, values);
    if (slices.areDue) await slices.pause();
  }
}

interface Change {
  readonly sql: string;
  readonly values: readonly ImageValue[];
}

function* changesOf(rows: readonly RowImage[]): Generator<Change> {
  for (const row of rows) yield deletion(row);
  // Rows of one frame are mostly of one kind: their SQL is put together once.
  let last: { readonly table: string; readonly columns: readonly string[]; readonly sql: string } | undefined;
  for (const { table, put } of rows) {
    if (!put) continue;
    if (last?.table !== table || last.columns !== put.columns) {
      last = { table, columns: put.columns, sql: insertion('INSERT', table, put.columns) };
    }
    yield { sql: last.sql, values: put.values };
  }
}

function deletion(row: RowImage): Change {
  return { sql: `DELETE FROM ${quoted(row.table)} WHERE id = ?`, values: [BigInt(row.id)] };
}

function insertion(verb: string, table: string, columns: readonly string[]): string {
  const places = columns.map(() => '?').join(', ');
  return `${verb} INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES (${places})`;
}

/**
 * A frame behind a gap may meet rows that the lost frame would have changed: the newer row wins, and a row that
 * fits nowhere is left out. The same everywhere, because it depends on the state and the frame alone.
 */
function applyWhatFits(database: Database, rows: readonly RowImage[]): string[] {
  const problems: string[] = [];
  for (const row of rows) {
    try {
      const { sql, values } = row.put
        ? { sql: insertion('INSERT OR REPLACE', row.table, row.put.columns), values: row.put.values }
        : deletion(row);
      database.change(sql, values);
    } catch (error) {
      problems.push(`Row ${row.id} of ${row.table} could not be restored: ${String(error)}`);
    }
  }
  return problems;
}
