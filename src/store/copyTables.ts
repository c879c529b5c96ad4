import { columnValue, type ColumnType } from './columnValue';
import { quoted, type Database } from './database';
import type { SqlValue } from './types';

/** Rows taken from the source at a time. */
const PAGE = 500;

export interface CopyOptions {
  /** Name of a table in the target, from its name in the source. */
  readonly nameOf: (table: string) => string;
  /** Value of the first column of every row, `area`: rows of several databases share a table. */
  readonly area?: string;
}

/**
 * Copies every table of a store's database into another database, made where they are missing, with all columns and
 * values as they are. The tables of the target have no constraint but their key: `id`, or `area` and `id`.
 */
export function copyTables(source: Database, target: Database, options: CopyOptions): void {
  const tables = source.query<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> '_store'
     AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  );
  for (const { name } of tables) {
    const columns = source.table(name)?.columns;
    if (columns) copyTable(source, target, name, columns, options);
  }
}

function copyTable(
  source: Database,
  target: Database,
  name: string,
  columns: ReadonlyMap<string, ColumnType>,
  { nameOf, area }: CopyOptions,
): void {
  const made = nameOf(name);
  ensureTable(target, made, columns, area !== undefined);
  const names = [...columns.keys()];
  const places = [...(area === undefined ? [] : ['area']), ...names];
  const insertion = `INSERT INTO ${quoted(made)} (${places.map(quoted).join(', ')})
    VALUES (${places.map(() => '?').join(', ')})`;
  for (let after: SqlValue = null; ;) {
    const rows: Record<string, SqlValue>[] = source.query(
      `SELECT * FROM ${quoted(name)} WHERE ?1 IS NULL OR id > ?1 ORDER BY id LIMIT ${PAGE}`,
      [after],
    );
    for (const row of rows) {
      const values = names.map((column) => columnValue(row[column] ?? null, columns.get(column) ?? 'ANY'));
      target.change(insertion, area === undefined ? values : [area, ...values]);
    }
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.['id'] ?? null;
  }
}

/** Databases of different schema versions meet in one table: it gets the columns of all of them. */
function ensureTable(
  target: Database,
  name: string,
  columns: ReadonlyMap<string, ColumnType>,
  withArea: boolean,
): void {
  const known = target.table(name)?.columns;
  if (!known) {
    const declared = [...columns].map(([column, type]) => `${quoted(column)} ${type}`);
    const key = withArea ? 'PRIMARY KEY (area, id)' : 'PRIMARY KEY (id)';
    const area = withArea ? ['area TEXT NOT NULL'] : [];
    target.run(`CREATE TABLE ${quoted(name)} (${[...area, ...declared, key].join(', ')}) STRICT`);
  }
  const missing = known ? [...columns].filter(([column]) => !known.has(column)) : [];
  for (const [column, type] of missing) {
    target.run(`ALTER TABLE ${quoted(name)} ADD COLUMN ${quoted(column)} ${type}`);
  }
  if (!known || missing.length > 0) target.schemaChanged();
}
