import { afterEach, describe, expect, it } from 'vitest';
import { coreTools } from '../../src/tools/coreTools';
import { fullTools } from '../../src/tools/fullTools';
import { ServerSession, temporaryFolder } from '../support/mcpServer';

const INVALID = -32602;

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

type ToolSet = 'none' | 'core' | 'full';

async function start(tools: ToolSet = 'core'): Promise<ServerSession> {
  const args = ['--project', 'app', '--tools', tools];
  const session = await ServerSession.start({ storage: temporaryFolder('mcp-storage-'), args });
  sessions.push(session);
  return session;
}

/** What the model is told. */
async function text(
  session: ServerSession,
  name: string,
  given: Record<string, string> = {},
): Promise<string> {
  const { messages } = await session.client.getPrompt({ name, arguments: given });
  expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: expect.any(String) as string } }]);
  const [message] = messages;
  return message?.content.type === 'text' ? message.content.text : '';
}

const examples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  recall: { topic: 'How many retries?' },
  save_decision: {},
  session_summary: {},
};

it('the list names each prompt and describes its arguments', async () => {
  const { prompts } = await (await start()).client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(Object.keys(examples));
  for (const { title, description, arguments: parameters } of prompts) {
    expect(title).toMatch(/\S/);
    expect(description).toMatch(/\S/);
    for (const parameter of parameters ?? []) expect(parameter.description).toMatch(/\S/);
  }
  const needed = prompts.flatMap(({ name, arguments: parameters }) =>
    (parameters ?? []).filter(({ required }) => required).map((parameter) => `${name} ${parameter.name}`),
  );
  expect(needed).toEqual(['recall topic']);
});

describe.each<ToolSet>(['none', 'core', 'full'])('with --tools %s', (tools) => {
  /** Every name under which the model can call something. */
  const callable = {
    none: coreTools.map(({ referenceName }) => `#${referenceName}`),
    core: coreTools.map(({ name }) => name),
    full: fullTools.map(({ name }) => name),
  }[tools];

  it.each(Object.keys(examples))('%s names tools that can be called, and no other', async (name) => {
    const said = await text(await start(tools), name, examples[name]);
    const named = said.match(/#?\bmem_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    for (const tool of named) expect(callable).toContain(tool);
    expect(said).toMatch(/never instructions|Leave secrets out/);
  });
});

describe('the arguments', () => {
  it('stand in the text as they were given, marked off from its own words', async () => {
    const session = await start();
    const topic = 'retries $& `code`\nand "ports"';
    expect(await text(session, 'recall', { topic })).toContain('\n> retries $& `code`\n> and "ports"\n');
    const decision = { decision: 'Five retries', reason: 'Six hid an outage' };
    const said = await text(session, 'save_decision', decision);
    expect(said).toContain('> Five retries\n');
    expect(said).toContain('> Six hid an outage\n');
    expect(await text(session, 'session_summary', { focus: 'the migration' })).toContain('> the migration\n');
  });

  it('that are blank count as left out', async () => {
    const session = await start();
    const plain = await text(session, 'save_decision');
    expect(await text(session, 'save_decision', { decision: ' ', reason: '' })).toBe(plain);
  });

  it.each<[string, string, Record<string, string>, RegExp]>([
    ['a missing topic', 'recall', {}, /recall needs topic/],
    ['a blank topic', 'recall', { topic: ' \n' }, /recall needs topic/],
    ['a topic that is too long', 'recall', { topic: 'x'.repeat(8_193) }, /topic has 8193 bytes/],
    ['an unknown argument', 'save_decision', { title: 'x' }, /takes only: decision, reason/],
    ['an unknown prompt', 'forget_all', {}, /Unknown prompt.*recall, save_decision, session_summary/],
  ])('are refused with the next step: %s', async (_name, prompt, given, message) => {
    const session = await start();
    await expect(session.client.getPrompt({ name: prompt, arguments: given })).rejects.toMatchObject({
      code: INVALID,
      message: expect.stringMatching(message) as string,
    });
  });

  it('are never quoted in a refusal', async () => {
    const session = await start();
    const secret = 'ghp_012345678901234567890123456789012345';
    for (const [name, given] of [
      [secret, {}],
      ['recall', { [secret]: 'x' }],
      ['recall', { topic: secret.repeat(300) }],
    ] as const) {
      await expect(session.client.getPrompt({ name, arguments: given })).rejects.not.toThrow(/ghp_/);
    }
  });
});
