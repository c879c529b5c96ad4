import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MemoryHost } from '../../src/memory/memoryHost';
import { wasmFile } from '../support/builtWorker';
import { filesHolding } from '../support/filesHolding';
import { repository } from '../support/gitRepository';
import { HttpProcess, HttpSession } from '../support/httpSession';
import { projectOf } from '../support/movedStorage';
import { ServerSession, envelope, temporaryFolder, texts, type Answer } from '../support/mcpServer';

const KEY = 'order-66-of-2026';
const FACT = { action: 'save', category: 'technical', key: 'prod_host', value: 'db-7 in the cellar' };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function start(storage: string, args: readonly string[] = []): Promise<ServerSession> {
  const session = await ServerSession.start({ storage, args: ['--project', 'retried', ...args] });
  closers.push(() => session.close());
  return session;
}

async function keyed(
  session: ServerSession,
  name: string,
  input: Record<string, unknown>,
  key: unknown = KEY,
): Promise<Answer> {
  const result = await session.client.callTool({
    name,
    arguments: input,
    _meta: { 'x-idempotency-key': key },
  });
  if (result.isError === true) throw new Error(texts(result as never).join('\n'));
  return result.structuredContent as Answer;
}

async function refused(
  session: ServerSession,
  name: string,
  input: Record<string, unknown>,
  key: unknown = KEY,
): Promise<readonly string[]> {
  const result = await session.client.callTool({
    name,
    arguments: input,
    _meta: { 'x-idempotency-key': key },
  });
  expect(result.isError).toBe(true);
  return texts(result as never);
}

async function count(session: ServerSession, query: string): Promise<number> {
  return ((await session.ok('mem_search', { query }))['hits'] as unknown[]).length;
}

/** As a person does it, in a window of their own. */
async function moveAlone(storage: string, id: string, from: string, to: string): Promise<void> {
  const host = new MemoryHost({ storageDirectory: storage, runtime: { wasmFile, workerFile: '' } });
  try {
    const target = await projectOf(host, to);
    const source = await (await host.catalog()).byName(from);
    if (source === undefined) throw new Error(`no project ${from}`);
    const changes = await host.projectChanges();
    const moved = await changes.move([id], { id: source.id, name: source.name }, target, 'person');
    expect(moved).toMatchObject({ kind: 'moved', memories: 1 });
  } finally {
    await host.close();
  }
}

describe('a call that comes again with its idempotency key', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['remember', { content: 'Staging rolls out by a systemd unit.', fact_key: 'deploy' }, 'systemd'],
    ['mem_save', { title: 'Rollouts go through systemd', content: 'The unit restarts twice.' }, 'systemd'],
    ['memory', FACT, 'cellar'],
  ])('of %s: the same answer, and nothing stored anew', async (name, input, word) => {
    const storage = temporaryFolder('retry-storage-');
    const session = await start(storage);
    const first = await keyed(session, name, input);
    expect(await keyed(session, name, input)).toEqual(first);
    expect(await count(session, word)).toBe(1);

    // Also for another process, after a restart.
    await session.close();
    const later = await start(storage);
    expect(await keyed(later, name, input)).toEqual(first);
    expect(await count(later, word)).toBe(1);

    const other = { ...input, [name === 'memory' ? 'value' : 'content']: 'Something else entirely.' };
    const [text = ''] = await refused(later, name, other);
    if (name === 'remember') {
      expect(text).toBe(
        'Error executing tool remember: 409 Conflict: idempotency key was used with different input',
      );
    } else {
      expect(JSON.parse(text)).toEqual({
        error: {
          code: 'idempotency_conflict',
          message: '409 Conflict: idempotency key was used with different input',
        },
      });
    }
    expect(await count(later, 'entirely')).toBe(0);
    // Another key is another call.
    expect(await keyed(later, name, input, 'another key')).not.toEqual(first);
  });

  it('says what it said, whatever became of the memory since', async () => {
    const session = await start(temporaryFolder('retry-storage-'));
    const saved = await keyed(session, 'memory', { ...FACT, expires_days: 7 });
    await session.ok('memory', { ...FACT, value: 'db-8' });
    const changed = await keyed(session, 'memory', { ...FACT, value: 'db-9' }, 'second');
    expect(changed).toMatchObject({ status: 'updated', previous: 'db-8' });
    await session.ok('memory', { ...FACT, value: 'db-10' });
    expect(await keyed(session, 'memory', { ...FACT, expires_days: 7 })).toEqual(saved);
    expect(await keyed(session, 'memory', { ...FACT, value: 'db-9' }, 'second')).toEqual(changed);

    const source = await session.ok('remember', { content: 'Reeds grow by the weir.' });
    const summary = { content: 'Reeds everywhere.', derived_from: [source['id']] };
    const stated = await keyed(session, 'remember', summary, 'third');
    await session.ok('forget', { id: source['id'] });
    await session.ok('forget', { id: stated['id'] });
    expect(await keyed(session, 'remember', summary, 'third')).toEqual(stated);
  });

  it('says what it said after the fact has gone to another project by itself', async () => {
    const storage = temporaryFolder('retry-storage-');
    const session = await start(storage);
    const fact = { ...FACT, scope: 'project' };
    const saved = await keyed(session, 'memory', fact, 'first');
    const changed = await keyed(session, 'memory', { ...fact, value: 'db-8' }, 'second');
    expect(changed).toMatchObject({ id: saved['id'], status: 'updated', previous: FACT.value });
    await moveAlone(storage, String(saved['id']), 'retried', 'elsewhere');
    const found = await session.ok('mem_get_observation', { id: saved['id'] });
    expect(found['memory']).toMatchObject({ project: 'elsewhere' });
    expect(await keyed(session, 'memory', fact, 'first')).toEqual(saved);
    expect(await keyed(session, 'memory', { ...fact, value: 'db-8' }, 'second')).toEqual(changed);
  });

  it('counts in its project and its workspace, and for one tool', async () => {
    const session = await start(temporaryFolder('retry-storage-'), ['--tools', 'full']);
    const statement = { content: 'The same words.' };
    const first = await keyed(session, 'remember', statement);
    const elsewhere = await keyed(session, 'remember', { ...statement, workspace: 'attic' });
    expect(elsewhere['id']).not.toBe(first['id']);
    await refused(session, 'mem_save', { title: 'The same key', content: 'For another tool.' });
  });

  it('is the same call when it says the same in another form', async () => {
    const session = await start(temporaryFolder('retry-storage-'));
    const first = await keyed(session, 'remember', { content: 'Half sure.', confidence: 0.5, source: null });
    expect(await keyed(session, 'remember', { confidence: '0.5', content: 'Half sure.' })).toEqual(first);
  });

  it('stores nothing when it fails, so that the key is free', async () => {
    const session = await start(temporaryFolder('retry-storage-'));
    await refused(session, 'remember', { content: ' ' });
    await refused(session, 'remember', {
      content: 'Sum.',
      derived_from: ['e0a7c7c6-0000-4000-8000-000000000000'],
    });
    expect(await keyed(session, 'remember', { content: 'Now it is right.' })).toMatchObject({
      status: 'unverified',
    });
  });

  it.each<[string, unknown]>([
    ['empty', ''],
    ['too long', 'k'.repeat(257)],
    ['no ASCII', 'ключ'],
    ['a control character', 'a\nb'],
    ['a number', 12],
  ])('is refused with a key that is %s', async (_name, key) => {
    const session = await start(temporaryFolder('retry-storage-'));
    expect(await refused(session, 'remember', { content: 'Kept?' }, key)).toEqual([
      'Error executing tool remember: invalid X-Idempotency-Key',
    ]);
    for (const [name, input] of [
      ['mem_save', { title: 'Kept?', content: 'No.' }],
      ['memory', FACT],
    ] as const) {
      expect(envelope(await refused(session, name, input, key)).error).toEqual({
        code: 'invalid_params',
        message: 'invalid X-Idempotency-Key',
      });
    }
    expect(await count(session, 'kept cellar')).toBe(0);
    // Where nothing is saved, no key matters.
    await keyed(session, 'memory', { action: 'list' }, key);
  });

  it('takes a key of 256 characters, and none for null', async () => {
    const session = await start(temporaryFolder('retry-storage-'));
    const input = { content: 'Longest key.' };
    const first = await keyed(session, 'remember', input, '~'.repeat(256));
    expect(await keyed(session, 'remember', input, '~'.repeat(256))).toEqual(first);
    const [one, two] = [
      await keyed(session, 'remember', input, null),
      await keyed(session, 'remember', input, null),
    ];
    expect(one['id']).not.toBe(two['id']);
  });

  it('stores one memory for two servers that get it at once, again and again', async () => {
    const storage = temporaryFolder('retry-storage-');
    const servers = await Promise.all([start(storage), start(storage), start(storage)]);
    await servers[0]?.ok('remember', { content: 'The project is there.' });
    for (let round = 0; round < 10; round++) {
      const input = { content: `Round ${round} of the race.` };
      const answers = await Promise.all(
        servers.map((each) => keyed(each, 'remember', input, `race ${round}`)),
      );
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    }
    expect(await count(servers[1], 'race')).toBe(10);
  });

  it('keeps no key, and of the input only what the memory holds', async () => {
    const storage = temporaryFolder('retry-storage-');
    const session = await start(storage);
    const key = 'sk-live-key-of-the-client-0451';
    const saved = await keyed(session, 'remember', { content: 'A quiet statement.' }, key);
    await refused(session, 'remember', { content: 'Another statement that is not kept.' }, key);
    await session.close();
    expect(filesHolding(storage, key)).toEqual([]);
    expect(filesHolding(storage, 'that is not kept')).toEqual([]);
    expect(filesHolding(storage, 'A quiet statement.')).not.toEqual([]);
    expect(session.stderr).not.toContain(key);
    expect(saved['id']).toBeTypeOf('string');
  });

  it('comes as a header over HTTP, for each call its own', async () => {
    const storage = temporaryFolder('retry-storage-');
    const server = await HttpProcess.start({ storage, args: ['--project', 'retried'] });
    closers.push(() => server.stop());
    const input = { content: 'Sent over HTTP.' };
    const header = await HttpSession.connect(server, { headers: { 'X-Idempotency-Key': KEY } });
    const first = await header.ok('remember', input);
    expect(await header.ok('remember', input)).toEqual(first);
    const [text] = await header.failure('remember', { content: 'Other.' });
    expect(text).toBe(
      'Error executing tool remember: 409 Conflict: idempotency key was used with different input',
    );
    expect(await header.failure('remember', input, { 'x-idempotency-key': 'another' })).toEqual([
      'Error executing tool remember: invalid X-Idempotency-Key',
    ]);
    const meta = await HttpSession.connect(server);
    expect(await meta.ok('remember', input, { 'x-idempotency-key': KEY })).toEqual(first);
    const empty = await HttpSession.connect(server, { headers: { 'X-Idempotency-Key': '' } });
    expect(await empty.failure('remember', input)).toEqual([
      'Error executing tool remember: invalid X-Idempotency-Key',
    ]);
    await Promise.all([header.close(), meta.close(), empty.close()]);
  });

  it('is repeated with the project that the person named after it was asked for', async () => {
    const storage = temporaryFolder('retry-storage-');
    const root = temporaryFolder('retry-folders-');
    for (const name of ['front', 'back'])
      repository(path.join(root, name), `https://example.invalid/team/${name}.git`);
    const session = await ServerSession.start({
      storage,
      args: ['front', 'back'].flatMap((name) => ['--workspace', path.join(root, name)]),
    });
    closers.push(() => session.close());
    const input = { title: 'Where it belongs', content: 'To the front.' };
    const { recovery_token } = envelope(await refused(session, 'mem_save', input));
    const choice = {
      project: 'front',
      recovery_token,
      project_choice_reason: 'user_selected_after_ambiguous_project',
    };
    const first = await keyed(session, 'mem_save', { ...input, ...choice });
    expect((await keyed(session, 'mem_save', { ...input, project: 'front' }))['observation']).toEqual(
      first['observation'],
    );
  });
});
