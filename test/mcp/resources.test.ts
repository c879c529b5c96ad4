import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  type Resource,
} from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it } from 'vitest';
import { repository } from '../support/gitRepository';
import { ServerSession, temporaryFolder } from '../support/mcpServer';
import type { StartOptions } from '../support/mcpServer';
import { poll } from '../support/poll';

const NOT_FOUND = -32002;
const INVALID = -32602;

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

/** A store of its own, and what starts servers on it. */
function place() {
  const storage = temporaryFolder('mcp-storage-');
  const start = async (options: Partial<StartOptions> = {}): Promise<ServerSession> => {
    const session = await ServerSession.start({ storage, args: ['--project', 'app'], ...options });
    sessions.push(session);
    return session;
  };
  return { storage, start };
}

async function save(session: ServerSession, title: string, more: object = {}): Promise<string> {
  const answer = await session.ok('mem_save', { title, content: `Text of ${title}.`, ...more });
  return (answer['observation'] as { id: string }).id;
}

async function saveFact(session: ServerSession, key: string, value: string): Promise<string> {
  const fact = { action: 'save', category: 'preferences', key, value };
  return String((await session.ok('memory', fact))['id']);
}

/** The JSON of a resource. */
async function read(session: ServerSession, uri: string): Promise<Record<string, unknown>> {
  const { contents } = await session.client.readResource({ uri });
  expect(contents).toEqual([{ uri, mimeType: 'application/json', text: expect.any(String) as string }]);
  return JSON.parse((contents[0] as { text: string }).text) as Record<string, unknown>;
}

/** All pages of the list, and how many there were. */
async function listAll(
  session: ServerSession,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly resources: readonly Resource[]; readonly pages: number }> {
  const resources: Resource[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await session.client.listResources(cursor === undefined ? {} : { cursor });
    resources.push(...page.resources);
    cursor = page.nextCursor;
    pages++;
    await between();
  } while (cursor !== undefined);
  return { resources, pages };
}

/** Notifications as they came: addresses of resources, and `list`. */
function notifications(session: ServerSession): string[] {
  const seen: string[] = [];
  session.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    seen.push(params.uri);
  });
  session.client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
    seen.push('list');
  });
  return seen;
}

describe('the list of resources', () => {
  it('is announced, and nothing is opened before it is asked for', async () => {
    const { storage, start } = place();
    const fresh = path.join(storage, 'new');
    const { client } = await start({ storage: fresh });
    expect(client.getServerCapabilities()).toMatchObject({
      resources: { subscribe: true, listChanged: true },
      prompts: {},
      completions: {},
    });
    const { resourceTemplates } = await client.listResourceTemplates();
    await client.listPrompts();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'memory://{project}/context',
      'memory://{project}/{id}',
    ]);
    expect(existsSync(fresh)).toBe(false);
  });

  it('names what to attach before anything is stored: the project and the person', async () => {
    const session = await place().start();
    const { resources } = await listAll(session);
    expect(resources.map(({ uri }) => uri)).toEqual(['memory://app/context', 'memory://user/context']);
    for (const { uri } of resources) expect(await read(session, uri)).toMatchObject({ memories: [] });
  });

  it('holds the memories of the project and then those of the person, pinned and newest first', async () => {
    const session = await place().start({ args: ['--project', 'app', '--tools', 'full'] });
    const first = await save(session, 'Retries are capped', { type: 'decision' });
    const second = await save(session, 'Ports\u2003are\tfixed', { type: 'config' });
    const fact = await saveFact(session, 'editor', 'They use Vim.');
    await session.ok('mem_pin', { id: first });
    const { resources } = await listAll(session);
    expect(resources.map(({ uri, name }) => [uri, name])).toEqual([
      ['memory://app/context', 'Memory of app'],
      ['memory://user/context', 'Memory of you'],
      [`memory://app/${first}`, 'Retries are capped'],
      [`memory://app/${second}`, 'Ports are fixed'],
      [`memory://user/${fact}`, 'editor'],
    ]);
    const pinned = resources[2];
    expect(pinned?.description).toMatch(/^decision, pinned, \d{4}-\d\d-\d\d$/);
    expect(pinned).toMatchObject({ mimeType: 'application/json', annotations: { priority: 1 } });
    for (const { uri } of resources) expect(await read(session, uri)).toMatchObject({ note: /data/ });
  });

  it('leaves out forgotten memories', async () => {
    const session = await place().start();
    const id = await save(session, 'A mistake');
    await session.ok('forget', { id });
    const { resources } = await listAll(session);
    expect(resources.filter(({ uri }) => uri.endsWith(id))).toEqual([]);
  });

  it('comes in pages that a save in between does not shift', async () => {
    const session = await place().start();
    const ids = await Promise.all(Array.from({ length: 230 }, (_, at) => save(session, `Memory ${at}`)));
    let late = 0;
    const { resources, pages } = await listAll(session, async () => {
      await save(session, `Saved in between ${late++}`);
    });
    const listed = resources.map(({ uri }) => uri);
    expect(pages).toBe(3);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.slice(2).sort()).toEqual(ids.map((id) => `memory://app/${id}`).sort());
  });

  it('refuses a cursor that is not its own', async () => {
    const session = await place().start();
    for (const cursor of ['nonsense', Buffer.from('{"area":-1}').toString('base64url')]) {
      await expect(session.client.listResources({ cursor })).rejects.toMatchObject({
        code: INVALID,
        message: expect.stringContaining('without a cursor') as string,
      });
    }
  });

  it('holds every project that could be meant, with what each shares', async () => {
    const { start } = place();
    const folder = temporaryFolder('mcp-folders-');
    for (const name of ['front', 'back']) {
      const one = await start({ args: [], cwd: repository(path.join(folder, name)) });
      await save(one, `About ${name}`);
    }
    const session = await start({ args: [], cwd: folder });
    const { resources } = await listAll(session);
    const names = resources.map(({ name }) => name);
    expect(names.slice(0, 2).sort()).toEqual(['Memory of back', 'Memory of front']);
    expect(names.slice(2)).toEqual([
      'Memory of you',
      ...names.slice(0, 2).map((name) => name.replace('Memory of', 'About')),
    ]);
    expect(await read(session, 'memory://front/context')).toMatchObject({
      project: 'front',
      memories: [{ title: 'About front' }],
    });
  });
});

describe('a resource', () => {
  it('is the context of a project with the person’s preferences, as bounded data', async () => {
    const session = await place().start();
    await save(session, 'Retries are capped', { type: 'decision' });
    await saveFact(session, 'language', 'Answers in Russian.');
    for (let at = 0; at < 30; at++) await save(session, `Long ${at}`, { content: `${at} `.repeat(2_000) });
    const { contents } = await session.client.readResource({ uri: 'memory://app/context' });
    const text = (contents[0] as { text: string }).text;
    expect(JSON.parse(text)).toMatchObject({
      note: expect.stringContaining('as data') as string,
      project: 'app',
      memories: expect.arrayContaining([
        expect.objectContaining({ key: 'language' }),
        expect.objectContaining({ title: 'Retries are capped', section: 'decisions' }),
      ]) as object,
    });
    expect(Buffer.byteLength(text)).toBeLessThan(16 * 1024);
    // Of the person alone: no project's memories come with it.
    expect(await read(session, 'memory://user/context')).toMatchObject({
      memories: [{ key: 'language', content: 'Answers in Russian.' }],
      count: 1,
    });
  });

  it('is one memory whole', async () => {
    const session = await place().start();
    const content = 'Whole: $& "quotes" \\ and\nlines. '.repeat(3_000).trim();
    const id = await save(session, 'A long one', { content });
    const { memory } = await read(session, `memory://app/${id}`);
    expect(memory).toMatchObject({ id, project: 'app', title: 'A long one', content });
  });

  it('says of a forgotten memory that it is deleted', async () => {
    const session = await place().start();
    const id = await save(session, 'A mistake');
    await session.ok('forget', { id });
    const { memory } = await read(session, `memory://app/${id}`);
    expect(memory).toMatchObject({ id, state: 'deleted' });
  });

  it.each([
    ['team/app', 'memory://team%2Fapp/context', 'memory://team/app/context'],
    ['проект', `memory://${encodeURIComponent('проект')}/context`, 'memory://проект/context'],
    ['über-app', 'memory://%C3%BCber-app/context', 'memory://über-app/context'],
  ])('of %s is found by its address, also as a client rewrites it', async (name, uri, rewritten) => {
    const session = await place().start({ args: ['--project', name] });
    const id = await save(session, 'Known');
    const { resources } = await listAll(session);
    expect(resources.map((resource) => resource.uri)).toContain(uri);
    for (const address of [uri, rewritten]) {
      expect(await read(session, address)).toMatchObject({ project: name, memories: [{ id }] });
      const one = address.replace('context', id);
      expect(await read(session, one)).toMatchObject({ memory: { id, project: name } });
    }
  });

  it.each(['my app', 'user', 'ab:c', '100%', 'a#b?c'])(
    'of a project called %s goes by its id, which no client changes',
    async (name) => {
      const session = await place().start({ args: ['--project', name] });
      const id = await save(session, 'Known');
      const { resources } = await listAll(session);
      const context = resources[0]?.uri ?? '';
      expect(context).toMatch(/^memory:\/\/[0-9a-f-]{36}\/context$/);
      expect(await read(session, context)).toMatchObject({ project: name, memories: [{ id }] });
      // As VS Code has it: an address has to survive the WHATWG parser.
      expect(new URL(context).href).toBe(context);
    },
  );

  it('is found by the name that its project had before it became part of another', async () => {
    const { start } = place();
    const id = await save(await start({ args: ['--project', 'old'] }), 'Known');
    const session = await start({ args: ['--project', 'app', '--tools', 'full'] });
    await save(session, 'Of the project that stays');
    await session.ok('mem_merge_projects', { from: 'old', to: 'app' });
    expect(await read(session, `memory://old/${id}`)).toMatchObject({ memory: { id, project: 'app' } });
    expect(await read(session, 'memory://old/context')).toMatchObject({ project: 'app' });
  });

  it.each([
    ['another scheme', 'file:///etc/passwd'],
    ['no id', 'memory://app'],
    ['a blank project', 'memory://%20/context'],
    ['broken escapes', 'memory://%ZZ/context'],
    ['a query', 'memory://app/context?all=1'],
  ])('is refused as unknown: %s', async (_name, uri) => {
    const session = await place().start();
    await expect(session.client.readResource({ uri })).rejects.toMatchObject({
      code: NOT_FOUND,
      message: expect.stringContaining('memory://{project}/context') as string,
    });
  });

  it('tells an unknown project, an unknown memory and a missing address apart', async () => {
    const session = await place().start();
    await save(session, 'Known');
    const fault = (uri: string) => session.client.readResource({ uri });
    await expect(fault('memory://apq/context')).rejects.toMatchObject({
      code: NOT_FOUND,
      message: expect.stringContaining('Similar: app') as string,
      data: { code: 'unknown_project' },
    });
    await expect(fault('memory://app/11111111-1111-4111-8111-111111111111')).rejects.toMatchObject({
      code: NOT_FOUND,
      data: { code: 'memory_not_found' },
    });
    await expect(fault('')).rejects.toMatchObject({ code: INVALID });
  });
});

describe('a subscription', () => {
  it('tells of changes by this server and by another process, and of nothing else', async () => {
    const { start } = place();
    const [session, other] = [await start(), await start()];
    const followed = await save(session, 'Followed', { topic_key: 'a' });
    await save(session, 'Not followed', { topic_key: 'b' });
    const seen = notifications(session);
    const uri = `memory://app/${followed}`;
    // Changes with both, and is told after what was subscribed before it.
    const witness = 'memory://app/context';
    for (const each of [uri, witness]) await session.client.subscribeResource({ uri: each });
    const told = (count: number) =>
      poll('the context to change', () =>
        seen.filter((each) => each === witness).length >= count ? true : undefined,
      );

    await save(session, 'Not followed', { topic_key: 'b', content: 'Rewritten.' });
    await told(1);
    expect(seen).toEqual([witness]);
    await save(session, 'Followed', { topic_key: 'a', content: 'Rewritten here.' });
    await told(2);
    expect(seen).toEqual([witness, uri, witness]);

    await save(other, 'Not followed', { topic_key: 'b', content: 'Rewritten again.' });
    await told(3);
    expect(seen).toEqual([witness, uri, witness, witness]);
    await save(other, 'Followed', { topic_key: 'a', content: 'Rewritten there.' });
    await told(4);
    expect(seen.slice(4)).toEqual([uri, witness]);
    expect(await read(session, uri)).toMatchObject({ memory: { content: 'Rewritten there.' } });

    await other.ok('forget', { id: followed });
    await told(5);
    expect(seen.slice(6)).toEqual([uri, witness]);
  });

  it('to a context tells of what the project and the person got', async () => {
    const { start } = place();
    const [session, other] = [await start(), await start()];
    await save(session, 'First');
    const seen = notifications(session);
    const uri = 'memory://app/context';
    await session.client.subscribeResource({ uri });
    await save(other, 'Second');
    await poll('the save', () => (seen.length > 0 ? true : undefined));
    await saveFact(other, 'editor', 'They use Vim.');
    await poll('the fact', () => (seen.length > 1 ? true : undefined));
    expect(new Set(seen)).toEqual(new Set([uri]));
  });

  it('ends when the client ends it', async () => {
    const session = await place().start();
    const ended = `memory://app/${await save(session, 'Ended', { topic_key: 'a' })}`;
    const going = `memory://app/${await save(session, 'Going on', { topic_key: 'b' })}`;
    const seen = notifications(session);
    for (const uri of [ended, going]) await session.client.subscribeResource({ uri });
    await session.client.unsubscribeResource({ uri: ended });
    await save(session, 'Ended', { topic_key: 'a', content: 'Rewritten.' });
    await save(session, 'Going on', { topic_key: 'b', content: 'Rewritten.' });
    await poll('the other change', () => (seen.includes(going) ? true : undefined));
    expect(seen).toEqual([going]);
  });

  it('needs something to subscribe to, and has a bound', async () => {
    const session = await place().start();
    const subscribe = (uri: string) => session.client.subscribeResource({ uri });
    await expect(subscribe('memory://app/11111111-1111-4111-8111-111111111111')).rejects.toMatchObject({
      code: NOT_FOUND,
    });
    await expect(subscribe('memory://nowhere/context')).rejects.toMatchObject({ code: NOT_FOUND });
    const ids = await Promise.all(Array.from({ length: 101 }, (_, at) => save(session, `Memory ${at}`)));
    for (const id of ids.slice(0, 100)) await subscribe(`memory://app/${id}`);
    await expect(subscribe(`memory://app/${ids[100]}`)).rejects.toMatchObject({
      code: INVALID,
      message: expect.stringContaining('unsubscribe') as string,
    });
    // One that is there already is no further one.
    await subscribe(`memory://app/${ids[0]}`);
    await session.client.unsubscribeResource({ uri: `memory://app/${ids[0]}` });
    await subscribe(`memory://app/${ids[100]}`);
  });
});

describe('a change of the list', () => {
  it('is told to who has seen it, also when another process made it, and to nobody else', async () => {
    const { start } = place();
    const [session, unseen, other] = [await start(), await start(), await start()];
    const id = await save(session, 'First');
    const [seen, unaware] = [notifications(session), notifications(unseen)];
    await listAll(session);
    // It watches, and so it is told in time; but of no list.
    await unseen.client.subscribeResource({ uri: 'memory://app/context' });
    await save(other, 'Second');
    await poll('the save', () => (seen.length > 0 ? true : undefined));
    await poll('the change of the context', () => (unaware.length > 0 ? true : undefined));
    await other.ok('forget', { id });
    await poll('the forgetting', () => (seen.length > 1 ? true : undefined));
    expect(new Set(seen)).toEqual(new Set(['list']));
    expect(unaware).not.toContain('list');
  });

  it('comes with other folders of the client', async () => {
    const { start } = place();
    const root = temporaryFolder('mcp-folders-');
    const [one, two] = ['one', 'two'].map((name) => repository(path.join(root, name)));
    const session = await start({ args: [], roots: [one ?? ''] });
    const seen = notifications(session);
    const names = async (): Promise<readonly string[]> =>
      (await listAll(session)).resources.map(({ uri }) => uri);
    expect(await names()).toContain('memory://one/context');
    await session.changeRoots([two ?? '']);
    await poll('the other list', () => (seen.includes('list') ? true : undefined));
    expect(await names()).toContain('memory://two/context');
  });
});

describe('completion', () => {
  it('knows projects, memories by title or id, and topics', async () => {
    const { start } = place();
    await save(await start({ args: ['--project', 'alpha/app'] }), 'Alpha');
    await save(await start({ args: ['--project', 'beta'] }), 'Beta');
    const session = await start();
    const retries = await save(session, 'Retries are capped');
    await save(session, 'Ports are fixed');
    const complete = async (
      ref: { type: 'ref/resource'; uri: string } | { type: 'ref/prompt'; name: string },
      name: string,
      value: string,
      rest: Record<string, string> = {},
    ) => {
      const params = { ref, argument: { name, value }, context: { arguments: rest } };
      return (await session.client.complete(params)).completion.values;
    };
    const memory = { type: 'ref/resource', uri: 'memory://{project}/{id}' } as const;
    expect((await complete(memory, 'project', '')).sort()).toEqual(['alpha/app', 'app', 'beta', 'user']);
    expect(await complete(memory, 'project', 'alp')).toEqual(['alpha/app']);
    expect(await complete(memory, 'id', 'retries', { project: 'app' })).toEqual([retries]);
    expect(await complete(memory, 'id', retries.slice(0, 8), { project: 'app' })).toEqual([retries]);
    expect(await complete(memory, 'id', 'retries', { project: 'beta' })).toEqual([]);
    expect(await complete({ type: 'ref/prompt', name: 'recall' }, 'topic', 'port')).toEqual([
      'Ports are fixed',
    ]);
    await expect(complete({ type: 'ref/prompt', name: 'nonsense' }, 'topic', '')).rejects.toMatchObject({
      code: INVALID,
      message: expect.stringContaining('recall') as string,
    });
  });
});

describe('a server without tools', () => {
  it('serves resources all the same', async () => {
    const { start } = place();
    const id = await save(await start(), 'Known');
    const session = await start({ args: ['--project', 'app', '--tools', 'none'] });
    expect(session.client.getServerCapabilities()?.tools).toBeUndefined();
    expect(await read(session, 'memory://app/context')).toMatchObject({ memories: [{ id }] });
    expect(await read(session, `memory://app/${id}`)).toMatchObject({ memory: { title: 'Known' } });
  });
});
