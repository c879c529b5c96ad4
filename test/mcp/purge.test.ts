import { afterEach, describe, expect, it } from 'vitest';
import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { filesHolding } from '../support/filesHolding';
import { ServerSession, temporaryFolder } from '../support/mcpServer';

const TIMEOUT = 120_000;
const YES: ElicitResult = { action: 'accept', content: { answer: 'Delete for good' } };

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

/** A storage, a folder, and servers on both whose person answers as told. */
function place() {
  const storage = temporaryFolder('mcp-storage-');
  const cwd = temporaryFolder('mcp-folder-');
  const forms: ElicitRequestFormParams[] = [];
  const start = async (answer?: ElicitResult): Promise<ServerSession> => {
    const session = await ServerSession.start({
      storage,
      cwd,
      ...(answer === undefined
        ? {}
        : {
            elicit: (form: ElicitRequestFormParams) => {
              forms.push(form);
              return Promise.resolve(answer);
            },
          }),
    });
    sessions.push(session);
    return session;
  };
  return { storage, forms, start };
}

function idOf(answer: Record<string, unknown>): string {
  return (answer['observation'] as { id: string }).id;
}

const save = (session: ServerSession, title: string, content: string, over: Record<string, unknown> = {}) =>
  session.ok('mem_save', { title, content, ...over });

describe('forget with purge', () => {
  it(
    'leaves no byte of an observation and its versions, also beside another server that has it open',
    { timeout: TIMEOUT },
    async () => {
      const { storage, start } = place();
      const session = await start(YES);
      const other = await start();
      const topic = { topic_key: 'bird' };
      await save(session, 'Zanzibar heron', 'The first text says okapi.', topic);
      const id = idOf(await save(session, 'Zanzibar heron', 'The second text says quokka.', topic));
      await save(session, 'Kept', 'The third text says wombat.');
      // A base, with an index beside it, that holds the texts.
      await session.ok('forget', { id: idOf(await save(session, 'First', 'Goes first.')), purge: true });
      // The other has read, searched and written them; its index holds the words.
      for (const query of ['okapi', 'quokka', 'zanzibar']) await other.ok('mem_search', { query });
      await save(other, 'Another', 'Also kept: numbat.');
      expect(filesHolding(storage, 'okapi')).not.toEqual([]);

      expect(await session.ok('forget', { id, purge: true })).toMatchObject({ forgotten: 1, purged: true });
      const gone = ['okapi', 'quokka', 'Zanzibar', 'zanzibar'];
      const holding = () => gone.flatMap((word) => filesHolding(storage, word));
      expect(holding()).toEqual([]);

      // What the other still had in memory does not come back with what it writes.
      expect(await other.ok('mem_search', { query: 'quokka' })).toMatchObject({ count: 0 });
      await save(other, 'Later', 'Written after the purge: bilby.');
      await other.close();
      expect(holding()).toEqual([]);
      expect((await session.error('mem_get_observation', { id })).error.code).toBe('memory_not_found');
      expect(await session.ok('mem_search', { query: 'wombat numbat bilby' })).toMatchObject({ count: 3 });
    },
  );

  it('leaves none of a fact, nor of the statements of a source', { timeout: TIMEOUT }, async () => {
    const { storage, start } = place();
    const session = await start(YES);
    const fact = { action: 'save', category: 'other', key: 'pet' };
    await session.ok('memory', { ...fact, value: 'An axolotl', source_context: 'said by a kakapo' });
    await session.ok('memory', { ...fact, value: 'A pangolin' });
    for (const animal of ['aye-aye', 'saola'])
      await session.ok('remember', { content: `Seen: ${animal}`, source_id: 'docs/tapir.md' });
    expect(await session.ok('forget', { key: 'pet', purge: true })).toMatchObject({ purged: true });
    expect(await session.ok('forget', { source_id: 'docs/tapir.md', purge: true })).toMatchObject({
      forgotten: 2,
      purged: true,
    });
    for (const word of ['axolotl', 'kakapo', 'pangolin', 'aye-aye', 'saola', 'tapir'])
      expect(filesHolding(storage, word), word).toEqual([]);
  });

  it('also removes what was forgotten before', { timeout: TIMEOUT }, async () => {
    const { storage, start } = place();
    const session = await start(YES);
    const id = idOf(await save(session, 'Gone', 'The text says okapi.'));
    await session.ok('forget', { id });
    expect(filesHolding(storage, 'okapi')).not.toEqual([]);
    await session.ok('forget', { id, purge: true });
    expect(filesHolding(storage, 'okapi')).toEqual([]);
  });

  it('asks once, by names on one line, and how many more there are', { timeout: TIMEOUT }, async () => {
    const { forms, start } = place();
    const session = await start(YES);
    for (let n = 0; n < 8; n++)
      await session.ok('remember', { content: `Statement ${n} ${'x'.repeat(500)}`, source_id: 'a.md' });
    await session.ok('forget', { source_id: 'a.md', purge: true });
    expect(forms).toHaveLength(1);
    expect(forms[0]?.message).toMatch(/^Delete for good from this machine: "Statement \d .*" and 3 more\? /);
    expect(forms[0]?.message).not.toContain('\n');
    expect(Buffer.byteLength(forms[0]?.message ?? '')).toBeLessThan(1_000);
  });

  it.each<[string, ElicitResult | undefined]>([
    ['declines', { action: 'decline' }],
    ['dismisses', { action: 'cancel' }],
    ['keeps it', { action: 'accept', content: { answer: 'Keep' } }],
    ['accepts without an answer', { action: 'accept', content: {} }],
    ['cannot be asked', undefined],
  ])('changes nothing when the person %s', { timeout: TIMEOUT }, async (_how, answer) => {
    const { start } = place();
    const session = await start(answer);
    const id = idOf(await save(session, 'Kept', 'The text says okapi.'));
    const { error } = await session.error('forget', { id, purge: true });
    expect(error.code).toBe('declined');
    expect(error.message).toContain('sidebar');
    expect(await session.ok('mem_search', { query: 'okapi' })).toMatchObject({ count: 1 });
  });
});
