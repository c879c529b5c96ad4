import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/store/database';
import { writeSqliteFile } from '../../src/store/sqliteFile';
import { loadSqlJs } from '../../src/store/sqlJs';
import { wasmFile } from '../support/builtWorker';

describe('an SQLite file', () => {
  let folder = '';
  let bytes: Uint8Array = new Uint8Array();
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sqlite-file-'));
    const database = new Database(await loadSqlJs(wasmFile));
    database.run('CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT UNIQUE) STRICT');
    database.run("INSERT INTO note VALUES (1, 'otter')");
    bytes = database.export();
    database.close();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function write(name: string, content: Uint8Array, replace: boolean) {
    return writeSqliteFile(await loadSqlJs(wasmFile), join(folder, name), content, { replace });
  }

  it('never takes the place of another, unless told so', async () => {
    await writeFile(join(folder, 'mine'), 'not yours');
    expect(await write('mine', bytes, false)).toEqual({ kind: 'exists' });
    expect(await readFile(join(folder, 'mine'), 'utf8')).toBe('not yours');
    expect(await write('mine', bytes, true)).toEqual({ kind: 'written', bytes: bytes.length });
    expect(new Uint8Array(await readFile(join(folder, 'mine')))).toEqual(bytes);
    expect(await readdir(folder)).toEqual(['mine']);
  });

  it('is made once by several at the same time', async () => {
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => write('one', bytes, false)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['exists', 'exists', 'exists', 'written']);
    expect(await readdir(folder)).toEqual(['one']);
  });

  it('that is unsound is not written', async () => {
    const unsound = Buffer.from(bytes);
    // The key in the index, which then disagrees with the row.
    unsound.write('ottex', unsound.lastIndexOf('otter'));
    for (const content of [unsound, Buffer.from('no database at all, whatever its length may be')]) {
      expect(await write('bad', content, true)).toMatchObject({
        kind: 'failed',
        message: expect.stringMatching(/^the check of the new file failed: /) as string,
      });
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('in a folder that is not there is a failure that says so', async () => {
    expect(await write(join('none', 'file'), bytes, false)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('ENOENT') as string,
    });
  });
});
