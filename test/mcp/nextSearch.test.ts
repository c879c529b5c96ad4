import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { MemoryHost } from '../../src/memory/memoryHost';
import { insertMemory, memoryByUuid, replaceMemory } from '../../src/memory/memoryRow';
import type { Area } from '../../src/memory/types';
import { builtWorker, wasmFile } from '../support/builtWorker';
import { ServerSession, temporaryFolder } from '../support/mcpServer';

type ProjectArea = Area & { readonly kind: 'project' };

let worker: Awaited<ReturnType<typeof builtWorker>>;
beforeAll(async () => {
  worker = await builtWorker();
});
afterAll(() => worker.dispose());

let host: MemoryHost;
let here: ProjectArea;
let there: ProjectArea;
let sessions: readonly ServerSession[];

/** This process has made a compacted project of 300 memories; two servers have loaded its index from the file. */
beforeEach(async () => {
  const storage = temporaryFolder('next-search-');
  host = new MemoryHost({ storageDirectory: storage, runtime: { wasmFile, workerFile: worker.file } });
  [here, there] = [await project('here'), await project('there')];
  await save(here, ...Array.from({ length: 300 }, (_, n) => `otter ${n}`));
  await host.use(here, ({ store }) => store.compact());
  const start = () => ServerSession.start({ storage, cwd: temporaryFolder('next-search-cwd-') });
  sessions = [await start(), await start()];
  expect(await found('otter 17')).toContain('otter 17');
});
afterEach(async () => {
  await Promise.all(sessions.map((session) => session.close()));
  await host.close();
});

async function project(name: string): Promise<ProjectArea> {
  const made = await (await host.catalog()).create(name);
  if (made.kind === 'error') throw new Error(made.message);
  return { kind: 'project', id: made.project.id, name };
}

function save(area: Area, ...contents: readonly string[]): Promise<string[]> {
  return host.use(area, (opened) =>
    opened.write((tx) =>
      contents.map((content) => {
        const memory = {
          kind: 'observation',
          title: 'Note',
          content,
          scope: 'project',
          saved_by: 'test',
        } as const;
        return insertMemory(tx, memory, host.timestamp()).uuid;
      }),
    ),
  );
}

/** Texts that the next search of every process finds; they are of one mind. */
async function found(query: string, area: ProjectArea = here): Promise<readonly string[]> {
  const own = await host.search([area], { query, limit: 50 });
  const expected = own.hits.map(({ record }) => record.content);
  for (const session of sessions) {
    const { hits } = await session.ok('mem_search', {
      query,
      project: area.name,
      limit: 50,
      kind: 'observation',
    });
    expect((hits as { preview: string }[]).map(({ preview }) => preview)).toEqual(expected);
  }
  return expected;
}

describe.each([
  ['in the log', () => Promise.resolve()],
  ['right after a compaction', () => host.use(here, ({ store }) => store.compact())],
])('the very next search of every process knows, %s,', (_, settle) => {
  it('what is saved and revised', async () => {
    const [first] = sessions;
    const input = { title: 'Heron', topic_key: 'birds/heron', project: 'here', type: 'discovery' };
    await first?.ok('mem_save', { ...input, content: 'The heron stands.' });
    await settle();
    expect(await found('heron stands')).toEqual(['The heron stands.']);
    await first?.ok('mem_save', { ...input, content: 'The heron flies.' });
    await settle();
    expect(await found('stands')).toEqual([]);
    expect(await found('heron')).toEqual(['The heron flies.']);
  });

  it('what is edited, forgotten, brought back, expired and purged', async () => {
    const [id = ''] = await save(here, 'A badger digs.');
    await settle();
    expect(await found('badger')).toEqual(['A badger digs.']);
    await change(id, { content: 'A marmot digs.' });
    await settle();
    expect([await found('badger'), await found('marmot')]).toEqual([[], ['A marmot digs.']]);
    await sessions[0]?.ok('forget', { id, project: 'here' });
    await settle();
    expect(await found('marmot')).toEqual([]);
    await host.restore(here, [id]);
    await settle();
    expect(await found('marmot')).toEqual(['A marmot digs.']);
    await change(id, { expires_at: '2020-01-01T00:00:00.000Z' });
    await settle();
    expect(await found('marmot')).toEqual([]);
    await change(id, { expires_at: null });
    expect(await found('marmot')).toEqual(['A marmot digs.']);
    await host.purge(here, [id], 'test');
    await settle();
    expect(await found('marmot')).toEqual([]);
    expect(await found('otter 299')).toContain('otter 299');
  });

  it('what supersedes another, until that is taken back, and what is merged into the project', async () => {
    const [noon = '', dusk = ''] = await save(here, 'Ferrets sleep at noon.', 'Ferrets sleep at dusk.');
    const judge = async (relation: string): Promise<void> => {
      const pair = { memory_id_a: noon, memory_id_b: dusk, project: 'here' };
      await sessions[0]?.ok('mem_judge', { ...pair, relation });
      await settle();
    };
    expect(await found('ferrets at dusk')).toEqual(['Ferrets sleep at dusk.', 'Ferrets sleep at noon.']);
    await judge('supersedes');
    expect(await found('ferrets at dusk')).toEqual(['Ferrets sleep at noon.', 'Ferrets sleep at dusk.']);
    await judge('related');
    expect(await found('ferrets at dusk')).toEqual(['Ferrets sleep at dusk.', 'Ferrets sleep at noon.']);

    await save(there, 'A gibbon swings.');
    await settle();
    expect(await found('gibbon')).toEqual([]);
    await (await host.projectChanges()).merge([there], here, 'person');
    await settle();
    expect(await found('gibbon')).toEqual(['A gibbon swings.']);
  });

  it('what is moved to another project, from the base too', async () => {
    const id = (await host.search([here], { query: '"otter 17"', limit: 1 })).hits[0]?.record.id ?? '';
    await (await host.projectChanges()).move([id], here, there, 'person');
    await settle();
    expect(await found('otter 17', there)).toEqual(['otter 17']);
    expect(await found('otter 17')).not.toContain('otter 17');
  });
});

function change(id: string, to: Parameters<typeof replaceMemory>[2]): Promise<void> {
  return host.use(here, (opened) =>
    opened.write((tx) => {
      const row = memoryByUuid(tx, id);
      if (row !== undefined) replaceMemory(tx, row, to);
    }),
  );
}
