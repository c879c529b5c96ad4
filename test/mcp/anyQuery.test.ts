import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exactForm } from '../../src/search/exactText';
import { ServerSession, temporaryFolder } from '../support/mcpServer';

let session: ServerSession;
beforeAll(async () => {
  session = await ServerSession.start({
    storage: temporaryFolder('mcp-storage-'),
    cwd: temporaryFolder('mcp-folder-'),
  });
});
afterAll(() => session.close());

const NASTY = [
  'NEAR(',
  'NEAR("server" "token", 2)',
  'server AND',
  'OR',
  'NOT token',
  '"',
  '"server',
  '*',
  'serv*',
  '^server',
  'title:server',
  '-server',
  '(((',
  ')',
  '{}[]',
  "'; DROP TABLE memory; --",
  '%_\\',
  'ser\0ver',
  '\ud800server',
  'server\udfff',
  '\u202eserver',
  '?!',
  '…',
];
const anyText = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc
    .array(fc.constantFrom(...NASTY, 'server', 'token', 'сервер', '服务器'), { minLength: 1, maxLength: 4 })
    .map((pieces) => pieces.join(' ')),
);

interface Saved {
  readonly id: string;
  readonly title: string;
}

describe('any text as the query of mem_search', () => {
  it('is answered', async () => {
    await session.ok('mem_save', { title: 'Near the server', content: 'and or not token' });
    await fc.assert(
      fc.asyncProperty(anyText, fc.constantFrom('any', 'all'), async (query, match) => {
        const answer = await session.client.callTool({
          name: 'mem_search',
          arguments: { query, match_mode: match },
        });
        // Nothing but a blank query is refused.
        if (answer.isError === true) expect(JSON.stringify(answer.content)).toContain('must not be blank');
      }),
      { numRuns: 80 },
    );
  });

  it('finds first the memory whose stored title it is', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const title = `${text.replace(/[\n\r\u0085\u2028\u2029]/g, ' ')} x`;
        const saved = await session.client.callTool({
          name: 'mem_save',
          arguments: { title, content: `${title} ${title} server token` },
        });
        fc.pre(saved.isError !== true);
        const { observation } = saved.structuredContent as { readonly observation: Saved };
        const answer = await session.ok('mem_search', { query: observation.title });
        const [first] = answer['hits'] as readonly Saved[];
        // Of several titles that differ in case, accents or separators alone, the newest is first.
        expect(exactForm(first?.title ?? '')).toBe(exactForm(observation.title));
      }),
      { numRuns: 80 },
    );
  });

  it('finds a title by what it was before a secret in it was removed', async () => {
    const title = `Rotate ${['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_')} of the build server`;
    const { observation } = (await session.ok('mem_save', { title, content: 'Every month.' })) as {
      readonly observation: Saved;
    };
    expect(observation.title).toContain('[REDACTED');
    const [first] = (await session.ok('mem_search', { query: title }))['hits'] as readonly Saved[];
    expect(first?.id).toBe(observation.id);
  });
});
