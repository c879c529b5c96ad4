import { closeSync, fdatasyncSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import sqliteWasm from 'node-sqlite3-wasm';
import initSqlJs from 'sql.js';
import { openStore, type OpenStoreOptions } from '../src/store/store';
import type { Migration } from '../src/store/types';
import { nativeSqlite } from '../test/support/nativeSqlite';
import { repositoryRoot } from '../test/support/paths';

/** One open store of texts. A save has to survive a power failure when it is answered. */
export interface OpenPeer {
  fill(texts: readonly string[]): Promise<void>;
  save(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface Peer {
  readonly name: string;
  readonly open: (directory: string) => Promise<OpenPeer>;
  /** Texts that a process finds which opens it now. */
  readonly texts: (directory: string) => Promise<readonly string[]>;
}

const TABLE = 'CREATE TABLE IF NOT EXISTS memory (id INTEGER PRIMARY KEY, text TEXT NOT NULL)';
const INSERT = 'INSERT INTO memory (text) VALUES (?)';
const SELECT = 'SELECT text FROM memory';

const migrations: readonly Migration[] = [
  {
    version: 1,
    up(db) {
      db.exec('CREATE TABLE memory (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
    },
  },
];

const FILL_BATCH = 1000;

export function openOurs(directory: string, options: Partial<OpenStoreOptions> = {}) {
  return openStore(directory, migrations, {
    ...options,
    wasmFile: path.join(repositoryRoot, 'node_modules/sql.js/dist/sql-wasm.wasm'),
    workerFile: path.join(repositoryRoot, 'dist/compact-worker.js'),
  });
}

const ours: Peer = {
  name: 'project-memory',
  async open(directory) {
    const store = await openOurs(directory);
    return {
      async fill(texts) {
        for (let from = 0; from < texts.length; from += FILL_BATCH) {
          await store.write((tx) => {
            for (const text of texts.slice(from, from + FILL_BATCH)) tx.put('memory', { text });
          });
        }
        await store.compact();
      },
      async save(text) {
        await store.write((tx) => tx.put('memory', { text }));
      },
      close: () => store.close(),
    };
  },
  async texts(directory) {
    const store = await openOurs(directory);
    const found = await store.read((db) => db.query<{ text: string }>(SELECT).map(({ text }) => text));
    await store.close();
    return found;
  },
};

/** better-sqlite3 in WAL mode with synchronous FULL; undefined where it could not be installed. */
async function native(): Promise<Peer | undefined> {
  const Database = await nativeSqlite();
  if (!Database) return undefined;
  const openFile = (directory: string) => {
    const database = new Database(path.join(directory, 'native.db'));
    database.exec(
      `PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${TABLE}`,
    );
    return database;
  };
  return {
    name: 'better-sqlite3',
    open(directory) {
      const database = openFile(directory);
      const insert = database.prepare(INSERT);
      return Promise.resolve({
        fill(texts) {
          database.exec('BEGIN');
          for (const text of texts) insert.run(text);
          database.exec('COMMIT');
          return Promise.resolve();
        },
        save(text) {
          insert.run(text);
          return Promise.resolve();
        },
        close: () => Promise.resolve(database.close()),
      });
    },
    texts(directory) {
      const database = openFile(directory);
      const found = database.prepare(SELECT).all() as { text: string }[];
      database.close();
      return Promise.resolve(found.map(({ text }) => text));
    },
  };
}

const wasm: Peer = {
  name: 'node-sqlite3-wasm',
  open(directory) {
    const database = new sqliteWasm.Database(path.join(directory, 'wasm.db'));
    database.exec(`PRAGMA busy_timeout = 10000; PRAGMA synchronous = FULL; ${TABLE}`);
    return Promise.resolve({
      fill(texts) {
        database.exec('BEGIN');
        for (const text of texts) database.run(INSERT, [text]);
        database.exec('COMMIT');
        return Promise.resolve();
      },
      save(text) {
        database.run(INSERT, [text]);
        return Promise.resolve();
      },
      close: () => Promise.resolve(database.close()),
    });
  },
  texts(directory) {
    const database = new sqliteWasm.Database(path.join(directory, 'wasm.db'));
    const found = database.all(SELECT);
    database.close();
    return Promise.resolve(found.map(({ text }) => text as string));
  },
};

const exported: Peer = {
  name: 'sql.js, export and rename',
  async open(directory) {
    const { Database } = await initSqlJs();
    const database = new Database(readIfThere(path.join(directory, 'exported.db')));
    database.run(TABLE);
    const publish = () => {
      const temporary = path.join(directory, `exported-${process.pid}.tmp`);
      synced(temporary, 'w', database.export());
      renameSync(temporary, path.join(directory, 'exported.db'));
      const folder = openSync(directory, 'r');
      fsyncSync(folder);
      closeSync(folder);
    };
    return {
      fill(texts) {
        database.run('BEGIN');
        for (const text of texts) database.run(INSERT, [text]);
        database.run('COMMIT');
        publish();
        return Promise.resolve();
      },
      save(text) {
        database.run(INSERT, [text]);
        publish();
        return Promise.resolve();
      },
      close: () => Promise.resolve(database.close()),
    };
  },
  async texts(directory) {
    const { Database } = await initSqlJs();
    const database = new Database(readIfThere(path.join(directory, 'exported.db')));
    const found = database.exec(SELECT)[0]?.values ?? [];
    database.close();
    return found.map(([text]) => String(text));
  },
};

const jsonLines: Peer = {
  name: 'JSONL, append and fdatasync',
  async open(directory) {
    const file = await open(path.join(directory, 'memories.jsonl'), 'a');
    return {
      async fill(texts) {
        await file.appendFile(texts.map((text) => `${JSON.stringify({ text })}\n`).join(''));
      },
      async save(text) {
        await file.appendFile(`${JSON.stringify({ text })}\n`);
        await file.datasync();
      },
      close: () => file.close(),
    };
  },
  texts(directory) {
    const lines = readFileSync(path.join(directory, 'memories.jsonl'), 'utf8').trimEnd().split('\n');
    return Promise.resolve(lines.map((line) => (JSON.parse(line) as { text: string }).text));
  },
};

/** Ours first. */
export async function findPeers(): Promise<readonly Peer[]> {
  const found = await native();
  return [ours, ...(found ? [found] : []), wasm, exported, jsonLines];
}

function readIfThere(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

function synced(file: string, flags: string, bytes: Uint8Array): void {
  const descriptor = openSync(file, flags);
  try {
    writeSync(descriptor, bytes);
    fdatasyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
