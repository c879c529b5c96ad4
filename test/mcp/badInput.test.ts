import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/mcpServer';
import { RawServer } from '../support/rawServer';

interface ToolAnswer {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly text: string }[];
}

/** Calls whose JSON is written by hand: no client library would send some of it. */
class Caller {
  readonly #server: RawServer;
  #id = 0;

  constructor(server: RawServer) {
    this.#server = server;
  }

  /** `input` is JSON text. */
  async call(name: string, input: string): Promise<ToolAnswer> {
    const id = ++this.#id;
    this.#server.write(
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${input}}}\n`,
    );
    const answer = await this.#server.answer(id);
    if (answer.error) throw new Error(`${answer.error.code}: ${answer.error.message}`);
    return answer.result as unknown as ToolAnswer;
  }
}

const long = `${'x'.repeat(49_999)} ${'\u{1F9A6}'.repeat(50_000)}`;

/** What is stored, as JSON text of what is sent, and what must be read back. */
const texts: readonly (readonly [name: string, json: string, stored: string])[] = [
  ['a lone high surrogate', '"before \\ud83e after"', 'before \uFFFD after'],
  ['a lone low surrogate', '"before \\udda6 after"', 'before \uFFFD after'],
  ['100,000 characters', JSON.stringify(long), long],
  [
    'what replacement functions expand',
    JSON.stringify("a $& b $1 c $` d $' e $$ f"),
    "a $& b $1 c $` d $' e $$ f",
  ],
  ['NUL, which is no text', '"be\\u0000fore \\u0000after"', 'before after'],
  ['SQL', JSON.stringify("'); DROP TABLE memory; --"), "'); DROP TABLE memory; --"],
  ['what a format string expands', JSON.stringify('%s %d %o {0} ${x}'), '%s %d %o {0} ${x}'],
];

describe('texts that are unlike others', () => {
  let server: RawServer;
  let caller: Caller;
  const storage = temporaryFolder('mcp-storage-');
  beforeAll(async () => {
    server = await RawServer.start(['--storage', storage, '--project', 'otter']);
    await server.initialize();
    caller = new Caller(server);
  });
  afterAll(async () => {
    server.process.stdin.end();
    await server.exited();
  });

  async function saved(content: string): Promise<ToolAnswer> {
    return caller.call('mem_save', `{"title":"A text","content":${content}}`);
  }

  async function contentOf(answer: ToolAnswer): Promise<unknown> {
    const { id } = answer.structuredContent?.['observation'] as { id: string };
    const read = await caller.call('mem_get_observation', JSON.stringify({ id }));
    return (read.structuredContent?.['memory'] as { content: string } | undefined)?.content;
  }

  it.each(texts)('%s: kept as text, also over a restart', async (_, json, stored) => {
    const answer = await saved(json);
    expect(answer.isError ?? false, JSON.stringify(answer.content).slice(0, 300)).toBe(false);
    expect(await contentOf(answer)).toBe(stored);
    const another = await RawServer.start(['--storage', storage, '--project', 'otter']);
    await another.initialize();
    const again = caller;
    caller = new Caller(another);
    expect(await contentOf(answer)).toBe(stored);
    caller = again;
    another.process.stdin.end();
    await another.exited();
  });

  it.each([
    [
      'one character more than fits',
      JSON.stringify(`${long}x`),
      /at most 100,000 are allowed. Nothing was saved/,
    ],
    ['a number', '17.5', /content must be text/],
    ['a number that doubles cannot hold', '12345678901234567890', /content must be text/],
    ['true', 'true', /content must be text/],
    ['null', 'null', /content/],
    ['a list', '["a","b"]', /content must be text/],
    ['an object', '{"a":1}', /content must be text/],
    ['nothing but white space', '" \\n\\t "', /content/],
  ])('%s where text belongs: refused with its name', async (_, json, refusal) => {
    const answer = await saved(json);
    expect(answer.isError, JSON.stringify(answer)).toBe(true);
    const told = answer.content.map(({ text }) => text).join('\n');
    expect(told).toMatch(refusal);
    expect(told).toContain('invalid_params');
  });

  it('a key with each of them is found again by the same text', async () => {
    for (const [index, [, json, stored]] of texts.entries()) {
      if (stored.length > 4000) continue;
      const save = await caller.call(
        'memory',
        `{"action":"save","category":"other","key":"odd_${index}","value":${json}}`,
      );
      expect(save.isError ?? false, JSON.stringify(save.content)).toBe(false);
    }
    const list = await caller.call('memory', '{"action":"search","category":"other","query":"odd"}');
    expect(list.isError ?? false).toBe(false);
    expect(server.strayLines).toEqual([]);
  });

  it('the store is in order after all of them', async () => {
    const doctor = await RawServer.start(['doctor', '--storage', storage]);
    expect((await doctor.exited()).code, doctor.strayLines.join('\n')).toBe(0);
  });
});
