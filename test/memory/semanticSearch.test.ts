import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryHost } from '../../src/memory/memoryHost';
import { bringUpToDate, giveVector, livePage } from '../../src/memory/memoryIndex';
import { insertMemory } from '../../src/memory/memoryRow';
import { DEFAULT_SETTINGS } from '../../src/memory/storeSettings';
import type { Area } from '../../src/memory/types';
import { WORD_VECTORS_FILE, WordVectorsFile } from '../../src/memory/wordVectorsFile';
import { indexToParts } from '../../src/search/indexParts';
import { SearchIndex } from '../../src/search/searchIndex';
import { builtWorker, wasmFile } from '../support/builtWorker';
import { repositoryRoot } from '../support/paths';
import { poll } from '../support/poll';

const project: Area = { kind: 'project', id: '11111111-1111-4111-8111-111111111111', name: 'app' };
const shippedTable = join(repositoryRoot, 'tools/semantic', WORD_VECTORS_FILE);

const memories = [
  ['Cleaning', 'We delete old log files every night with a cron job.'],
  ['Accounts', 'The password of a user is hashed before it is written to the database.'],
  ['Retries', 'Requests that fail are repeated three times.'],
] as const;
const question = 'как удалять старые журналы';

let directory: string;
let worker: Awaited<ReturnType<typeof builtWorker>>;
let hosts: MemoryHost[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'semantic-'));
  worker = await builtWorker();
  hosts = [];
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(hosts.map((host) => host.close()));
  await worker.dispose();
  await rm(directory, { recursive: true, force: true });
});

interface HostChoice {
  readonly table?: string;
  readonly semantic?: boolean;
  readonly log?: (message: string) => void;
}

function openHost({ table = shippedTable, semantic = true, log }: HostChoice = {}): MemoryHost {
  const host = new MemoryHost({
    storageDirectory: join(directory, 'storage'),
    runtime: { wasmFile, workerFile: worker.file, ...(log && { log }) },
    settings: () => ({ ...DEFAULT_SETTINGS, search: { semantic } }),
    wordVectorsFile: table,
  });
  hosts.push(host);
  return host;
}

function save(host: MemoryHost, texts: readonly (readonly [string, string])[]): Promise<void> {
  return host.use(project, (area) =>
    area.write((tx) => {
      for (const [title, content] of texts) {
        insertMemory(
          tx,
          { kind: 'observation', title, content, scope: 'project', saved_by: 'test' },
          host.timestamp(),
        );
      }
    }),
  );
}

const search = (host: MemoryHost, query = question) => host.search([project], { query, limit: 5 });

/** Asks until the table has been read and every memory has its vector. */
function firstByMeaning(host: MemoryHost) {
  return poll('a hit by meaning', async () => (await search(host)).hits[0]);
}

/** How many of the memories in the index of a process have no vector. */
function withoutVectors(host: MemoryHost): Promise<number> {
  return host.use(project, async (area) => (await area.index()).index.withoutVectors().length);
}

describe('search by meaning', () => {
  it('waits for the table and the vectors where words find nothing, and says why it found something', async () => {
    const writer = openHost();
    await save(writer, memories);
    await writer.use(project, (area) => area.store.compact());
    await writer.close();

    const host = openHost();
    expect(await withoutVectors(host)).toBe(memories.length);
    const [hit] = (await search(host)).hits;
    expect(hit?.record.label).toBe('Cleaning');
    expect(hit?.why[0]).toBe('meaning');
    expect(hit?.why).toContain('delete');
    expect(hit?.preview).toContain('delete old log files');
    expect((await search(host, 'password')).hits[0]?.record.label).toBe('Accounts');
  });

  it('finds what is saved after the table was read, and nothing that was forgotten', async () => {
    const host = openHost();
    await save(host, memories.slice(1));
    await search(host);
    await poll('the vectors', async () => {
      await search(host);
      return (await withoutVectors(host)) === 0 ? true : undefined;
    });
    await save(host, memories.slice(0, 1));
    const { record } = await firstByMeaning(host);
    expect(record.label).toBe('Cleaning');
    await host.forget(project, [record.id], 'test');
    expect((await search(host)).hits.map((hit) => hit.record.label)).not.toContain('Cleaning');
  });

  it('keeps the vectors in the index file: whoever reads it needs make none', async () => {
    await copyFile(shippedTable, join(dirname(worker.file), WORD_VECTORS_FILE));
    const writer = openHost();
    await save(writer, memories);
    await writer.use(project, (area) => area.store.compact());
    await writer.close();

    const reader = openHost();
    expect(await withoutVectors(reader)).toBe(0);
    expect((await firstByMeaning(reader)).record.label).toBe('Cleaning');
  });

  it('makes the vectors that the worker could not make without a table', async () => {
    const writer = openHost();
    await save(writer, memories);
    await writer.use(project, (area) => area.store.compact());
    await writer.close();

    const reader = openHost();
    expect(await withoutVectors(reader)).toBe(3);
    expect((await firstByMeaning(reader)).record.label).toBe('Cleaning');
    expect(await withoutVectors(reader)).toBe(0);
  });

  it('makes vectors that nobody waits for while calls leave it time, and at once for who waits', async () => {
    const table = await new WordVectorsFile(shippedTable, () => undefined).read();
    if (table === undefined) throw new Error('The table that is shipped cannot be read.');
    const host = openHost();
    await save(host, memories);
    await withoutVectors(host);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await host.use(project, async (area) => {
      const inBackground = area.useWordVectors(table, false);
      for (let call = 0; call < 10; call++) await new Promise(setImmediate);
      expect(await withoutVectors(host)).toBe(memories.length);
      await area.useWordVectors(table, true);
      expect(await withoutVectors(host)).toBe(0);
      await inBackground;
    });
  });

  it('makes later the vectors that it would have made at once, and leaves newer ones alone', async () => {
    const table = await new WordVectorsFile(shippedTable, () => undefined).read();
    const host = openHost();
    await save(host, memories);
    const rows = await host.use(project, (area) => area.read((db) => livePage(db, 0)));
    const [atOnce, later] = [new SearchIndex(), new SearchIndex()];
    atOnce.wordVectors = table;
    for (const index of [atOnce, later]) for (const row of rows) bringUpToDate(index, row);
    expect(later.withoutVectors()).toHaveLength(rows.length);
    later.wordVectors = table;
    const before = later.revision;
    for (const row of rows) giveVector(later, row);
    expect(later.revision).toBeGreaterThan(before);
    for (const row of rows) giveVector(later, { ...row, content: 'An older text about something else.' });
    expect(indexToParts(later)).toEqual(indexToParts(atOnce));
  });

  it.each([
    ['missing', undefined],
    ['damaged', 'no table'],
  ])('goes by words alone where the table is %s, and says so once', async (_, content) => {
    const table = join(directory, WORD_VECTORS_FILE);
    if (content !== undefined) await writeFile(table, content);
    const told: string[] = [];
    const host = openHost({ table, log: (message) => told.push(message) });
    await save(host, memories);
    await search(host);
    await poll('the message', () => Promise.resolve(told.length > 0 ? true : undefined));
    expect((await search(host)).hits).toEqual([]);
    expect((await search(host, 'password')).hits).toHaveLength(1);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('word vectors');
  });

  it('is switched off by the setting, without reading the table', async () => {
    const told: string[] = [];
    const host = openHost({
      semantic: false,
      table: join(directory, 'nowhere'),
      log: (message) => told.push(message),
    });
    await save(host, memories);
    expect((await search(host)).hits).toEqual([]);
    await host.close();
    expect(told).toEqual([]);
  });
});
