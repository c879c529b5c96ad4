import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { ChangeDispatcher } from './changeDispatcher';
import { compactDirectory } from './compaction';
import { nodeFileLayer, type FileLayer } from './fileLayer';
import { readFileState } from './fileState';
import { integrity, type StoreFacts } from './inspection';
import { Replica } from './replica';
import { sealLog } from './sealing';
import { loadSqlJs, type SqlJs } from './sqlJs';
import type { StoreContext } from './storeContext';
import { setAside } from './storeFiles';
import type { Migration } from './types';

export interface RepairOptions {
  readonly wasmFile: string;
  readonly files?: FileLayer;
}

/** Two compactions: the first makes a base without the damage, after the second nothing kept is older than it. */
const ROUNDS = 2;
const SEAL_ATTEMPTS = 20;

/**
 * Does what can be done about what an inspection found: rights are taken back, damaged bytes are kept aside under
 * `damaged-`, and the newest whole state gets new bases. Nothing is deleted but left-over temporary files. Others
 * may be writing meanwhile. Answers what was done, one sentence each. A store without a whole state, or of a newer
 * version, is left as it is.
 */
export async function repairStore(
  facts: StoreFacts,
  migrations: readonly Migration[],
  options: RepairOptions,
): Promise<readonly string[]> {
  if (facts.state !== 'whole') return [];
  const files = options.files ?? nodeFileLayer;
  const sql = await loadSqlJs(options.wasmFile);
  const done = await takeRightsBack(facts);
  const refusesWriting = await files.refusesWriting(facts.directory);
  if (refusesWriting !== undefined) {
    return [...done, `${facts.directory} cannot be written (${refusesWriting}): nothing else was repaired`];
  }
  const context: StoreContext = {
    files,
    directory: facts.directory,
    sql,
    migrations,
    log: (message) => {
      if (!done.includes(message)) done.push(message);
    },
  };
  if (facts.integrity.length > 0) done.push(...(await setUnsoundBasesAside(facts, context)));
  if (needsNewBases(facts)) {
    await makeNewBases(context);
    done.push('the newest whole state has new bases');
  } else if (facts.temporary.length > 0) {
    await compactDirectory(files, sql, { directory: facts.directory, migrations: new Map(), purge: false });
    done.push('left-over temporary files were removed');
  }
  return done;
}

function needsNewBases(facts: StoreFacts): boolean {
  return (
    facts.missingLogs.length > 0 ||
    facts.integrity.length > 0 ||
    facts.bases.some(({ whole }) => !whole) ||
    facts.logs.some(({ damage }) => damage.length > 0)
  );
}

async function takeRightsBack(facts: StoreFacts): Promise<string[]> {
  const done: string[] = [];
  for (const { name } of facts.exposed) {
    const mode = name === '.' ? 0o700 : 0o600;
    await chmod(join(facts.directory, name), mode);
    done.push(`${name === '.' ? 'the directory' : name} has mode 0${mode.toString(8)} now`);
  }
  return done;
}

/**
 * A base can be written whole and yet be unsound inside. It is set aside when an older one, with the logs since
 * then, leads to the same change and is sound; else it is all there is, and stays.
 */
async function setUnsoundBasesAside(facts: StoreFacts, context: StoreContext): Promise<readonly string[]> {
  const unsound: string[] = [];
  for (const base of facts.bases.filter(({ whole }) => whole)) {
    unsound.push(base.name);
    const reading = await readFileState({ ...context, files: withoutFiles(context.files, unsound) });
    if (reading.kind !== 'whole') break;
    const { database, head, missingLogs } = reading.state;
    const sound =
      missingLogs.length === 0 && head.sequence >= (facts.sequence ?? 0) && integrity(database).length === 0;
    database.close();
    if (!sound) continue;
    for (const name of unsound) await setAside(context.files, context.directory, name);
    return unsound.map((name) => `${name} is unsound inside; it is kept as damaged-${name}`);
  }
  return ['no older base leads to a sound state: export what can be read, and restore from a backup'];
}

/** Every call passed on, but that these names are not in any list. */
function withoutFiles(files: FileLayer, names: readonly string[]): FileLayer {
  return {
    ...files,
    list: async (directory) => (await files.list(directory)).filter((name) => !names.includes(name)),
  };
}

async function makeNewBases(context: StoreContext): Promise<void> {
  const replica = await Replica.open(context, new ChangeDispatcher(context.log));
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await seal(context, replica);
      await compact(context.files, context.sql, context.directory, replica);
    }
  } finally {
    replica.close();
  }
}

async function seal(context: StoreContext, replica: Replica): Promise<void> {
  const after = { schema: replica.schema, purge: false };
  for (let attempt = 1; !(await sealLog(context, replica, after)); attempt++) {
    if (replica.frozen) throw new Error(replica.frozen.reason);
    if (attempt === SEAL_ATTEMPTS) throw new Error('other processes keep sealing the log');
  }
}

async function compact(files: FileLayer, sql: SqlJs, directory: string, replica: Replica): Promise<void> {
  const job = { directory, migrations: new Map(replica.migrationSql), purge: false };
  const { base, index, bytes } = await compactDirectory(files, sql, job);
  replica.baseMade(base, index, bytes);
}
