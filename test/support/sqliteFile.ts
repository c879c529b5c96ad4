import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Database } from '../../src/store/database';
import { loadSqlJs } from '../../src/store/sqlJs';
import type { SqlValue } from '../../src/store/types';
import { wasmFile } from './builtWorker';

/** Rows that a query finds in an SQLite file on disk, which may be packed (.gz). */
export async function queryFile(file: string, sql: string): Promise<Record<string, SqlValue>[]> {
  const bytes = readFileSync(file);
  const database = new Database(await loadSqlJs(wasmFile), file.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  try {
    return database.query(sql);
  } finally {
    database.close();
  }
}
