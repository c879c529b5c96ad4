import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Database } from './database';
import type { FileLayer } from './fileLayer';
import { growingBytes } from './growingFile';
import type { SqlJs } from './sqlJs';
import { baseName, newTemporaryName, type BaseFile } from './storeFiles';

/** Version of what bases and logs look like. */
export const FORMAT = 1;

/** What a base says of itself, in the only row of its table `_store`. */
export interface BaseHead {
  /** The base is the state before the log of this number and name. */
  readonly index: number;
  readonly log: string;
  /** Sequence number of the newest frame inside. */
  readonly sequence: number;
  readonly salt: Uint8Array;
  readonly schema: number;
  readonly format: number;
  /** Files of a lower number than this held purged rows and are not to stay. */
  readonly purgedBefore: number;
}

const READ_CHUNK_BYTES = 1 << 20;

/** The growing bytes of a base whose hash is the one in its name; undefined when it is not. Errors are the disk's. */
export async function readBase(
  files: FileLayer,
  directory: string,
  base: BaseFile,
): Promise<Uint8Array | undefined> {
  const file = await files.open(join(directory, base.name), 'read');
  try {
    const bytes = growingBytes(file.size());
    const hash = createHash('sha256');
    // In pieces, so that hashing a large base does not hold the event loop.
    for (let offset = 0; offset < bytes.length; offset += READ_CHUNK_BYTES) {
      const room = bytes.subarray(offset, offset + READ_CHUNK_BYTES);
      const piece = await file.read(offset, room.length, room);
      hash.update(piece);
    }
    return hash.digest('hex').startsWith(base.hash) && bytes.length > 0 ? bytes : undefined;
  } finally {
    await file.close();
  }
}

/** Publishes a base: temporary file, fsync, rename, fsync of the directory. Two writing the same bytes agree. */
export async function writeBase(
  files: FileLayer,
  directory: string,
  index: number,
  bytes: Uint8Array,
): Promise<BaseFile> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const name = baseName(index, hash);
  const temporary = join(directory, newTemporaryName());
  const file = await files.open(temporary, 'create');
  try {
    const taken = file.append(bytes);
    if (taken < bytes.length)
      throw new Error(`The disk took ${taken} of ${bytes.length} bytes of a new base`);
    await file.datasync();
  } catch (error) {
    await file.close();
    await files.remove(temporary);
    throw error;
  }
  await file.close();
  await files.rename(temporary, join(directory, name));
  await files.syncDirectory(directory);
  return { name, index, hash };
}

/** An empty database that is the state before the first log. Every process makes the same bytes of it. */
export function createHead(database: Database, head: BaseHead): void {
  database.run(
    `CREATE TABLE _store (id INTEGER PRIMARY KEY, log_index INTEGER NOT NULL, log TEXT NOT NULL,
       sequence INTEGER NOT NULL, salt BLOB NOT NULL, schema INTEGER NOT NULL, format INTEGER NOT NULL,
       purged_before INTEGER NOT NULL) STRICT`,
  );
  writeHead(database, head);
}

export function writeHead(database: Database, head: BaseHead): void {
  database.change('DELETE FROM _store', []);
  database.change('INSERT INTO _store VALUES (1, ?, ?, ?, ?, ?, ?, ?)', [
    BigInt(head.index),
    head.log,
    BigInt(head.sequence),
    head.salt,
    BigInt(head.schema),
    BigInt(head.format),
    BigInt(head.purgedBefore),
  ]);
}

/** Throws when the database has no such table: it is then no base of ours. */
export function readHead(database: Database): BaseHead {
  const [head] = database.query<BaseHead>(
    `SELECT log_index AS "index", log, sequence, salt, schema, format, purged_before AS purgedBefore FROM _store`,
  );
  if (!head) throw new Error('its table _store is empty');
  return head;
}

/** Opens the bytes of a base, and takes them over. Throws, with the database closed, when they are no base. */
export function openBase(sql: SqlJs, bytes: Uint8Array): { database: Database; head: BaseHead } {
  const database = new Database(sql, bytes);
  try {
    return { database, head: readHead(database) };
  } catch (error) {
    database.close();
    throw error;
  }
}
