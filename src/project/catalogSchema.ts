import type { Migration } from '../store/types';

/**
 * `project.uuid` is what the rest of the product knows; the tables here refer to each other by row id. A
 * choice without a project says that the person wants no project memory in those folders. A merged project keeps
 * its row, name and locators, and they lead to the project it became part of. An intent is a move of memories
 * between two databases that was begun and may be unfinished. A session is only placed here: what is known of it is in
 * its project's database.
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
  {
    version: 2,
    up(db) {
      // Made anew: names are unique among the projects that are left, which a UNIQUE column would not allow.
      db.exec(`
        CREATE TABLE project_with_fate (
          id INTEGER PRIMARY KEY,
          uuid TEXT NOT NULL UNIQUE,
          name TEXT NOT NULL,
          path TEXT,
          remote TEXT,
          created_at TEXT NOT NULL,
          last_used_at TEXT NOT NULL,
          last_used_sequence INTEGER NOT NULL,
          merged_into INTEGER,
          forgotten_at TEXT
        ) STRICT;
        INSERT INTO project_with_fate
          SELECT id, uuid, name, path, remote, created_at, last_used_at, last_used_sequence, NULL, NULL FROM project;
        DROP TABLE project;
        ALTER TABLE project_with_fate RENAME TO project;
        CREATE UNIQUE INDEX project_by_name ON project (name)
          WHERE merged_into IS NULL AND forgotten_at IS NULL;
        CREATE TABLE project_change (
          id INTEGER PRIMARY KEY,
          uuid TEXT NOT NULL UNIQUE,
          details TEXT NOT NULL,
          changed_at TEXT NOT NULL,
          changed_by TEXT NOT NULL,
          undone_at TEXT
        ) STRICT;
        CREATE TABLE intent (
          id INTEGER PRIMARY KEY,
          uuid TEXT NOT NULL UNIQUE,
          source TEXT NOT NULL,
          target TEXT NOT NULL,
          what TEXT NOT NULL,
          started_at TEXT NOT NULL
        ) STRICT;
      `);
    },
  },
  {
    version: 3,
    up(db) {
      db.exec(`
        CREATE TABLE summary (
          id INTEGER PRIMARY KEY,
          project INTEGER NOT NULL UNIQUE,
          memories INTEGER NOT NULL,
          sequence INTEGER NOT NULL,
          words BLOB NOT NULL
        ) STRICT;
      `);
    },
  },
  {
    version: 4,
    up(db) {
      db.exec(`
        CREATE TABLE session (
          id INTEGER PRIMARY KEY,
          session_id TEXT NOT NULL UNIQUE,
          project INTEGER NOT NULL
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
  /** Row id of the project that this one became part of. */
  readonly merged_into: number | null;
  readonly forgotten_at: string | null;
}
