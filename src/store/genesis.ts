import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createHead, FORMAT } from './base';
import { Database } from './database';
import type { FileLayer, OpenFile } from './fileLayer';
import { decodeGenesis, encodeGenesis, GENESIS_SALT, scanFrames, SALT_BYTES, type Genesis } from './frame';
import { runMigrations } from './migrations';
import type { SqlJs } from './sqlJs';
import { FIRST_LOG } from './storeFiles';
import type { Migration } from './types';

/** A first log of at most this size without a valid genesis is a creation that was interrupted. */
export const INTERRUPTED_BYTES = 4096;
const GENESIS_AT_MOST_BYTES = 512;

/**
 * Makes sure that the first log exists and begins with a genesis, on disk. Processes that create at the same
 * time append one each; the first valid one counts for all, so no lock decides and a killed one is in nobody's
 * way. Undefined when the log holds something but no genesis.
 */
export async function ensureGenesis(
  files: FileLayer,
  directory: string,
  schema: number,
): Promise<Genesis | undefined> {
  const log = await files.open(join(directory, FIRST_LOG), 'ensure');
  try {
    let genesis = firstGenesis(await log.read(0, log.size()));
    if (!genesis) {
      if (log.size() > INTERRUPTED_BYTES) return undefined;
      const salt = randomBytes(SALT_BYTES).toString('hex');
      const bytes = encodeGenesis({ salt, schema, format: FORMAT }, randomBytes(16).toString('hex'));
      const taken = log.append(bytes);
      if (taken < bytes.length) throw new Error(`The disk took ${taken} of ${bytes.length} bytes`);
      genesis = firstGenesis(await log.read(0, log.size()));
    }
    await log.datasync();
    await files.syncDirectory(directory);
    return genesis;
  } finally {
    await log.close();
  }
}

/** The genesis of an existing first log; undefined when there is no such log or none in it. */
export async function readGenesis(files: FileLayer, directory: string): Promise<Genesis | undefined> {
  const path = join(directory, FIRST_LOG);
  if ((await files.size(path)) === undefined) return undefined;
  const log = await files.open(path, 'read');
  try {
    return firstGenesis(await log.read(0, log.size()));
  } finally {
    await log.close();
  }
}

/** Whether a first log is the one of this database: what begins another has another salt, or nothing in it yet. */
export async function hasGenesisOf(salt: Uint8Array, firstLog: OpenFile): Promise<boolean> {
  const genesis = firstGenesis(await firstLog.read(0, Math.min(firstLog.size(), GENESIS_AT_MOST_BYTES)));
  return genesis !== undefined && Buffer.from(genesis.salt, 'hex').equals(salt);
}

/** The state before the first log, a function of the genesis and the migrations alone. */
export function firstState(sql: SqlJs, genesis: Genesis, migrations: readonly Migration[]): Database {
  const database = new Database(sql);
  database.control('BEGIN');
  try {
    runMigrations(database, migrations, 0, genesis.schema);
    createHead(database, {
      index: 0,
      log: FIRST_LOG,
      sequence: 0,
      salt: Buffer.from(genesis.salt, 'hex'),
      schema: genesis.schema,
      format: genesis.format,
      purgedBefore: 0,
    });
    database.control('COMMIT');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function firstGenesis(bytes: Uint8Array): Genesis | undefined {
  const frame = scanFrames(bytes, GENESIS_SALT).frames.find(({ kind }) => kind === 'genesis');
  return frame && decodeGenesis(frame.body);
}
