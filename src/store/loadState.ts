import { join } from 'node:path';
import { FORMAT, openBase, readBase, writeBase, type BaseHead } from './base';
import type { Database } from './database';
import { errorCode } from './fileLayer';
import { scanFrames, type Genesis } from './frame';
import { ensureGenesis, firstState, readGenesis } from './genesis';
import { readLogPart } from './logReading';
import { newestSchema } from './migrations';
import { pauseByTimer } from './pause';
import { removePurgedFiles } from './removal';
import type { StoreContext } from './storeContext';
import { tooNewError } from './storeErrors';
import { asideName, FIRST_LOG, listStoreFiles, setAside, type BaseFile, type StoreFiles } from './storeFiles';
import { StoreError } from './types';

export interface LoadedState {
  readonly database: Database;
  readonly head: BaseHead;
  readonly base: string;
  readonly baseBytes: number;
  readonly damage: readonly string[];
  /** The log of the base is not there and could not be created: there is nothing to follow. */
  readonly logMissing: boolean;
}

const ATTEMPTS = 10;
const PAUSE_MS = 20;

/**
 * The state of the newest base that verifies, to be followed by its chain of logs. With `create`, a directory
 * that holds nothing of a store becomes one. Throws StoreError `store_unavailable` when there are files of a
 * store but no whole state, `schema_too_new` when a newer program made it: never an empty database instead.
 */
export async function loadState(context: StoreContext, create: boolean): Promise<LoadedState> {
  const damage: string[] = [];
  for (let attempt = 1; ; attempt++) {
    // Between listing and opening, another process may publish, seal and remove: then the next look decides.
    const last = attempt >= ATTEMPTS;
    try {
      const loaded = await tryToLoad(context, create, last, damage);
      if (loaded) return loaded;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || last) throw error;
    }
    await (context.pause ?? pauseByTimer)(PAUSE_MS * attempt);
  }
}

async function tryToLoad(
  context: StoreContext,
  create: boolean,
  last: boolean,
  damage: string[],
): Promise<LoadedState | undefined> {
  const found = await list(context);
  const wrong: BaseFile[] = [];
  for (const base of found.bases) {
    const opened = await openIfWhole(context, base);
    if (opened === 'gone') {
      if (!last) return undefined;
      continue;
    }
    if (opened === 'damaged') {
      wrong.push(base);
      continue;
    }
    return await accept(context, base, opened, wrong, last, damage);
  }
  return await beginFromGenesis(context, found, wrong, create, last, damage);
}

async function list(context: StoreContext): Promise<StoreFiles> {
  try {
    return await listStoreFiles(context.files, context.directory);
  } catch (error) {
    throw new StoreError(
      'store_unavailable',
      `The directory ${context.directory} cannot be read: ${String(error)}`,
      {
        cause: error,
      },
    );
  }
}

interface OpenedBase {
  readonly database: Database;
  readonly head: BaseHead;
  readonly bytes: number;
}

/** Throws `schema_too_new` for a base that is whole and yet none that this program can make out. */
async function openIfWhole(context: StoreContext, base: BaseFile): Promise<OpenedBase | 'gone' | 'damaged'> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readBase(context.files, context.directory, base);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'gone';
    // Too many open files or a missing right say nothing about the bytes; only a broken disk does.
    if (errorCode(error) !== 'EIO') throw error;
    context.log(`${base.name} cannot be read: ${String(error)}`);
    return 'damaged';
  }
  if (!bytes) return 'damaged';
  try {
    return { ...openBase(context.sql, bytes), bytes: bytes.length };
  } catch (error) {
    // Its bytes are as they were written, so some other version wrote them so: setting it aside would take the
    // store away from that version.
    context.log(`${base.name} cannot be opened: ${String(error)}`);
    throw tooNewError(context.directory);
  }
}

async function accept(
  context: StoreContext,
  base: BaseFile,
  opened: OpenedBase,
  wrong: readonly BaseFile[],
  last: boolean,
  damage: string[],
): Promise<LoadedState | undefined> {
  const { database, head } = opened;
  if (head.format > FORMAT || head.schema > newestSchema(context.migrations)) {
    database.close();
    throw tooNewError(context.directory);
  }
  let logMissing = false;
  if ((await context.files.size(join(context.directory, head.log))) === undefined) {
    if (!last) {
      database.close();
      return undefined;
    }
    damage.push(`${head.log} is missing: changes after number ${head.sequence} are lost.`);
    logMissing = !(await recreateLog(context, head.log));
  }
  for (const { name } of wrong) damage.push(await keepAside(context, name, base.name));
  if (context.refusesWriting === undefined) {
    await removePurgedFiles(context.files, context.directory, head.purgedBefore);
  }
  return { database, head, base: base.name, baseBytes: opened.bytes, damage, logMissing };
}

async function beginFromGenesis(
  context: StoreContext,
  found: StoreFiles,
  wrong: readonly BaseFile[],
  create: boolean,
  last: boolean,
  damage: string[],
): Promise<LoadedState | undefined> {
  const { files, directory, sql, migrations } = context;
  const genesis = await readGenesis(files, directory);
  if (genesis && (await reachesEverything(context, genesis, found))) {
    if (genesis.format > FORMAT || genesis.schema > newestSchema(migrations)) {
      if (!last) return undefined;
      throw tooNewError(directory);
    }
    const database = firstState(sql, genesis, migrations);
    if (context.refusesWriting !== undefined) {
      const head = { ...emptyHead(genesis), salt: Buffer.from(genesis.salt, 'hex') };
      return { database, head, base: '', baseBytes: 0, damage, logMissing: false };
    }
    for (const { name } of wrong) damage.push(await keepAside(context, name, FIRST_LOG));
    try {
      await writeBase(files, directory, 0, database.export());
    } finally {
      database.close();
    }
    return undefined;
  }
  const interrupted = found.logs.every(({ name }) => name === FIRST_LOG) && !genesis;
  const nothing = found.bases.length === 0 && found.aside.length === 0 && interrupted;
  if (nothing && create) {
    if (context.refusesWriting !== undefined) {
      throw new StoreError(
        'read_only',
        `${directory} holds no store yet and cannot be written (${context.refusesWriting})`,
      );
    }
    if (await ensureGenesis(files, directory, newestSchema(migrations))) return undefined;
  }
  if (!last) return undefined;
  const names = [...found.bases, ...found.logs].map(({ name }) => name).concat(found.aside);
  throw new StoreError(
    'store_unavailable',
    names.length === 0
      ? `The store in ${directory} is gone: the directory holds none of its files`
      : `No whole state can be read in ${directory}. Nothing was changed; its files are: ${names.join(', ')}. ` +
          'Restore them from a backup, or move them away to begin anew',
  );
}

/** Whether the chain of seals from the first log leads to the newest file there is. */
async function reachesEverything(
  context: StoreContext,
  genesis: Genesis,
  found: StoreFiles,
): Promise<boolean> {
  let newest = Math.max(0, ...found.bases.map(({ index }) => index));
  for (const { name, index } of found.logs) {
    // An empty one is a successor whose seal was never written.
    if ((await context.files.size(join(context.directory, name))) !== 0) newest = Math.max(newest, index);
  }
  const salt = Buffer.from(genesis.salt, 'hex');
  let log: string = FIRST_LOG;
  for (let index = 0; index < newest; index++) {
    const path = join(context.directory, log);
    if ((await context.files.size(path)) === undefined) return false;
    const file = await context.files.open(path, 'read');
    try {
      const { seal } = readLogPart(scanFrames(await file.read(0, file.size()), salt), log, 0);
      if (!seal) return false;
      log = seal.next;
    } finally {
      await file.close();
    }
  }
  return true;
}

function emptyHead(genesis: Genesis): Omit<BaseHead, 'salt'> {
  const { schema, format } = genesis;
  return { index: 0, log: FIRST_LOG, sequence: 0, schema, format, purgedBefore: 0 };
}

/**
 * Puts an empty log in the place of a lost one, so that writing goes on. An empty set-aside file of its name stays
 * as the mark that it was lost. False when the directory cannot be written.
 */
export async function recreateLog(context: StoreContext, log: string): Promise<boolean> {
  const { files, directory, refusesWriting } = context;
  if (refusesWriting !== undefined) return false;
  for (const name of [asideName(log), log]) {
    const file = await files.open(join(directory, name), 'ensure');
    await file.close();
  }
  await files.syncDirectory(directory);
  return true;
}

async function keepAside(context: StoreContext, name: string, used: string): Promise<string> {
  const said = `${name} is damaged; the state was restored from ${used} and the logs after it.`;
  if (context.refusesWriting !== undefined) return said;
  try {
    await setAside(context.files, context.directory, name);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') return `${said} It could not be renamed: ${String(error)}`;
  }
  return `${said} It is kept as damaged-${name}.`;
}
