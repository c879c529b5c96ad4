import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { saveObservation } from '../../src/memory/observations';
import { HostFixture } from '../support/hostFixture';
import { ServerSession, type Answer } from '../support/mcpServer';
import { projectOf } from '../support/movedStorage';

const fixture = new HostFixture();
const servers: ServerSession[] = [];
beforeAll(() => fixture.start());
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await fixture.dispose();
});
afterAll(() => fixture.stop());

const DAY = 24 * 3_600;

async function start(project = 'otter'): Promise<ServerSession> {
  const args = ['--project', project, '--tools', 'full'];
  const server = await ServerSession.start({ storage: fixture.directory, args });
  servers.push(server);
  return server;
}

/** What a process saved that many days ago. */
async function saved(daysAgo: number, title: string, type: string, project = 'otter'): Promise<string> {
  const host: MemoryHost = fixture.host(-daysAgo * DAY);
  const area = await projectOf(host, project);
  const input = { title, content: `All about ${title}. ${'More. '.repeat(400)}`, type, scope: 'project' };
  const { row } = await host.use(area, (opened) =>
    opened.write((tx) =>
      saveObservation(tx, { ...input, savedBy: 'test' }, () => false, host.timestamp(), host.now()),
    ),
  );
  await host.close();
  return row.uuid;
}

const list = async (server: ServerSession, more: object = {}): Promise<Answer> =>
  server.ok('mem_review', { action: 'list', ...more });

const titles = ({ observations }: Answer): readonly unknown[] =>
  (observations as Answer[]).map(({ title }) => title);

describe('mem_review: list', () => {
  it('shows what nobody has confirmed for its time, longest due first', async () => {
    await saved(170, 'A decision that is fresh', 'decision');
    await saved(190, 'A decision', 'decision');
    await saved(100, 'A preference', 'preference');
    await saved(300, 'A policy that is fresh', 'policy');
    await saved(400, 'A policy', 'policy');
    await saved(900, 'A fix', 'bugfix');
    const answer = await list(await start());
    expect(answer).toMatchObject({ project: 'otter', count: 3 });
    expect(titles(answer)).toEqual(['A policy', 'A preference', 'A decision']);
    expect(answer).not.toHaveProperty('due_omitted');
    expect((answer['observations'] as Answer[])[0]).toMatchObject({
      type: 'policy',
      state: 'needs_review',
      review_after: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/) as string,
      content_truncated: true,
    });
  });

  it('shows as many as asked for, and as fit, and counts the rest', { timeout: 60_000 }, async () => {
    for (let n = 0; n < 22; n++) await saved(200 + n, `Decision ${n}`, 'decision');
    const otter = await start();
    for (const [limit, count] of [
      [undefined, 10],
      [1, 1],
      ['3', 3],
      [0, 1],
    ] as const) {
      const answer = await list(otter, limit === undefined ? {} : { limit });
      // Ten long ones do not fit into one answer.
      if (limit !== undefined) expect(answer).toMatchObject({ count, due_omitted: 22 - count });
      expect(Number(answer['count']) + Number(answer['due_omitted'])).toBe(22);
      expect(answer['observations']).toHaveLength(Number(answer['count']));
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(8_192);
    }
  });

  it('looks in the project that is open, or in the one that is named', async () => {
    await saved(200, 'In otter', 'decision');
    await saved(200, 'In heron', 'decision', 'heron');
    const otter = await start();
    expect(titles(await list(otter))).toEqual(['In otter']);
    expect(titles(await list(otter, { project: 'heron' }))).toEqual(['In heron']);
    expect((await otter.error('mem_review', { action: 'list', project: 'nobody' })).error.code).toBe(
      'unknown_project',
    );
  });

  it('says so when nothing is due, and creates nothing', async () => {
    const otter = await start();
    expect(await list(otter)).toMatchObject({
      count: 0,
      observations: [],
      hint: expect.stringMatching(/^Nothing is due/) as string,
    });
    expect((await otter.ok('mem_stats', {}))['projects']).toEqual([]);
  });
});

describe('mem_review: mark_reviewed', () => {
  it('restarts the time from today, and makes the memory no newer', async () => {
    const id = await saved(200, 'A decision', 'decision');
    const otter = await start();
    const before = (await otter.ok('mem_get_observation', { id }))['memory'] as Answer;
    expect(before).toMatchObject({ state: 'needs_review' });
    const answer = await otter.ok('mem_review', { action: 'mark_reviewed', observation_id: id });
    expect(answer).toMatchObject({ project: 'otter', count: 1, observations: [], observation: { id } });
    const { review_after: after } = answer['observation'] as { review_after: string };
    expect(answer['observation']).not.toHaveProperty('state');
    const months = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
    expect(months(after) - months(new Date().toISOString())).toBe(6);
    expect(titles(await list(otter))).toEqual([]);
    const read = (await (await start()).ok('mem_get_observation', { id }))['memory'] as Answer;
    expect(read).toMatchObject({ updated_at: before['updated_at'], review_after: after });
    expect(read).not.toHaveProperty('revision_count');
    expect(read['reviewed_at']).toEqual(expect.any(String));
  });

  it('finds the memory by its id, wherever it is', async () => {
    const id = await saved(200, 'In heron', 'policy', 'heron');
    const otter = await start();
    expect(await otter.ok('mem_review', { action: 'mark_reviewed', id })).toMatchObject({ project: 'heron' });
    const expected = { action: 'mark_reviewed', id, expected_project: 'otter' };
    expect((await otter.error('mem_review', expected)).error.code).toBe('project_mismatch');
  });

  it('refuses what is not there, was forgotten, or is never reviewed', async () => {
    const [fix, gone] = [await saved(1, 'A fix', 'bugfix'), await saved(1, 'Gone', 'decision')];
    const otter = await start();
    await otter.ok('forget', { id: gone });
    for (const [input, code] of [
      [{ id: fix }, 'invalid_params'],
      [{ id: gone }, 'memory_deleted'],
      [{ id: 'nothing' }, 'memory_not_found'],
      [{ id: ' ' }, 'invalid_params'],
      [{}, 'invalid_params'],
    ] as const) {
      const { error } = await otter.error('mem_review', { action: 'mark_reviewed', ...input });
      expect(error.code, JSON.stringify(input)).toBe(code);
    }
    for (const input of [{}, { action: 'review' }]) {
      const { error } = await otter.error('mem_review', input);
      expect(error).toMatchObject({
        code: 'invalid_params',
        message: expect.stringMatching(/action must be one of: list, mark_reviewed/) as string,
      });
    }
  });
});

describe('a decision that is saved', () => {
  it('says when it comes up for review; what never does, does not', async () => {
    const otter = await start();
    const saved = async (type: string): Promise<Answer> =>
      (await otter.ok('mem_save', { title: type, content: `Of ${type}`, type }))['observation'] as Answer;
    expect((await saved('decision'))['review_after']).toEqual(expect.any(String));
    expect(await saved('bugfix')).not.toHaveProperty('review_after');
  });
});
