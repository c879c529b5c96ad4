import { chmodSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../src/memory/doctor';
import { Catalog } from '../../src/project/catalog';
import { CatalogChanges } from '../../src/project/catalogChanges';
import { catalogMigrations } from '../../src/project/catalogSchema';
import { openStore } from '../../src/store/store';
import { writeLauncher } from '../../src/vscode/launcher';
import { builtWorker, wasmFile } from '../support/builtWorker';
import { runCommand } from '../support/command';
import { builtServer, ServerSession, temporaryFolder } from '../support/mcpServer';
import { filesBelow } from '../support/storageCopy';

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

let filled: Promise<string> | undefined;

/** A copy of a storage in which two projects and the user have memories, and which nobody has open. */
async function filledStorage(): Promise<string> {
  const storage = temporaryFolder('mcp-storage-');
  cpSync(await (filled ??= fill()), storage, { recursive: true });
  return storage;
}

async function fill(): Promise<string> {
  const storage = temporaryFolder('mcp-storage-');
  for (const project of ['otter', 'heron']) {
    const session = await ServerSession.start({ storage, args: ['--project', project] });
    await session.ok('mem_save', {
      title: `About the ${project}`,
      content: `The ${project} lives by the river.`,
    });
    await session.ok('memory', {
      action: 'save',
      category: 'other',
      key: `pet_${project}`,
      value: `Has an ${project}`,
    });
    await session.close();
  }
  return storage;
}

async function doctor(storage: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = await runCommand(['doctor', '--storage', storage, '--json', ...args]);
  if (stdout === '') throw new Error(`doctor printed nothing: ${stderr}`);
  const report = JSON.parse(stdout) as DoctorReport & { repairs?: readonly string[] };
  return { status, ...report };
}

function projectFolder(storage: string, n = 0): string {
  const name = readdirSync(path.join(storage, 'projects')).sort()[n];
  if (name === undefined) throw new Error('no such project');
  return path.join(storage, 'projects', name);
}

function flip(file: string, find: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(find);
  expect(at).toBeGreaterThan(0);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(file, bytes);
}

function logOf(folder: string): string {
  const name = readdirSync(folder).find((file) => file.startsWith('log-'));
  if (name === undefined) throw new Error(`no log in ${folder}`);
  return path.join(folder, name);
}

describe('doctor', () => {
  it('reports a store in order, with its counts, and changes no byte', async () => {
    const storage = await filledStorage();
    const before = filesBelow(storage);
    const report = await doctor(storage);
    expect(report).toMatchObject({
      status: 0,
      healthy: true,
      issues: [],
      counts: { databases: 4, projects: 2, memories: 2, userMemories: 2, forgotten: 0 },
    });
    expect(report.databases.map(({ name }) => name)).toEqual(['catalog', 'user', 'heron', 'otter']);
    expect(new Set(report.checks.map(({ check }) => check))).toEqual(
      new Set([
        'key',
        'projects',
        'moves',
        'version',
        'state',
        'bases',
        'logs',
        'integrity',
        'derived',
        'set_aside',
        'temporary_files',
        'permissions',
        'disk',
      ]),
    );
    expect(filesBelow(storage)).toEqual(before);
  });

  it('says the same as text', async () => {
    const storage = await filledStorage();
    flip(logOf(projectFolder(storage)), 'river');
    const { status, stdout } = await runCommand(['doctor', '--storage', storage]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^# Project Memory store: something is wrong/);
    expect(stdout).toMatch(/\[error\] logs: log-0-00000000: /);
    expect(stdout).toMatch(/## project heron \(/);
  });

  it('looks at a store that is in use', async () => {
    const storage = temporaryFolder('mcp-storage-');
    const session = await ServerSession.start({ storage, args: ['--project', 'otter'] });
    sessions.push(session);
    await session.ok('mem_save', { title: 'One', content: 'The first memory of the otter.' });
    expect(await doctor(storage)).toMatchObject({ status: 0, counts: { memories: 1 } });
    await session.ok('mem_save', { title: 'Two', content: 'A second one, quite different.' });
    expect(await doctor(storage)).toMatchObject({ status: 0, counts: { memories: 2 } });
  });

  it('finds nothing wrong with a folder that holds no store, and puts nothing there', async () => {
    const storage = temporaryFolder('mcp-storage-');
    expect(await doctor(storage)).toMatchObject({ status: 0, healthy: true, counts: { databases: 0 } });
    expect(readdirSync(storage)).toEqual([]);
  });

  it('finds a damaged log, and with --repair keeps it aside and is content', async () => {
    const storage = await filledStorage();
    const folder = projectFolder(storage);
    flip(logOf(folder), 'river');
    const damaged = readFileSync(logOf(folder));
    expect(await doctor(storage)).toMatchObject({
      status: 1,
      healthy: false,
      issues: [expect.stringMatching(/^project .*: error: log-0-00000000: .*damaged/) as string],
    });
    const after = await doctor(storage, '--repair');
    expect(after).toMatchObject({
      status: 0,
      healthy: true,
      issues: [expect.stringMatching(/warning: .*kept aside: damaged-log-0-00000000/) as string],
    });
    expect(after.repairs).toContainEqual(expect.stringMatching(/the newest whole state has new bases/));
    expect(readFileSync(path.join(folder, 'damaged-log-0-00000000')).subarray(0, damaged.length)).toEqual(
      damaged,
    );
    const session = await ServerSession.start({ storage, args: ['--project', 'heron'] });
    sessions.push(session);
    await session.ok('mem_save', { title: 'Again', content: 'The heron was seen again.' });
  });

  it('finds a project that the catalog does not know', async () => {
    const storage = await filledStorage();
    const folder = projectFolder(storage);
    const stranger = path.join(path.dirname(folder), '00000000-0000-4000-8000-000000000000');
    renameSync(folder, stranger);
    const report = await doctor(storage);
    expect(report).toMatchObject({ status: 1, counts: { projects: 3 } });
    expect(report.issues).toEqual([
      expect.stringMatching(/catalog does not know the folder projects\/00000000-.* \(1 memories\)/),
    ]);
  });

  it('finds a merge that was not finished, which the next program finishes', async () => {
    const storage = await filledStorage();
    const worker = await builtWorker();
    const runtime = { wasmFile, workerFile: worker.file };
    const store = await openStore(path.join(storage, 'catalog'), catalogMigrations, runtime);
    const now = (): Date => new Date();
    const projects = await new Catalog(store, now).list();
    const [heron, otter] = ['heron', 'otter'].map((name) => projects.find((known) => known.name === name));
    // As of a process that was killed right after it had written down what it was about to do.
    await new CatalogChanges(store, now).merge([heron?.id ?? ''], otter?.id ?? '', 'person');
    await store.close();
    await worker.dispose();
    expect(await doctor(storage)).toMatchObject({
      status: 0,
      issues: [
        expect.stringMatching(/^storage: warning: memories of heron are on their way to otter/) as string,
      ],
    });
    const session = await ServerSession.start({ storage, args: ['--project', 'otter'] });
    sessions.push(session);
    const { hits } = await session.ok('mem_search', { query: 'heron' });
    expect((hits as object[])[0]).toMatchObject({ title: 'About the heron', project: 'otter' });
    expect(await doctor(storage)).toMatchObject({ issues: [], counts: { projects: 1, memories: 2 } });
  });

  it('finds a key file that is none, keeps it aside, and saving works again', async () => {
    const storage = await filledStorage();
    writeFileSync(path.join(storage, 'key'), 'short');
    expect(await doctor(storage)).toMatchObject({
      status: 1,
      issues: [expect.stringMatching(/^storage: error: the key file is 5 bytes instead of 32/) as string],
    });
    expect(await doctor(storage, '--repair')).toMatchObject({ status: 0, healthy: true });
    const aside = readdirSync(storage).find((name) => name.startsWith('key.damaged-'));
    expect(readFileSync(path.join(storage, aside ?? ''), 'utf8')).toBe('short');
    const session = await ServerSession.start({ storage, args: ['--project', 'heron'] });
    sessions.push(session);
    await session.ok('mem_save', { title: 'Again', content: 'The heron was seen again.' });
  });

  it('warns of a lost key', async () => {
    const storage = await filledStorage();
    rmSync(path.join(storage, 'key'));
    expect(await doctor(storage)).toMatchObject({
      status: 0,
      issues: [expect.stringMatching(/^storage: warning: the key file is gone/) as string],
    });
  });

  it.runIf(process.platform !== 'win32')(
    'finds a key that others may read, and takes that back',
    async () => {
      const storage = await filledStorage();
      chmodSync(path.join(storage, 'key'), 0o644);
      expect(await doctor(storage)).toMatchObject({
        status: 1,
        issues: [expect.stringMatching(/^storage: error: the key file has mode 0644/) as string],
      });
      expect(await doctor(storage, '--repair')).toMatchObject({ status: 0, issues: [] });
    },
  );

  it('finds a catalog that is beyond repair, and says so after a repair too', async () => {
    const storage = await filledStorage();
    const catalog = path.join(storage, 'catalog');
    for (const name of readdirSync(catalog)) writeFileSync(path.join(catalog, name), 'gone');
    const report = await doctor(storage, '--repair');
    expect(report).toMatchObject({ status: 1, healthy: false });
    expect(report.issues).toContainEqual(expect.stringMatching(/^catalog: error: No whole state/));
    for (const name of readdirSync(catalog))
      expect(readFileSync(path.join(catalog, name), 'utf8')).toBe('gone');
  });

  it('looks at one project by name or id', async () => {
    const storage = await filledStorage();
    const byName = await doctor(storage, '--project', 'otter');
    expect(byName.databases.map(({ name }) => name)).toEqual(['catalog', 'user', 'otter']);
    const byId = await doctor(storage, '--project', byName.databases[2]?.id ?? '');
    expect(byId.databases.map(({ name }) => name)).toEqual(['catalog', 'user', 'otter']);
  });

  it.each([
    [[], /--storage is missing/],
    [['--storage', '/nowhere/at/all'], /does not exist/],
    [['--storage', '.', '--colour'], /--colour.*Usage:/s],
  ])('refuses %j', async (args, message) => {
    const { status, stdout, stderr } = await runCommand(['doctor', ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('refuses a project that is not there, and names those that are', async () => {
    const storage = await filledStorage();
    const { status, stderr } = await runCommand(['doctor', '--storage', storage, '--project', 'crane']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/"crane" is not known. Known projects: heron, otter/);
  });

  it('knows its storage when the launcher of a configuration starts it', async () => {
    const storage = await filledStorage();
    const launcher = await writeLauncher(storage, await builtServer());
    expect(await runCommand(['doctor', '--project', 'otter'], { program: launcher })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`- Folder: ${storage}`) as string,
    });
  });

  it('prints its usage', async () => {
    expect(await runCommand(['doctor', '--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Usage: node mcp-server.js doctor') as string,
    });
  });
});
