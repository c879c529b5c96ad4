import { afterEach, describe, expect, it } from 'vitest';
import { ServerSession, temporaryFolder } from '../support/mcpServer';

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

async function start(storage: string, project: string): Promise<ServerSession> {
  const session = await ServerSession.start({ storage, args: ['--project', project, '--tools', 'full'] });
  sessions.push(session);
  return session;
}

async function save(server: ServerSession, title: string, more: object = {}): Promise<string> {
  const saved = await server.ok('mem_save', { title, content: `All about ${title}.`, ...more });
  return (saved['observation'] as { id: string }).id;
}

async function found(server: ServerSession, query: string): Promise<readonly string[]> {
  const { hits } = await server.ok('mem_search', { query });
  return (hits as { title: string }[]).map(({ title }) => title);
}

describe('mem_merge_projects', () => {
  it('merges several at once, counts what went, and the old names lead on', { timeout: 60_000 }, async () => {
    const storage = temporaryFolder('mcp-storage-');
    const [app, api, web] = [
      await start(storage, 'app'),
      await start(storage, 'api'),
      await start(storage, 'web'),
    ];
    for (const server of [app, api])
      await save(server, 'Ports', { topic_key: 'ports', content: `Of ${server.pid}.` });
    await save(api, 'Tokens');
    const id = await save(web, 'Colours');
    const merged = await app.ok('mem_merge_projects', { from: 'API, web', to: 'app' });
    expect(merged).toMatchObject({
      project: 'app',
      canonical: 'app',
      sources_merged: ['api', 'web'],
      memories_updated: 3,
      sessions_updated: 2,
      prompts_updated: 0,
      topic_key_collisions: 1,
      hint: expect.stringContaining('newest memory counts') as string,
    });
    expect(await found(app, 'colours')).toEqual(['Colours']);
    expect((await app.ok('mem_stats', {}))['projects']).toEqual(['app']);
    // The other servers had their project open, and were started with its name.
    expect(await web.ok('mem_current_project', {})).toMatchObject({ project: 'app' });
    expect(await found(web, 'tokens')).toEqual(['Tokens']);
    await save(web, 'Shapes');
    expect(await found(api, 'shapes')).toEqual(['Shapes']);
    expect(await api.ok('mem_get_observation', { id })).toMatchObject({ memory: { id, project: 'app' } });

    const again = await app.ok('mem_merge_projects', { from: 'api', to: 'app' });
    expect(again).toMatchObject({
      sources_merged: [],
      memories_updated: 0,
      hint: expect.stringMatching(/already/) as string,
    });
  });

  it('leaves one value of a fact that both had: the newest', async () => {
    const storage = temporaryFolder('mcp-storage-');
    const [app, api] = [await start(storage, 'app'), await start(storage, 'api')];
    for (const [server, value] of [
      [app, 'Listens on 5432'],
      [api, 'Listens on 5433'],
    ] as const)
      await server.ok('memory', {
        action: 'save',
        category: 'technical',
        key: 'port',
        value,
        scope: 'project',
      });
    await app.ok('mem_merge_projects', { from: 'api', to: 'app' });
    const found = await app.ok('memory', { action: 'search', query: 'port' });
    expect(found).toMatchObject({ count: 1, facts: [{ value: 'Listens on 5433' }] });
    expect(found['hint']).toBeUndefined();
  });

  it('refuses names that it does not know, and merges none then', async () => {
    const storage = temporaryFolder('mcp-storage-');
    const [app, api] = [await start(storage, 'app'), await start(storage, 'api')];
    await save(app, 'One');
    await save(api, 'Two');
    for (const [input, code, message] of [
      [{ from: 'api, apo', to: 'app' }, 'unknown_project', /"apo".*Similar: api/],
      [{ from: 'api', to: 'nobody' }, 'unknown_project', /"nobody"/],
      [{ from: ' , ', to: 'app' }, 'invalid_params', /at least one/],
      [{ from: 'api', to: '../app' }, 'invalid_project', /looks like a path/],
      [{ to: 'app' }, 'invalid_params', /from/],
    ] as const) {
      const { error } = await app.error('mem_merge_projects', input);
      expect(error.code, JSON.stringify(input)).toBe(code);
      expect(error.message).toMatch(message);
    }
    expect((await app.ok('mem_stats', {}))['projects']).toEqual(expect.arrayContaining(['app', 'api']));
  });
});

describe('mem_doctor', () => {
  it('answers what the command reports, whole or for one check or project', async () => {
    const storage = temporaryFolder('mcp-storage-');
    const app = await start(storage, 'app');
    await save(app, 'One');
    const report = await app.ok('mem_doctor', {});
    expect(report).toMatchObject({ healthy: true, issues: [], counts: { projects: 1, memories: 1 } });
    expect(report['databases']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'app', memories: 1, void_frames: 0, damaged_bytes: 0 }),
      ]),
    );
    const { checks } = await app.ok('mem_doctor', { check: 'permissions', project: 'app' });
    expect(
      (checks as { check: string; database: string }[]).map(({ check, database }) => [check, database]),
    ).toEqual([
      ['permissions', 'catalog'],
      ['permissions', 'project app'],
    ]);
    expect((await app.error('mem_doctor', { project: 'nobody' })).error.code).toBe('unknown_project');
    expect((await app.error('mem_doctor', { check: 'colour' })).error.message).toMatch(/one of: .*moves/);
  });

  it('knows merged projects as such', async () => {
    const storage = temporaryFolder('mcp-storage-');
    const [app, api] = [await start(storage, 'app'), await start(storage, 'api')];
    await save(app, 'One');
    await save(api, 'Two');
    await app.ok('mem_merge_projects', { from: 'api', to: 'app' });
    const report = await app.ok('mem_doctor', {});
    expect(report).toMatchObject({ healthy: true, counts: { projects: 1, memories: 2 } });
    const names = (report['databases'] as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['catalog', 'user', 'api (merged)', 'app']);
  });
});
