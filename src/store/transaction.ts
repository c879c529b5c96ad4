import { columnValue } from './columnValue';
import { quoted, type Database } from './database';
import { applyInSlices, applyRows } from './replay';
import type { RowImage } from './rowImage';
import type { Slices } from './slices';
import type { Reader, Row, SqlValue, Transaction } from './types';

/** The rows of one frame in the making: the last image of each row, in the order the rows were first named. */
export type CollectedRows = Map<string, RowImage>;

/** A reader that answers only while the function it was made for runs. */
export class OpenReader implements Reader {
  readonly #database: Database;
  #open = true;

  constructor(
    database: Database,
    readonly sequence: number,
  ) {
    this.#database = database;
  }

  query<R = Row>(sql: string, params: readonly SqlValue[] = []): R[] {
    if (!this.#open) throw new Error('A reader is valid only inside the function it was passed to');
    return this.#database.query<R>(sql, params);
  }

  end(): void {
    this.#open = false;
  }
}

/**
 * Collects puts and deletes. They reach the database together, before the next query and at the end, in the way
 * a replay applies them: so two rows may swap a unique value here as well.
 */
export class OpenTransaction implements Transaction {
  readonly rows: CollectedRows = new Map();
  readonly #database: Database;
  readonly #nextIds: Map<string, number>;
  readonly #waiting: CollectedRows = new Map();
  #open = true;

  /** `nextIds` is shared by the functions of one frame. */
  constructor(
    database: Database,
    readonly sequence: number,
    nextIds: Map<string, number>,
  ) {
    this.#database = database;
    this.#nextIds = nextIds;
  }

  query<R = Row>(sql: string, params: readonly SqlValue[] = []): R[] {
    this.#assertOpen();
    this.flush();
    return this.#database.query<R>(sql, params);
  }

  put(table: string, row: Row): number {
    this.#assertOpen();
    const { columns, names } = this.#table(table);
    for (const name of Object.keys(row)) {
      if (!columns.has(name))
        throw new Error(`Table ${table} has no column ${name}; it has ${names.join(', ')}`);
    }
    const given = row['id'] ?? null;
    const id = given === null ? this.#newId(table) : this.#givenId(table, given);
    const values = [...columns].map(([name, type]) => {
      try {
        return name === 'id' ? BigInt(id) : columnValue(row[name] ?? null, type);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new TypeError(`${table}.${name}: ${reason}`, { cause: error });
      }
    });
    this.#collect({ table, id, put: { columns: names, values } });
    return id;
  }

  delete(table: string, id: number): void {
    this.#assertOpen();
    this.#table(table);
    if (!Number.isSafeInteger(id)) throw new TypeError(`${table}: ${id} is no row id`);
    this.#collect({ table, id });
  }

  /**
   * Applies what waits. Rows that do not fit keep waiting, so every further query and the end fail as well: a
   * function that goes on with half of its rows is not possible.
   */
  flush(): void {
    if (this.#waiting.size === 0) return;
    applyRows(this.#database, [...this.#waiting.values()]);
    this.#waiting.clear();
  }

  /** The same with pauses, after the function. */
  async flushInSlices(slices: Slices): Promise<void> {
    await applyInSlices(this.#database, [...this.#waiting.values()], slices);
    this.#waiting.clear();
  }

  end(): void {
    this.#open = false;
  }

  #collect(row: RowImage): void {
    const key = `${row.id} ${row.table}`;
    this.rows.set(key, row);
    this.#waiting.set(key, row);
  }

  #table(name: string) {
    const found = this.#database.table(name);
    if (!found) throw new Error(`There is no table ${name}`);
    return found;
  }

  #newId(table: string): number {
    const id = this.#nextId(table);
    this.#nextIds.set(table, id + 1);
    return id;
  }

  #givenId(table: string, id: SqlValue): number {
    const number = Number(id);
    if ((typeof id !== 'number' && typeof id !== 'bigint') || !Number.isSafeInteger(number)) {
      throw new TypeError(`${table}.id: a row id is an integer of at most 53 bits`);
    }
    this.#nextIds.set(table, Math.max(this.#nextId(table), number + 1));
    return number;
  }

  #nextId(table: string): number {
    const known = this.#nextIds.get(table);
    if (known !== undefined) return known;
    const [largest] = this.#database.query<{ id: number | null }>(
      `SELECT max(id) AS id FROM ${quoted(table)}`,
    );
    return Math.max(0, largest?.id ?? 0) + 1;
  }

  #assertOpen(): void {
    if (!this.#open) throw new Error('A transaction is valid only inside the function it was passed to');
  }
}
