import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../support/gitRepository';
import { filesHolding } from '../support/filesHolding';
import { ServerSession, temporaryFolder, texts } from '../support/mcpServer';

/** Put together here so that no scanner takes this file for a leak. */
const TOKEN = ['ghp', '_', 'R7mQ2xKp9LzT4vWcYb8NfHs3JdGa6EuX1oZi'].join('');
const PASSWORD = ['kV9', 'xT2rLp8QwZ5n'].join('');
const PRIVATE = 'quiet heron 4417';
const TEXT = `word ${TOKEN}, the staging password is ${PASSWORD}, <private>${PRIVATE}</private>`;
const SECRETS = [TOKEN, PASSWORD, PRIVATE];

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Property;
}

interface Tool {
  readonly name: string;
  readonly properties: Readonly<Record<string, Property>>;
  readonly required: readonly string[];
}

/** Stands for the id of a memory that is there when the call is made. */
const LIVE_ID = 'id of a live memory';
const NAMES_MEMORY = /^(?:id|observation_id|memory_id\w*)$/;

/** What a parameter of this name holds in a call that is to succeed; any other text is a word. */
const VALID: Readonly<Record<string, unknown>> = {
  scope: undefined,
  category: 'other',
  confidence: 1,
  project: undefined,
  recovery_token: undefined,
  project_choice_reason: undefined,
  session_id: undefined,
  from: 'app',
  to: 'app',
  relation: 'related',
};

/** The session of those tools whose id is one. */
const SESSION = 'walk';
const NAMES_SESSION = ['mem_session_start', 'mem_session_end'];

/** Every call that carries the text in one place: each text parameter, each list, each value of each enum beside it. */
function callsWith(tool: Tool): Record<string, unknown>[] {
  const valid = (name: string): unknown => {
    if (name in VALID) return VALID[name];
    if (NAMES_MEMORY.test(name)) return idOf(tool);
    const { type, enum: words } = tool.properties[name] ?? {};
    if (words !== undefined) return words[0];
    return type === 'number' || type === 'integer' ? 1 : type === 'boolean' ? false : 'word';
  };
  const bases: Record<string, unknown>[] = [
    Object.fromEntries(tool.required.map((name) => [name, valid(name)])),
    // As complete as the tool allows: what one parameter needs beside it is there.
    Object.fromEntries(
      ['content', 'value', 'key', 'category', 'title', 'query', 'source_id', 'source_hash']
        .filter((name) => name in tool.properties)
        .map((name) => [name, valid(name)]),
    ),
  ];
  for (const name of Object.keys(tool.properties)) {
    if (NAMES_MEMORY.test(name)) bases.push({ ...bases[0], [name]: idOf(tool) });
  }
  const pair = Object.keys(tool.properties).filter((name) => name.startsWith('memory_id'));
  if (pair.length > 0)
    bases.push({ ...bases[0], ...Object.fromEntries(pair.map((name) => [name, LIVE_ID])) });
  for (const [name, { enum: words }] of Object.entries(tool.properties)) {
    for (const word of words ?? []) bases.push({ ...bases[0], ...bases[1], [name]: word });
  }
  const places = Object.entries(tool.properties).flatMap(
    ([name, { type, items }]): Record<string, unknown>[] => {
      const inside = [{ [name]: TEXT }, { [name]: { [TEXT]: TEXT } }, { [name]: [TEXT] }];
      return type === 'array' || items !== undefined
        ? [...inside, { [name]: [[TEXT], { a: TEXT }] }]
        : inside;
    },
  );
  const anywhere = [{}, ...places, { [TEXT]: 1 }, { unknown: TEXT }];
  return bases.flatMap((base) => anywhere.map((place) => ({ ...base, ...place })));
}

function idOf({ name }: Tool): string {
  return NAMES_SESSION.includes(name) ? SESSION : LIVE_ID;
}

describe.each(['core', 'full'])(
  'a secret in any parameter of any tool of the set %s, in the name of the client and the remote',
  (set) => {
    const storage = temporaryFolder('mcp-storage-');
    const answers: string[] = [];
    let session: ServerSession;
    let tools: readonly Tool[];
    beforeAll(async () => {
      session = await ServerSession.start({
        storage,
        cwd: repository(temporaryFolder('mcp-folder-'), `https://kim:${TOKEN}@example.invalid/team/app.git`),
        args: ['--tools', set, '--max-calls-per-minute', '0'],
        clientName: `client ${TOKEN}`,
      });
      const listed = await session.client.listTools();
      tools = listed.tools.map(({ name, inputSchema }) => ({
        name,
        properties: inputSchema.properties ?? {},
        required: inputSchema.required ?? [],
      }));
    });
    afterAll(() => session.close());

    let saves = 0;
    async function saveOne(): Promise<string> {
      const saved = await session.ok('mem_save', { title: 'One', content: `Number ${++saves}` });
      return (saved['observation'] as { id: string }).id;
    }

    it('reaches neither the disk nor an answer nor the log', { timeout: 240_000 }, async () => {
      const succeeded = new Set<string>();
      for (const tool of tools) {
        for (const input of callsWith(tool)) {
          const named: Record<string, unknown> = {};
          for (const [name, value] of Object.entries(input))
            named[name] = value === LIVE_ID ? await saveOne() : value;
          const result = await session.call(tool.name, named);
          answers.push([...texts(result), JSON.stringify(result)].join('\n'));
          if (result.isError !== true) succeeded.add(tool.name);
        }
      }
      // Nor in what stands beside the parameters.
      for (const params of [
        {
          name: 'mem_save',
          arguments: { title: 'a', content: 'b' },
          _meta: { 'x-idempotency-key': TEXT, note: TEXT },
        },
        { name: TEXT, arguments: {} },
      ]) {
        const outcome = await session.client.callTool(params).catch((error: unknown) => String(error));
        answers.push(typeof outcome === 'string' ? outcome : JSON.stringify(outcome));
      }
      expect([...succeeded].sort()).toEqual(tools.map(({ name }) => name).sort());
      for (const secret of SECRETS) {
        expect(filesHolding(storage, secret), secret).toEqual([]);
        expect(answers.filter((answer) => answer.includes(secret))).toEqual([]);
        expect(session.stderr).not.toContain(secret);
      }
      expect(filesHolding(storage, 'REDACTED')).not.toEqual([]);
    });
  },
);
