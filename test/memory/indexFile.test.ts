import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { purgeMemories } from '../../src/memory/forgetting';
import { userArea, type MemoryHost } from '../../src/memory/memoryHost';
import { memoryIndexName } from '../../src/memory/memoryIndex';
import { insertMemory } from '../../src/memory/memoryRow';
import { analyze } from '../../src/search/analyze';
import type { Area } from '../../src/memory/types';
import { HostFixture } from '../support/hostFixture';
import { poll } from '../support/poll';

/** The index file of a base, as this version names it. */
const named = (base: number): string => `index-${base}-${memoryIndexName.version}`;

// Counts the texts that this process analyses; the worker is another program.
vi.mock('../../src/search/analyze', async (original) => {
  const real = await original<{ analyze: typeof analyze }>();
  return { ...real, analyze: vi.fn(real.analyze) };
});

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

const project: Area = { kind: 'project', id: '11111111-1111-4111-8111-111111111111', name: 'app' };
const directory = () => join(fixture.directory, 'projects', project.id);

/** Saves observations of these texts in one write. @returns their ids. */
function save(host: MemoryHost, ...contents: readonly string[]): Promise<string[]> {
  return host.use(project, (area) =>
    area.write((tx) =>
      contents.map(
        (content) =>
          insertMemory(
            tx,
            { kind: 'observation', title: `About ${content}`, content, scope: 'project', saved_by: 'test' },
            host.timestamp(),
          ).uuid,
      ),
    ),
  );
}

function compact(host: MemoryHost, options: { purge?: boolean } = {}): Promise<void> {
  return host.use(project, (area) => area.store.compact(options));
}

async function indexFiles(): Promise<string[]> {
  return (await readdir(directory())).filter((name) => name.startsWith('index-'));
}

async function find(host: MemoryHost, query: string): Promise<string[]> {
  const answer = await host.search([project, userArea], { query, limit: 50 });
  expect(answer.complete).toBe(true);
  return answer.hits.map(({ record }) => record.content).sort();
}

const numbered = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word} ${n}`);

/** Waits until the index is complete. */
function completed(host: MemoryHost): Promise<true> {
  return host.use(project, (area) =>
    poll('the index', async () => ((await area.index()).complete ? true : undefined)),
  );
}

/** The texts this process has analysed since the last call, each once. */
function analysed(): string[] {
  const texts = new Set(vi.mocked(analyze).mock.calls.map(([text]) => text));
  vi.mocked(analyze).mockClear();
  return [...texts].filter((text) => text !== '').sort();
}

describe('the index file beside a base', () => {
  it('is made by the worker for the owner alone, and an open analyses only the log', async () => {
    const writer = fixture.host();
    await save(writer, ...numbered(600, 'otter'));
    await compact(writer);
    expect(await indexFiles()).toEqual([named(1)]);
    if (process.platform !== 'win32')
      expect((await stat(join(directory(), named(1)))).mode & 0o777).toBe(0o600);
    await save(writer, 'heron in the log');
    await writer.close();

    const reader = fixture.host();
    analysed();
    await reader.use(project, (area) => area.index());
    expect(analysed()).toEqual(['About heron in the log', 'heron in the log']);
    expect(await find(reader, 'otter')).toHaveLength(50);
    expect(await find(reader, 'heron')).toEqual(['heron in the log']);
    expect(await find(reader, '"otter 599"')).toContain('otter 599');
  });

  it('is made from the one before: the next compaction loses and keeps nothing', async () => {
    const host = fixture.host();
    const [gone, changed] = await save(host, 'heron one', 'heron two', ...numbered(20, 'otter'));
    await compact(host);
    await host.forget(project, [gone ?? ''], 'test');
    await host.use(project, (area) =>
      area.write((tx) => {
        const [row] = tx.query<{ id: number }>('SELECT * FROM memory WHERE uuid = ?', [changed ?? '']);
        if (row !== undefined) tx.put('memory', { ...row, title: 'Now', content: 'a crane' });
      }),
    );
    await save(host, 'heron three');
    await compact(host);
    expect(await indexFiles()).toEqual([named(2)]);
    await host.close();

    const reader = fixture.host();
    expect(await find(reader, 'heron')).toEqual(['heron three']);
    expect(await find(reader, 'crane')).toEqual(['a crane']);
    expect(await find(reader, 'otter')).toHaveLength(20);
  });

  it.each([
    ['missing', (file: string) => rm(file)],
    ['cut short', async (file: string) => writeFile(file, (await readFile(file)).subarray(0, 5_000))],
    ['empty', (file: string) => writeFile(file, '')],
    [
      'damaged in one bit',
      async (file: string) => {
        const bytes = await readFile(file);
        bytes[bytes.length - 3_000]! ^= 4;
        await writeFile(file, bytes);
      },
    ],
  ])('is made anew by the worker when it is %s', async (_, damage) => {
    const writer = fixture.host();
    await save(writer, ...numbered(600, 'otter'));
    await compact(writer);
    await writer.close();
    const file = join(directory(), named(1));
    const whole = await readFile(file);
    await damage(file);

    const reader = fixture.host();
    analysed();
    await completed(reader);
    expect(analysed()).toEqual([]);
    expect(await find(reader, 'otter 17')).toHaveLength(50);
    expect((await readFile(file)).equals(whole)).toBe(true);
  });

  it('is not used when another version of the analysis made it, nor removed', async () => {
    const writer = fixture.host();
    await save(writer, ...numbered(600, 'otter'));
    await compact(writer);
    await writer.close();
    const older = join(directory(), 'index-1-1');
    await writeFile(older, await readFile(join(directory(), named(1))));
    await rm(join(directory(), named(1)));

    const reader = fixture.host();
    await completed(reader);
    expect(await indexFiles()).toEqual(['index-1-1', named(1)]);
    expect(await find(reader, 'otter')).toHaveLength(50);
  });

  it('holds no word of a purged memory, and no older one stays', async () => {
    const host = fixture.host();
    const [secret] = await save(host, 'zanzibar password', ...numbered(20, 'otter'));
    await compact(host);
    await save(host, 'heron');
    await compact(host);
    const filesWith = async (text: string) => {
      const names = await readdir(directory());
      const held = await Promise.all(
        names.map(async (name) => (await readFile(join(directory(), name))).includes(text)),
      );
      return names.filter((_, at) => held[at]);
    };
    expect(await filesWith('zanzibar')).toContain(named(2));

    await host.use(project, (area) =>
      area.write((tx) => purgeMemories(tx, [secret ?? ''], 'test', host.timestamp())),
    );
    await writeFile(join(directory(), named(1)), 'zanzibar');
    await writeFile(join(directory(), 'index-2-1'), 'zanzibar');
    await compact(host, { purge: true });
    expect(await filesWith('zanzibar')).toEqual([]);
    expect(await indexFiles()).toEqual([named(3)]);
    expect(await filesWith('heron')).toContain(named(3));
    expect(await find(host, 'zanzibar')).toEqual([]);
    expect(await find(host, 'heron otter')).toHaveLength(21);
  });
});
