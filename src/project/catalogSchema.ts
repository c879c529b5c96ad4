import type { Migration } from '../store/types';

/**
 * `project.uuid` is what the rest of the product knows; the tables here refer to each other by row id. A
 * choice without a project says that the person wants no project memory in those folders.
 */
export const catalogMigrations: readonly Migration[] = [
  {
    version: 1,
    up(db) {
      db.exec(`
        CREATE TABLE project (
          id INTEGER PRIMARY KEY,
          uuid TEXT NOT NULL UNIQUE,
          name TEXT NOT NULL UNIQUE,
          path TEXT,
          remote TEXT,
          created_at TEXT NOT NULL,
          last_used_at TEXT NOT NULL,
          last_used_sequence INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE locator (
          id INTEGER PRIMARY KEY,
          project INTEGER NOT NULL,
          kind TEXT NOT NULL,
          value TEXT NOT NULL,
          UNIQUE (kind, value)
        ) STRICT;
        CREATE INDEX locator_project ON locator (project);
        CREATE TABLE choice (
          id INTEGER PRIMARY KEY,
          folders TEXT NOT NULL UNIQUE,
          project INTEGER,
          instead_of TEXT
        ) STRICT;
        CREATE TABLE workspace (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL UNIQUE,
          project INTEGER NOT NULL,
          deleted INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE meta (
          id INTEGER PRIMARY KEY,
          key TEXT NOT NULL UNIQUE,
          value TEXT NOT NULL
        ) STRICT;
      `);
    },
  },
];

export interface ProjectRow {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly path: string | null;
  readonly remote: string | null;
  readonly created_at: string;
  readonly last_used_at: string;
  /** Order of use; times are only shown. */
  readonly last_used_sequence: number;
}
