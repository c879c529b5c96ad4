import { afterEach, describe, expect, it } from 'vitest';
import { ServerSession, temporaryFolder, type Answer } from '../support/mcpServer';

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

interface Candidate {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly score: number;
  readonly judgment_id: string;
}

/** Servers of one project in one store. */
async function servers(count = 1, project = 'otter', storage = temporaryFolder('mcp-storage-')) {
  const started = await Promise.all(
    Array.from({ length: count }, () =>
      ServerSession.start({
        storage,
        args: ['--project', project, '--tools', 'full'],
        cwd: temporaryFolder('mcp-folder-'),
      }),
    ),
  );
  sessions.push(...started);
  return { storage, all: started, server: started[0] as ServerSession };
}

function save(server: ServerSession, title: string, content: string, more: object = {}): Promise<Answer> {
  return server.ok('mem_save', { title, content, ...more });
}

function idOf(answer: Answer): string {
  return (answer['observation'] as { readonly id: string }).id;
}

function candidatesOf(answer: Answer): readonly Candidate[] {
  return answer['candidates'] as readonly Candidate[];
}

const port = ['Database port', 'The staging database listens on port 5432.'] as const;
const otherPort = ['Database port', 'The staging database listens on port 5433.'] as const;

describe('candidates of mem_save', () => {
  it('proposes what a save repeats in other words, or contradicts, and nothing else', async () => {
    const { server } = await servers();
    const first = await save(server, ...port, { topic_key: 'infra/db-port', type: 'config' });
    expect(first).toMatchObject({ judgment_required: false, candidates: [] });
    expect(first).not.toHaveProperty('judgment_id');
    expect(first).not.toHaveProperty('judgment_status');
    await save(server, 'Queue', 'Background jobs go through RabbitMQ.');
    const second = await save(server, ...otherPort);
    const [candidate, ...others] = candidatesOf(second);
    expect(others).toEqual([]);
    expect(candidate).toEqual({
      id: idOf(first),
      title: 'Database port',
      type: 'config',
      topic_key: 'infra/db-port',
      score: expect.any(Number) as number,
      judgment_id: expect.stringMatching(/^rel-[0-9a-f]{16}$/) as string,
    });
    expect(candidate?.score).toBeGreaterThan(0.33);
    expect(candidate?.score).toBeLessThanOrEqual(1);
    expect(second).toMatchObject({
      status: 'inserted',
      judgment_required: true,
      judgment_status: 'pending',
      judgment_id: candidate?.judgment_id,
    });
    const again = await save(
      server,
      'Port of the staging DB',
      'On staging the database is reached at port 5432.',
    );
    expect(candidatesOf(again).map(({ id }) => id)).toContain(idOf(first));
  });

  it('asks only once about a pair, and about none of another scope, of a forgotten or of the same memory', async () => {
    const { server } = await servers();
    const first = await save(server, ...port);
    expect(candidatesOf(await save(server, ...otherPort, { scope: 'personal' }))).toEqual([]);
    const topic = { topic_key: 'infra/db-port' };
    const second = await save(server, ...otherPort, topic);
    expect(candidatesOf(second)).toHaveLength(1);
    const revised = await save(server, 'Database port', 'The staging database listens on port 5434.', topic);
    expect(revised).toMatchObject({ status: 'revised', judgment_required: false, candidates: [] });
    await server.ok('forget', { id: idOf(first) });
    await server.ok('forget', { id: idOf(second) });
    expect(
      candidatesOf(await save(server, 'Database port', 'The staging database listens on port 5435.')),
    ).toEqual([]);
  });

  it('has none for a save that is recognised, and never recognises a contradiction as one', async () => {
    const { server } = await servers();
    await save(server, ...port);
    expect(await save(server, ...port)).toMatchObject({
      status: 'deduplicated',
      candidates: [],
      judgment_required: false,
    });
    expect(await save(server, ...otherPort)).toMatchObject({ status: 'inserted', judgment_required: true });
  });

  it('answers at most three, the nearest first', async () => {
    const { server } = await servers();
    for (const n of [1, 2, 3, 4, 5])
      await save(server, `Port ${n}`, `The staging database of shard ${n} listens on port 543${n}.`);
    const answer = await save(server, 'Port 6', 'The staging database of shard 6 listens on port 5436.');
    const scores = candidatesOf(answer).map(({ score }) => score);
    expect(scores).toHaveLength(3);
    expect([...scores].sort((a, b) => b - a)).toEqual(scores);
    expect(new Set(candidatesOf(answer).map(({ judgment_id }) => judgment_id)).size).toBe(3);
  });

  it.each([
    [
      'ru',
      'Порт базы данных',
      'База данных на стейджинге слушает порт 5432.',
      'База данных на стейджинге слушает порт 6432.',
    ],
    [
      'de',
      'Sicherung',
      'Die Kundendaten werden jede Nacht gesichert.',
      'Die Kundendaten werden nicht jede Nacht gesichert.',
    ],
    ['zh', '代码缩进', '所有 TypeScript 文件都使用制表符缩进。', '所有 TypeScript 文件都使用空格缩进。'],
    ['names', 'Owner', 'Alice Martens owns the billing service.', 'Bob Keller owns the billing service.'],
    ['dates', 'Release', 'Version 2.0 is released on 2026-05-01.', 'Version 2.0 is released on 2026-06-15.'],
    ['opposites', 'Checkout flag', 'The flag new-checkout is enabled.', 'The flag new-checkout is disabled.'],
    ['two words', 'Indentation', 'We use tabs.', 'We use spaces.'],
    ['only a number', 'Port', '5432', '5433'],
  ])('finds a contradiction: %s', async (_kind, title, one, other) => {
    const { server } = await servers();
    const first = await save(server, title, one);
    await save(server, 'Reports', 'Reports are computed in UTC.');
    expect(candidatesOf(await save(server, title, other)).map(({ id }) => id)).toEqual([idOf(first)]);
  });

  it('proposes a pair once when two processes save at the same moment', async () => {
    const { all } = await servers(2);
    const answers = await Promise.all(
      all.flatMap((server, at) => [
        save(server, 'Database port', `The staging database listens on port 543${at}.`),
        save(server, 'Port of the database', `Port 543${at + 5} is where the staging database listens.`),
      ]),
    );
    // Of four that say nearly the same each sees those before it, whoever saved them.
    const seen = answers.map((answer) => candidatesOf(answer).length).sort();
    expect(seen).toEqual([0, 1, 2, 3]);
    const ids = answers.flatMap((answer) => candidatesOf(answer).map(({ judgment_id }) => judgment_id));
    expect(new Set(ids).size).toBe(6);
  });
});
