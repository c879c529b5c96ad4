import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ChangeDispatcher } from '../../src/store/changeDispatcher';
import type { FileLook, OpenFile, OpenMode } from '../../src/store/fileLayer';
import { Replica } from '../../src/store/replica';
import { loadSqlJs } from '../../src/store/sqlJs';
import { FIRST_LOG } from '../../src/store/storeFiles';
import type { Reader } from '../../src/store/types';
import { wasmFile } from '../support/builtWorker';
import { FilesWithFaults } from '../support/filesWithFaults';
import { noteMigrations } from '../support/noteMigrations';
import { storeFixture } from '../support/storeFixture';

/** The real disk, which counts what is opened, and whose directories can be as old as a network disk's. */
class ObservedFiles extends FilesWithFaults {
  opened = 0;
  stale = false;
  readonly #looks = new Map<string, FileLook | undefined>();

  override async look(path: string): Promise<FileLook | undefined> {
    if (!this.stale || !this.#looks.has(path)) this.#looks.set(path, await super.look(path));
    return this.#looks.get(path);
  }

  override open(path: string, mode: OpenMode): Promise<OpenFile> {
    this.opened++;
    return super.open(path, mode);
  }
}

function texts(db: Reader): string[] {
  return db.query<{ text: string }>('SELECT text FROM note ORDER BY id').map(({ text }) => text);
}

describe('catching up with other processes', () => {
  const fixture = storeFixture();

  it.each([
    ['the first log', 0],
    ['a later one', 1],
  ])('opens no file as long as nothing is new in %s', async (_log, compactions) => {
    const directory = await fixture.directory();
    const files = new ObservedFiles();
    const [store, other] = [
      await fixture.open(directory, undefined, { files }),
      await fixture.open(directory),
    ];
    await other.write((tx) => tx.put('note', { text: 'one' }));
    for (let done = 0; done < compactions; done++) await other.compact();
    expect(await store.read(texts)).toEqual(['one']);
    files.opened = 0;
    for (let read = 0; read < 5; read++) await store.read(texts);
    expect(files.opened).toBe(0);
    await other.write((tx) => tx.put('note', { text: 'two' }));
    expect(await store.read(texts)).toEqual(['one', 'two']);
    expect(files.opened).toBe(1);
  });

  it('is not misled by another first log of the same size', async () => {
    const [directory, elsewhere] = [await fixture.directory(), await fixture.directory()];
    const [store, other] = [await fixture.open(directory), await fixture.open(directory)];
    await fixture.open(elsewhere);
    await store.read(texts);
    await other.write((tx) => tx.put('note', { text: 'one' }));
    await other.compact({ purge: true });
    expect(await readdir(directory)).not.toContain(FIRST_LOG);
    // Begun anew by a process that was suspended while it created the store.
    await writeFile(join(directory, FIRST_LOG), readFileSync(join(elsewhere, FIRST_LOG)));
    expect(await store.read(texts)).toEqual(['one']);
  });

  it('does not rely on what directories of a network disk say', async () => {
    const directory = await fixture.directory();
    const other = await fixture.open(directory);
    const files = new ObservedFiles();
    const dispatcher = new ChangeDispatcher(() => undefined);
    const replica = await Replica.open(
      {
        ...{ files, directory, migrations: noteMigrations, log: () => undefined, network: true },
        sql: await loadSqlJs(wasmFile),
      },
      dispatcher,
    );
    await replica.catchUp();
    files.stale = true;
    for (const text of ['one', 'two']) {
      await other.write((tx) => tx.put('note', { text }));
      await replica.catchUp();
      expect(replica.sequence).toBe(other.status().sequence);
      await other.compact();
    }
    replica.close();
  });
});
