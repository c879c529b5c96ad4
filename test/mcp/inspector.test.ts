import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { coreTools } from '../../src/tools/coreTools';
import { fullTools } from '../../src/tools/fullTools';
import { outputSchema } from '../../src/tools/jsonSchema';
import { ensureInspector, Inspector } from '../support/inspector';
import { builtServer, ServerSession, temporaryFolder } from '../support/mcpServer';

const found = ensureInspector(console.log);
if (found.kind === 'missing')
  console.log(`Skipped what another client makes of the server: ${found.reason}.`);

/** What the calls are about; each of those that remove something has one of its own. */
interface Known {
  readonly first: string;
  readonly second: string;
  readonly third: string;
  readonly deleted: string;
}

/** A call of every tool that succeeds. */
const calls: Readonly<Record<string, (known: Known) => Record<string, unknown>>> = {
  mem_search: () => ({ query: 'retries', limit: 3 }),
  mem_context: () => ({ max_bytes: 4096 }),
  mem_get_observation: ({ first }) => ({ id: first, before: 1, after: 1 }),
  mem_save: () => ({ title: 'Saved by the Inspector', content: 'A memory.', type: 'discovery' }),
  memory: () => ({
    action: 'save',
    category: 'technical',
    key: 'shell',
    value: 'They use fish.',
    confidence: 90,
  }),
  remember: ({ first }) => ({ content: 'A summary.', fact_key: 'summary', derived_from: [first] }),
  forget: () => ({ key: 'to/forget' }),
  mem_judge: ({ first, second }) => ({ memory_id_a: first, memory_id_b: second, relation: 'related' }),
  mem_current_project: () => ({}),
  mem_update: ({ second }) => ({ id: second, find: 'fixed', replace: 'fixed for good' }),
  mem_delete: ({ deleted }) => ({ id: deleted }),
  mem_pin: ({ third }) => ({ id: third }),
  mem_unpin: ({ second }) => ({ id: second }),
  mem_timeline: ({ second }) => ({ observation_id: second }),
  mem_compare: ({ first, third }) => ({ memory_id_a: first, memory_id_b: third, relation: 'not_conflict' }),
  mem_suggest_topic_key: () => ({ title: 'Fix regression in auth login flow' }),
  mem_session_start: () => ({ id: 'session-1' }),
  mem_session_end: () => ({ id: 'session-2', summary: 'Done.' }),
  mem_session_summary: () => ({ content: 'The Inspector called every tool once.\n\nAll answered.' }),
  mem_save_prompt: () => ({ content: 'Why are retries capped?' }),
  mem_capture_passive: () => ({
    content: '## Key Learnings\n\n- The third attempt always hid the outage.\n',
  }),
  mem_review: () => ({ action: 'list' }),
  mem_merge_projects: () => ({ from: 'other', to: 'app' }),
  mem_stats: () => ({}),
  mem_doctor: () => ({}),
  validate_memory: () => ({}),
};

const core = coreTools.map(({ name }) => name);

it('every tool has a call here', () => {
  expect(Object.keys(calls)).toEqual(fullTools.map(({ name }) => name));
});

// The client of the Inspector is of another make than the SDK that the server is built with.
describe.skipIf(found.kind === 'missing')('the MCP Inspector over stdio', () => {
  const storage = temporaryFolder('mcp-storage-');
  let known: Known;
  let program: string;

  beforeAll(async () => {
    program = await builtServer();
    const seed = async (project: string, fill: (session: ServerSession) => Promise<void>) => {
      const session = await ServerSession.start({ storage, args: ['--project', project, '--tools', 'full'] });
      await fill(session);
      await session.close();
    };
    await seed('other', async (session) => {
      await session.ok('mem_save', { title: 'In another project', content: 'Of its own.' });
    });
    await seed('app', async (session) => {
      const save = async (title: string, content: string, more: object = {}): Promise<string> => {
        const { observation } = await session.ok('mem_save', { title, content, ...more });
        return (observation as { id: string }).id;
      };
      known = {
        first: await save('Retries are capped', 'Five retries: more hid an outage.', { type: 'decision' }),
        second: await save('Ports are fixed', 'The gateway listens on 8080.\nIt is fixed.'),
        third: await save('Caches are warmed', 'Before the first request of the morning.'),
        deleted: await save('A mistake', 'Of no use to anybody.'),
      };
      await save('An error', 'Neither is this.', { topic_key: 'to/forget' });
      await session.ok('mem_session_start', { id: 'session-2' });
    });
  });

  const inspector = (tools: 'none' | 'core' | 'full'): Inspector => {
    const server = [program, '--storage', storage, '--project', 'app', '--tools', tools];
    return new Inspector(found.kind === 'found' ? found.value : '', [process.execPath, ...server]);
  };

  /** The JSON that a run must print. */
  const answer = async (of: Inspector, ...options: readonly string[]): Promise<unknown> => {
    const { status, stdout, stderr } = await of.run(...options);
    expect(status, stderr).toBe(0);
    return JSON.parse(stdout);
  };

  it.each(['core', 'full'] as const)('finds no fault in the schemas of --tools %s', async (tools) => {
    const { status, stdout, stderr } = await inspector(tools).run('--method', 'tools/list', '--strict');
    expect(status, stderr).toBe(0);
    // Text or null can be declared in no way that suits every client: these two declare nothing.
    expect(stderr.match(/(?<=Path: ).*/g)).toEqual([
      'outputSchema.properties.source_id',
      'outputSchema.properties.source_hash',
    ]);
    expect(stderr).toContain('0 errors, 2 warnings across 1 tool.');
    const list = JSON.parse(stdout) as { readonly tools: readonly { readonly name: string }[] };
    expect(list.tools.map(({ name }) => name)).toEqual(tools === 'core' ? core : Object.keys(calls));
  });

  describe.concurrent('calls', { timeout: 120_000 }, () => {
    it.each(fullTools.map((tool) => [tool.name, tool] as const))('%s', async (name, tool) => {
      const input = JSON.stringify(calls[name]?.(known) ?? {});
      const reply = (await answer(
        inspector(core.includes(name) ? 'core' : 'full'),
        ...['--method', 'tools/call', '--tool-name', name, '--tool-args-json', input],
      )) as { readonly content: readonly { readonly text: string }[]; readonly structuredContent: unknown };
      const validate = new AjvJsonSchemaValidator().getValidator(outputSchema(tool));
      expect(validate(reply.structuredContent)).toMatchObject({ valid: true });
      expect(JSON.parse(reply.content[0]?.text ?? '')).toEqual(reply.structuredContent);
    });
  });

  it('reads resources and prompts, also where there are no tools', async () => {
    const without = inspector('none');
    expect(await answer(without, '--method', 'resources/list')).toMatchObject({
      resources: expect.arrayContaining([expect.objectContaining({ uri: 'memory://app/context' })]) as object,
    });
    expect(await answer(without, '--method', 'resources/templates/list')).toMatchObject({
      resourceTemplates: [{ uriTemplate: 'memory://{project}/context' }, {}],
    });
    const uri = `memory://app/${known.first}`;
    expect(await answer(without, '--method', 'resources/read', '--uri', uri)).toMatchObject({
      contents: [{ uri, text: expect.stringContaining('more hid an outage') as string }],
    });
    expect(await answer(without, '--method', 'prompts/list')).toMatchObject({
      prompts: [{ name: 'recall' }, { name: 'save_decision' }, { name: 'session_summary' }],
    });
    const recall = ['--method', 'prompts/get', '--prompt-name', 'recall', '--prompt-args', 'topic=retries'];
    expect(await answer(without, ...recall)).toMatchObject({
      messages: [{ content: { text: expect.stringContaining('#mem_search') as string } }],
    });
  });
});
