import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogMigrations } from '../project/catalogSchema';
import { copyTables } from '../store/copyTables';
import { Database } from '../store/database';
import { nodeFileLayer } from '../store/fileLayer';
import { readFileState, type FileState } from '../store/fileState';
import { writeSqliteFile } from '../store/sqliteFile';
import { loadSqlJs, type SqlJs } from '../store/sqlJs';
import type { Migration } from '../store/types';
import { projectFolders } from './projectFolders';
import { memoryMigrations } from './schema';

export interface BackupOptions {
  /** Absolute path of the folder that holds every database. */
  readonly storageDirectory: string;
  readonly wasmFile: string;
  /** Absolute path of the file to write. */
  readonly file: string;
  /** Name or id: the memories of this project alone. Absent: of everything. */
  readonly project?: string;
  /** Whether a file of that name may be replaced. */
  readonly replace: boolean;
  /** ISO 8601 UTC: written into the file. */
  readonly now: string;
}

export interface BackedUpArea {
  /** `user`, or the name of a project; its id where the catalog does not know it. */
  readonly name: string;
  /** Rows of the table `memory`, forgotten ones too. */
  readonly memories: number;
}

export type Backup =
  | {
      readonly kind: 'written';
      readonly file: string;
      readonly bytes: number;
      readonly areas: readonly BackedUpArea[];
      /** What is lost in the store already and thus missing here, one sentence each. */
      readonly damage: readonly string[];
    }
  | {
      readonly kind: 'failed';
      readonly code: 'exists' | 'unknown_project' | 'schema_too_new' | 'store_unavailable' | 'not_written';
      readonly message: string;
    };

interface Area {
  /** `user` or a project's id. */
  readonly id: string;
  readonly name: string;
  readonly folder: string;
}

type Failure = Extract<Backup, { kind: 'failed' }>;

/**
 * Writes everything, or one project, as one ordinary SQLite file, while others go on writing. Each database is
 * copied as it was at one moment; the catalog is read first, so that every project it names is in the file. Rows of
 * several databases share tables whose column `area` tells them apart: `user`, or the project's id. The catalog's
 * tables are named `catalog_...`. Nothing of the store is changed. Purged text is not in the file: it is built anew.
 */
export async function backUp(options: BackupOptions): Promise<Backup> {
  const { storageDirectory, file, replace } = options;
  if (!replace && (await stat(file).catch(() => undefined)) !== undefined) return exists(file);
  const sql = await loadSqlJs(options.wasmFile);
  const target = new Database(sql);
  try {
    createAreaTable(target);
    const found = await readState(sql, join(storageDirectory, 'catalog'), catalogMigrations);
    const failure = found !== undefined && 'kind' in found ? found : undefined;
    // One project, named by its id, can be saved from a storage that has lost its catalog.
    if (failure && !(failure.code === 'store_unavailable' && options.project !== undefined)) return failure;
    const catalog = found !== undefined && 'kind' in found ? undefined : found;
    const damage: string[] = [];
    let areas: readonly Area[];
    try {
      areas = await areasOf(storageDirectory, catalog, options.project);
      if (catalog && options.project === undefined) {
        noteDamage(damage, 'catalog', catalog);
        copyTables(catalog.database, target, { nameOf: (table) => `catalog_${table}` });
      }
    } finally {
      catalog?.database.close();
    }
    if (options.project !== undefined && areas.length === 0) {
      return failed(
        'unknown_project',
        `there is no project ${JSON.stringify(options.project)} in ${storageDirectory}`,
      );
    }
    const written: BackedUpArea[] = [];
    for (const area of areas) {
      const state = await readState(sql, join(storageDirectory, area.folder), memoryMigrations);
      if (state === undefined) continue;
      if ('kind' in state) return state;
      try {
        noteDamage(damage, area.name, state);
        copyTables(state.database, target, { nameOf: (table) => table, area: area.id });
        written.push(addArea(target, area, state, options.now));
      } finally {
        state.database.close();
      }
    }
    const writing = await writeSqliteFile(sql, file, target.export(), { replace });
    if (writing.kind === 'exists') return exists(file);
    if (writing.kind === 'failed')
      return failed('not_written', `${file} was not written: ${writing.message}`);
    return { kind: 'written', file, bytes: writing.bytes, areas: written, damage };
  } finally {
    target.close();
  }
}

/** Undefined where there is no database (yet). */
async function readState(
  sql: SqlJs,
  directory: string,
  migrations: readonly Migration[],
): Promise<FileState | Failure | undefined> {
  const reading = await readFileState({ files: nodeFileLayer, sql, directory, migrations });
  switch (reading.kind) {
    case 'absent':
      return undefined;
    case 'whole':
      return reading.state;
    case 'too_new':
      return failed('schema_too_new', reading.message);
    case 'lost':
      return failed('store_unavailable', reading.message);
  }
}

async function areasOf(
  storageDirectory: string,
  catalog: FileState | undefined,
  only: string | undefined,
): Promise<readonly Area[]> {
  const known =
    catalog?.database.query<{ id: string; name: string }>(
      'SELECT uuid AS id, name FROM project ORDER BY name',
    ) ?? [];
  // Folders that the catalog does not know hold memories too: a backup leaves nothing out.
  const strangers = (await projectFolders(storageDirectory))
    .filter((id) => !known.some((project) => project.id === id))
    .map((id) => ({ id, name: id }));
  const projects = [...known, ...strangers].map(({ id, name }) => ({
    id,
    name,
    folder: join('projects', id),
  }));
  if (only === undefined) return [{ id: 'user', name: 'user', folder: 'user' }, ...projects];
  return projects.filter(({ id, name }) => [id, name].includes(only));
}

function createAreaTable(target: Database): void {
  target.run(`CREATE TABLE area (area TEXT PRIMARY KEY, name TEXT NOT NULL, schema INTEGER NOT NULL,
    sequence INTEGER NOT NULL, memories INTEGER NOT NULL, exported_at TEXT NOT NULL) STRICT`);
}

function addArea(target: Database, area: Area, { head }: FileState, now: string): BackedUpArea {
  const [counted] = target.query<{ n: number }>('SELECT count(*) AS n FROM memory WHERE area = ?', [area.id]);
  const memories = counted?.n ?? 0;
  target.change('INSERT INTO area VALUES (?, ?, ?, ?, ?, ?)', [
    area.id,
    area.name,
    BigInt(head.schema),
    BigInt(head.sequence),
    BigInt(memories),
    now,
  ]);
  return { name: area.name, memories };
}

function noteDamage(damage: string[], name: string, { logs, missingLogs }: FileState): void {
  for (const sentence of [...missingLogs, ...logs.flatMap((log) => log.damage)])
    damage.push(`${name}: ${sentence}`);
}

function exists(file: string): Failure {
  return failed('exists', `${file} exists already and was left as it is`);
}

function failed(code: Failure['code'], message: string): Failure {
  return { kind: 'failed', code, message };
}
