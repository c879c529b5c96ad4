import { readFileSync } from 'node:fs';
import { Database } from '../../src/store/database';
import { loadSqlJs } from '../../src/store/sqlJs';
import type { SqlValue } from '../../src/store/types';
import { wasmFile } from './builtWorker';

/** Rows that a query finds in an SQLite file on disk. */
export async function queryFile(file: string, sql: string): Promise<Record<string, SqlValue>[]> {
  const database = new Database(await loadSqlJs(wasmFile), readFileSync(file));
  try {
    return database.query(sql);
  } finally {
    database.close();
  }
}
