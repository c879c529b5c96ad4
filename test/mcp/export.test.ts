import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { runCommand } from '../support/command';
import { ServerSession, temporaryFolder } from '../support/mcpServer';
import { queryByNativeSqlite, queryByOtherSqlite } from '../support/otherSqlite';
import { queryFile } from '../support/sqliteFile';
import { filesBelow } from '../support/storageCopy';

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

async function serve(storage: string, project: string): Promise<ServerSession> {
  const session = await ServerSession.start({ storage, args: ['--project', project] });
  sessions.push(session);
  return session;
}

let filled: Promise<string> | undefined;

/** A copy of a storage with two projects of a memory each, one of them forgotten, and a fact. Nobody has it open. */
async function filledStorage(): Promise<string> {
  const storage = temporaryFolder('mcp-storage-');
  cpSync(await (filled ??= fill()), storage, { recursive: true });
  return storage;
}

async function fill(): Promise<string> {
  const storage = temporaryFolder('mcp-storage-');
  const otter = await serve(storage, 'otter');
  await otter.ok('mem_save', { title: 'River', content: 'The otter lives by the river.', topic_key: 'home' });
  await otter.ok('mem_save', { title: 'River', content: 'The otter moved to the lake.', topic_key: 'home' });
  await otter.ok('memory', { action: 'save', category: 'other', key: 'pet', value: 'Has an otter' });
  const heron = await serve(storage, 'heron');
  await heron.ok('mem_save', { title: 'Reed', content: 'The heron stands in the reed.', topic_key: 'reed' });
  await heron.ok('forget', { key: 'reed' });
  await Promise.all(sessions.splice(0).map((session) => session.close()));
  return storage;
}

/** To two other SQLites than the one that wrote it: one as WebAssembly, and better-sqlite3 where it could be installed. */
async function expectSound(file: string): Promise<void> {
  for (const [pragma, sound] of [
    ['integrity_check', [{ integrity_check: 'ok' }]],
    ['foreign_key_check', []],
  ] as const) {
    expect(queryByOtherSqlite(file, `PRAGMA ${pragma}`)).toEqual(sound);
    expect((await queryByNativeSqlite(file, `PRAGMA ${pragma}`)) ?? sound).toEqual(sound);
  }
}

describe('export', () => {
  it('writes everything as one sound SQLite file, and changes no byte of the store', async () => {
    const storage = await filledStorage();
    const before = filesBelow(storage);
    const folder = temporaryFolder('backup-');
    const file = path.join(folder, 'memories.sqlite');
    const { status, stdout, stderr } = await runCommand(['export', '--storage', storage, '--sqlite', file]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`${file}: 3 memories of 3 areas`);
    await expectSound(file);
    expect(
      await queryFile(
        file,
        `SELECT a.name, m.content, m.deleted_at IS NOT NULL AS forgotten FROM memory m JOIN area a USING (area)
         ORDER BY a.name`,
      ),
    ).toEqual([
      { name: 'heron', content: 'The heron stands in the reed.', forgotten: 1 },
      { name: 'otter', content: 'The otter moved to the lake.', forgotten: 0 },
      { name: 'user', content: 'Has an otter', forgotten: 0 },
    ]);
    expect(await queryFile(file, 'SELECT count(*) AS n FROM history')).toEqual([{ n: 1 }]);
    expect(await queryFile(file, 'SELECT name FROM catalog_project ORDER BY name')).toEqual([
      { name: 'heron' },
      { name: 'otter' },
    ]);
    expect(readdirSync(folder)).toEqual(['memories.sqlite']);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(filesBelow(storage)).toEqual(before);
  });

  it('writes one project alone', async () => {
    const storage = await filledStorage();
    const file = path.join(temporaryFolder('backup-'), 'otter.sqlite');
    const { status } = await runCommand([
      'export',
      '--storage',
      storage,
      '--sqlite',
      file,
      '--project',
      'otter',
    ]);
    expect(status).toBe(0);
    expect(await queryFile(file, 'SELECT content FROM memory')).toEqual([
      { content: 'The otter moved to the lake.' },
    ]);
    expect(await queryFile(file, 'SELECT name FROM area')).toEqual([{ name: 'otter' }]);
  });

  it('writes one moment of each database while others write', async () => {
    const storage = temporaryFolder('mcp-storage-');
    const writer = await serve(storage, 'otter');
    await writer.ok('mem_save', { title: 'Pair 0', content: 'Half a of pair 0 about the otter.' });
    let pairs = 1;
    let writing = true;
    const written = (async () => {
      for (; writing; pairs++) {
        // Both halves of a pair are answered before the next begins.
        await writer.ok('memory', {
          action: 'save',
          category: 'other',
          key: `a_${pairs}`,
          value: `a ${pairs}`,
        });
        await writer.ok('memory', {
          action: 'save',
          category: 'other',
          key: `b_${pairs}`,
          value: `b ${pairs}`,
        });
      }
    })();
    const folder = temporaryFolder('backup-');
    try {
      for (let n = 0; n < 4; n++) {
        const acknowledged = pairs - 1;
        const file = path.join(folder, `${n}.sqlite`);
        expect((await runCommand(['export', '--storage', storage, '--sqlite', file])).status).toBe(0);
        await expectSound(file);
        const facts = queryByOtherSqlite(
          file,
          "SELECT key FROM memory WHERE area = 'user' ORDER BY sequence",
        );
        // A prefix of what was written, no shorter than what was acknowledged before the export began.
        const expected = facts.map(
          (_, index) => `${index % 2 === 0 ? 'a' : 'b'}_${Math.floor(index / 2) + 1}`,
        );
        expect(facts.map(({ key }) => key)).toEqual(expected);
        expect(facts.length).toBeGreaterThanOrEqual(2 * acknowledged);
      }
    } finally {
      writing = false;
      await written;
    }
  });

  it('leaves a file of that name as it is, unless it is forced', async () => {
    const storage = await filledStorage();
    const folder = temporaryFolder('backup-');
    const file = path.join(folder, 'mine.sqlite');
    writeFileSync(file, 'not yours');
    const args = ['export', '--storage', storage, '--sqlite', file];
    const refused = await runCommand(args);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /exists already and was left as it is\. Choose another name, or pass --force/,
    );
    expect(readFileSync(file, 'utf8')).toBe('not yours');
    expect((await runCommand([...args, '--force'])).status).toBe(0);
    await expectSound(file);
    expect(readdirSync(folder)).toEqual(['mine.sqlite']);
  });

  it('says what is lost in the store, and writes the rest', async () => {
    const storage = await filledStorage();
    const log = path.join(storage, 'user', 'log-0-00000000');
    const bytes = readFileSync(log);
    const at = bytes.indexOf('Has an otter');
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(log, bytes);
    const file = path.join(temporaryFolder('backup-'), 'all.sqlite');
    const { status, stderr } = await runCommand(['export', '--storage', storage, '--sqlite', file]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/lost in the store: user: log-0-00000000: the last change is damaged/);
    expect(await queryFile(file, 'SELECT count(*) AS n FROM memory')).toEqual([{ n: 2 }]);
  });

  it('writes nothing when a database is beyond reading, but the other projects one by one', async () => {
    const storage = await filledStorage();
    for (const name of readdirSync(path.join(storage, 'user'))) {
      writeFileSync(path.join(storage, 'user', name), 'gone');
    }
    const folder = temporaryFolder('backup-');
    const all = await runCommand([
      'export',
      '--storage',
      storage,
      '--sqlite',
      path.join(folder, 'all.sqlite'),
    ]);
    expect(all).toMatchObject({ status: 1, stdout: '' });
    expect(all.stderr).toMatch(/store_unavailable: No whole state can be read in .*user/);
    expect(readdirSync(folder)).toEqual([]);
    const one = path.join(folder, 'one.sqlite');
    const args = ['export', '--storage', storage, '--sqlite', one, '--project'];
    expect((await runCommand([...args, 'otter'])).status).toBe(0);
    // Without its catalog too, by its id.
    const [{ area } = { area: '' }] = await queryFile(one, 'SELECT area FROM area');
    for (const name of readdirSync(path.join(storage, 'catalog'))) {
      writeFileSync(path.join(storage, 'catalog', name), 'gone');
    }
    rmSync(one);
    expect((await runCommand([...args, String(area)])).status).toBe(0);
    expect(await queryFile(one, 'SELECT content FROM memory')).toEqual([
      { content: 'The otter moved to the lake.' },
    ]);
  });

  it.each([
    [['--sqlite', 'x.sqlite'], 2, /--storage is missing/],
    [['--storage', '/nowhere/at/all', '--sqlite', 'x'], 2, /does not exist: there is nothing to export/],
    [['--storage', '.'], 2, /--sqlite is missing/],
    [['--storage', '.', '--sqlite', ' '], 2, /--sqlite is blank/],
    [['--storage', '.', '--sqlite', '.'], 2, /is a folder: give the name of a file in it/],
    [['--storage', '.', '--sqlite', 'no/such/folder/x'], 2, /there is no folder .*no.such.folder/],
    [['--storage', '.', '--sqlite', 'x', 'y'], 2, /Usage:/],
    [
      ['--storage', '.', '--sqlite', 'x', '--project', 'crane'],
      1,
      /unknown_project: there is no project "crane"/,
    ],
  ])('refuses %j and writes nothing', async (args, expected, message) => {
    const cwd = temporaryFolder('export-cwd-');
    const { status, stdout, stderr } = await runCommand(['export', ...args], { cwd });
    expect({ status, stdout }).toEqual({ status: expected, stdout: '' });
    expect(stderr).toMatch(message);
    expect(readdirSync(cwd)).toEqual([]);
  });
});
