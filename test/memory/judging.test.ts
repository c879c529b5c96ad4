import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { attention, conflicts, pendingJudgments } from '../../src/memory/attention';
import { proposeCandidates, writeWithIndex } from '../../src/memory/candidates';
import { judge, type Judged } from '../../src/memory/judging';
import { relationsOf, type JudgedRelation } from '../../src/memory/judgments';
import { userArea, type MemoryHost } from '../../src/memory/memoryHost';
import { reviseMemory, memoryByUuid } from '../../src/memory/memoryRow';
import { passport } from '../../src/memory/passport';
import { saveFact } from '../../src/memory/facts';
import { saveStatement } from '../../src/memory/statements';
import type { Area, MemoryRecord } from '../../src/memory/types';
import { noFiles } from '../../src/memory/freshness';
import { HostFixture } from '../support/hostFixture';
import { observe, projectOf } from '../support/movedStorage';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

function relate(
  host: MemoryHost,
  area: Area,
  a: string,
  b: string,
  relation: JudgedRelation,
): Promise<Judged> {
  return host.use(area, (opened) =>
    opened.write((tx) => judge(tx, { a, b }, { relation, judgedBy: 'test' }, host.timestamp())),
  );
}

async function get(host: MemoryHost, area: Area, id: string): Promise<MemoryRecord> {
  const record = await host.get(area, id);
  if (record === undefined) throw new Error(`no memory ${id}`);
  return record;
}

async function titlesFound(host: MemoryHost, area: Area, query: string): Promise<readonly string[]> {
  return (await host.search([area], { query, limit: 10 })).hits.map(({ record }) => record.label);
}

async function state(host: MemoryHost, area: Area, id: string) {
  const { status, supersededBy, conflictsWith } = await get(host, area, id);
  return { status, supersededBy, conflictsWith };
}

const inPlay = { status: 'unverified', supersededBy: undefined, conflictsWith: [] };

/** Statements of one fact_key. */
function statements(host: MemoryHost, area: Area, ...contents: readonly string[]): Promise<string[]> {
  return host.use(area, (opened) =>
    opened.write((tx) =>
      contents.map((content) => {
        const saved = saveStatement(
          tx,
          {
            content,
            workspace: 'default',
            scope: 'shared',
            source: 'agent',
            factKey: 'db-port',
            confidence: 0.5,
            derivedFrom: [],
            savedBy: 'test',
          },
          host.timestamp(),
        );
        if (saved.kind !== 'saved') throw new Error(saved.kind);
        return saved.row.uuid;
      }),
    ),
  );
}

describe('a memory that is judged to supersede another', () => {
  it('takes its place in search and context, and loses it again with the superseder', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    const { uuid: old } = await observe(host, area, 'Deploy deploy deploy', { content: 'deploy by hand' });
    const { uuid: newer } = await observe(host, area, 'Pipeline', {
      content: 'we deploy by the pipeline now',
    });
    expect((await titlesFound(host, area, 'deploy'))[0]).toBe('Deploy deploy deploy');
    expect(await relate(host, area, newer, old, 'supersedes')).toMatchObject({ kind: 'judged' });

    expect(await titlesFound(host, area, 'deploy')).toEqual(['Pipeline', 'Deploy deploy deploy']);
    expect(await state(host, area, old)).toEqual({ ...inPlay, supersededBy: newer });
    expect((await get(host, area, old)).caveats).toEqual([
      { relation: 'superseded_by', otherId: newer, otherTitle: 'Pipeline' },
    ]);
    expect(await state(host, area, newer)).toEqual(inPlay);
    // Found by the superseded one alone, the superseder still stands first.
    expect(await titlesFound(host, area, 'hand')).toEqual(['Pipeline', 'Deploy deploy deploy']);

    await host.forget(area, [newer], 'test');
    expect(await state(host, area, old)).toEqual(inPlay);
    await host.restore(area, [newer]);
    expect(await state(host, area, old)).toEqual({ ...inPlay, supersededBy: newer });
  });

  it('is named through others, and the pair can be judged anew in the other direction', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    const [a, b, c] = await Promise.all(
      ['First', 'Second', 'Third'].map(async (title) => (await observe(host, area, title)).uuid),
    );
    const ids = [a, b, c] as [string, string, string];
    await relate(host, area, ids[1], ids[0], 'supersedes');
    await relate(host, area, ids[2], ids[1], 'supersedes');
    expect(await state(host, area, ids[0])).toMatchObject({ supersededBy: ids[2] });
    // The first would supersede what supersedes it.
    expect(await relate(host, area, ids[0], ids[2], 'supersedes')).toEqual({
      kind: 'circular',
      through: [ids[2], ids[1], ids[0]],
    });
    const first = await relate(host, area, ids[0], ids[1], 'supersedes');
    expect(first).toMatchObject({ kind: 'judged', row: { memory_a: ids[0], memory_b: ids[1] } });
    expect(await host.use(area, (opened) => opened.read((db) => relationsOf(db, ids[0])))).toHaveLength(1);
    expect(await state(host, area, ids[0])).toEqual(inPlay);
    expect(await state(host, area, ids[1])).toMatchObject({ supersededBy: expect.any(String) as string });
  });

  it('leaves the newest of a circle that a restored memory closes', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    const ids: string[] = [];
    for (const title of ['First', 'Second', 'Third']) ids.push((await observe(host, area, title)).uuid);
    const [a = '', b = '', c = ''] = ids;
    await relate(host, area, a, b, 'supersedes');
    await relate(host, area, b, c, 'supersedes');
    await host.forget(area, [b], 'test');
    expect(await relate(host, area, c, a, 'supersedes')).toMatchObject({ kind: 'judged' });
    await host.restore(area, [b]);
    expect(await state(host, area, c)).toEqual(inPlay);
    for (const id of [a, b]) expect(await state(host, area, id)).toEqual({ ...inPlay, supersededBy: c });
  });

  it('says nothing of a text that was written after the judgment', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    const topic = { topicKey: 'deploy' };
    const { uuid: old } = await observe(host, area, 'Deploy', topic);
    const { uuid: newer } = await observe(host, area, 'Pipeline');
    await relate(host, area, newer, old, 'supersedes');
    await host.use(area, (opened) =>
      opened.write((tx) => {
        const row = memoryByUuid(tx, old);
        if (row !== undefined)
          reviseMemory(tx, row, { content: 'By hand once more' }, 'test', host.timestamp());
      }),
    );
    expect(await state(host, area, old)).toEqual(inPlay);
  });
});

describe('statements of one key', () => {
  it.each(['supersedes', 'not_conflict', 'compatible', 'scoped'] as const)(
    'are no conflict once %s is judged',
    async (relation) => {
      const host = fixture.host();
      const area = await projectOf(host, 'otter');
      const [one = '', other = ''] = await statements(host, area, '5432', '5433');
      expect(await state(host, area, one)).toMatchObject({ status: 'conflict', conflictsWith: [other] });
      await relate(host, area, other, one, relation);
      const superseded = relation === 'supersedes' ? { supersededBy: other } : {};
      expect(await state(host, area, one)).toEqual({ ...inPlay, ...superseded });
      expect(await state(host, area, other)).toEqual(inPlay);
      // A third text contradicts what is left.
      const [third = ''] = await statements(host, area, '5434');
      const left = relation === 'supersedes' ? [other] : [one, other];
      expect((await state(host, area, third)).conflictsWith).toEqual(left);
    },
  );

  it('stay a conflict when they are judged related, or wait for a judgment', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    const [one = '', other = ''] = await statements(host, area, '5432', '5433');
    await relate(host, area, one, other, 'related');
    expect(await state(host, area, one)).toMatchObject({ status: 'conflict' });
  });

  it('are in conflict again when the superseded text is stated anew', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    const [one = '', other = ''] = await statements(host, area, '5432', '5433');
    await relate(host, area, other, one, 'supersedes');
    const [again = ''] = await statements(host, area, '5432');
    expect(await state(host, area, again)).toMatchObject({ status: 'conflict', conflictsWith: [other] });
    // Of one text the newest version counts for the older ones, whichever was judged.
    expect(await state(host, area, one)).toMatchObject({ supersededBy: again });
    await relate(host, area, other, again, 'supersedes');
    expect(await state(host, area, one)).toEqual({ ...inPlay, supersededBy: other });
  });
});

describe('memories that are judged to conflict', () => {
  it('are both marked, until one is superseded or the pair is judged anew', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    const { uuid: one } = await observe(host, area, 'Tabs');
    const { uuid: other } = await observe(host, area, 'Spaces');
    await relate(host, area, one, other, 'conflicts_with');
    expect(await state(host, area, one)).toMatchObject({ status: 'conflict', conflictsWith: [other] });
    expect(await state(host, area, other)).toMatchObject({ status: 'conflict', conflictsWith: [one] });
    const { uuid: third } = await observe(host, area, 'Two spaces');
    await relate(host, area, third, other, 'supersedes');
    expect(await state(host, area, one)).toEqual(inPlay);
    await host.forget(area, [third], 'test');
    expect(await state(host, area, one)).toMatchObject({ status: 'conflict' });
    await relate(host, area, other, one, 'not_conflict');
    expect(await state(host, area, one)).toEqual(inPlay);
  });

  it('stand behind what is certain among hits of equal score', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    const { uuid: sure } = await observe(host, area, 'Indentation one', { content: 'same words here' });
    const { uuid: one } = await observe(host, area, 'Indentation two', { content: 'same words here' });
    const { uuid: other } = await observe(host, area, 'Indentation six', { content: 'same words here' });
    expect(await titlesFound(host, area, 'same words here')).toEqual([
      'Indentation six',
      'Indentation two',
      'Indentation one',
    ]);
    await relate(host, area, one, other, 'conflicts_with');
    expect((await titlesFound(host, area, 'same words here'))[0]).toBe('Indentation one');
    expect(sure).not.toBe(one);
  });

  it('may be two facts about the user, in their own store', async () => {
    const host = fixture.host();
    const ids = await host.use(userArea, (opened) =>
      opened.write((tx) =>
        ['tabs', 'spaces'].map((value) => {
          const fact = { category: 'preferences', key: value, value, source: 'conversation' } as const;
          const saved = saveFact(
            tx,
            { ...fact, confidence: 1, scope: 'user', savedBy: 'test' },
            host.timestamp(),
          );
          return saved.row.uuid;
        }),
      ),
    );
    const [one = '', other = ''] = ids;
    await relate(host, userArea, one, other, 'conflicts_with');
    expect(await state(host, userArea, one)).toMatchObject({ status: 'conflict', conflictsWith: [other] });
  });
});

describe('what is not judged', () => {
  it('is a pair with an end that is unknown, forgotten or expired, or is the same', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    const { uuid: one } = await observe(host, area, 'One');
    const { uuid: gone } = await observe(host, area, 'Gone');
    await host.forget(area, [gone], 'test');
    expect(await relate(host, area, one, one, 'related')).toEqual({ kind: 'same_memory' });
    expect(await relate(host, area, one, 'no-such', 'related')).toEqual({
      kind: 'memory_not_found',
      id: 'no-such',
    });
    expect(await relate(host, area, gone, one, 'related')).toEqual({ kind: 'memory_deleted', id: gone });
    expect(await host.use(area, (opened) => opened.read((db) => relationsOf(db, one)))).toEqual([]);
  });
});

describe('a memory that is deleted for good', () => {
  it('leaves of its relations the ids of the pair, and of what was said of it nothing', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    const { uuid: one } = await observe(host, area, 'One');
    const { uuid: other } = await observe(host, area, 'Other');
    await host.use(area, (opened) =>
      opened.write((tx) =>
        judge(
          tx,
          { a: one, b: other },
          {
            relation: 'conflicts_with',
            reason: 'it says quicksilver',
            evidence: 'quicksilver',
            judgedBy: 'test',
          },
          host.timestamp(),
        ),
      ),
    );
    await host.purge(area, [other], 'test');
    const [left] = await host.use(area, (opened) => opened.read((db) => relationsOf(db, one)));
    expect(left).toMatchObject({
      relation: 'orphaned',
      reason: null,
      evidence: null,
      score: null,
      judged_by: null,
    });
    expect(await state(host, area, one)).toEqual(inPlay);
    const found = await host.use(area, async (opened) => {
      const { index } = await opened.index();
      return opened.read((db) =>
        passport(db, index, area, one, { before: 0, after: 0 }, host.timestamp(), noFiles),
      );
    });
    expect(found?.relations).toEqual([]);
  });
});

describe('what waits for somebody', () => {
  it('is counted and listed, newest first, while both ends are live', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    const { uuid: one } = await observe(host, area, 'Port', { content: 'The database listens on 5432.' });
    const second = await observe(host, area, 'Port', { content: 'The database listens on 5433.' });
    const candidates = await host.use(area, (opened) =>
      writeWithIndex(opened, (tx, index) => proposeCandidates(tx, index, second, host.timestamp())),
    );
    expect(candidates).toMatchObject([{ id: one, title: 'Port', type: 'decision' }]);
    await statements(host, area, '5432', '5433', '5434');
    const { uuid: third } = await observe(host, area, 'Port of the day');
    await relate(host, area, third, one, 'conflicts_with');
    const page = { offset: 0, limit: 10 };
    const look = () =>
      host.use(area, (opened) =>
        opened.read((db) => {
          const now = host.timestamp();
          return {
            counts: attention(db, area, now),
            pending: pendingJudgments(db, area, page, now),
            conflicts: conflicts(db, area, page, now),
          };
        }),
      );
    const before = await look();
    expect(before.counts).toEqual({ conflicts: 2, pending: 1 });
    expect(before.pending).toMatchObject({
      total: 1,
      items: [{ judgmentId: candidates[0]?.judgmentId, saved: { id: second.uuid }, other: { id: one } }],
    });
    expect(before.conflicts.items.map(({ records }) => records.length)).toEqual([2, 3]);
    expect(before.conflicts.items[0]?.judgmentId).toMatch(/^rel-[0-9a-f]{16}$/);

    const [proposed] = before.pending.items;
    await host.use(area, (opened) =>
      opened.write((tx) =>
        judge(
          tx,
          { judgmentId: proposed?.judgmentId ?? '' },
          { relation: 'supersedes', judgedBy: 'person' },
          host.timestamp(),
        ),
      ),
    );
    // The superseded one contradicts nobody any more.
    expect((await look()).counts).toEqual({ conflicts: 1, pending: 0 });
    await host.forget(area, [second.uuid], 'test');
    expect((await look()).counts).toEqual({ conflicts: 2, pending: 0 });
  });
});
