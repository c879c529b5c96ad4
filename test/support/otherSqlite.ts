import sqlite from 'node-sqlite3-wasm';
import { nativeSqlite } from './nativeSqlite';

export type OtherValue = null | number | bigint | string | Uint8Array;

/**
 * Rows that a query finds in an SQLite file, as an SQLite sees it that is not the one under test and reads the file
 * from the disk, page by page.
 */
export function queryByOtherSqlite(file: string, sql: string): Record<string, OtherValue>[] {
  const database = new sqlite.Database(file, { readOnly: true, fileMustExist: true });
  try {
    return database.all(sql) as Record<string, OtherValue>[];
  } finally {
    database.close();
  }
}

/** The same as better-sqlite3 sees it. Undefined where that could not be installed. */
export async function queryByNativeSqlite(
  file: string,
  sql: string,
): Promise<Record<string, OtherValue>[] | undefined> {
  const Open = await nativeSqlite();
  if (Open === undefined) return undefined;
  const database = new Open(file, { readonly: true, fileMustExist: true });
  try {
    return database.prepare(sql).all() as Record<string, OtherValue>[];
  } finally {
    database.close();
  }
}
