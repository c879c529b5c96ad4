import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openBase, readBase } from './base';
import type { Database } from './database';
import { readDerived } from './derivedFile';
import { networkDisk } from './diskKind';
import { errorCode, nodeFileLayer, type FileLayer } from './fileLayer';
import { logContentOf, readFileState, type FileState, type LogContent } from './fileState';
import type { Finding } from './finding';
import { loadSqlJs, type SqlJs } from './sqlJs';
import { storeFindings } from './storeFindings';
import { listStoreFiles, type BaseFile, type LogFile, type StoreFiles } from './storeFiles';
import { OpenReader } from './transaction';
import type { Migration, Reader } from './types';

export interface InspectedFile {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since it was last written. */
  readonly age: number;
}

export interface InspectedBase extends InspectedFile {
  /** Its bytes are those that its name stands for. */
  readonly whole: boolean;
  /** Absent when its head cannot be read. */
  readonly sequence?: number;
  readonly schema?: number;
  readonly format?: number;
}

export interface InspectedDerived extends InspectedFile {
  /** It is whole, and of a base that is here. */
  readonly usable: boolean;
}

/** What there is to see of one database directory. Sizes are bytes. */
export interface StoreFacts {
  readonly directory: string;
  /** absent: there is no store here, so nothing can be wrong with it. */
  readonly state: 'whole' | 'absent' | 'too_new' | 'lost';
  /** Why there is no whole state. */
  readonly reason?: string;
  /** Sequence number of the newest change; like schema and format absent without a whole state. */
  readonly sequence?: number;
  readonly schema?: number;
  readonly format?: number;
  /** Newest first. */
  readonly bases: readonly InspectedBase[];
  /** Every log there is, oldest first; empty without a whole state, whose salt they are read by. */
  readonly logs: readonly LogContent[];
  /** Logs that the state rests on and that are not there. */
  readonly missingLogs: readonly string[];
  /** What was derived from bases. */
  readonly derived: readonly InspectedDerived[];
  /** Damage kept aside earlier. */
  readonly aside: readonly InspectedFile[];
  readonly temporary: readonly InspectedFile[];
  /** When the newest base was made; absent when only the first one is there. ISO 8601 UTC. */
  readonly lastCompaction?: string;
  /** Kind of the network file system it lies on. */
  readonly networkDisk?: string;
  /** What SQLite's integrity_check says of the state; empty when it is sound. */
  readonly integrity: readonly string[];
  /** Files, and the directory as `.`, that others than the owner may read or write; not known on Windows. */
  readonly exposed: readonly { readonly name: string; readonly mode: number }[];
}

export interface StoreInspection<T> extends StoreFacts {
  readonly findings: readonly Finding[];
  /** What `query` answered; absent without a whole state, or when the state cannot be queried. */
  readonly value?: T;
}

export interface InspectionOptions<T> {
  readonly wasmFile: string;
  readonly files?: FileLayer;
  /** Asked of the state that was read. */
  readonly query: (db: Reader) => T;
}

/**
 * Looks at one database directory, from its files alone, and changes nothing; others may be writing. Rejects only
 * when the program itself is broken (no WebAssembly).
 */
export async function inspectStore<T>(
  directory: string,
  migrations: readonly Migration[],
  options: InspectionOptions<T>,
): Promise<StoreInspection<T>> {
  const files = options.files ?? nodeFileLayer;
  const sql = await loadSqlJs(options.wasmFile);
  const reading = await readFileState({ files, sql, directory, migrations });
  const state = reading.kind === 'whole' ? reading.state : undefined;
  try {
    const found = await listOrNothing(files, directory);
    const bases = await inspectBases(files, sql, directory, found.bases);
    const logs = state ? await inspectLogs(files, directory, state, found.logs) : [];
    const newest = bases.find(({ whole }) => whole);
    const network = await networkDisk(directory);
    const queried = state && queryOnce(state, options.query);
    const facts: StoreFacts = {
      directory,
      state: reading.kind,
      ...('message' in reading && { reason: reading.message }),
      ...(state && {
        sequence: state.head.sequence,
        schema: state.head.schema,
        format: state.head.format,
      }),
      bases,
      logs,
      missingLogs: state ? state.missingLogs : [],
      derived: await inspectDerived(files, directory, found),
      aside: await inspectFiles(directory, found.aside),
      temporary: await inspectFiles(directory, found.temporary),
      ...(newest &&
        !newest.name.startsWith('base-0-') && {
          lastCompaction: new Date(Date.now() - newest.age).toISOString(),
        }),
      ...(network !== undefined && { networkDisk: network }),
      integrity: [...(state ? integrity(state.database) : []), ...(queried?.problems ?? [])],
      exposed:
        reading.kind === 'absent'
          ? []
          : await exposedFiles(directory, Object.values(found).flat().map(nameOf)),
    };
    return {
      ...facts,
      findings: storeFindings(facts, migrations),
      ...(queried && 'value' in queried && { value: queried.value }),
    };
  } finally {
    state?.database.close();
  }
}

/** What SQLite says of the database, at most ten sentences; empty when it is sound. */
export function integrity(database: Database): readonly string[] {
  try {
    return database
      .query<{ message: string }>('SELECT integrity_check AS message FROM pragma_integrity_check LIMIT 10')
      .map(({ message }) => message)
      .filter((message) => message !== 'ok');
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

async function listOrNothing(files: FileLayer, directory: string) {
  try {
    return await listStoreFiles(files, directory);
  } catch {
    // Why it cannot be listed is what reading the state answers.
    return { bases: [], logs: [], derived: [], aside: [], temporary: [] };
  }
}

async function inspectBases(
  files: FileLayer,
  sql: SqlJs,
  directory: string,
  bases: readonly BaseFile[],
): Promise<readonly InspectedBase[]> {
  const inspected: InspectedBase[] = [];
  for (const base of bases) {
    const [file] = await inspectFiles(directory, [base.name]);
    // Removed meanwhile: a newer one takes its place.
    if (file) inspected.push({ ...file, ...(await inspectBase(files, sql, directory, base)) });
  }
  return inspected;
}

async function inspectBase(files: FileLayer, sql: SqlJs, directory: string, base: BaseFile) {
  try {
    const bytes = await readBase(files, directory, base);
    if (!bytes) return { whole: false };
    try {
      const { database, head } = openBase(sql, bytes);
      database.close();
      return { whole: true, sequence: head.sequence, schema: head.schema, format: head.format };
    } catch {
      // Whole, but of a version that this program cannot make out.
      return { whole: true };
    }
  } catch (error) {
    return { whole: errorCode(error) === 'ENOENT' };
  }
}

async function inspectDerived(
  files: FileLayer,
  directory: string,
  found: StoreFiles,
): Promise<readonly InspectedDerived[]> {
  const inspected: InspectedDerived[] = [];
  for (const { name, index, version } of found.derived) {
    const [file] = await inspectFiles(directory, [name]);
    const base = found.bases.find((one) => one.index === index);
    const parts = base && (await readDerived(files, directory, base, version).catch(() => undefined));
    if (file) inspected.push({ ...file, usable: parts !== undefined });
  }
  return inspected;
}

async function inspectLogs(
  files: FileLayer,
  directory: string,
  state: FileState,
  logs: readonly LogFile[],
): Promise<readonly LogContent[]> {
  const inspected: LogContent[] = [];
  for (const { name } of logs) {
    const content =
      state.logs.find((log) => log.name === name) ??
      (await logContentOf({ files, directory }, name, state.head.salt));
    if (content) inspected.push(content);
  }
  return inspected;
}

async function inspectFiles(directory: string, names: readonly string[]): Promise<readonly InspectedFile[]> {
  const inspected: InspectedFile[] = [];
  for (const name of names) {
    const found = await statIfThere(join(directory, name));
    if (found) inspected.push({ name, bytes: found.size, age: Math.max(0, Date.now() - found.mtimeMs) });
  }
  return inspected;
}

async function exposedFiles(directory: string, names: readonly string[]) {
  const exposed: { name: string; mode: number }[] = [];
  if (process.platform === 'win32') return exposed;
  for (const name of ['.', ...names]) {
    const found = await statIfThere(join(directory, name));
    const mode = (found?.mode ?? 0) & 0o777;
    if ((mode & 0o077) !== 0) exposed.push({ name, mode });
  }
  return exposed;
}

/** Undefined also when it cannot be looked at: what stands in the way is a finding of the state. */
async function statIfThere(path: string) {
  return stat(path).catch(() => undefined);
}

function queryOnce<T>(
  state: FileState,
  query: (db: Reader) => T,
): { readonly value: T; readonly problems: readonly [] } | { readonly problems: readonly string[] } {
  const reader = new OpenReader(state.database, state.head.sequence);
  try {
    return { value: query(reader), problems: [] };
  } catch (error) {
    return {
      problems: [`its tables cannot be read: ${error instanceof Error ? error.message : String(error)}`],
    };
  } finally {
    reader.end();
  }
}

function nameOf(file: string | { readonly name: string }): string {
  return typeof file === 'string' ? file : file.name;
}
