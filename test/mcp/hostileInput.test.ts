import { afterEach, describe, expect, it } from 'vitest';
import { filesHolding } from '../support/filesHolding';
import { temporaryFolder } from '../support/mcpServer';
import { RawServer } from '../support/rawServer';

const TIMEOUT = 120_000;
const MEGABYTE = 1024 * 1024;

const servers: RawServer[] = [];
const storages: string[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.process.stdin.end();
    await server.exited();
  }
});

async function start(): Promise<RawServer> {
  const storage = temporaryFolder('mcp-storage-');
  storages.push(storage);
  const server = await RawServer.start(['--storage', storage, '--project', 'otter']);
  servers.push(server);
  await server.initialize();
  return server;
}

function call(id: number, argumentsJson: string): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"mem_save","arguments":${argumentsJson}}}\n`;
}

/** The server still does its work: it saves and finds. */
async function expectAlive(server: RawServer, id: number): Promise<void> {
  server.callTool(id, 'mem_save', { title: 'Alive', content: `Still here at ${id}.` });
  expect((await server.answer(id)).result?.['isError'] ?? false).toBe(false);
  server.callTool(id + 1, 'mem_search', { query: `here ${id}` });
  const found = await server.answer(id + 1);
  expect((found.result?.['structuredContent'] as { count: number }).count).toBeGreaterThan(0);
  expect(server.strayLines).toEqual([]);
  expect(server.stderr).not.toContain('MARKER');
}

describe('hostile input on standard input', () => {
  it.each<[string, string]>([
    ['lists nested 100,000 deep', `${'['.repeat(100_000)}"MARKER"${']'.repeat(100_000)}`],
    ['objects nested 100,000 deep', `${'{"a":'.repeat(100_000)}"MARKER"${'}'.repeat(100_000)}`],
  ])('%s: refused, and the server goes on', { timeout: TIMEOUT }, async (_what, json) => {
    const server = await start();
    server.write(call(1, `{"title":"Deep","content":${json}}`));
    const answer = await server.answer(1);
    expect(JSON.stringify(answer)).not.toContain('MARKER');
    expect(answer.error !== undefined || answer.result?.['isError'] === true).toBe(true);
    await expectAlive(server, 10);
  });

  it(
    '9 MB in one text: refused by its length, and nothing of it is stored',
    { timeout: TIMEOUT },
    async () => {
      const server = await start();
      const content = 'MARKER '.repeat((9 * MEGABYTE) / 7);
      server.write(call(1, JSON.stringify({ title: 'Big', content })));
      const { result } = await server.answer(1);
      expect(result?.['isError']).toBe(true);
      expect(JSON.stringify(result)).toMatch(/at most 100,000 are allowed/);
      expect(JSON.stringify(result).length).toBeLessThan(2_000);
      await expectAlive(server, 10);
    },
  );

  it(
    'a message of 20 MB: the connection is closed, which is said, and nothing is stored',
    { timeout: TIMEOUT },
    async () => {
      const server = await start();
      server.write(call(1, JSON.stringify({ title: 'Big', content: 'MARKER '.repeat((20 * MEGABYTE) / 7) })));
      expect((await server.exited()).signal).toBeNull();
      expect(server.stderr).toMatch(/larger than 10 MB: the connection was closed/);
      expect(server.stderr).not.toContain('MARKER');
      expect(server.strayLines).toEqual([]);
      expect(filesHolding(storages.at(-1) ?? '', 'MARKER')).toEqual([]);
    },
  );

  it('100,000 unknown parameters: refused in a few words', { timeout: TIMEOUT }, async () => {
    const server = await start();
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`MARKER${n}`, n]));
    server.write(call(1, JSON.stringify({ title: 'Wide', content: 'x', ...many })));
    const { result } = await server.answer(1);
    expect(result?.['isError']).toBe(true);
    expect(JSON.stringify(result).length).toBeLessThan(8 * 1024);
    await expectAlive(server, 10);
  });

  it(
    'bytes that are no UTF-8: kept as replacement characters, or refused',
    { timeout: TIMEOUT },
    async () => {
      const server = await start();
      const [before, after] = call(1, '{"title":"Bytes","content":"a@b"}').split('@') as [string, string];
      server.process.stdin.write(
        Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe, 0xc3, 0x28]), Buffer.from(after)]),
      );
      const { result } = await server.answer(1);
      const { observation } = result?.['structuredContent'] as { observation: { content: string } };
      expect(observation.content).toBe('a\uFFFD\uFFFD\uFFFD(b');
      await expectAlive(server, 10);
    },
  );

  it('lines that are no message: skipped, and not repeated in the log', { timeout: TIMEOUT }, async () => {
    const server = await start();
    for (const line of ['MARKER', '{"MARKER":1}', '[]', 'null', '{"jsonrpc":"2.0","id":7}', '\0\0', '{'])
      server.write(`${line}\n`);
    await expectAlive(server, 10);
  });

  it('names that mean something to JavaScript: parameters like others', { timeout: TIMEOUT }, async () => {
    const server = await start();
    for (const [n, name] of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].entries()) {
      server.write(call(n + 1, `{"title":"Odd","content":"x","${name}":{"polluted":"MARKER"}}`));
      expect((await server.answer(n + 1)).result?.['isError'], name).toBe(true);
    }
    await expectAlive(server, 10);
  });

  it('a flood of 2,000 calls at once: each is answered', { timeout: TIMEOUT }, async () => {
    const server = await start();
    const calls = Array.from({ length: 2_000 }, (_, n) =>
      n % 2 === 0
        ? call(n + 1, `{"title":"Flood","content":"Number ${n} of many."}`)
        : call(n + 1, '{"title":17}'),
    );
    server.write(calls.join(''));
    for (let id = 1; id <= 2_000; id++) {
      const { result } = await server.answer(id);
      expect(result?.['isError'] ?? false, String(id)).toBe(id % 2 === 0);
    }
    await expectAlive(server, 5_000);
  });
});
