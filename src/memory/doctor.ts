import { chmod, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogMigrations } from '../project/catalogSchema';
import { pendingIntents } from '../project/changeRows';
import type { Finding } from '../store/finding';
import { inspectStore, type StoreInspection } from '../store/inspection';
import { repairStore } from '../store/repair';
import type { Migration, Reader } from '../store/types';
import { databaseLabel } from './doctorText';
import { KEY_BYTES, keyFile } from './guardKey';
import { LIVE } from './memoryRow';
import { projectFolders } from './projectFolders';
import { memoryMigrations } from './schema';

export interface DoctorOptions {
  /** Absolute path of the folder that holds every database. */
  readonly storageDirectory: string;
  readonly wasmFile: string;
  /** ISO 8601 UTC: what has expired by then is not live. */
  readonly now: string;
  /** Name or id: of the projects only this one. */
  readonly project?: string;
}

/** Rows of one database of memories. */
export interface MemoryCounts {
  readonly live: number;
  /** Can be restored. */
  readonly forgotten: number;
  readonly expired: number;
  /** Versions that were replaced. */
  readonly history: number;
  /** Deleted for good. */
  readonly purged: number;
}

interface CatalogEntry {
  readonly id: string;
  readonly name: string;
  /** Absent: it is in use. */
  readonly fate: 'merged' | 'forgotten' | null;
}

/** What the catalog says of the projects. */
interface CatalogView {
  readonly projects: readonly CatalogEntry[];
  /** Moves of memories between two projects that were begun and not finished: names of both. */
  readonly moves: readonly { readonly source: string; readonly target: string }[];
}

export interface DatabaseReport {
  /** `catalog`, `user`, or the name of a project; its id where the catalog does not know it. */
  readonly name: string;
  readonly kind: 'catalog' | 'user' | 'project';
  /** Of a project. */
  readonly id?: string;
  /** Of a project that became part of another, or was forgotten. */
  readonly fate?: 'merged' | 'forgotten';
  /** Absent for the catalog, and where the rows cannot be counted. */
  readonly memories?: MemoryCounts;
  /** Of the catalog. */
  readonly projects?: number;
  readonly inspection: StoreInspection<unknown>;
}

export interface DoctorCheck extends Finding {
  /** Label of the database; `storage` for what belongs to none. */
  readonly database: string;
}

/** One object for every surface. */
export interface DoctorReport {
  readonly storage: string;
  /** No check found an error. Warnings are worth knowing and nothing more. */
  readonly healthy: boolean;
  readonly checks: readonly DoctorCheck[];
  /** What is not in order, one sentence each. */
  readonly issues: readonly string[];
  readonly counts: {
    readonly databases: number;
    readonly projects: number;
    /** Live ones of projects. */
    readonly memories: number;
    readonly userMemories: number;
    readonly forgotten: number;
    readonly bytes: number;
  };
  readonly databases: readonly DatabaseReport[];
}

/** Looks at every database of a storage folder and changes nothing. Others may be writing. */
export async function diagnose(options: DoctorOptions): Promise<DoctorReport> {
  const { storageDirectory } = options;
  const catalog = await inspect(join(storageDirectory, 'catalog'), catalogMigrations, options, viewOf);
  const known = catalog.value?.projects ?? [];
  const user = await inspectMemories('user', options);
  const folders = await projectFolders(storageDirectory);
  const wanted = [...new Set([...known.map(({ id }) => id), ...folders])]
    .map((id) => nameInReport(id, known))
    .filter(({ id, name }) => options.project === undefined || [id, name].includes(options.project));

  const databases: DatabaseReport[] = [
    {
      name: 'catalog',
      kind: 'catalog',
      inspection: catalog,
      ...(catalog.value && { projects: known.filter(({ fate }) => fate === null).length }),
    },
    { name: 'user', kind: 'user', ...user },
  ];
  for (const project of wanted) {
    const inspected = await inspectMemories(join('projects', project.id), options);
    databases.push({ kind: 'project', ...project, ...inspected });
  }
  const checks: DoctorCheck[] = [
    ...(await keyFindings(storageDirectory, databases)).map(ofStorage),
    ...projectFindings(databases, known, options.project).map(ofStorage),
    ...moveFindings(catalog.value?.moves).map(ofStorage),
    ...databases.flatMap((database) =>
      database.inspection.findings.map((finding) => ({ database: databaseLabel(database), ...finding })),
    ),
  ];
  return {
    storage: storageDirectory,
    healthy: checks.every(({ status }) => status !== 'error'),
    checks,
    issues: checks
      .filter(({ status }) => status !== 'ok')
      .map(({ database, status, message }) => `${database}: ${status}: ${message}`),
    counts: countsOf(databases),
    databases,
  };
}

/**
 * Repairs what a report says can be repaired (see repairStore), and sets a key file aside that is none. Answers
 * what was done, one sentence each; diagnose again to see what is left.
 */
export async function repairStorage(
  report: DoctorReport,
  options: Pick<DoctorOptions, 'wasmFile'>,
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const database of report.databases) {
    const { kind, inspection } = database;
    if (!inspection.findings.some(({ repairable }) => repairable === true)) continue;
    const migrations = kind === 'catalog' ? catalogMigrations : memoryMigrations;
    const sentences = await repairStore(inspection, migrations, options);
    done.push(...sentences.map((sentence) => `${databaseLabel(database)}: ${sentence}`));
  }
  if (report.checks.some(({ check, repairable }) => check === 'key' && repairable === true)) {
    done.push(await repairKey(report.storage));
  }
  return done;
}

/** Every name a project can be asked for by. */
export function projectNames(report: DoctorReport): readonly string[] {
  return report.databases.filter(({ kind }) => kind === 'project').map(({ name }) => name);
}

async function inspectMemories(
  folder: string,
  options: DoctorOptions,
): Promise<Pick<DatabaseReport, 'inspection' | 'memories'>> {
  const directory = join(options.storageDirectory, folder);
  const inspection = await inspect(directory, memoryMigrations, options, (db) => countRows(db, options.now));
  return { inspection, ...(inspection.value && { memories: inspection.value }) };
}

function inspect<T>(
  directory: string,
  migrations: readonly Migration[],
  { wasmFile }: DoctorOptions,
  query: (db: Reader) => T,
): Promise<StoreInspection<T>> {
  return inspectStore(directory, migrations, { wasmFile, query });
}

function viewOf(db: Reader): CatalogView {
  // A catalog that no program of this version has opened yet is looked at as it is.
  const knowsFates =
    db.query("SELECT 1 FROM pragma_table_info('project') WHERE name = 'merged_into'").length > 0;
  const fate = `CASE WHEN forgotten_at IS NOT NULL THEN 'forgotten' WHEN merged_into IS NOT NULL THEN 'merged' END`;
  return {
    projects: db.query<CatalogEntry>(
      `SELECT uuid AS id, name, ${knowsFates ? fate : 'NULL'} AS fate FROM project ORDER BY name, id`,
    ),
    moves: knowsFates
      ? pendingIntents(db).map(({ source, target }) => ({ source: source.name, target: target.name }))
      : [],
  };
}

/** A project that is no more may be called like one that is. */
function nameInReport(
  id: string,
  known: readonly CatalogEntry[],
): Pick<DatabaseReport, 'name' | 'fate'> & { readonly id: string } {
  const entry = known.find((project) => project.id === id);
  if (entry === undefined || entry.fate === null) return { id, name: entry?.name ?? id };
  return { id, name: `${entry.name} (${entry.fate})`, fate: entry.fate };
}

function countRows(db: Reader, now: string): MemoryCounts {
  const count = (from: string, params: readonly string[] = []): number =>
    db.query<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, params)[0]?.n ?? 0;
  const live = count(`memory WHERE ${LIVE}`, [now]);
  const forgotten = count('memory WHERE deleted_at IS NOT NULL');
  return {
    live,
    forgotten,
    expired: count('memory') - live - forgotten,
    history: count('history'),
    purged: count('tombstone'),
  };
}

async function keyFindings(
  storageDirectory: string,
  databases: readonly DatabaseReport[],
): Promise<readonly Finding[]> {
  const found = await stat(keyFile(storageDirectory)).catch(() => undefined);
  if (found === undefined) {
    const used = databases.some(
      ({ kind, inspection }) => kind !== 'catalog' && inspection.state !== 'absent',
    );
    if (!used)
      return [{ check: 'key', status: 'ok', message: 'no key yet: it is made with the first memory' }];
    return [
      {
        check: 'key',
        status: 'warning',
        message: 'the key file is gone: a new one is made, and equal secrets no longer get equal marks.',
      },
    ];
  }
  if (!found.isFile() || found.size !== KEY_BYTES) {
    return [
      {
        check: 'key',
        status: 'error',
        message: `the key file is ${found.size} bytes instead of ${KEY_BYTES}: nothing can be saved. A repair keeps it aside.`,
        repairable: true,
      },
    ];
  }
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
    return [
      {
        check: 'key',
        status: 'error',
        message: `the key file has mode ${mode}: others may read it. A repair sets 0600.`,
        repairable: true,
      },
    ];
  }
  return [{ check: 'key', status: 'ok', message: 'whole, and only you may read it' }];
}

async function repairKey(storageDirectory: string): Promise<string> {
  const file = keyFile(storageDirectory);
  const found = await stat(file);
  if (found.isFile() && found.size === KEY_BYTES) {
    await chmod(file, 0o600);
    return 'storage: the key file has mode 0600 now';
  }
  const aside = `${file}.damaged-${Date.now()}`;
  await rename(file, aside);
  return `storage: the key file was none; it is kept as ${aside}, and the next save makes a new one`;
}

/** Folders of projects that the catalog does not know: no window and no search reaches their memories. */
function projectFindings(
  databases: readonly DatabaseReport[],
  known: readonly CatalogEntry[],
  only: string | undefined,
): readonly Finding[] {
  const catalog = databases.find(({ kind }) => kind === 'catalog')?.inspection;
  if (catalog === undefined || ['too_new', 'lost'].includes(catalog.state)) {
    return [{ check: 'projects', status: 'ok', message: 'not looked at: the catalog cannot be read' }];
  }
  const orphans = databases.filter(
    ({ kind, id, inspection }) =>
      kind === 'project' && inspection.state !== 'absent' && !known.some((entry) => entry.id === id),
  );
  if (orphans.length === 0) {
    const living = known.filter(({ fate }) => fate === null).length;
    const scope = only === undefined ? `${living} in the catalog` : 'the one asked for';
    return [{ check: 'projects', status: 'ok', message: `${scope}, and no folder that it does not know` }];
  }
  return orphans.map(({ id, memories }) => ({
    check: 'projects',
    status: 'error',
    message:
      `the catalog does not know the folder projects/${id} (${memories?.live ?? 'unknown number of'} memories), ` +
      `so nothing finds them. They can be written to a file with export --project ${id}.`,
  }));
}

function moveFindings(moves: CatalogView['moves'] | undefined): readonly Finding[] {
  if (moves === undefined) return [];
  if (moves.length === 0) return [{ check: 'moves', status: 'ok', message: 'none is unfinished' }];
  return moves.map(({ source, target }) => ({
    check: 'moves',
    status: 'warning',
    message: `memories of ${source} are on their way to ${target}: whoever opens one of the two next finishes it.`,
  }));
}

function countsOf(databases: readonly DatabaseReport[]): DoctorReport['counts'] {
  const sum = (numbers: readonly (number | undefined)[]): number =>
    numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
  const projects = databases.filter(({ kind, fate }) => kind === 'project' && fate === undefined);
  return {
    databases: databases.filter(({ inspection }) => inspection.state !== 'absent').length,
    projects: projects.length,
    memories: sum(projects.map(({ memories }) => memories?.live)),
    userMemories: sum(databases.filter(({ kind }) => kind === 'user').map(({ memories }) => memories?.live)),
    forgotten: sum(databases.map(({ memories }) => memories?.forgotten)),
    bytes: sum(
      databases.flatMap(({ inspection: { bases, logs, aside, temporary } }) =>
        [...bases, ...logs, ...aside, ...temporary].map(({ bytes }) => bytes),
      ),
    ),
  };
}

function ofStorage(finding: Finding): DoctorCheck {
  return { database: 'storage', ...finding };
}
