import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EmptyResultSchema, ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it } from 'vitest';
import { builtServer, ServerSession, temporaryFolder } from '../support/mcpServer';
import { poll } from '../support/poll';
import { RawServer } from '../support/rawServer';

const CORE = [
  'memory',
  'mem_save',
  'remember',
  'mem_search',
  'mem_context',
  'mem_get_observation',
  'forget',
  'mem_judge',
  'mem_current_project',
];

const running: (ServerSession | RawServer)[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) {
    if (server instanceof ServerSession) await server.close();
    else {
      server.process.stdin.end();
      await server.exited();
    }
  }
});

async function client(args: readonly string[] = [], storage = temporaryFolder('mcp-storage-')) {
  const session = await ServerSession.start({ storage, args, cwd: temporaryFolder('mcp-folder-') });
  running.push(session);
  return session;
}

async function raw(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<RawServer> {
  const server = await RawServer.start(args, { env, cwd: temporaryFolder('mcp-folder-') });
  running.push(server);
  return server;
}

interface Schema {
  readonly type?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly [keyword: string]: unknown;
}

/** What makes strict clients refuse a schema, or a model misread it. */
function faults(schema: Schema, at: string): string[] {
  const found: string[] = [];
  if (typeof schema.type !== 'string' && at.split('.').length < 3) found.push(`${at}: no single type`);
  for (const keyword of ['anyOf', 'oneOf', 'allOf', '$ref', 'not', 'additionalProperties']) {
    if (keyword in schema) found.push(`${at}: ${keyword}`);
  }
  if (schema.type === 'array' && schema.items === undefined) found.push(`${at}: array without items`);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if ((property.description ?? '').length < 3) found.push(`${at}.${name}: no description`);
    found.push(...faults(property, `${at}.${name}`));
  }
  return found;
}

describe('the start over stdio', () => {
  it('does not wait for what HTTP needs to be loaded', async () => {
    const folder = temporaryFolder('mcp-loaded-');
    const [program, loaded] = [path.join(folder, 'program.cjs'), path.join(folder, 'loaded.json')];
    writeFileSync(
      program,
      `const { writeFileSync } = require('node:fs');
      process.once('exit', () => writeFileSync(${JSON.stringify(loaded)}, JSON.stringify(process.moduleLoadList)));
      require(${JSON.stringify(await builtServer())});`,
    );
    const session = await ServerSession.start({ storage: temporaryFolder('mcp-storage-'), program });
    running.push(session);
    await session.ok('mem_search', { query: 'otter' });
    await session.close();
    const modules = await poll('the end of the server', () =>
      existsSync(loaded) ? (JSON.parse(readFileSync(loaded, 'utf8')) as string[]) : undefined,
    );
    expect(modules).toContain('NativeModule fs');
    expect(modules.filter((name) => /undici|NativeModule _?http/.test(name))).toEqual([]);
  });
});

describe('the list of tools', () => {
  it('holds the core set with flat schemas that every client accepts', async () => {
    const { tools } = await (await client()).client.listTools();
    expect(tools.map((tool) => tool.name).sort()).toEqual([...CORE].sort());
    for (const tool of tools) {
      expect(faults(tool.inputSchema as Schema, tool.name)).toEqual([]);
      expect(tool.description?.length, tool.name).toBeLessThanOrEqual(1024);
      expect(tool.description?.length, tool.name).toBeGreaterThan(80);
      expect(tool.outputSchema?.type, tool.name).toBe('object');
      expect(tool.annotations, tool.name).toMatchObject({ openWorldHint: false, title: tool.title });
    }
    const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
    const input = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(bytes(input)).toBeLessThanOrEqual(16 * 1024);
    expect(bytes(tools.map((tool) => tool.outputSchema))).toBeLessThanOrEqual(6 * 1024);
  });

  it('says by annotation which tools read, add and remove', async () => {
    const { tools } = await (await client()).client.listTools();
    const hints = Object.fromEntries(
      tools.map(({ name, annotations }) => [name, [annotations?.readOnlyHint, annotations?.destructiveHint]]),
    );
    expect(hints).toMatchObject({
      memory: [false, true],
      mem_save: [false, true],
      remember: [false, false],
      forget: [false, true],
    });
    for (const reader of ['mem_search', 'mem_context', 'mem_get_observation', 'mem_current_project']) {
      expect(hints[reader]?.[0], reader).toBe(true);
    }
  });

  it('is empty with --tools none, and a call says why', async () => {
    const session = await client(['--tools', 'none']);
    expect((await session.client.listTools()).tools).toEqual([]);
    expect(session.client.getServerCapabilities()?.tools).toBeUndefined();
    const text = session.client.getInstructions() ?? '';
    expect(text.length).toBeLessThanOrEqual(2048);
    expect(text).toMatch(/memory:\/\/\{project\}\/context.*#mem_search/s);
    await expect(session.client.request({ method: 'nonsense' }, EmptyResultSchema)).rejects.toMatchObject({
      code: ErrorCode.MethodNotFound,
    });
    await expect(session.call('mem_save', { title: 'a', content: 'b' })).rejects.toMatchObject({
      code: ErrorCode.InvalidParams,
      message: expect.stringMatching(/--tools none/) as string,
    });
  });
});

describe('the protocol', () => {
  it('tells when to search and when to save, in at most 2,048 characters', async () => {
    const text = (await client()).client.getInstructions() ?? '';
    expect(text.length).toBeLessThanOrEqual(2048);
    for (const word of ['mem_search', 'mem_context', 'mem_save', 'remember', 'secret'])
      expect(text).toContain(word);
  });

  it('answers an unknown tool with a protocol error that names the tools and quotes nothing', async () => {
    const session = await client();
    const call = session.call('ghp_012345678901234567890123456789012345', {});
    await expect(call).rejects.toMatchObject({ code: ErrorCode.InvalidParams });
    await expect(call).rejects.toThrow(/Unknown tool.*mem_save/);
    await expect(call).rejects.not.toThrow(/ghp_/);
  });

  it('touches no disk until a tool is called', async () => {
    const storage = path.join(temporaryFolder('mcp-storage-'), 'new');
    const session = await client([], storage);
    expect(existsSync(storage)).toBe(false);
    await session.ok('mem_save', { title: 'first', content: 'a memory' });
    expect(readdirSync(storage)).not.toEqual([]);
  });

  it('goes on after lines that are no message, and writes nothing but messages', async () => {
    const server = await raw(['--storage', temporaryFolder('mcp-storage-')]);
    server.write('garbage with password=hunter2hunter2\n{"jsonrpc":"2.0"}\n[]\n\n{"a":\n');
    await server.initialize();
    server.callTool(1, 'memory', { action: 'list' });
    server.callTool(2, 'memory', 'not an object');
    expect((await server.answer(1)).result).toMatchObject({ structuredContent: {} });
    expect((await server.answer(2)).error?.code).toBe(ErrorCode.InvalidParams);
    expect(server.strayLines).toEqual([]);
    expect(server.stderr).toMatch(/could not be handled/);
    expect(server.stderr).not.toContain('hunter2');
  });

  it('answers concurrent calls in any order and a cancelled one not at all', async () => {
    const server = await raw(['--storage', temporaryFolder('mcp-storage-')]);
    await server.initialize();
    for (let id = 1; id <= 20; id++)
      server.callTool(id, 'mem_save', { title: `t${id}`, content: `text ${id}` });
    server.send({ method: 'notifications/cancelled', params: { requestId: 20, reason: 'test' } });
    for (let id = 1; id <= 19; id++) expect((await server.answer(id)).result?.['isError']).toBeUndefined();
    server.callTool(21, 'memory', { action: 'list' });
    await server.answer(21);
    expect(server.messages.filter((message) => message.id === 20)).toEqual([]);
  });
});

describe('the end of a session', () => {
  const saves = (server: RawServer, count: number) => {
    for (let id = 1; id <= count; id++) {
      server.callTool(id, 'mem_save', { title: `title ${id}`, content: `content number ${id}` });
    }
  };

  it('comes with the end of standard input, after every call has been answered', async () => {
    const storage = temporaryFolder('mcp-storage-');
    const server = await raw(['--storage', storage]);
    await server.initialize();
    saves(server, 30);
    server.process.stdin.end();
    expect(await server.exited()).toEqual({ code: 0, signal: null });
    const answered = server.messages.filter((message) => message.result?.['structuredContent'] !== undefined);
    expect(answered).toHaveLength(30);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('comes with %s, cleanly', async (signal) => {
    const server = await raw(['--storage', temporaryFolder('mcp-storage-')]);
    await server.initialize();
    saves(server, 5);
    await server.answer(1);
    server.process.kill(signal);
    expect(await server.exited()).toEqual({ code: 0, signal: null });
    expect(
      server.messages.filter((message) => message.result?.['structuredContent'] !== undefined),
    ).toHaveLength(5);
  });

  it('comes when the client stops reading, without a crash', async () => {
    const server = await raw(['--storage', temporaryFolder('mcp-storage-')]);
    await server.initialize();
    server.process.stdout.destroy();
    saves(server, 3);
    expect((await server.exited()).code).toBe(0);
    expect(server.stderr).not.toMatch(/EPIPE|at /);
  });
});

describe('the command line', () => {
  it.each<[string, (file: string) => string[], RegExp]>([
    ['no storage', () => [], /--storage is missing.*Copy MCP Configuration/],
    ['a storage that is a file', (file) => ['--storage', file], /is no folder/],
    ['an unknown option', () => ['--storage', '/tmp', '--htpp'], /--htpp/],
    ['an unknown tool set', () => ['--storage', '/tmp', '--tools', 'all'], /none, core or full/],
  ])('%s: exit code 2, one clear message, nothing on stdout', async (_name, args, message) => {
    const file = path.join(temporaryFolder('mcp-file-'), 'file');
    writeFileSync(file, 'keep me');
    const server = await raw(args(file));
    expect(await server.exited()).toEqual({ code: 2, signal: null });
    expect(server.stderr).toMatch(message);
    expect(server.messages).toEqual([]);
    expect(server.strayLines).toEqual([]);
  });
});
