import type { Migration } from '../../src/store/types';

export const noteMigrations: readonly Migration[] = [
  {
    version: 1,
    up(db) {
      db.exec(`CREATE TABLE note (id INTEGER PRIMARY KEY, key TEXT UNIQUE, text TEXT, count INTEGER, score REAL,
        data BLOB, loose ANY) STRICT`);
    },
  },
];
