import sqliteWasm from 'node-sqlite3-wasm';
import { nativeSqlite, type NativeDatabase, type OpenNativeDatabase } from '../test/support/nativeSqlite';

interface Text {
  readonly id: string;
  readonly text: string;
}

/** SQLite's FTS5 over one text column, asked for any word of a query or for all of them. */
export class Fts5 {
  readonly #database: NativeDatabase;
  readonly #query: ReturnType<NativeDatabase['prepare']>;
  readonly #ids: readonly string[];

  /** The table in memory, or in a file, which is filled if it is empty. */
  constructor(
    Open: OpenNativeDatabase,
    documents: readonly Text[],
    tokenizer: 'unicode61' | 'porter unicode61',
    file = ':memory:',
  ) {
    this.#database = new Open(file);
    this.#ids = documents.map(({ id }) => id);
    this.#database.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS memories USING fts5(text, tokenize = '${tokenizer}')`,
    );
    if (this.#database.prepare('SELECT rowid FROM memories LIMIT 1').all().length === 0) {
      const insert = this.#database.prepare('INSERT INTO memories(rowid, text) VALUES (?, ?)');
      this.#database.exec('BEGIN');
      documents.forEach(({ text }, place) => insert.run(place + 1, text));
      this.#database.exec('COMMIT');
    }
    this.#query = this.#database.prepare(
      'SELECT rowid AS row FROM memories WHERE memories MATCH ? ORDER BY rank LIMIT ?',
    );
  }

  search(query: string, limit: number, words: 'any' | 'all' = 'any'): string[] {
    const asked = query.match(/[\p{L}\p{N}]+/gu) ?? [];
    if (asked.length === 0) return [];
    const match = asked.map((word) => `"${word}"`).join(words === 'any' ? ' OR ' : ' AND ');
    return this.#query.all(match, limit).map((row) => this.#ids[(row as { row: number }).row - 1] ?? '');
  }

  close(): void {
    this.#database.close();
  }
}

/** better-sqlite3, or where it is not installed SQLite as WebAssembly, which is slower. */
export async function sqliteWithFts5(): Promise<{
  readonly name: string;
  readonly Open: OpenNativeDatabase;
}> {
  const Open = await nativeSqlite();
  return Open === undefined ? { name: 'wasm', Open: WasmDatabase } : { name: 'better-sqlite3', Open };
}

class WasmDatabase implements NativeDatabase {
  readonly #database: InstanceType<typeof sqliteWasm.Database>;

  constructor(file: string) {
    this.#database = new sqliteWasm.Database(file);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  prepare(sql: string): ReturnType<NativeDatabase['prepare']> {
    const statement = this.#database.prepare(sql);
    return {
      run: (...values) => statement.run(values as (string | number)[]),
      all: (...values) => statement.all(values as (string | number)[]),
    };
  }

  close(): void {
    this.#database.close();
  }
}
