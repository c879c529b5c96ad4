import type { Migration } from '../store/types';

/**
 * Tables of one area (a project, or the user). No uniqueness beyond the id: a live fact's key and a live
 * topic_key are made unique by looking before writing inside one transaction, and forgotten rows stay. A passage is
 * a memory that came from, or went to, the database of another project; a redirect says that all of them went.
 * A relation is a proposed (`pending`) or judged pair, by the uuids of its ends; a prompt is what a person asked, which
 * `memory.prompt_id` links to; a request is an idempotency key that was used, with what it led to.
 */
export const memoryMigrations: readonly Migration[] = [
  {
    version: 1,
    up(db) {
      db.exec(`
        CREATE TABLE memory (
          id INTEGER PRIMARY KEY,
          uuid TEXT NOT NULL,
          kind TEXT NOT NULL,
          type TEXT,
          key TEXT,
          title TEXT,
          content TEXT NOT NULL,
          scope TEXT NOT NULL,
          workspace TEXT,
          source TEXT,
          source_context TEXT,
          source_id TEXT,
          source_hash TEXT,
          source_revision TEXT,
          confidence REAL,
          derived_from TEXT,
          tool_name TEXT,
          session_id TEXT,
          saved_by TEXT NOT NULL,
          body_hash TEXT NOT NULL,
          pinned INTEGER NOT NULL,
          revision INTEGER NOT NULL,
          duplicate_count INTEGER NOT NULL,
          created_at TEXT NOT NULL,
          updated_at TEXT NOT NULL,
          expires_at TEXT,
          deleted_at TEXT,
          deleted_by TEXT,
          deletion TEXT,
          sequence INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX memory_by_uuid ON memory (uuid);
        CREATE INDEX memory_by_key ON memory (kind, key);
        CREATE INDEX memory_by_order ON memory (pinned, sequence, id);
        CREATE INDEX memory_by_body ON memory (body_hash);
        CREATE INDEX memory_by_source ON memory (source_id);
        CREATE INDEX memory_derived ON memory (id) WHERE derived_from IS NOT NULL;
        CREATE INDEX memory_expiring ON memory (expires_at) WHERE expires_at IS NOT NULL;
        CREATE INDEX memory_by_deletion ON memory (deleted_at);
        CREATE TABLE history (
          id INTEGER PRIMARY KEY,
          memory_id INTEGER NOT NULL,
          revision INTEGER NOT NULL,
          image TEXT NOT NULL,
          replaced_at TEXT NOT NULL,
          replaced_by TEXT NOT NULL,
          sequence INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX history_by_memory ON history (memory_id, sequence);
        CREATE TABLE tombstone (
          id INTEGER PRIMARY KEY,
          uuid TEXT NOT NULL,
          purged_at TEXT NOT NULL,
          purged_by TEXT NOT NULL,
          sequence INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE session (
          id INTEGER PRIMARY KEY,
          session_id TEXT NOT NULL,
          directory TEXT,
          started_at TEXT NOT NULL,
          ended_at TEXT,
          summary TEXT,
          sequence INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX session_by_session_id ON session (session_id);
      `);
    },
  },
  {
    version: 2,
    up(db) {
      db.exec(`
        CREATE TABLE passage (
          id INTEGER PRIMARY KEY,
          move TEXT NOT NULL,
          memory TEXT NOT NULL,
          way TEXT NOT NULL,
          other TEXT NOT NULL,
          other_sequence INTEGER NOT NULL,
          image_hash TEXT,
          passed_at TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX passage_by_move ON passage (move, memory);
        CREATE INDEX passage_by_memory ON passage (memory);
        CREATE TABLE redirect (
          id INTEGER PRIMARY KEY,
          move TEXT NOT NULL,
          project TEXT NOT NULL,
          redirected_at TEXT NOT NULL
        ) STRICT;
      `);
    },
  },
  {
    version: 3,
    up(db) {
      db.exec(`
        ALTER TABLE memory ADD COLUMN source_hash_taken TEXT;
        CREATE INDEX memory_by_source_hash ON memory (source_id, sequence, id) WHERE source_hash IS NOT NULL;
        ALTER TABLE memory ADD COLUMN prompt_id TEXT;
        ALTER TABLE memory ADD COLUMN reviewed_at TEXT;
        CREATE INDEX memory_by_session ON memory (session_id, sequence);
        CREATE INDEX memory_summarising ON memory (session_id, sequence) WHERE type = 'session_summary';
        CREATE INDEX memory_by_prompt ON memory (prompt_id) WHERE prompt_id IS NOT NULL;
        CREATE INDEX memory_reviewable ON memory (type, updated_at)
          WHERE kind = 'observation' AND type IN ('decision', 'policy', 'preference');
        CREATE TABLE relation (
          id INTEGER PRIMARY KEY,
          judgment_id TEXT NOT NULL,
          memory_a TEXT NOT NULL,
          memory_b TEXT NOT NULL,
          relation TEXT NOT NULL,
          score REAL,
          reason TEXT,
          evidence TEXT,
          confidence REAL,
          model TEXT,
          session_id TEXT,
          created_at TEXT NOT NULL,
          judged_at TEXT,
          judged_by TEXT,
          sequence INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX relation_by_judgment ON relation (judgment_id);
        CREATE UNIQUE INDEX relation_by_pair ON relation (memory_a, memory_b);
        CREATE INDEX relation_by_target ON relation (memory_b);
        CREATE INDEX relation_by_kind ON relation (relation, sequence);
        CREATE TABLE prompt (
          id INTEGER PRIMARY KEY,
          uuid TEXT NOT NULL,
          session_id TEXT NOT NULL,
          content TEXT NOT NULL,
          body_hash TEXT NOT NULL,
          saved_by TEXT NOT NULL,
          created_at TEXT NOT NULL,
          sequence INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX prompt_by_uuid ON prompt (uuid);
        CREATE INDEX prompt_by_session ON prompt (session_id, sequence);
        CREATE INDEX prompt_by_order ON prompt (sequence, id);
        CREATE INDEX prompt_by_time ON prompt (created_at);
        CREATE TABLE request (
          id INTEGER PRIMARY KEY,
          tool TEXT NOT NULL,
          workspace TEXT NOT NULL,
          key_mac TEXT NOT NULL,
          input_mac TEXT NOT NULL,
          memory TEXT NOT NULL,
          outcome TEXT NOT NULL,
          created_at TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX request_by_key ON request (workspace, key_mac);
        CREATE INDEX request_by_age ON request (created_at);
        CREATE INDEX request_by_memory ON request (memory);
      `);
    },
  },
];
