import { expect } from 'vitest';
import { openStore } from '../../src/store/store';
import type { Migration, Reader, Store } from '../../src/store/types';
import { wasmFile } from './builtWorker';

/** Everything a database holds, each value with its type and exact to the last bit. */
export interface Dump {
  readonly sequence: number;
  readonly schema: readonly string[];
  readonly rows: Readonly<Record<string, readonly string[]>>;
}

const OWN_TABLES = `name <> '_store' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

export function dump(db: Reader): Dump {
  const schema = db.query<{ name: string; type: string; sql: string }>(
    `SELECT name, type, sql FROM sqlite_schema WHERE ${OWN_TABLES} ORDER BY name`,
  );
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => name);
  return {
    sequence: db.sequence,
    schema: schema.map(({ sql }) => sql),
    rows: Object.fromEntries(tables.map((table) => [table, rowsOf(db, table)])),
  };
}

function rowsOf(db: Reader, table: string): readonly string[] {
  const columns = db.query<{ name: string }>('SELECT name FROM pragma_table_info(?)', [table]);
  // As a real is printed by default, two that differ in their last bits look the same.
  const values = columns.map(
    ({ name }) =>
      `typeof("${name}") || ' ' || iif(typeof("${name}") = 'real', printf('%!.17g', "${name}"), hex("${name}"))`,
  );
  const rows = db.query<{ row: string }>(
    `SELECT ${values.join(` || ', ' || `)} AS row FROM "${table}" ORDER BY id`,
  );
  return rows.map(({ row }) => row);
}

/** Checks a store against one that only replays what is on the disk, as another process that opens it now. */
export async function expectAsReplayed(store: Store, migrations: readonly Migration[]): Promise<void> {
  const replayed = await openStore(store.status().directory, migrations, { wasmFile, workerFile: '' });
  try {
    expect(await store.read(dump)).toEqual(await replayed.read(dump));
    expect(replayed.status().damage).toEqual(store.status().damage);
  } finally {
    await replayed.close();
  }
}
