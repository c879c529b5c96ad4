import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServerSession, temporaryFolder } from '../support/mcpServer';

let session: ServerSession;
beforeAll(async () => {
  session = await ServerSession.start({
    storage: temporaryFolder('mcp-storage-'),
    cwd: temporaryFolder('mcp-folder-'),
  });
});
afterAll(() => session.close());

const memory = (input: Record<string, unknown>) => session.ok('memory', input);
const save = (key: string, value: string, more: Record<string, unknown> = {}) =>
  memory({ action: 'save', category: 'technical', key, value, ...more });

interface Fact {
  readonly category: string;
  readonly key: string;
  readonly value: string;
  readonly src: string;
  readonly conf: number;
  readonly ctx?: string;
  readonly id: string;
  readonly updated_at: string;
  readonly expires_at?: string;
}

async function search(query: string, more: Record<string, unknown> = {}): Promise<readonly Fact[]> {
  return (await memory({ action: 'search', query, ...more }))['facts'] as Fact[];
}

describe('memory: saving and finding', () => {
  it('keeps both examples of its manual and finds them with their provenance', async () => {
    await memory({
      action: 'save',
      category: 'preferences',
      key: 'response_language',
      value: 'Prefers all answers in Russian',
      source: 'user_explicit',
      confidence: 95,
      source_context: 'user asked directly in session',
    });
    await save('prod_server_ip', 'Production runs on 192.168.1.168 (branch master, docker postgres)', {
      source: 'tool_call',
      confidence: 95,
      expires_days: 7,
      source_context: 'found via ssh_exec hostname/ip addr',
    });
    const [ip] = await search('server ip');
    expect(ip).toMatchObject({
      category: 'technical',
      key: 'prod_server_ip',
      value: 'Production runs on 192.168.1.168 (branch master, docker postgres)',
      src: 'tool_call',
      conf: 95,
      ctx: 'found via ssh_exec hostname/ip addr',
    });
    const days = (Date.parse(ip?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    const [language] = await search('language preference');
    expect(language).toMatchObject({ key: 'response_language', conf: 95, src: 'user_explicit' });
    expect(language?.expires_at).toBeUndefined();
  });

  it('overwrites one key, says so, and keeps two keys apart', async () => {
    expect(await save('home_dir', 'Home is /home/ada')).toMatchObject({ status: 'saved', key: 'home_dir' });
    expect(await save('home_dir', 'Home is /home/ada')).toMatchObject({ status: 'unchanged' });
    expect(await save('Home Dir', 'Home is /srv/ada')).toMatchObject({ status: 'updated', key: 'home_dir' });
    await save('work_dir', 'Work is /srv/work');
    expect((await search('home ada')).map((fact) => fact.value)).toEqual(['Home is /srv/ada']);
    expect(
      await memory({ action: 'save', category: 'other', key: 'home_dir', value: 'elsewhere' }),
    ).toMatchObject({
      status: 'saved',
    });
  });

  it.each([
    ['Prod Server-IP', 'prod_server_ip'],
    ['prodServerIp', 'prod_server_ip'],
    ['  Имя  Хоста ', 'имя_хоста'],
  ])('brings the key %j to %j and says so', async (given, kept) => {
    expect(await save(given, `value of ${given}`)).toMatchObject({ key: kept });
  });

  it.each<[string, Record<string, unknown>, Partial<Fact>]>([
    ['no source and confidence', {}, { src: 'conversation', conf: 70 }],
    ['an invalid source', { source: 'rumour' }, { src: 'conversation' }],
    ['confidence above 100', { confidence: 140 }, { conf: 100 }],
    ['confidence below 0', { confidence: -3 }, { conf: 0 }],
    ['confidence with a fraction', { confidence: 70.6 }, { conf: 71 }],
    ['confidence as text', { confidence: '30' }, { conf: 30 }],
    ['null for absent', { confidence: null, source: null, expires_days: null }, { conf: 70 }],
    ['an unknown parameter without a value', { colour: '', size: null }, { conf: 70 }],
    ['a parameter of another action', { query: 'ignored' }, { conf: 70 }],
  ])('with %s', async (name, more, expected) => {
    const key = `case ${name}`;
    await save(key, `the fact of ${name}`, more);
    const facts = await search(`the fact of ${name}`);
    expect(facts.find((fact) => fact.value === `the fact of ${name}`)).toMatchObject(expected);
  });

  it('answers at most 15 facts, best first, and narrows by category', async () => {
    for (let index = 0; index < 20; index++) await save(`quokka_${index}`, `Quokka number ${index}`);
    await memory({ action: 'save', category: 'profile', key: 'pet', value: 'Has a quokka, a quokka indeed' });
    expect(await search('quokka')).toHaveLength(15);
    expect((await search('quokka', { category: 'profile' })).map((fact) => fact.key)).toEqual(['pet']);
    expect((await search('quokka number 7'))[0]?.key).toBe('quokka_7');
    expect(await search('zzyzx')).toEqual([]);
  });

  it('lists the categories that hold facts with their counts', async () => {
    const listed = (await memory({ action: 'list' }))['categories'] as { category: string; count: number }[];
    const counts = Object.fromEntries(listed.map(({ category, count }) => [category, count]));
    expect(counts['profile']).toBe(1);
    expect(counts['technical']).toBeGreaterThan(20);
    expect(counts['projects']).toBeUndefined();
  });

  it('forgets by key in every category or in one, and says how many', async () => {
    await save('axolotl', 'Keeps an axolotl');
    await memory({
      action: 'save',
      category: 'other',
      key: 'axolotl',
      value: 'Axolotl food is in the fridge',
    });
    expect(await memory({ action: 'forget', key: 'axolotl', category: 'other' })).toMatchObject({
      forgotten: 1,
    });
    expect((await search('axolotl')).map((fact) => fact.category)).toEqual(['technical']);
    await memory({ action: 'save', category: 'other', key: 'axolotl', value: 'again' });
    expect(await memory({ action: 'forget', key: 'Axolotl' })).toMatchObject({ forgotten: 2 });
    expect(await search('axolotl')).toEqual([]);
  });
});

describe('memory: a project that is not used', () => {
  it('is said to be unused: the fact is the user’s', async () => {
    const fact = { action: 'save', category: 'other', key: 'bilby', value: 'Likes bilbies' };
    expect(await memory({ ...fact, project: 'anything' })).toMatchObject({
      scope: 'user',
      hint: expect.stringMatching(/project was not used/) as string,
    });
    expect(await memory(fact)).not.toHaveProperty('hint');
  });
});

describe('memory: errors', () => {
  const save = { action: 'save', category: 'technical', key: 'some_key', value: 'some value' };
  const without = (name: string) => Object.fromEntries(Object.entries(save).filter(([key]) => key !== name));

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['no action', { category: 'other' }, /action/],
    ['an unknown action', { action: 'recall' }, /save.*search.*forget.*list/],
    ['save without category', without('category'), /category/],
    ['save without key', without('key'), /key/],
    ['save without value', without('value'), /value/],
    ['save with an invalid category', { ...save, category: 'hosts' }, /category.*profile/],
    ['save with a key of signs alone', { ...save, key: '--- !' }, /key/],
    ['save with a key of 129 characters', { ...save, key: 'k'.repeat(129) }, /key.*128/],
    ['save with a blank value', { ...save, value: '  ' }, /value/],
    ['save with a value of 4,001 characters', { ...save, value: 'v'.repeat(4001) }, /value.*4,?000/],
    ['save with expires_days 0', { ...save, expires_days: 0 }, /expires_days/],
    ['save with expires_days 36,501', { ...save, expires_days: 36_501 }, /expires_days/],
    ['save with expires_days that is no number', { ...save, expires_days: 'soon' }, /expires_days/],
    ['save with confidence that is no number', { ...save, confidence: 'high' }, /confidence/],
    [
      'save with a source_context of 1,025 characters',
      { ...save, source_context: 'c'.repeat(1025) },
      /source_context.*1024/,
    ],
    ['search with a query of 8,193 bytes', { action: 'search', query: 'q'.repeat(8193) }, /8,192/],
    ['search without query', { action: 'search' }, /query/],
    ['search with a blank query', { action: 'search', query: ' \t' }, /query/],
    ['search with an invalid category', { action: 'search', query: 'a', category: 'hosts' }, /category/],
    ['forget without key', { action: 'forget' }, /key/],
    ['forget with an invalid category', { action: 'forget', key: 'a', category: 'hosts' }, /category/],
    ['list with an invalid category', { action: 'list', category: 'hosts' }, /category/],
    ['an unknown parameter', { ...save, colour: 'red' }, /colour.*accepted.*value/],
  ])('%s', async (_name, input, message) => {
    const { error } = await session.error('memory', input);
    expect(['invalid_params', 'invalid_search']).toContain(error.code);
    expect(error.message).toMatch(message);
  });

  it('one message for each missing parameter', async () => {
    const messages = await Promise.all(
      ['category', 'key', 'value'].map(
        async (name) => (await session.error('memory', without(name))).error.message,
      ),
    );
    expect(new Set(messages).size).toBe(3);
  });

  it('forgetting nothing is an error that names keys like it', async () => {
    await session.ok('memory', { ...save, key: 'home_server_ip', value: 'Home server is 192.168.1.2' });
    const { error } = await session.error('memory', { action: 'forget', key: 'home_sever_ip' });
    expect(error.code).toBe('memory_not_found');
    expect(error.message).toMatch(/^not found/);
    expect(error.message).toContain('home_server_ip');
  });

  it('forgetting in the wrong category names the right one', async () => {
    await session.ok('memory', { ...save, key: 'quokka' });
    const { error } = await session.error('memory', { action: 'forget', key: 'quokka', category: 'profile' });
    expect(error.code).toBe('memory_not_found');
    expect(error.message).toMatch(/^not found.*profile.*quokka.*technical/);
  });

  it('an error stores nothing', async () => {
    await session.error('memory', { ...save, key: 'never_stored', value: 'wombat', expires_days: -1 });
    expect(await search('wombat')).toEqual([]);
  });
});
