import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServerSession, temporaryFolder, texts } from '../support/mcpServer';
import { poll } from '../support/poll';

let session: ServerSession;
const folder = temporaryFolder('mcp-folder-');
const storage = temporaryFolder('mcp-storage-');
const ids: Record<string, string> = {};

beforeAll(async () => {
  session = await ServerSession.start({ storage, cwd: folder });
  const observation = async (name: string, input: Record<string, unknown>) => {
    ids[name] = ((await session.ok('mem_save', input))['observation'] as { id: string }).id;
  };
  await observation('queue', {
    title: 'Queue library',
    content: 'The job queue uses pg-boss because Redis was one service too many.',
    type: 'decision',
    topic_key: 'architecture/queue',
  });
  await observation('login', {
    title: 'Login loop fixed',
    content: 'The login redirect looped: the cookie lacked SameSite=None.',
    type: 'bugfix',
    scope: 'personal',
  });
  ids['staging'] = (
    await session.ok('remember', {
      content: 'Staging is deployed by the unit app-staging',
      source_id: 'docs/deploy.md',
      fact_key: 'deploy-staging',
      workspace: 'release',
    })
  )['id'] as string;
  ids['editor'] = (
    await session.ok('memory', {
      action: 'save',
      category: 'preferences',
      key: 'editor',
      value: 'Prefers tabs in Makefiles only',
    })
  )['id'] as string;
});
afterAll(() => session.close());

interface Hit {
  readonly id: string;
  readonly kind: string;
  readonly preview: string;
  readonly why: readonly string[];
  readonly [field: string]: unknown;
}
async function search(query: string, more: Record<string, unknown> = {}): Promise<readonly Hit[]> {
  return (await session.ok('mem_search', { query, ...more }))['hits'] as Hit[];
}

const found = async (query: string) => (await search(query)).map(({ id }) => id);

describe('mem_search', () => {
  it('finds observations, statements and the user’s facts together, with their passport', async () => {
    const kinds = async (query: string) => (await search(query)).map(({ id, kind }) => [id, kind]);
    expect(await kinds('job queue')).toEqual([[ids['queue'], 'observation']]);
    expect(await kinds('app-staging')).toEqual([[ids['staging'], 'statement']]);
    expect(await kinds('tabs makefile')).toEqual([[ids['editor'], 'fact']]);
    const [hit] = await search('staging deployed');
    expect(hit).toMatchObject({
      kind: 'statement',
      key: 'deploy-staging',
      workspace: 'release',
      source_id: 'docs/deploy.md',
      confidence: 0.5,
      status: 'unverified',
      project: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    });
    expect(hit?.why.join(' ')).toMatch(/staging/i);
  });

  it.each<[string, string, Record<string, unknown>, readonly string[]]>([
    ['kind', 'the', { kind: 'fact' }, []],
    ['kind', 'staging queue', { kind: 'statement' }, ['staging']],
    ['type, folded like a save', 'login queue', { type: 'hotfix' }, ['login']],
    ['type, which is also a category of facts', 'tabs login', { type: 'Preferences' }, ['editor']],
    ['scope', 'login queue', { scope: 'personal' }, ['login']],
    ['workspace', 'staging', { workspace: 'release' }, ['staging']],
    ['workspace', 'staging', { workspace: 'default' }, []],
    ['status', 'queue', { status: 'conflict' }, []],
    ['match_mode', 'queue zebra', { match_mode: 'all' }, []],
    ['limit', 'queue login', { limit: '1' }, ['?']],
    ['all_projects', 'queue', { all_projects: 'true' }, ['queue']],
  ])('narrows by %s: %j %j', async (_what, query, more, expected) => {
    const hits = (await search(query, more)).map(({ id }) => id);
    if (expected[0] === '?') expect(hits).toHaveLength(expected.length);
    else expect(hits).toEqual(expected.map((name) => ids[name]));
  });

  it.each([
    '"queue',
    'que*',
    '^queue',
    'NEAR(queue, job)',
    '(queue',
    'queue) OR (',
    '-queue',
    'title:queue',
    'queue\u0000',
    'queue \ud800',
  ])('takes %j for plain text', async (query) => {
    await expect(search(query)).resolves.toBeDefined();
  });

  it('groups the hits of all projects, the project with the best one first', async () => {
    const other = await ServerSession.start({ storage, cwd: temporaryFolder('mcp-folder-') });
    await session.ok('mem_save', { title: 'Wombat', content: 'wombat wombat' });
    await other.ok('mem_save', {
      title: 'Wombat burrow',
      content: 'The wombat digs a burrow of many rooms.',
    });
    await session.ok('mem_save', {
      title: 'Unlike',
      content: 'A long text that names a wombat once, at its end.',
    });
    const hits = await search('wombat', { all_projects: true });
    expect(hits.map(({ title }) => title)).toEqual(['Wombat', 'Unlike', 'Wombat burrow']);
    await other.close();
  });

  it('says when nothing is known here but elsewhere', async () => {
    const other = await ServerSession.start({ storage, cwd: temporaryFolder('mcp-folder-') });
    await other.ok('mem_save', { title: 'Elsewhere', content: 'The platypus module moved.' });
    await poll('a hint at the other project', async () => {
      const answer = await session.ok('mem_search', { query: 'platypus' });
      expect(answer['hits']).toEqual([]);
      return /1 memory of another project.*all_projects/.test(String(answer['hint'])) || undefined;
    });
    expect((await search('platypus', { all_projects: true })).map(({ title }) => title)).toEqual([
      'Elsewhere',
    ]);
    await other.close();
  });

  it('says when the limit was clamped and when part of the query was found nowhere', async () => {
    expect((await session.ok('mem_search', { query: 'queue', limit: 500 }))['hint']).toMatch(/limit.*50/);
    expect((await session.ok('mem_search', { query: 'queue zyzzyva' }))['hint']).toMatch(/zyzzyva/);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['no query', {}, /query/],
    ['a blank query', { query: '  ' }, /query/],
    ['a query of 8,193 bytes', { query: 'q'.repeat(8193) }, /8,?192/],
    ['an unknown kind', { query: 'a', kind: 'poem' }, /kind/],
    ['an unknown parameter', { query: 'a', fuzzy: true }, /fuzzy.*accepted.*match_mode/],
  ])('refuses %s', async (_name, input, message) => {
    const { error } = await session.error('mem_search', input);
    expect(['invalid_search', 'invalid_params']).toContain(error.code);
    expect(error.message).toMatch(message);
  });

  it('keeps an answer within 32 KB', async () => {
    for (let index = 0; index < 60; index++) {
      await session.ok('mem_save', {
        title: `Capybara ${index} ${'t'.repeat(200)}`,
        content: `capybara ${index} ${'говор '.repeat(300)}`,
      });
    }
    const result = await session.call('mem_search', { query: 'capybara', limit: 50 });
    expect(Buffer.byteLength(texts(result).join(''))).toBeLessThanOrEqual(32 * 1024);
    for (const hit of (result.structuredContent as { hits: Hit[] }).hits) {
      expect(Buffer.byteLength(hit.preview)).toBeLessThanOrEqual(400);
    }
  });
});

describe('mem_search of memories with many links', () => {
  beforeAll(async () => {
    for (let index = 0; index < 40; index++) {
      await session.ok('remember', {
        content: `lemur version ${index}`,
        fact_key: 'lemur',
        source_id: `docs/${'long/'.repeat(20)}lemurs.md`,
      });
    }
  });

  it('shows every hit, and of its links what still fits', async () => {
    const result = await session.call('mem_search', { query: 'lemur', limit: 40 });
    expect(Buffer.byteLength(texts(result).join(''))).toBeLessThanOrEqual(32 * 1024);
    const { hits } = result.structuredContent as { hits: Hit[] };
    expect(hits).toHaveLength(40);
    expect(hits[0]?.['graph_relations']).toHaveLength(10);
    expect(hits[0]?.['conflicts_with']).toHaveLength(5);
  });

  it('says that limit is not what cuts the answer short', async () => {
    const { hits, hint } = await session.ok('mem_search', { query: 'capybara', limit: 50 });
    expect((hits as Hit[]).length).toBeLessThan(50);
    expect(hint).toMatch(/do not fit/);
    expect(hint).not.toMatch(/raise limit/i);
  });

  it('quotes no more than the beginning of a word that was not found', async () => {
    const { hint } = await session.ok('mem_search', { query: `lemur ${'z'.repeat(5000)}` });
    expect(hint).toMatch(/no memory holds zzz/);
    expect(String(hint).length).toBeLessThan(300);
  });
});

describe('mem_context', () => {
  it('says when it is the scope that nothing has', async () => {
    const { hint } = await session.ok('mem_context', { scope: 'no-such-scope' });
    expect(hint).toMatch(/scope/);
  });

  it('tells decisions, observations and the user’s preferences', async () => {
    const text = JSON.stringify(await session.ok('mem_context', {}));
    expect(text).toContain('Queue library');
    expect(text).toContain('Prefers tabs in Makefiles only');
  });

  it.each([
    [undefined, 8_192],
    [1_024, 1_024],
    [65_536, 65_536],
    ['2048', 2_048],
  ])('stays within max_bytes %j', async (maxBytes, bound) => {
    const result = await session.call('mem_context', maxBytes === undefined ? {} : { max_bytes: maxBytes });
    expect(Buffer.byteLength(texts(result).join(''))).toBeLessThanOrEqual(bound);
  });

  it('leaves out what was forgotten', async () => {
    const saved = await session.ok('mem_save', {
      title: 'Soon gone',
      content: 'an ephemeral note',
      type: 'decision',
    });
    await session.ok('forget', { id: (saved['observation'] as { id: string }).id });
    expect(JSON.stringify(await session.ok('mem_context', {}))).not.toContain('Soon gone');
  });
});

describe('mem_get_observation', () => {
  it('reads any memory by id, its alias, or key', async () => {
    const read = async (input: Record<string, unknown>) =>
      ((await session.ok('mem_get_observation', input))['memory'] as { id: string }).id;
    expect(await read({ id: ids['queue'] })).toBe(ids['queue']);
    expect(await read({ observation_id: ids['staging'] })).toBe(ids['staging']);
    expect(await read({ key: 'architecture/queue' })).toBe(ids['queue']);
    expect(await read({ key: 'editor' })).toBe(ids['editor']);
    expect(await read({ key: 'deploy-staging' })).toBe(ids['staging']);
  });

  it('shows neighbours in time when asked', async () => {
    const answer = await session.ok('mem_get_observation', { id: ids['login'], before: 1, after: '1' });
    expect((answer['before'] as { id: string }[]).map(({ id }) => id)).toEqual([ids['queue']]);
    expect((answer['after'] as { id: string }[]).map(({ id }) => id)).toEqual([ids['staging']]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown id', { id: '00000000-0000-4000-8000-000000000000' }, 'memory_not_found'],
    ['an id that is none', { id: 'nonsense' }, 'memory_not_found'],
    ['an unknown key', { key: 'architecture/queues' }, 'memory_not_found'],
    ['neither id nor key', {}, 'invalid_params'],
  ])('refuses %s', async (_name, input, code) => {
    expect((await session.error('mem_get_observation', input)).error.code).toBe(code);
  });

  it('names a key like the one asked for', async () => {
    const { error } = await session.error('mem_get_observation', { key: 'architecture/queues' });
    expect(error.message).toContain('architecture/queue');
  });
});

describe('forget', () => {
  const remember = async (input: Record<string, unknown>) =>
    (await session.ok('remember', input))['id'] as string;

  it('by id: it leaves every search, and comes back as deleted when read', async () => {
    const id = await remember({ content: 'the narwhal flag is on' });
    expect(await session.ok('forget', { id })).toMatchObject({ forgotten: 1 });
    expect(await found('narwhal')).not.toContain(id);
    expect(await session.ok('mem_get_observation', { id })).toMatchObject({
      memory: { id, state: 'deleted' },
    });
    expect((await session.error('forget', { id })).error.code).toBe('memory_deleted');
  });

  it('by source_id: every memory that cites it', async () => {
    const gone = [
      await remember({ content: 'dugong one', source_id: 'docs/sea.md' }),
      await remember({ content: 'dugong two', source_id: 'docs/sea.md' }),
    ];
    const kept = await remember({ content: 'dugong three', source_id: 'docs/river.md' });
    const answer = await session.ok('forget', { source_id: 'docs/sea.md' });
    expect((answer['memories'] as { id: string }[]).map(({ id }) => id).sort()).toEqual(gone.sort());
    const left = await found('dugong');
    expect(left).toContain(kept);
    for (const id of gone) expect(left).not.toContain(id);
  });

  it('by key: one match goes; several are listed and none goes', async () => {
    const first = await remember({ content: 'manatee one', fact_key: 'manatee' });
    const second = await remember({ content: 'manatee one', fact_key: 'manatee' });
    const answer = await session.error('forget', { key: 'manatee' });
    expect(JSON.stringify(answer)).toContain(first);
    expect(JSON.stringify(answer)).toContain(second);
    expect(await found('manatee')).toEqual(expect.arrayContaining([first, second]));
    await session.ok('forget', { id: first });
    expect(await session.ok('forget', { key: 'manatee' })).toMatchObject({ forgotten: 1 });
    const left = await found('manatee');
    expect(left).not.toContain(first);
    expect(left).not.toContain(second);
  });

  it('of a key in another workspace: names the workspace', async () => {
    await remember({ content: 'the beluga flag is on', fact_key: 'beluga', workspace: 'arctic' });
    const { error } = await session.error('forget', { key: 'beluga' });
    expect(error.code).toBe('memory_not_found');
    expect(error.message).toMatch(/^not found .*default.*arctic/);
    expect(await session.ok('forget', { key: 'beluga', workspace: 'arctic' })).toMatchObject({
      forgotten: 1,
    });
  });

  it('by id, naming another project: nothing goes', async () => {
    const other = await ServerSession.start({ storage, cwd: temporaryFolder('mcp-folder-') });
    const { project } = await other.ok('mem_save', { title: 'Elsewhere', content: 'of another project' });
    const { error } = await session.error('forget', { id: ids['queue'], project });
    expect(error.code).toBe('project_mismatch');
    expect(await found('job queue')).toContain(ids['queue']);
    await other.close();
  });

  it('once, when two ask at the same time', async () => {
    const id = await remember({ content: 'the orca flag is on' });
    const results = await Promise.all([1, 2, 3].map(() => session.call('forget', { id })));
    expect(results.filter(({ isError }) => isError !== true)).toHaveLength(1);
  });

  it('keeps its answers within 8 KB', async () => {
    for (let index = 0; index < 70; index++) {
      await remember({ content: `seal ${index}`, source_id: 'docs/seals.md', fact_key: `${'s'.repeat(90)}` });
    }
    const byKey = await session.call('forget', { key: 's'.repeat(90) });
    expect(byKey.isError).toBe(true);
    expect(Buffer.byteLength(texts(byKey).join(''))).toBeLessThanOrEqual(8 * 1024);
    const bySource = await session.call('forget', { source_id: 'docs/seals.md' });
    expect(Buffer.byteLength(texts(bySource).join(''))).toBeLessThanOrEqual(8 * 1024);
    const answer = bySource.structuredContent as { forgotten: number; memories: object[]; hint: string };
    expect(answer.forgotten).toBe(70);
    expect(answer.hint).toContain(`${70 - answer.memories.length} more`);
  });

  it('purge needs a person, and none can be asked here', async () => {
    const id = await remember({ content: 'the walrus stays' });
    const { error } = await session.error('forget', { id, purge: true });
    expect(error.code).toBe('declined');
    expect(error.message).toMatch(/sidebar/);
    expect(await found('walrus')).toContain(id);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['nothing named', {}, 'invalid_params'],
    ['two named', { id: 'a', key: 'b' }, 'invalid_params'],
    ['an unknown id', { id: '00000000-0000-4000-8000-000000000000' }, 'memory_not_found'],
    ['an unknown key', { key: 'deploy-stagin' }, 'memory_not_found'],
    ['an unknown source', { source_id: 'docs/none.md' }, 'memory_not_found'],
  ])('refuses: %s', async (_name, input, code) => {
    expect((await session.error('forget', input)).error.code).toBe(code);
  });

  it('names a key like the one that was not found', async () => {
    const { error } = await session.error('forget', { key: 'deploy-stagin' });
    expect(error.message).toContain('deploy-staging');
  });
});

describe('mem_current_project', () => {
  it('says which project, why, where its store is and how much it holds', async () => {
    const answer = await session.ok('mem_current_project', {});
    expect(answer).toMatchObject({
      project: expect.any(String) as string,
      project_source: 'dir_basename',
      project_path: expect.stringContaining(folder) as string,
      tool_set: 'core',
    });
    expect(answer['available_projects']).toContain(answer['project']);
    expect(JSON.stringify(answer)).toContain(storage);
  });
});
