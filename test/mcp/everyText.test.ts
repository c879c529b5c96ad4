import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullTools } from '../../src/tools/fullTools';
import { inputSchema } from '../../src/tools/jsonSchema';
import type { ToolDefinition } from '../../src/tools/tool';
import { runCommand } from '../support/command';
import { temporaryFolder } from '../support/mcpServer';
import { RawServer } from '../support/rawServer';

/** A call of each tool that writes, which does what it says; each `ID` is a memory, each `SESSION` a session of its own. */
const calls: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  mem_save: { title: 'A title', content: 'Some content' },
  memory: { action: 'save', category: 'other', key: 'a_key', value: 'A value' },
  remember: { content: 'A statement' },
  forget: { id: 'ID' },
  mem_judge: { memory_id_a: 'ID', memory_id_b: 'ID', relation: 'related' },
  mem_update: { id: 'ID', content: 'Other content' },
  mem_delete: { id: 'ID' },
  mem_pin: { id: 'ID' },
  mem_unpin: { id: 'ID' },
  mem_compare: { memory_id_a: 'ID', memory_id_b: 'ID', relation: 'related' },
  mem_session_start: { id: 'SESSION', directory: '/code/otter' },
  mem_session_end: { id: 'SESSION', summary: 'A summary' },
  mem_session_summary: { content: 'A summary of the whole session' },
  mem_save_prompt: { content: 'A prompt' },
  mem_capture_passive: { content: '## Key Learnings\n- One that is long enough', source: 'a subagent' },
  mem_review: { action: 'mark_reviewed', id: 'ID' },
  mem_merge_projects: { from: 'heron', to: 'otter' },
};

const long = 'x'.repeat(100_000);

/** JSON text of what is sent. */
const texts: readonly (readonly [name: string, json: string])[] = [
  ['a lone surrogate', '"one \\ud83e two"'],
  ['NUL', '"one \\u0000 two"'],
  ['what replacement functions expand', '"one $& $1 $` two"'],
  ['100,000 characters', JSON.stringify(long)],
  ['SQL', `"'); DROP TABLE memory; --"`],
];

interface Answer {
  readonly failed: boolean;
  readonly told: string;
}

const writing = fullTools.filter(({ annotations }) => !annotations.readOnlyHint);

describe.each(writing.map((tool) => [tool.name, tool] as const))('every text of %s', (name, tool) => {
  const storage = temporaryFolder('mcp-storage-');
  let server: RawServer;
  let requests = 0;
  beforeAll(async () => {
    server = await RawServer.start(['--storage', storage, '--project', 'otter', '--tools', 'full']);
    await server.initialize();
  });
  afterAll(async () => {
    server.process.stdin.end();
    await server.exited();
  });

  /** `input` is JSON text. */
  async function call(called: string, input: string): Promise<Answer> {
    const id = ++requests;
    const params = `{"name":"${called}","arguments":${input}}`;
    server.write(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}\n`);
    const { result, error } = await server.answer(id);
    expect(error, `${input.slice(0, 200)}: a refusal is a result`).toBeUndefined();
    const content = result?.['content'] as readonly { readonly text: string }[];
    return {
      failed: result?.['isError'] === true,
      told: content.map(({ text }) => text).join('\n'),
    };
  }

  /** The tool's call with one parameter as given. */
  async function callWith(parameter: string, json: string): Promise<Answer> {
    let input = JSON.stringify({ ...calls[name], [parameter]: 'THIS' }).replace('"THIS"', () => json);
    if (input.includes('"SESSION"')) input = input.replace('"SESSION"', `"${await startedSession()}"`);
    while (input.includes('"ID"')) input = input.replace('"ID"', `"${await savedId()}"`);
    return call(name, input);
  }

  async function savedId(): Promise<string> {
    const saved = await call('mem_save', `{"title":"Own ${requests}","content":"Text ${requests}"}`);
    return /"id":"([^"]+)"/.exec(saved.told)?.[1] ?? '';
  }

  async function startedSession(): Promise<string> {
    const id = `Own ${requests}`;
    await call('mem_session_start', JSON.stringify({ id }));
    return id;
  }

  it('has a call here', () => {
    expect(Object.keys(calls)).toContain(name);
  });

  it.each(textParameters(tool))('%s: a number is refused by name', async (parameter) => {
    for (const json of ['17.5', '12345678901234567890', '{"a":1}']) {
      const { failed, told } = await callWith(parameter, json);
      expect(failed, `${json}: ${told}`).toBe(true);
      expect(told).toContain(parameter);
    }
  });

  it.each(textParameters(tool))('%s: any text is taken or refused in words', async (parameter) => {
    for (const [kind, json] of texts) {
      const { failed, told } = await callWith(parameter, json);
      if (!failed) continue;
      expect(told, kind).toMatch(/"code":"[a-z_]+"|^Error executing tool remember: /);
      expect(told, kind).not.toMatch(/SQLITE|Error:|undefined|\bat \w+ \(/);
      expect(told.length, kind).toBeLessThan(4000);
    }
    expect(server.strayLines).toEqual([]);
    expect(server.stderr).toBe('');
  });

  it('the store is in order after all of them', async () => {
    const doctor = await runCommand(['doctor', '--storage', storage]);
    expect(doctor.status, doctor.stdout).toBe(0);
  });
});

/** Names of the parameters that are free text and that the call above uses. */
function textParameters(tool: ToolDefinition): readonly string[] {
  const used = tool.relevant?.(calls[tool.name] ?? {});
  return Object.entries(inputSchema(tool).properties)
    .filter(
      ([name, { type, enum: values }]) => type === 'string' && !values && (used?.includes(name) ?? true),
    )
    .map(([name]) => name);
}
