/** The little of better-sqlite3 the benches use; it is not among the dependencies because it is compiled on install. */
interface Statement {
  run(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
}

interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

type OpenDatabase = new (path: string) => Database;

/** SQLite's FTS5 over one text column, asked for any word of a query. */
export class Fts5 {
  readonly #database: Database;
  readonly #query: Statement;
  readonly #ids: string[] = [];

  constructor(
    Open: OpenDatabase,
    documents: readonly { readonly id: string; readonly text: string }[],
    tokenizer: 'unicode61' | 'porter unicode61',
  ) {
    this.#database = new Open(':memory:');
    this.#database.exec(`CREATE VIRTUAL TABLE memories USING fts5(text, tokenize = '${tokenizer}')`);
    const insert = this.#database.prepare('INSERT INTO memories(rowid, text) VALUES (?, ?)');
    this.#database.exec('BEGIN');
    for (const { id, text } of documents) insert.run(this.#ids.push(id), text);
    this.#database.exec('COMMIT');
    this.#query = this.#database.prepare(
      'SELECT rowid AS row FROM memories WHERE memories MATCH ? ORDER BY rank LIMIT ?',
    );
  }

  search(query: string, limit: number): string[] {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) return [];
    const any = words.map((word) => `"${word}"`).join(' OR ');
    return this.#query.all(any, limit).map((row) => this.#ids[(row as { row: number }).row - 1] ?? '');
  }

  close(): void {
    this.#database.close();
  }
}

/** better-sqlite3 when somebody installed it (`npm install --no-save better-sqlite3@12`), else undefined. */
export async function findSqlite(): Promise<OpenDatabase | undefined> {
  const name = process.env['PROJECT_MEMORY_SQLITE'] ?? 'better-sqlite3';
  try {
    const found = (await import(name)) as { readonly default: OpenDatabase };
    return found.default;
  } catch {
    return undefined;
  }
}
