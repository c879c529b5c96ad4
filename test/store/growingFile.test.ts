import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/store/database';
import { growingBytes } from '../../src/store/growingFile';
import { loadSqlJs, type SqlJs } from '../../src/store/sqlJs';
import { wasmFile } from '../support/builtWorker';

const MEGABYTE = 2 ** 20;

describe('the file of a database in memory', () => {
  let sql: SqlJs;
  beforeAll(async () => {
    sql = await loadSqlJs(wasmFile);
  });

  function opened(): { database: Database; bytes: Uint8Array } {
    const empty = new Database(sql);
    empty.run('CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, blob BLOB) STRICT');
    const file = empty.export();
    empty.close();
    const bytes = growingBytes(file.length);
    bytes.set(file);
    return { database: new Database(sql, bytes), bytes };
  }

  function insert(database: Database, id: number, text: string | null, blob: Uint8Array | null): void {
    database.change('INSERT INTO note VALUES (?, ?, ?)', [BigInt(id), text, blob]);
  }

  const holds = (bytes: Uint8Array, text: string) => Buffer.from(bytes.buffer).includes(text);

  it('is the given bytes, grown where they are', () => {
    const { database, bytes } = opened();
    for (const [id, text] of ['first', 'second'].entries()) {
      database.control('BEGIN');
      for (let n = 0; n < 100; n++) insert(database, id * 100 + n, `${text} ${'x'.repeat(20_000)}`, null);
      database.control('COMMIT');
      expect(holds(bytes, `${text} xxx`)).toBe(true);
    }
    expect(database.query('SELECT * FROM pragma_integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    database.close();
  });

  it('is not cut and copied by a large transaction that is taken back', () => {
    const { database, bytes } = opened();
    database.control('BEGIN');
    for (let id = 0; id < 200; id++) insert(database, id, 'y'.repeat(20_000), null);
    database.control('ROLLBACK');
    database.control('BEGIN');
    insert(database, 1, 'what stays', null);
    database.control('COMMIT');
    expect(holds(bytes, 'what stays')).toBe(true);
    database.close();
  });

  const inTransaction = (database: Database, changes: () => void) => {
    database.control('BEGIN');
    changes();
    database.control('COMMIT');
  };

  it.each([
    ['in transactions', inTransaction],
    ['statement by statement', (_database: Database, changes: () => void) => changes()],
  ])('is exported as it is, changed %s', (_name, change) => {
    const { database } = opened();
    change(database, () => {
      for (let id = 0; id < 50; id++) insert(database, id, `row ${id} ${'z'.repeat(20_000)}`, null);
    });
    const grown = Buffer.from(database.export());
    change(database, () => {
      database.change('DELETE FROM note WHERE id > 0', []);
    });
    inTransaction(database, () => {
      insert(database, 51, 'row 51', null);
    });
    const smaller = Buffer.from(database.export());
    database.vacuum();
    const smallest = database.export();
    database.close();
    expect([grown, smaller, smallest].map((bytes) => holds(bytes, 'row 49'))).toEqual([true, true, false]);
    const rows = [grown, smaller, smallest].map((bytes) => {
      const copy = new Database(sql, bytes);
      const found = copy.query(
        'SELECT count(*) AS rows, integrity_check AS problem FROM note, pragma_integrity_check',
      );
      copy.close();
      return found;
    });
    expect(rows.flat()).toEqual([50, 2, 2].map((count) => ({ rows: count, problem: 'ok' })));
  });

  it('goes on growing when the address space kept for it is used up', () => {
    const { database } = opened();
    const blob = new Uint8Array(4 * MEGABYTE).fill(7);
    for (let id = 0; id < 20; id++) {
      database.control('BEGIN');
      insert(database, id, null, blob);
      database.control('COMMIT');
    }
    expect(database.query('SELECT count(*) AS rows, sum(length(blob)) AS bytes FROM note')).toEqual([
      { rows: 20, bytes: 20 * blob.length },
    ]);
    expect(database.query('SELECT * FROM pragma_integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    database.close();
  });
});
