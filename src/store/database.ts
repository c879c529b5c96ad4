import type { Row, SqlValue } from './types';
import type { SqlJs, SqlJsDatabase, SqlJsStatement } from './sqlJs';
import { boundParameter, readValue, type ColumnType } from './columnValue';
import { GrowingFile } from './growingFile';
import type { ImageValue } from './rowImage';

export interface TableColumns {
  /** Name to type, in the order of the table. */
  readonly columns: ReadonlyMap<string, ColumnType>;
  /** The same array at each look, for rows to share. */
  readonly names: readonly string[];
}

interface Prepared {
  readonly statement: SqlJsStatement;
  readonly columns: readonly string[];
  /** It ran under query_only once, and so never writes. */
  onlyReads: boolean;
}

const CACHED_STATEMENTS = 200;
const READING = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*(?:select|with|values|explain)\b/i;
/** What pragma a table-valued function runs, and so whether it writes, may depend on its arguments. */
const PRAGMA_FUNCTION = /pragma_/i;

/** One database in the memory of sql.js, with its cached statements. Everything here is synchronous. */
export class Database {
  readonly #raw: SqlJsDatabase;
  readonly #prepared = new Map<string, Prepared>();
  readonly #tables = new Map<string, TableColumns | undefined>();
  /** Undefined as soon as sql.js may keep the file elsewhere. */
  #file: GrowingFile | undefined;
  #pageBytes: number | undefined;
  #queryOnly = false;
  #inTransaction = false;

  /** An empty database, or one from the bytes of an SQLite file, which it keeps when they are `growingBytes`. */
  constructor(sql: SqlJs, file?: Uint8Array) {
    this.#file = file && GrowingFile.of(file);
    this.#raw = new sql.Database(this.#file?.bytes ?? file);
    // The journal is never OFF: a rollback after a spilled page would leave broken indexes. Syncing is pointless
    // in memory. Nobody else can open it, so looking for others at each transaction is left out. Pages are written at
    // the commit only: when they spill before, a rollback cuts the file, and sql.js copies it for that.
    this.#raw.run(
      `PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA temp_store=MEMORY;
       PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_spill=OFF`,
    );
  }

  /** Runs a reading statement. Throws Error on SQL that is none, RangeError on a non-finite parameter. */
  query<R = Row>(sql: string, params: readonly SqlValue[] = []): R[] {
    if (!READING.test(sql)) {
      throw new Error(
        `Only SELECT, WITH, VALUES and EXPLAIN can be queried; rows are changed by put and delete: ${sql.slice(0, 80)}`,
      );
    }
    const prepared = this.#prepare(sql);
    const { statement, columns } = prepared;
    // SQLite asks for query_only where a statement begins and compiles it the same way each time: what passed once
    // need not be asked again. That is worth the flag, since each flip of query_only expires every compiled statement.
    if (!prepared.onlyReads) this.#setQueryOnly(true);
    try {
      statement.bind(params.map(boundParameter));
      const rows: R[] = [];
      while (statement.step()) rows.push(rowOf(statement, columns) as R);
      prepared.onlyReads = !PRAGMA_FUNCTION.test(sql);
      return rows;
    } catch (error) {
      throw readableError(error);
    } finally {
      statement.reset();
      this.#setQueryOnly(false);
    }
  }

  /** Runs SQL of the store itself, or of a migration. */
  run(sql: string): void {
    this.#raw.run(sql);
    this.#checkFile();
  }

  /** BEGIN, SAVEPOINT and their ends, which need no right to write. */
  control(sql: string): void {
    if (sql === 'BEGIN') this.#inTransaction = true;
    if (sql === 'COMMIT' || sql === 'ROLLBACK') this.#inTransaction = false;
    if (sql === 'COMMIT' && this.#file?.makeRoom(this.#fileBytes()) === false) this.#file = undefined;
    const { statement } = this.#prepare(sql);
    try {
      statement.step();
    } finally {
      statement.reset();
    }
  }

  /** Runs one writing statement of the store with values as they stand in frames. */
  change(sql: string, values: readonly ImageValue[]): void {
    const { statement } = this.#prepare(sql);
    try {
      statement.bind(values);
      statement.step();
    } finally {
      statement.reset();
    }
    this.#checkFile();
  }

  /** Undefined when there is no such table that rows can be put into. */
  table(name: string): TableColumns | undefined {
    if (this.#tables.has(name)) return this.#tables.get(name);
    const listed = this.query<{ name: string; type: ColumnType }>(
      `SELECT c.name, upper(c.type) AS type FROM sqlite_schema s JOIN pragma_table_info(s.name) c
       WHERE s.type = 'table' AND s.name = ? AND s.name <> '_store' AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
      [name],
    );
    const columns = new Map(listed.map((c) => [c.name, c.type]));
    const found = columns.size === 0 ? undefined : { columns, names: [...columns.keys()] };
    this.#tables.set(name, found);
    return found;
  }

  /** To be called after the schema changed: cached statements know the old columns. */
  schemaChanged(): void {
    this.#tables.clear();
    for (const { statement } of this.#prepared.values()) statement.free();
    this.#prepared.clear();
  }

  /** Leaves out free pages and the gaps of used ones. Not in a transaction. */
  vacuum(): void {
    // The file is cut, and while it is written anew, pages are better written than kept in memory.
    this.#file = undefined;
    this.run('PRAGMA cache_spill=ON');
    this.run('VACUUM');
  }

  /** The bytes of the SQLite file, until the next change. Mostly a copy of the whole: not for the event loop. */
  export(): Uint8Array {
    return this.#file?.head(this.#fileBytes()) ?? this.#raw.export();
  }

  close(): void {
    this.#prepared.clear();
    this.#file = undefined;
    this.#raw.close();
  }

  /** A statement that was its own transaction may have grown the file beyond its room. */
  #checkFile(): void {
    if (!this.#inTransaction && this.#file?.holds(this.#fileBytes()) === false) this.#file = undefined;
  }

  /** Size of the file after the next commit. */
  #fileBytes(): number {
    this.#pageBytes ??= this.#number('PRAGMA page_size');
    return this.#pageBytes * this.#number('PRAGMA page_count');
  }

  #number(sql: string): number {
    const { statement } = this.#prepare(sql);
    try {
      statement.step();
      return Number(statement.get(null, { useBigInt: false })[0]);
    } finally {
      statement.reset();
    }
  }

  #setQueryOnly(on: boolean): void {
    if (on === this.#queryOnly) return;
    this.#raw.run(on ? 'PRAGMA query_only=ON' : 'PRAGMA query_only=OFF');
    this.#queryOnly = on;
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql);
    if (prepared) this.#prepared.delete(sql);
    else {
      const statement = this.#raw.prepare(sql);
      const rest = sql.slice(statement.getSQL().length).trim();
      if (rest !== '') {
        statement.free();
        throw new Error(`One statement at a time: what follows the first is not run: ${rest.slice(0, 80)}`);
      }
      prepared = { statement, columns: statement.getColumnNames(), onlyReads: false };
      this.#dropOldest();
    }
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  #dropOldest(): void {
    if (this.#prepared.size < CACHED_STATEMENTS) return;
    for (const [sql, { statement }] of this.#prepared) {
      statement.free();
      this.#prepared.delete(sql);
      return;
    }
  }
}

/** A table or column name, quoted for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function rowOf(statement: SqlJsStatement, columns: readonly string[]): Record<string, SqlValue> {
  let values = statement.get(null, { useBigInt: false }) as ImageValue[];
  if (values.some((value) => Number.isInteger(value) && !Number.isSafeInteger(value))) {
    values = statement.get(null, { useBigInt: true }) as ImageValue[];
  }
  const row: Record<string, SqlValue> = {};
  columns.forEach((column, index) => {
    row[column] = readValue(values[index] ?? null);
  });
  return row;
}

function readableError(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'SQLITE_READONLY') {
    return new Error('SQL may only read here; rows are changed by put and delete', { cause: error });
  }
  return error instanceof Error ? error : new Error(String(error));
}
