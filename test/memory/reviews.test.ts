import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forgetMemories } from '../../src/memory/forgetting';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { dueForReview, markReviewed, REVIEW_MONTHS, type ReviewMonths } from '../../src/memory/reviews';
import { saveObservation } from '../../src/memory/observations';
import type { Area } from '../../src/memory/types';
import { HostFixture } from '../support/hostFixture';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

const project: Area = { kind: 'project', id: '11111111-1111-4111-8111-111111111111', name: 'app' };
const DAY = 24 * 3_600;

async function save(host: MemoryHost, title: string, type: string, topicKey?: string): Promise<string> {
  const input = { title, content: `All of ${title}, ${host.timestamp()}`, type, scope: 'project' };
  const more = { savedBy: 'test', ...(topicKey === undefined ? {} : { topicKey }) };
  const saved = await host.use(project, (area) =>
    area.write((tx) => saveObservation(tx, { ...input, ...more }, () => false, host.timestamp(), host.now())),
  );
  return saved.row.uuid;
}

async function due(host: MemoryHost, limit = 10, months: ReviewMonths = REVIEW_MONTHS) {
  const found = await host.use(project, (area) =>
    area.read((db) => dueForReview(db, project, months, limit, host.timestamp())),
  );
  return { labels: found.records.map(({ label }) => label), total: found.total };
}

describe('what is due for review', () => {
  it('comes with its time, longest due first, and is counted beyond the limit', async () => {
    const host = fixture.host();
    await save(host, 'A decision', 'decision');
    await save(host, 'A policy', 'policy');
    await save(host, 'A fix', 'bugfix');
    fixture.pass(60 * DAY);
    await save(host, 'A preference', 'preference');
    expect(await due(host)).toEqual({ labels: [], total: 0 });
    fixture.pass(100 * DAY);
    expect(await due(host)).toEqual({ labels: ['A preference'], total: 1 });
    fixture.pass(30 * DAY);
    expect(await due(host)).toEqual({ labels: ['A preference', 'A decision'], total: 2 });
    fixture.pass(400 * DAY);
    expect(await due(host)).toEqual({ labels: ['A preference', 'A decision', 'A policy'], total: 3 });
    expect(await due(host, 1)).toEqual({ labels: ['A preference'], total: 3 });
  });

  it('goes by the months that are set', async () => {
    const host = fixture.host();
    await save(host, 'A decision', 'decision');
    fixture.pass(32 * DAY);
    expect((await due(host)).total).toBe(0);
    expect((await due(host, 10, { ...REVIEW_MONTHS, decision: 1 })).labels).toEqual(['A decision']);
  });

  it('is no longer, once it was reviewed, rewritten or forgotten', async () => {
    const host = fixture.host();
    const [reviewed, forgotten] = [
      await save(host, 'Reviewed', 'decision'),
      await save(host, 'Forgotten', 'decision'),
    ];
    await save(host, 'Rewritten', 'decision', 'topic');
    fixture.pass(200 * DAY);
    expect((await due(host)).total).toBe(3);
    await save(host, 'Rewritten', 'decision', 'topic');
    const before = await host.get(project, reviewed);
    await host.use(project, (area) =>
      area.write((tx) => {
        markReviewed(tx, reviewed, host.timestamp());
        forgetMemories(tx, [forgotten], 'test', host.timestamp());
      }),
    );
    expect((await due(host)).total).toBe(0);
    const { reviewedAt, ...after } = (await host.get(project, reviewed)) ?? {};
    expect(reviewedAt).toBeDefined();
    // It is no newer, and has no further version.
    expect(after).toEqual(before);
    fixture.pass(200 * DAY);
    expect((await due(host)).labels.sort()).toEqual(['Reviewed', 'Rewritten']);
  });

  it('is found by the index that is there for it', async () => {
    const host = fixture.host();
    await save(host, 'A decision', 'decision');
    const plan = await host.use(project, (area) =>
      area.read((db) =>
        db.query<{ detail: string }>(
          `EXPLAIN QUERY PLAN SELECT uuid FROM memory WHERE kind = 'observation'
             AND type IN ('decision', 'policy', 'preference') AND type = ? AND updated_at <= ? AND deleted_at IS NULL`,
          ['decision', host.timestamp()],
        ),
      ),
    );
    expect(plan.map(({ detail }) => detail).join()).toContain('memory_reviewable');
  });

  it('is not what another memory took the place of', async () => {
    const host = fixture.host();
    const [old, now] = [await save(host, 'Old', 'decision'), await save(host, 'New', 'bugfix')];
    fixture.pass(200 * DAY);
    await host.use(project, (area) =>
      area.write((tx) => {
        const at = host.timestamp();
        tx.put('relation', {
          judgment_id: 'rel-0123456789abcdef',
          memory_a: now,
          memory_b: old,
          relation: 'supersedes',
          created_at: at,
          judged_at: at,
          judged_by: 'test',
          sequence: tx.sequence,
        });
      }),
    );
    expect(await due(host)).toEqual({ labels: [], total: 0 });
  });
});
