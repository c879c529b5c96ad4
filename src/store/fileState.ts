import { join } from 'node:path';
import { FORMAT, type BaseHead } from './base';
import type { Database } from './database';
import { errorCode, type FileLayer } from './fileLayer';
import { scanFrames, type Scan } from './frame';
import { hasGenesisOf, INTERRUPTED_BYTES, readGenesis } from './genesis';
import { loadState } from './loadState';
import { readLogPart, type LogPart } from './logReading';
import { newestSchema, runMigrations } from './migrations';
import { applyFrames } from './replay';
import { pauseForEventLoop } from './slices';
import type { SqlJs } from './sqlJs';
import type { StoreContext } from './storeContext';
import { asStoreError, tooNewError } from './storeErrors';
import { FIRST_LOG, listStoreFiles } from './storeFiles';
import type { Migration } from './types';

/** What one log holds, counted. Sizes are bytes. */
export interface LogContent {
  readonly name: string;
  readonly bytes: number;
  /** Changes that are part of the state. */
  readonly frames: number;
  /** Changes that lost the race for their number; their writers wrote them again. */
  readonly voidFrames: number;
  /** Beginnings of changes whose writer was stopped before it was answered. */
  readonly tornBytes: number;
  readonly damagedBytes: number;
  readonly sealed: boolean;
  /** One sentence each. */
  readonly damage: readonly string[];
}

/** The state of a store as its files give it at one moment. Whoever gets it closes the database. */
export interface FileState {
  readonly database: Database;
  /** Base it began from; empty when that had to be made from the first log. */
  readonly base: string;
  /** Position behind the last log. */
  readonly head: BaseHead;
  /** From the base's own log to the last one. */
  readonly logs: readonly LogContent[];
  /** Logs that are needed and are not there, one sentence each. */
  readonly missingLogs: readonly string[];
}

export type FileStateReading =
  /** Nothing of a store is there, but perhaps a creation that was interrupted. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'whole'; readonly state: FileState }
  | { readonly kind: 'too_new'; readonly message: string }
  /** There are files of a store, and no state can be made of them, or they cannot be read. */
  | { readonly kind: 'lost'; readonly message: string };

export interface FileStateSource {
  readonly files: FileLayer;
  readonly sql: SqlJs;
  readonly directory: string;
  readonly migrations: readonly Migration[];
}

const ATTEMPTS = 5;
const PAUSE_MS = 40;

/**
 * Reads the newest state from the files alone, by the rules of every store, and changes none of them. Others may
 * write, seal and compact meanwhile. Expected faults are values; what rejects is a broken promise.
 */
export async function readFileState(source: FileStateSource): Promise<FileStateReading> {
  const { directory } = source;
  try {
    for (let attempt = 1; ; attempt++) {
      if (await isAbsent(source)) return { kind: 'absent' };
      const reading = await tryToRead(source, attempt === ATTEMPTS);
      if (reading !== 'moved') return reading;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  } catch (error) {
    const { code, message } = asStoreError(error, directory);
    return { kind: code === 'schema_too_new' ? 'too_new' : 'lost', message };
  }
}

async function isAbsent({ files, directory }: FileStateSource): Promise<boolean> {
  let found;
  try {
    found = await listStoreFiles(files, directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    throw error;
  }
  if (found.bases.length > 0 || found.aside.length > 0) return false;
  if (found.logs.some(({ name }) => name !== FIRST_LOG)) return false;
  const bytes = (await files.size(join(directory, FIRST_LOG))) ?? 0;
  return bytes === 0 || (bytes <= INTERRUPTED_BYTES && (await readGenesis(files, directory)) === undefined);
}

async function tryToRead(source: FileStateSource, last: boolean): Promise<FileStateReading | 'moved'> {
  const context: StoreContext = {
    ...source,
    log: () => undefined,
    refusesWriting: 'it is only looked at',
  };
  const loaded = await loadState(context, false);
  const missingLogs: string[] = [];
  const logs: LogContent[] = [];
  let { head } = loaded;
  try {
    for (;;) {
      const scan = await scanLog(source, head, !last);
      if (!scan) {
        if (!last && !loaded.logMissing) {
          loaded.database.close();
          return 'moved';
        }
        missingLogs.push(`${head.log} is missing: changes after number ${head.sequence} are lost.`);
        break;
      }
      const part = readLogPart(scan.scan, head.log, head.sequence);
      const rows = part.counted.map((frame) => frame.rows);
      const problems = await applyFrames(loaded.database, rows, pauseForEventLoop);
      logs.push(logContent(head.log, scan.bytes, scan.scan, part, problems));
      head = { ...head, sequence: part.sequence };
      if (!part.seal) break;
      const { seal } = part;
      if (seal.format > FORMAT || seal.schema > newestSchema(source.migrations))
        throw tooNewError(source.directory);
      if (seal.schema > head.schema) migrate(loaded.database, source.migrations, head.schema, seal.schema);
      head = {
        ...head,
        index: head.index + 1,
        log: seal.next,
        schema: Math.max(head.schema, seal.schema),
        format: Math.max(head.format, seal.format),
      };
    }
  } catch (error) {
    loaded.database.close();
    throw error;
  }
  return { kind: 'whole', state: { database: loaded.database, base: loaded.base, head, logs, missingLogs } };
}

/** What any log holds, also one that is no longer needed: it is compared with itself alone. */
export async function logContentOf(
  { files, directory }: Pick<FileStateSource, 'files' | 'directory'>,
  log: string,
  salt: Uint8Array,
): Promise<LogContent | undefined> {
  const scan = await scanLog({ files, directory }, { log, salt }, false);
  if (!scan) return undefined;
  const first = scan.scan.frames.find(({ kind }) => kind === 'rows')?.sequence ?? 1;
  return logContent(log, scan.bytes, scan.scan, readLogPart(scan.scan, log, first - 1), []);
}

/** Undefined when the log is not there, or, if asked for, when a first log was begun anew after its removal. */
async function scanLog(
  { files, directory }: Pick<FileStateSource, 'files' | 'directory'>,
  { log, salt }: Pick<BaseHead, 'log' | 'salt'>,
  ownOnly: boolean,
): Promise<{ readonly scan: Scan; readonly bytes: number } | undefined> {
  try {
    const file = await files.open(join(directory, log), 'read');
    try {
      if (ownOnly && log === FIRST_LOG && !(await hasGenesisOf(salt, file))) return undefined;
      const bytes = await file.read(0, file.size());
      return { scan: scanFrames(bytes, salt), bytes: bytes.length };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function logContent(
  name: string,
  bytes: number,
  scan: Scan,
  part: LogPart,
  problems: readonly string[],
): LogContent {
  let tornBytes = 0;
  let damagedBytes = 0;
  const skipped = scan.skipped.filter(({ end }) => end <= part.end);
  const tail = part.seal || scan.tail === 'none' ? [] : [{ start: scan.end, end: bytes, cause: scan.tail }];
  for (const { start, end, cause } of [...skipped, ...tail]) {
    if (cause === 'torn') tornBytes += end - start;
    else damagedBytes += end - start;
  }
  return {
    name,
    bytes,
    frames: part.counted.length,
    voidFrames: part.voided.length,
    tornBytes,
    damagedBytes,
    sealed: part.seal !== undefined,
    damage: [...part.damage, ...problems],
  };
}

function migrate(database: Database, migrations: readonly Migration[], from: number, to: number): void {
  database.control('BEGIN');
  try {
    runMigrations(database, migrations, from, to);
  } catch (error) {
    database.control('ROLLBACK');
    throw error;
  }
  database.control('COMMIT');
}
