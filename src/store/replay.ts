import { quoted, type Database } from './database';
import type { RowImage } from './rowImage';

/** Lets the event loop run; in the worker nothing needs to. */
export type Pause = () => Promise<void>;

export const pauseForEventLoop: Pause = () => new Promise((resolve) => setImmediate(resolve));

const SLICE_MS = 8;

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
  let slice = performance.now();
  const breathe = async () => {
    if (performance.now() - slice < SLICE_MS) return;
    await pause();
    slice = performance.now();
  };
  database.control('BEGIN');
  try {
    for (const rows of frames) {
      database.control('SAVEPOINT frame');
      try {
        for (const change of changesOf(rows)) {
          database.change(change.sql, change.values);
          await breathe();
        }
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
export function applyRows(database: Database, rows: Iterable<RowImage>): void {
  for (const change of changesOf([...rows])) database.change(change.sql, change.values);
}

function* changesOf(rows: readonly RowImage[]) {
  for (const row of rows) yield deletion(row);
  for (const row of rows) if (row.put) yield insertion('INSERT', row.table, row.put);
}

function deletion(row: RowImage) {
  return { sql: `DELETE FROM ${quoted(row.table)} WHERE id = ?`, values: [BigInt(row.id)] };
}

function insertion(verb: string, table: string, put: NonNullable<RowImage['put']>) {
  const columns = put.columns.map(quoted).join(', ');
  const places = put.columns.map(() => '?').join(', ');
  return { sql: `${verb} INTO ${quoted(table)} (${columns}) VALUES (${places})`, values: put.values };
}

/**
 * A frame behind a gap may meet rows that the lost frame would have changed: the newer row wins, and a row that
 * fits nowhere is left out. The same everywhere, because it depends on the state and the frame alone.
 */
function applyWhatFits(database: Database, rows: readonly RowImage[]): string[] {
  const problems: string[] = [];
  for (const row of rows) {
    try {
      const change = row.put ? insertion('INSERT OR REPLACE', row.table, row.put) : deletion(row);
      database.change(change.sql, change.values);
    } catch (error) {
      problems.push(`Row ${row.id} of ${row.table} could not be restored: ${String(error)}`);
    }
  }
  return problems;
}
