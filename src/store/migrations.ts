import type { Database } from './database';
import type { Migration, SqlValue } from './types';

/** The SQL that migrations ran: what the worker runs again on files, where no function can go. */
export type MigrationSql = readonly string[];

/** The newest schema version that these migrations lead to; 0 without any. */
export function newestSchema(migrations: readonly Migration[]): number {
  return migrations.reduce((newest, { version }) => Math.max(newest, version), 0);
}

/**
 * Runs the migrations with `from < version <= to`, in version order, inside the caller's transaction, and
 * answers the SQL they executed. Throws what a migration throws, naming its version; also when a table is left
 * that the log could not carry.
 */
export function runMigrations(
  database: Database,
  migrations: readonly Migration[],
  from: number,
  to: number,
): MigrationSql {
  const executed: string[] = [];
  const due = migrations
    .filter(({ version }) => version > from && version <= to)
    .sort((a, b) => a.version - b.version);
  for (const migration of due) {
    try {
      migration.up({
        exec(sql: string) {
          database.run(sql);
          executed.push(sql);
        },
        query<R>(sql: string, params: readonly SqlValue[] = []): R[] {
          return database.query<R>(sql, params);
        },
      });
      assertLoggable(database);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`Migration ${migration.version} failed: ${reason}`, { cause: error });
    }
  }
  if (due.length > 0) database.schemaChanged();
  return executed;
}

/** A trial on the state at hand, undone again: a migration that fails is found before anything is sealed. */
export function tryMigrations(
  database: Database,
  migrations: readonly Migration[],
  from: number,
  to: number,
): void {
  database.control('BEGIN');
  try {
    runMigrations(database, migrations, from, to);
  } finally {
    database.control('ROLLBACK');
    database.schemaChanged();
  }
}

/** Row images say everything about a table only when it is STRICT, has an integer `id`, and nothing acts on it. */
function assertLoggable(database: Database): void {
  const wrong = database.query<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'trigger' OR name = 'sqlite_sequence'
     UNION ALL
     SELECT l.name FROM pragma_table_list l WHERE l.schema = 'main' AND l.type IN ('table', 'virtual', 'shadow')
       AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND l.name <> '_store'
       AND (l.type <> 'table' OR l.strict = 0 OR l.wr = 1 OR NOT EXISTS (
         SELECT 1 FROM pragma_table_info(l.name) c
         WHERE c.name = 'id' AND c.pk = 1 AND upper(c.type) = 'INTEGER'))`,
  );
  if (wrong.length === 0) return;
  throw new Error(
    `${wrong.map(({ name }) => name).join(', ')}: every table must be STRICT with "id INTEGER PRIMARY KEY", ` +
      'without AUTOINCREMENT, triggers or virtual tables',
  );
}
