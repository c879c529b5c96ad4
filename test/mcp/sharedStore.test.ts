import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ServerSession, temporaryFolder } from '../support/mcpServer';
import { RawServer } from '../support/rawServer';

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

async function start(
  storage: string,
  folder: string,
  clientName: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerSession> {
  const session = await ServerSession.start({ storage, args: ['--workspace', folder], clientName, env });
  sessions.push(session);
  return session;
}

/** A word no other memory holds and no stemmer touches. */
const word = (prefix: string, index: number) => `${prefix}${String(index).padStart(4, '0')}`;

describe('one store, several servers', () => {
  it(
    'keeps 200 saves that two servers make at once, and each finds the other’s',
    { timeout: 60_000 },
    async () => {
      const storage = temporaryFolder('mcp-storage-');
      const folder = temporaryFolder('mcp-folder-');
      const [one, two] = await Promise.all([start(storage, folder, 'one'), start(storage, folder, 'two')]);
      const save = (session: ServerSession, prefix: string) =>
        Array.from({ length: 100 }, (_, index) =>
          session.ok('mem_save', {
            title: `note ${word(prefix, index)}`,
            content: `The ${word(prefix, index)} service listens on port ${3000 + index}.`,
            capture_prompt: false,
          }),
        );
      const answers = await Promise.all([...save(one, 'alpha'), ...save(two, 'beta')]);

      const ids = answers.map((answer) => (answer['observation'] as { id: string }).id);
      expect(new Set(ids).size).toBe(200);
      expect(answers.map((answer) => answer['status'])).toEqual(Array(200).fill('inserted'));
      expect(new Set(answers.map((answer) => answer['project'])).size).toBe(1);

      for (const session of [one, two]) {
        for (const index of [0, 42, 99]) {
          for (const prefix of ['alpha', 'beta']) {
            const found = await session.ok('mem_search', { query: word(prefix, index) });
            expect((found['hits'] as { title: string }[])[0]?.title).toBe(`note ${word(prefix, index)}`);
          }
        }
      }
      // A third process, which saw none of it happen, counts them.
      const three = await start(storage, folder, 'three');
      for (const id of ids) {
        expect(await three.ok('mem_get_observation', { id, include_history: false })).toMatchObject({
          memory: { id },
        });
      }
    },
  );

  it('loses no acknowledged save to SIGKILL', { timeout: 60_000 }, async () => {
    const storage = temporaryFolder('mcp-storage-');
    const folder = temporaryFolder('mcp-folder-');
    const server = await RawServer.start(['--storage', storage, '--workspace', folder]);
    await server.initialize();
    for (let id = 1; id <= 200; id++) {
      server.callTool(id, 'remember', {
        content: `The ${word('gamma', id)} job runs at ${id} past midnight.`,
      });
    }
    for (let id = 1; id <= 20; id++) await server.answer(id);
    server.process.kill('SIGKILL');
    expect(await server.exited()).toEqual({ code: null, signal: 'SIGKILL' });
    const acknowledged = server.messages.flatMap((message) =>
      message.result?.['structuredContent'] === undefined
        ? []
        : [(message.result['structuredContent'] as { id: string }).id],
    );
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);

    const next = await start(storage, folder, 'next');
    for (const id of acknowledged) {
      expect(await next.ok('mem_get_observation', { id })).toMatchObject({ memory: { id } });
    }
    expect(await next.ok('remember', { content: 'saved after the kill' })).toMatchObject({
      status: 'unverified',
    });
  });

  it('orders saves as they were made, though the clock of one server is an hour behind', async () => {
    const clock = path.join(temporaryFolder('clock-'), 'behind.cjs');
    writeFileSync(
      clock,
      `const RealDate = Date;
       globalThis.Date = class extends RealDate {
         constructor(...given) { given.length === 0 ? super(RealDate.now() - 3_600_000) : super(...given); }
         static now() { return RealDate.now() - 3_600_000; }
       };`,
    );
    const storage = temporaryFolder('mcp-storage-');
    const folder = temporaryFolder('mcp-folder-');
    const right = await start(storage, folder, 'right');
    const behind = await start(storage, folder, 'behind', { NODE_OPTIONS: `--require ${clock}` });
    const times: string[] = [];
    for (let n = 1; n <= 6; n++) {
      const session = n % 2 === 1 ? right : behind;
      const saved = await session.ok('remember', { content: `The port is ${n}`, fact_key: 'port' });
      times.push(String(saved['created_at']));
      const fact = { action: 'save', category: 'other', key: 'port', value: `Uses port ${n}` };
      expect(await session.ok('memory', fact)).toMatchObject({ status: n === 1 ? 'saved' : 'updated' });
    }
    // The clocks do differ.
    expect([...times].sort()).not.toEqual(times);
    for (const session of [right, behind, await start(storage, folder, 'fresh')]) {
      const found = await session.ok('mem_search', { query: 'port', kind: 'statement', limit: 10 });
      expect(
        (found['hits'] as { preview: string; version: string }[]).map((hit) => [hit.preview, hit.version]),
      ).toEqual([6, 5, 4, 3, 2, 1].map((n) => [`The port is ${n}`, `${n} of 6`]));
      const facts = (await session.ok('memory', { action: 'search', query: 'port' }))['facts'];
      expect(facts).toMatchObject([{ key: 'port', value: 'Uses port 6' }]);
    }
  });

  it('names the client that saved', async () => {
    const storage = temporaryFolder('mcp-storage-');
    const folder = temporaryFolder('mcp-folder-');
    const [one, two] = await Promise.all([
      start(storage, folder, 'client-one'),
      start(storage, folder, 'person'),
    ]);
    const first = await one.ok('remember', { content: 'from the first', source: 'owner' });
    const second = await two.ok('remember', { content: 'from the second', source: 'owner' });
    const savedBy = async (id: unknown) =>
      ((await one.ok('mem_get_observation', { id }))['memory'] as { saved_by: string }).saved_by;
    expect(await savedBy(first['id'])).toBe('client-one');
    expect(await savedBy(second['id'])).toBe('MCP client person');
  });
});
