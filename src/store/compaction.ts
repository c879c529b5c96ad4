import { join } from 'node:path';
import { openBase, readBase, writeBase, writeHead, type BaseHead } from './base';
import type { Database } from './database';
import { ChangedRows, type Derivation } from './derivation';
import { readDerived, writeDerived } from './derivedFile';
import { errorCode, type FileLayer } from './fileLayer';
import { scanFrames } from './frame';
import { readLogPart } from './logReading';
import { applyFrames } from './replay';
import type { SqlJs } from './sqlJs';
import { removeOldFiles, type Removal } from './removal';
import { listStoreFiles, type BaseFile } from './storeFiles';
import { OpenReader } from './transaction';

/** What a compaction needs besides the files. Structured-cloneable: it travels to the worker. */
export interface CompactionJob {
  readonly directory: string;
  /** By log number: the schema its seal calls for, and the SQL that leads there. */
  readonly migrations: ReadonlyMap<number, { readonly schema: number; readonly sql: readonly string[] }>;
  /** Nothing that was set aside stays, though it was another process that folded the purged log. */
  readonly purge: boolean;
  /** Name of what is to be derived from the new base, if anything. */
  readonly derivation?: string;
}

export interface CompactionResult extends Removal {
  /** The newest base after the compaction, made now or before. */
  readonly base: string;
  readonly index: number;
  readonly bytes: number;
  /** Why nothing could be derived from it, when that failed: it is whole without. */
  readonly notDerived?: string;
}

const ATTEMPTS = 5;

interface Progress {
  readonly database: Database;
  head: BaseHead;
  /** Logs folded in, in order. */
  readonly folded: string[];
  readonly changed: ChangedRows;
  /** Whether one of them was sealed for a purge. */
  purged: boolean;
  /** By a purge or a migration: what was derived from the base before may hold what is gone, or miss what is new. */
  rewritten: boolean;
}

/**
 * Folds the sealed logs after the newest base into a new one, from the files alone, and removes what is no
 * longer kept. Two doing this at once make the same state. Throws on a fault of the disk; nothing is lost then.
 */
export async function compactDirectory(
  files: FileLayer,
  sql: SqlJs,
  job: CompactionJob,
  derivation?: Derivation,
): Promise<CompactionResult> {
  for (let attempt = 1; ; attempt++) {
    const result = await tryToCompact(files, sql, job, derivation);
    if (result) return result;
    if (attempt === ATTEMPTS) throw new Error('other processes keep compacting it');
  }
}

/** Undefined when another compaction was faster: what is newest then is to be looked at anew. */
async function tryToCompact(
  files: FileLayer,
  sql: SqlJs,
  job: CompactionJob,
  derivation: Derivation | undefined,
): Promise<CompactionResult | undefined> {
  const found = await newestBase(files, sql, job.directory);
  if (found === 'gone') return undefined;
  const { database } = found.opened;
  try {
    const progress: Progress = {
      database,
      head: found.opened.head,
      folded: [],
      changed: new ChangedRows(),
      purged: false,
      rewritten: false,
    };
    while (await foldOne(files, job, progress));
    const { head } = progress;
    const publishDerived =
      derivation && (await derive(files, job.directory, found.base, derivation, progress));
    if (progress.folded.length === 0) {
      const notDerived = await publishDerived?.(found.base);
      const removal = await removeOldFiles(files, job.directory, {
        head,
        previous: head.index,
        chain: [head.log],
        purged: job.purge,
      });
      return { base: found.base.name, index: head.index, bytes: found.bytes, ...notDerived, ...removal };
    }
    writeHead(database, head);
    if (progress.purged) {
      // Without both, the old text stays in free pages and in the gaps of used ones.
      database.run('PRAGMA secure_delete=ON');
      database.vacuum();
    }
    const bytes = database.export();
    // A base older than the newest would bring back what a purge has removed.
    if (await isOvertaken(files, job.directory, head.index)) return undefined;
    const made = await writeBase(files, job.directory, head.index, bytes);
    const notDerived = await publishDerived?.(made);
    if (await isOvertaken(files, job.directory, head.index)) return undefined;
    const removal = await removeOldFiles(files, job.directory, {
      head,
      previous: found.base.index,
      purged: progress.purged || job.purge,
      chain: [...progress.folded, head.log],
    });
    return { base: made.name, index: made.index, bytes: bytes.length, ...notDerived, ...removal };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  } finally {
    database.close();
  }
}

type Publish = (base: BaseFile) => Promise<Pick<CompactionResult, 'notDerived'>>;

/**
 * Derives before the database is exported, which ends its statements. Answers what publishes the file; undefined when
 * it is there already. No failure of it is a reason to have no base.
 */
async function derive(
  files: FileLayer,
  directory: string,
  base: BaseFile,
  derivation: Derivation,
  { database, head, folded, changed, rewritten }: Progress,
): Promise<Publish | undefined> {
  try {
    const earlier = rewritten ? undefined : await readDerived(files, directory, base, derivation.version);
    if (earlier && folded.length === 0) return undefined;
    const reader = new OpenReader(database, head.sequence);
    const parts = derivation.derive(reader, earlier && { parts: earlier, changed });
    reader.end();
    return async (made) => {
      try {
        await writeDerived(files, directory, made, derivation.version, parts);
        return {};
      } catch (error) {
        return { notDerived: String(error) };
      }
    };
  } catch (error) {
    return () => Promise.resolve({ notDerived: String(error) });
  }
}

async function isOvertaken(files: FileLayer, directory: string, index: number): Promise<boolean> {
  const [newest] = (await listStoreFiles(files, directory)).bases;
  return newest !== undefined && newest.index > index;
}

async function newestBase(files: FileLayer, sql: SqlJs, directory: string) {
  let gone = false;
  for (const base of (await listStoreFiles(files, directory)).bases) {
    const bytes = await readIfThere(files, directory, base);
    if (bytes === 'gone') gone = true;
    else if (bytes) return { base, opened: openBase(sql, bytes), bytes: bytes.length };
  }
  // Removed since they were listed: by another compaction, which has made a newer one.
  if (gone) return 'gone';
  throw new Error(`There is no whole base in ${directory}`);
}

async function readIfThere(
  files: FileLayer,
  directory: string,
  base: BaseFile,
): Promise<Uint8Array | 'gone' | undefined> {
  try {
    return await readBase(files, directory, base);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'gone';
    throw error;
  }
}

/** Folds the next log in; false when it is still open, or only a newer program could. */
async function foldOne(files: FileLayer, job: CompactionJob, progress: Progress): Promise<boolean> {
  const { database, head } = progress;
  const path = join(job.directory, head.log);
  const file = await files.open(path, 'read');
  let scan;
  try {
    scan = scanFrames(await file.read(0, file.size()), head.salt);
  } finally {
    await file.close();
  }
  const part = readLogPart(scan, head.log, head.sequence);
  if (!part.seal) return false;
  const migration = job.migrations.get(head.index);
  if (part.seal.schema > head.schema && migration?.schema !== part.seal.schema) return false;
  if (part.seal.purge) database.run('PRAGMA secure_delete=ON');
  await applyFrames(
    database,
    part.counted.map(({ rows }) => rows),
    () => Promise.resolve(),
  );
  if (part.seal.schema > head.schema) runSql(database, migration?.sql ?? []);
  progress.folded.push(head.log);
  for (const { rows } of part.counted) for (const { table, id } of rows) progress.changed.add(table, id);
  progress.purged ||= part.seal.purge;
  progress.rewritten ||= part.seal.purge || part.seal.schema > head.schema;
  progress.head = {
    ...head,
    index: head.index + 1,
    log: part.seal.next,
    sequence: part.sequence,
    schema: Math.max(head.schema, part.seal.schema),
    format: Math.max(head.format, part.seal.format),
    purgedBefore: part.seal.purge ? head.index + 1 : head.purgedBefore,
  };
  return true;
}

function runSql(database: Database, sql: readonly string[]): void {
  database.control('BEGIN');
  try {
    for (const statement of sql) database.run(statement);
    database.control('COMMIT');
  } catch (error) {
    database.control('ROLLBACK');
    throw error;
  }
  database.schemaChanged();
}
