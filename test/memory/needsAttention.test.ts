import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decide, undoDecision, type Answer, type Decision } from '../../src/memory/decisions';
import { saveFact, type FactInput } from '../../src/memory/facts';
import { forgetMemories } from '../../src/memory/forgetting';
import { userArea, type MemoryHost } from '../../src/memory/memoryHost';
import { needsAttention, type AttentionReason } from '../../src/memory/needsAttention';
import { saveObservation } from '../../src/memory/observations';
import { markReviewed } from '../../src/memory/reviews';
import { saveStatement, type StatementInput } from '../../src/memory/statements';
import { daysLater } from '../../src/memory/timestamp';
import type { Area } from '../../src/memory/types';
import { HostFixture } from '../support/hostFixture';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

const project: Area = { kind: 'project', id: '11111111-1111-4111-8111-111111111111', name: 'app' };
const DAY = 24 * 60 * 60;

function state(host: MemoryHost, content: string, over: Partial<StatementInput> = {}): Promise<string> {
  return host.use(project, (area) =>
    area.write((tx) => {
      const input = { workspace: 'default', scope: 'shared', source: 'owner', savedBy: 'test', ...over };
      const saved = saveStatement(
        tx,
        { content, confidence: 0.5, derivedFrom: [], ...input },
        host.timestamp(),
      );
      if (saved.kind !== 'saved') throw new Error(saved.kind);
      return saved.row.uuid;
    }),
  );
}

function note(host: MemoryHost, key: string, expiresDays?: number): Promise<unknown> {
  const fact: FactInput = {
    ...{ category: 'technical', key, value: `The value of ${key}`, source: 'conversation' },
    ...{ confidence: 0.5, scope: 'user', savedBy: 'test' },
    ...(expiresDays === undefined ? {} : { expiresAt: daysLater(host.now(), expiresDays) }),
  };
  return host.use(userArea, (area) => area.write((tx) => saveFact(tx, fact, host.timestamp())));
}

/** What waits, by reason: labels of the records, and of all how many. */
async function waiting(host: MemoryHost, area: Area, limit = 10): Promise<Record<string, unknown>> {
  const limits: Record<AttentionReason, number> = {
    conflict: limit,
    judgment: limit,
    stale: limit,
    expiring: limit,
    review: limit,
  };
  const found = await needsAttention(host, area, limits);
  const labels = (records: readonly { readonly label: string }[]): string[] =>
    records.map(({ label }) => label);
  const pages = {
    conflict: found.conflict.items.map(({ records }) => labels(records)),
    stale: labels(found.stale.items),
    expiring: labels(found.expiring.items),
    review: labels(found.review.items),
  };
  return Object.fromEntries(
    Object.entries(pages)
      .filter(([reason]) => found[reason as AttentionReason].total > 0)
      .map(([reason, items]) => [reason, { items, total: found[reason as AttentionReason].total }]),
  );
}

function answer(host: MemoryHost, given: Answer): Promise<Decision> {
  return host.use(project, (area) => area.write((tx) => decide(tx, given, 'person', host.timestamp())));
}

async function decided(host: MemoryHost, given: Answer) {
  const decision = await answer(host, given);
  if (decision.kind !== 'decided') throw new Error(decision.why.kind);
  return decision.given;
}

describe('what needs attention', () => {
  it('is nothing in an empty database, and nothing about ordinary memories', async () => {
    const host = fixture.host();
    expect(await waiting(host, project)).toEqual({});
    await state(host, 'The port is 5432.', { factKey: 'db.port' });
    await note(host, 'plain');
    expect([await waiting(host, project), await waiting(host, userArea)]).toEqual([{}, {}]);
  });

  it('are facts that expire within a week, but not those that were to live no longer', async () => {
    const host = fixture.host();
    await note(host, 'short', 3);
    await note(host, 'long', 30);
    await note(host, 'longer', 27);
    expect(await waiting(host, userArea)).toEqual({});
    fixture.pass(24 * DAY);
    await note(host, 'short again', 6.9);
    expect(await waiting(host, userArea)).toEqual({
      expiring: { items: ['longer', 'long'], total: 2 },
    });
    expect(await waiting(host, userArea, 1)).toEqual({ expiring: { items: ['longer'], total: 2 } });
    fixture.pass(7 * DAY);
    expect(await waiting(host, userArea)).toEqual({});
  });

  it('are stale memories, of many that cite a source, unless they were superseded or forgotten', async () => {
    const host = fixture.host();
    const old = { sourceId: 'wiki/ports', sourceHash: 'sha256:00000001' };
    const ids: string[] = [];
    for (const n of [1, 2, 3]) ids.push(await state(host, `Old ${n}.`, old));
    const text = 'Nothing newer is known of this one.';
    for (let n = 0; n < 300; n++) await state(host, `${text} ${n}`, { ...old, sourceId: `wiki/${n}` });
    expect(await waiting(host, project)).toEqual({});
    const newest = await state(host, 'New.', { ...old, sourceHash: 'sha256:00000002' });
    expect(await waiting(host, project)).toEqual({
      stale: { items: ['Old 3.', 'Old 2.', 'Old 1.'], total: 3 },
    });
    const [first = '', second = ''] = ids;
    await decided(host, { kind: 'keep', id: newest, others: [first] });
    await host.use(project, (area) =>
      area.write((tx) => forgetMemories(tx, [second], 'test', host.timestamp())),
    );
    expect(await waiting(host, project)).toEqual({ stale: { items: ['Old 3.'], total: 1 } });
  });

  it('are decisions of half a year ago, until they were reviewed', async () => {
    const host = fixture.host();
    const decision = { title: 'Use tabs', content: 'Everywhere.', type: 'decision', scope: 'project' };
    const saved = await host.use(project, (area) =>
      area.write((tx) =>
        saveObservation(tx, { ...decision, savedBy: 'test' }, () => false, host.timestamp(), host.now()),
      ),
    );
    fixture.pass(190 * DAY);
    expect(await waiting(host, project)).toEqual({ review: { items: ['Use tabs'], total: 1 } });
    await host.use(project, (area) => area.write((tx) => markReviewed(tx, saved.row.uuid, host.timestamp())));
    expect(await waiting(host, project)).toEqual({});
  });
});

describe('a person who decides a contradiction', () => {
  const factKey = 'db.port';

  it('keeps one of several, and may take that back', async () => {
    const host = fixture.host();
    const [a, b, c] = [
      await state(host, 'The port is 5432.', { factKey }),
      await state(host, 'The port is 5433.', { factKey }),
      await state(host, 'The port is 5434.', { factKey }),
    ];
    const three = { conflict: { items: [['db.port', 'db.port', 'db.port']], total: 1 } };
    expect(await waiting(host, project)).toEqual(three);
    const given = await decided(host, { kind: 'keep', id: b, others: [a, c] });
    expect(await waiting(fixture.host(), project)).toEqual({});
    expect(await host.get(project, a)).toMatchObject({ supersededBy: b });
    expect(await host.get(project, b)).toMatchObject({ status: 'unverified', conflictsWith: [] });

    expect(await host.use(project, (area) => area.write((tx) => undoDecision(tx, given)))).toBe(2);
    expect(await waiting(host, project)).toEqual(three);
  });

  it('calls both true, and what was judged since is not taken back', async () => {
    const host = fixture.host();
    const a = await state(host, 'The port is 5432.', { factKey });
    const b = await state(host, 'The port of the replica is 5433.', { factKey });
    const given = await decided(host, { kind: 'allTrue', ids: [a, b] });
    expect(await waiting(host, project)).toEqual({});
    await decided(host, { kind: 'keep', id: b, others: [a] });
    expect(await host.use(project, (area) => area.write((tx) => undoDecision(tx, given)))).toBe(0);
    expect(await host.get(project, a)).toMatchObject({ supersededBy: b });
  });

  it('is refused where one was forgotten meanwhile, and nothing is judged then', async () => {
    const host = fixture.host();
    const [a, b, c] = [
      await state(host, 'The port is 5432.', { factKey }),
      await state(host, 'The port is 5433.', { factKey }),
      await state(host, 'The port is 5434.', { factKey }),
    ];
    await host.use(project, (area) => area.write((tx) => forgetMemories(tx, [c], 'test', host.timestamp())));
    expect(await answer(host, { kind: 'keep', id: a, others: [b, c] })).toEqual({
      kind: 'refused',
      why: { kind: 'memory_deleted', id: c },
    });
    expect(await host.get(project, b)).toMatchObject({ status: 'conflict', conflictsWith: [a] });
  });
});
