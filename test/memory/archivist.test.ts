import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { purgeMemories } from '../../src/memory/forgetting';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { memoryByUuid, reviseMemory } from '../../src/memory/memoryRow';
import { saveObservation } from '../../src/memory/observations';
import { saveStatement, type StatementInput } from '../../src/memory/statements';
import type { Area, ObservationInput } from '../../src/memory/types';
import { HostFixture } from '../support/hostFixture';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

const project: Area = { kind: 'project', id: '11111111-1111-4111-8111-111111111111', name: 'app' };

async function save(host: MemoryHost, title: string, content: string, over: Partial<ObservationInput> = {}) {
  const input = { title, content, type: 'decision', scope: 'project', savedBy: 'test', ...over };
  const saved = await host.use(project, (area) =>
    area.write((tx) => saveObservation(tx, input, () => false, host.timestamp(), host.now())),
  );
  return saved.row.uuid;
}

async function summarise(host: MemoryHost, content: string, derivedFrom: readonly string[]) {
  const input: StatementInput = {
    content: `${content}: where the walrus and the heron are.`,
    workspace: 'default',
    scope: 'shared',
    source: 'owner',
    confidence: 0.5,
    derivedFrom,
    savedBy: 'test',
  };
  const saved = await host.use(project, (area) =>
    area.write((tx) => saveStatement(tx, input, host.timestamp())),
  );
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  return saved.row.uuid;
}

async function linksOf(host: MemoryHost, title: string) {
  const { hits } = await host.search([project], { query: title, limit: 1 });
  expect(hits[0]?.record.label).toBe(title);
  return hits[0]?.relations ?? [];
}

describe('the archivist', () => {
  it('links what names the same file, issue or symbol, cites the same source, or says nearly the same', async () => {
    const host = fixture.host();
    await save(
      host,
      'Queue limits',
      'src/store/writeQueue.ts takes 256 writes at once; see #412 and flushAll().',
      {
        sourceId: 'docs/queue.md',
      },
    );
    const path = await save(host, 'Latency', 'Slow disks showed in src/store/writeQueue.ts:88 first.');
    const issue = await save(host, 'Follow-up', 'Closed https://example.com/a/b/issues/412 as done.');
    const symbol = await save(host, 'Shutdown', 'At the end flushAll is awaited.');
    const source = await save(host, 'Background', 'Why there is a limit.', { sourceId: 'docs/queue.md' });
    await save(host, 'Colours', 'Accents are teal.');

    const links = await linksOf(host, 'Queue limits');
    expect(links.map(({ id, relation, via }) => [id, relation, via])).toEqual(
      expect.arrayContaining([
        [source, 'same_source', 'docs/queue.md'],
        [path, 'same_path', 'src/store/writeQueue.ts'],
        [issue, 'same_issue', '#412'],
        [symbol, 'same_symbol', 'flushAll'],
      ]),
    );
    expect(links).toHaveLength(4);
    expect(links.map(({ score }) => score)).toEqual(
      [...links.map(({ score }) => score)].sort((a, b) => b - a),
    );
    expect(links.find(({ id }) => id === path)?.title).toBe('Latency');
  });

  it('links what says nearly the same', async () => {
    const host = fixture.host();
    for (const topic of ['icons', 'releases', 'linting', 'fonts', 'backups'])
      await save(host, `About ${topic}`, `Our ${topic} are somebody else's business entirely.`);
    const near = await save(
      host,
      'Webhooks',
      'Webhook deliveries are retried with exponential backoff, five times.',
    );
    await save(host, 'Deliveries', 'Since May retried webhook deliveries use exponential backoff.');
    expect(await linksOf(host, 'Deliveries')).toEqual([
      { id: near, title: 'Webhooks', relation: 'near', score: expect.any(Number) as number, via: 'text' },
    ]);
  });

  it('gives at most ten links, the best', async () => {
    const host = fixture.host();
    for (let n = 0; n < 15; n++)
      await save(host, `Change ${n}`, `Change number ${n} touched src/app.ts somewhere.`);
    const links = await linksOf(host, 'Change 3');
    expect(links).toHaveLength(10);
    expect(new Set(links.map(({ id }) => id)).size).toBe(10);
  });

  it('shows the same in every process, and links come and go with their memories', async () => {
    const host = fixture.host();
    const other = fixture.host();
    await save(host, 'First note', 'src/app.ts starts the server.');
    const second = await save(other, 'Second note', 'src/app.ts is too long.');
    const links = await linksOf(host, 'First note');
    expect(links.map(({ id }) => id)).toEqual([second]);
    expect(await linksOf(other, 'First note')).toEqual(links);

    await other.forget(project, [second], 'test');
    expect(await linksOf(host, 'First note')).toEqual([]);
    await other.restore(project, [second]);
    expect(await linksOf(host, 'First note')).toEqual(links);
    await other.use(project, (area) =>
      area.write((tx) => purgeMemories(tx, [second], 'test', host.timestamp())),
    );
    expect(await linksOf(host, 'First note')).toEqual([]);
    expect(await linksOf(fixture.host(), 'First note')).toEqual([]);
  });

  it('follows texts as they change', async () => {
    const host = fixture.host();
    const first = await save(host, 'First note', 'src/app.ts starts the server.');
    const second = await save(host, 'Second note', 'src/app.ts is too long.');
    const rewrite = (id: string, content: string) =>
      host.use(project, (area) =>
        area.write((tx) => {
          const row = memoryByUuid(tx, id);
          if (row !== undefined) reviseMemory(tx, row, { content }, 'test', host.timestamp());
        }),
      );
    const namesOf = async () => (await linksOf(host, 'First note')).map(({ id, via }) => [id, via]);
    expect(await namesOf()).toEqual([[second, 'src/app.ts']]);
    expect(await namesOf()).toEqual([[second, 'src/app.ts']]);
    await rewrite(second, 'src/main.ts is too long.');
    expect(await namesOf()).toEqual([]);
    await rewrite(first, 'src/main.ts starts the server.');
    expect(await namesOf()).toEqual([[second, 'src/main.ts']]);
  });

  it('stands beside what the savers stated: each source of a summary names its newest summaries', async () => {
    const host = fixture.host();
    const [walrus, heron] = [
      await save(host, 'Walrus', 'The walrus sleeps.'),
      await save(host, 'Heron', 'The heron stands.'),
    ];
    const summaries = [];
    for (let n = 0; n < 12; n++) summaries.push(await summarise(host, `Summary ${n}`, [walrus, heron]));
    const last = await summarise(host, 'Of the walrus alone', [walrus]);
    const { hits } = await host.search([project], { query: 'walrus heron sleeps stands', limit: 20 });
    const stated = (id: string, relation: string) =>
      hits
        .find(({ record }) => record.id === id)
        ?.relations.filter((link) => link.relation === relation)
        .map((link) => link.id);
    expect(stated(heron, 'source_of')).toEqual(summaries.slice(2).reverse());
    expect(stated(walrus, 'source_of')).toEqual([last, ...summaries.slice(3).reverse()]);
    expect(stated(last, 'derived_from')).toEqual([walrus]);
  });

  it('writes nothing', async () => {
    const host = fixture.host();
    await save(host, 'First note', 'src/app.ts starts the server.');
    await save(host, 'Second note', 'src/app.ts is too long.');
    const sequence = () => host.use(project, ({ store }) => Promise.resolve(store.status().sequence));
    const before = await sequence();
    expect(await linksOf(host, 'First note')).toHaveLength(1);
    expect(await sequence()).toBe(before);
  });
});
