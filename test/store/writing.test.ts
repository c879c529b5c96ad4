import { describe, expect, it } from 'vitest';
import type { Reader, Row, Transaction } from '../../src/store/types';
import { FilesWithFaults } from '../support/filesWithFaults';
import { storeFixture } from '../support/storeFixture';

const allRows = (db: Reader) => db.query('SELECT * FROM note ORDER BY id');

describe('a write', () => {
  const fixture = storeFixture();

  it('tells integers from reals, as the column says', async () => {
    const store = await fixture.open(await fixture.directory());
    await store.write((tx) => tx.put('note', { count: 1, score: 1, loose: 3_000_000_000 }));
    expect(
      await store.read((db) =>
        db.query('SELECT typeof(count) AS a, typeof(score) AS b, typeof(loose) AS c FROM note'),
      ),
    ).toEqual([{ a: 'integer', b: 'real', c: 'integer' }]);
  });

  it('writes nothing of a function that throws, and all of its neighbours in the frame', async () => {
    const store = await fixture.open(await fixture.directory());
    const results = await Promise.allSettled([
      store.write((tx) => tx.put('note', { key: 'a' })),
      store.write((tx) => {
        tx.put('note', { key: 'b' });
        expect(tx.query('SELECT key FROM note ORDER BY id')).toEqual([{ key: 'a' }, { key: 'b' }]);
        throw new Error('no');
      }),
      store.write((tx) => tx.put('note', { key: 'a' })),
      store.write((tx) => tx.put('note', { key: 'c' })),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { message: 'no' } });
    expect(results[2]).toMatchObject({ reason: { message: 'UNIQUE constraint failed: note.key' } });
    expect(await store.read((db) => db.query('SELECT key FROM note ORDER BY id'))).toEqual([
      { key: 'a' },
      { key: 'c' },
    ]);
  });

  it('shares its frame with others that wait', async () => {
    const store = await fixture.open(await fixture.directory());
    await Promise.all(Array.from({ length: 200 }, () => store.write((tx) => tx.put('note', {}))));
    expect(store.status().sequence).toBeLessThan(100);
  });

  it('of another process is seen by the next read, and not by one that goes on from an earlier read', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    const other = await fixture.open(directory);
    await other.write((tx) => tx.put('note', { key: 'a' }));
    expect(await store.readOn(allRows)).toEqual([]);
    expect(await store.read(allRows)).toHaveLength(1);
    expect(await store.readOn(allRows)).toHaveLength(1);
  });

  it('lets two rows swap a unique value', async () => {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    const other = await fixture.open(directory);
    await store.write((tx) => {
      tx.put('note', { id: 1, key: 'a' });
      tx.put('note', { id: 2, key: 'b' });
    });
    await store.write((tx) => {
      tx.put('note', { id: 1, key: 'b' });
      tx.put('note', { id: 2, key: 'a' });
    });
    const swapped = [
      { id: 1, key: 'b' },
      { id: 2, key: 'a' },
    ];
    expect(await other.read((db) => db.query('SELECT id, key FROM note ORDER BY id'))).toEqual(swapped);
    expect(await store.read((db) => db.query('SELECT id, key FROM note ORDER BY id'))).toEqual(swapped);
  });

  it('does not go on with half of its rows after a constraint failed', async () => {
    const store = await fixture.open(await fixture.directory());
    await store.write((tx) => tx.put('note', { id: 1, key: 'a' }));
    const write = store.write((tx) => {
      tx.put('note', { key: 'a' });
      try {
        tx.query('SELECT 1');
      } catch {
        tx.put('note', { key: 'other' });
      }
    });
    await expect(write).rejects.toThrow('UNIQUE constraint failed');
    expect(await store.read((db) => db.query('SELECT key FROM note'))).toEqual([{ key: 'a' }]);
  });

  it('gives new ids, one after the other', async () => {
    const store = await fixture.open(await fixture.directory());
    const ids = await store.write((tx) => [
      tx.put('note', {}),
      tx.put('note', { id: 10 }),
      tx.put('note', {}),
      tx.put('note', { id: 5 }),
      tx.put('note', {}),
    ]);
    expect(ids).toEqual([1, 10, 11, 5, 12]);
    expect(await store.write((tx) => tx.put('note', {}))).toBe(13);
  });

  it('sees its own rows, and the number its frame will carry', async () => {
    const store = await fixture.open(await fixture.directory());
    const seen = await store.write((tx) => {
      const id = tx.put('note', { text: 'x' });
      const before = tx.query('SELECT text FROM note');
      tx.delete('note', id);
      return { sequence: tx.sequence, before, after: tx.query('SELECT text FROM note') };
    });
    expect(seen).toEqual({ sequence: 1, before: [{ text: 'x' }], after: [] });
    expect(await store.read((db) => db.sequence)).toBe(1);
  });

  it('without a row writes no frame', async () => {
    const store = await fixture.open(await fixture.directory());
    expect(await store.write((tx) => tx.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    expect(store.status().sequence).toBe(0);
  });

  it.each([
    ['a table there is not', (tx: Transaction) => tx.put('nothing', {}), 'There is no table nothing'],
    ['the table of the store itself', (tx: Transaction) => tx.put('_store', {}), 'There is no table _store'],
    [
      'a column there is not',
      (tx: Transaction) => tx.put('note', { txt: 'x' }),
      'has no column txt; it has id, key',
    ],
    [
      'text for an integer',
      (tx: Transaction) => tx.put('note', { count: 'x' }),
      'note.count: a column of type INTEGER',
    ],
    [
      'an id that is none',
      (tx: Transaction) => tx.put('note', { id: 1.5 }),
      'note.id: a row id is an integer',
    ],
    ['the deletion of no id', (tx: Transaction) => tx.delete('note', NaN), 'note: NaN is no row id'],
  ])('refuses %s', async (_, run, message) => {
    const store = await fixture.open(await fixture.directory());
    await expect(store.write(run)).rejects.toThrow(message);
    expect(store.status().sequence).toBe(0);
  });

  it('refuses a function that answers a promise', async () => {
    const store = await fixture.open(await fixture.directory());
    const write = store.write((tx) => {
      tx.put('note', { key: 'a' });
      return Promise.reject(new Error('later'));
    });
    await expect(write).rejects.toThrow('must be synchronous');
    expect(await store.read(allRows)).toEqual([]);
  });

  it('lends its transaction and a read its reader only while the function runs', async () => {
    const store = await fixture.open(await fixture.directory());
    const tx = await store.write((given) => given);
    expect(() => tx.put('note', {})).toThrow('only inside the function');
    expect(() => tx.query('SELECT 1')).toThrow('only inside the function');
    const reader = await store.read((given) => given);
    expect(() => reader.query('SELECT 1')).toThrow('only inside the function');
  });
});

describe('a write of thousands of rows', () => {
  const fixture = storeFixture();
  const ROWS = 5_000;
  const countOf = (db: Reader) => db.query<{ rows: number }>('SELECT count(*) AS rows FROM note')[0]?.rows;
  const putMany = (tx: Transaction) => {
    for (let n = 0; n < ROWS; n++) tx.put('note', { key: String(n), text: 'x'.repeat(600) });
  };

  it('lets the event loop run before its frame is appended, and is seen whole or not at all', async () => {
    const directory = await fixture.directory();
    const files = new FilesWithFaults();
    const store = await fixture.open(directory, undefined, { files });
    const other = await fixture.open(directory);
    let turns = 0;
    let turnsBefore = 0;
    let written = false;
    const count = () => {
      turns++;
      if (!written) setImmediate(count);
    };
    const seen = new Set<number | undefined>();
    const look = async () => {
      while (!written) for (const each of [store, other]) seen.add(await each.read(countOf));
    };
    files.beforeAppend = () => {
      turnsBefore = turns;
    };
    const looking = look();
    await store.write((tx) => {
      putMany(tx);
      turns = 0;
      count();
    });
    written = true;
    await looking;
    seen.add(await other.read(countOf));
    expect([...seen].sort()).toEqual([0, ROWS]);
    expect(turnsBefore).toBeGreaterThan(1);
  });

  it('writes nothing when its last row does not fit, and leaves its neighbours alone', async () => {
    const store = await fixture.open(await fixture.directory());
    const results = await Promise.allSettled([
      store.write((tx) => {
        putMany(tx);
        tx.put('note', { key: '0' });
      }),
      store.write((tx) => tx.put('note', { key: '1' })),
    ]);
    expect(results).toMatchObject([
      { status: 'rejected', reason: { message: 'UNIQUE constraint failed: note.key' } },
      { status: 'fulfilled' },
    ]);
    expect(await store.read(countOf)).toBe(1);
  });
});

describe('SQL inside a function', () => {
  const fixture = storeFixture();

  it('cannot change anything but through put and delete', async () => {
    const store = await fixture.open(await fixture.directory());
    await store.write((tx) => tx.put('note', { id: 1, key: 'a', text: 'kept' }));
    const statements = [
      'INSERT INTO note (id) VALUES (2)',
      "INSERT OR REPLACE INTO note (id, key) VALUES (2, 'a')",
      "INSERT INTO note (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET text = 'changed'",
      "UPDATE note SET text = 'changed'",
      "UPDATE note SET text = 'changed' RETURNING id",
      'DELETE FROM note',
      'REPLACE INTO note (id) VALUES (1)',
      'CREATE TABLE extra (id INTEGER PRIMARY KEY) STRICT',
      'CREATE TABLE extra AS SELECT * FROM note',
      'CREATE TEMP TABLE extra (id INTEGER)',
      'CREATE VIRTUAL TABLE extra USING fts5(text)',
      'CREATE INDEX extra ON note (text)',
      'CREATE VIEW extra AS SELECT id FROM note',
      'CREATE TRIGGER extra AFTER INSERT ON note BEGIN DELETE FROM note; END',
      'DROP TABLE note',
      'DROP TABLE IF EXISTS note',
      'ALTER TABLE note RENAME TO other',
      'ALTER TABLE note ADD COLUMN extra TEXT',
      'PRAGMA user_version = 7',
      'PRAGMA user_version',
      'PRAGMA query_only = OFF',
      'PRAGMA journal_mode = OFF',
      'PRAGMA writable_schema = ON',
      'PRAGMA wal_checkpoint',
      'PRAGMA optimize',
      "ATTACH ':memory:' AS more",
      'DETACH main',
      'VACUUM',
      "VACUUM INTO 'copy.sqlite'",
      'REINDEX',
      'ANALYZE',
      'BEGIN',
      'BEGIN IMMEDIATE',
      'COMMIT',
      'END',
      'ROLLBACK',
      'SAVEPOINT mine',
      'RELEASE write',
      'ROLLBACK TO write',
      "WITH new AS (SELECT 1) UPDATE note SET text = 'changed'",
      'WITH new AS (SELECT 9 AS id) INSERT INTO note (id) SELECT id FROM new',
      'WITH old AS (SELECT 1 AS id) DELETE FROM note WHERE id IN (SELECT id FROM old)',
      '/* SELECT */ DELETE FROM note',
      '-- SELECT\nDELETE FROM note',
      '; DELETE FROM note',
      'SELECT 1; DELETE FROM note',
      'SELECT * FROM pragma_optimize(65534)',
    ];
    const before = await store.read(allRows);
    for (const sql of statements) {
      await expect(
        store.read((db) => db.query(sql)),
        sql,
      ).rejects.toThrow(/put and delete|One statement/);
      await expect(
        store.write((tx) => tx.query(sql)),
        sql,
      ).rejects.toThrow(/put and delete|One statement/);
    }
    expect(await store.read(allRows)).toEqual(before);
    expect(store.status().sequence).toBe(1);
    await store.write((tx) => tx.put('note', { id: 2, key: 'still works' }));
  });

  it('cannot change anything by a function that ran once without writing', async () => {
    const store = await fixture.open(await fixture.directory());
    await store.write((tx) => {
      for (let key = 0; key < 100; key++) tx.put('note', { key: String(key) });
    });
    const optimize = (mask: number) =>
      store.write((tx) => tx.query('SELECT * FROM pragma_optimize(?)', [mask]));
    await optimize(0);
    await expect(optimize(65534)).rejects.toThrow('put and delete');
  });

  it('reads in every way that only reads', async () => {
    const store = await fixture.open(await fixture.directory());
    await store.write((tx) => tx.put('note', { id: 1, key: 'a' }));
    const answers = await store.read((db): Row[][] => [
      db.query('WITH k AS (SELECT key FROM note) SELECT * FROM k'),
      db.query('-- comment\n  /* and another */ select key from note where id = ?', [1]),
      db.query('VALUES (1)'),
    ]);
    expect(answers).toEqual([[{ key: 'a' }], [{ key: 'a' }], [{ column1: 1 }]]);
  });

  it('says what is wrong with it, and the store goes on', async () => {
    const store = await fixture.open(await fixture.directory());
    await expect(store.read((db) => db.query('SELECT a FROM nowhere'))).rejects.toThrow(
      'no such table: nowhere',
    );
    await expect(store.read((db) => db.query('SELECT ?', [NaN]))).rejects.toThrow('finite');
    expect(await store.read((db) => db.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });
});
