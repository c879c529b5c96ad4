import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { repository, worktree } from '../support/gitRepository';
import { ServerSession, temporaryFolder } from '../support/mcpServer';
import type { Answer, StartOptions } from '../support/mcpServer';

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

/** One storage and one folder of folders. */
function place() {
  const storage = temporaryFolder('mcp-storage-');
  const root = realpathSync(temporaryFolder('mcp-folders-'));
  const start = async (options: Omit<StartOptions, 'storage'>) => {
    const session = await ServerSession.start({ storage, ...options });
    sessions.push(session);
    return session;
  };
  return { storage, at: (...parts: string[]) => path.join(root, ...parts), start };
}

const save = (session: ServerSession, text: string, more: Record<string, unknown> = {}) =>
  session.ok('mem_save', { title: text, content: text, ...more });

async function found(session: ServerSession, query: string): Promise<readonly string[]> {
  const answer = await session.ok('mem_search', { query });
  return (answer['hits'] as { title: string }[]).map((hit) => hit.title);
}

const about = ({ project, project_source, project_path }: Answer) => ({
  project,
  project_source,
  project_path,
});

describe('where a memory belongs', () => {
  it('two clones and a worktree share their memories', async () => {
    const { at, start } = place();
    const one = repository(at('one'), 'git@example.com:team/shared.git');
    const two = repository(at('two'), 'https://example.com/team/shared/');
    const tree = worktree(one, at('tree'), 'topic');
    const first = await start({ cwd: one });
    expect(about(await save(first, 'bluefin'))).toEqual({
      project: 'shared',
      project_source: 'git_remote',
      project_path: one,
    });
    for (const cwd of [two, tree]) expect(await found(await start({ cwd }), 'bluefin')).toEqual(['bluefin']);
  });

  it('a worktree of a repository without a remote is its main repository’s project, and may go', async () => {
    const { at, start } = place();
    const main = repository(at('main'));
    const tree = worktree(main, at('tree'), 'topic');
    const inTree = await start({ cwd: tree });
    await save(inTree, 'yellowfin');
    await inTree.close();
    rmSync(tree, { recursive: true });
    expect(await found(await start({ cwd: main }), 'yellowfin')).toEqual(['yellowfin']);
  });

  it('two folders named app do not share, and are told apart by name', async () => {
    const { at, start } = place();
    const x = await start({ cwd: repository(at('x', 'app'), 'https://example.com/x/app.git') });
    const y = await start({ cwd: repository(at('y', 'app'), 'https://example.com/y/app.git') });
    expect((await save(x, 'marlin from x'))['project']).toBe('app');
    const second = await save(y, 'marlin from y');
    expect(second['project']).not.toBe('app');
    expect(second['project']).toMatch(/app/);
    expect(await found(x, 'marlin')).toEqual(['marlin from x']);
    expect(await found(y, 'marlin')).toEqual(['marlin from y']);
  });

  it('several repositories below one folder: a write asks which, a read looks in all', async () => {
    const { at, start } = place();
    const repositories = ['front', 'back', 'tools'].map((name) => repository(at('all', name)));
    const inFront = await start({ cwd: repositories[0] ?? '' });
    await save(inFront, 'swordfish in front');

    const session = await start({ cwd: at('all') });
    const answer = await session.error('mem_save', { title: 'a', content: 'swordfish b' });
    expect(answer.error.code).toBe('ambiguous_project');
    const candidates = answer['project_candidates'] as { name: string; path: string; id?: string }[];
    expect(candidates.map(({ name, path: folder }) => [name, folder]).sort()).toEqual(
      repositories.map((folder) => [path.basename(folder), folder]).sort(),
    );
    expect(answer['project_path']).toBe(at('all'));
    expect(answer['available_projects']).toContain('front');
    expect(answer['recovery_instructions']).toEqual(expect.any(String));

    expect(await found(session, 'swordfish')).toEqual(['swordfish in front']);
    const searched = await session.ok('mem_search', { query: 'swordfish' });
    expect(searched['hint']).toEqual(expect.any(String));
    expect((searched['hits'] as { project: string }[])[0]?.project).toBe('front');

    // remember says it in its own words, with the details in a second block.
    const blocks = await session.failure('remember', { content: 'swordfish c' });
    expect(blocks).toHaveLength(2);
    expect(blocks[0]).toMatch(/^Error executing tool remember: /);
    expect(JSON.parse(blocks[1] ?? '')).toMatchObject({ error: { code: 'ambiguous_project' } });

    // A project the store knows may be named.
    expect(about(await save(session, 'swordfish d', { project: 'front' }))).toMatchObject({
      project: 'front',
      project_source: 'known_project',
    });
  });

  it('follows the roots of the client when they change', async () => {
    const { at, start } = place();
    const one = repository(at('one'));
    const two = repository(at('two'));
    const session = await start({ cwd: at(), roots: [one] });
    expect(about(await save(session, 'albacore'))).toMatchObject({ project: 'one', project_path: one });
    await session.changeRoots([two]);
    expect(about(await save(session, 'skipjack'))).toMatchObject({ project: 'two', project_path: two });
    expect(await found(session, 'albacore skipjack')).toEqual(['skipjack']);
    await session.changeRoots([one, two]);
    expect((await session.error('mem_save', { title: 'c', content: 'c' })).error.code).toBe(
      'ambiguous_project',
    );
  });

  it('a folder of the command line outranks roots and working directory', async () => {
    const { at, start } = place();
    const [cwd, root, given] = ['cwd', 'root', 'given'].map((name) => repository(at(name)));
    const session = await start({ cwd: cwd ?? '', roots: [root ?? ''], args: ['--workspace', given ?? ''] });
    expect(about(await save(session, 'x'))).toMatchObject({ project: 'given', project_path: given });
  });

  it.each<[string, Omit<StartOptions, 'storage'>]>([
    ['--project', { args: ['--project', 'Chosen  Name'] }],
    ['PROJECT_MEMORY_PROJECT', { env: { PROJECT_MEMORY_PROJECT: 'Chosen  Name' } }],
  ])('%s decides whatever the folder says', async (_name, options) => {
    const { at, start } = place();
    const session = await start({ cwd: repository(at('one')), ...options });
    const answer = await save(session, 'override');
    expect(about(answer)).toMatchObject({ project: 'chosen name', project_source: 'process_override' });
    expect(await found(session, 'override')).toEqual(['override']);
  });

  it('in the home folder there is no project, but the user’s facts work', async () => {
    const { at, start } = place();
    mkdirSync(at('home'));
    const session = await start({ cwd: at('home'), env: { HOME: at('home'), USERPROFILE: at('home') } });
    const answer = await session.error('mem_save', { title: 'a', content: 'b' });
    expect(answer.error.code).toBe('ambiguous_project');
    expect(await session.ok('mem_current_project', {})).toMatchObject({ project_source: 'none' });
    await session.ok('memory', {
      action: 'save',
      category: 'profile',
      key: 'name',
      value: 'The user is called Ada',
    });
    const facts = await session.ok('memory', { action: 'search', query: 'Ada' });
    expect(JSON.stringify(facts)).toContain('The user is called Ada');
  });

  it('a broken declaration takes no facts of the user away, and is named', async () => {
    const { at, start } = place();
    mkdirSync(at('broken'));
    writeFileSync(path.join(at('broken'), '.project-memory.json'), '{');
    const session = await start({ cwd: at('broken') });
    const fact = { category: 'profile', key: 'name', value: 'The user is called Ada' };
    await session.ok('memory', { action: 'save', ...fact });
    const hint = expect.stringContaining('.project-memory.json') as string;
    const search = { action: 'search', query: 'Ada' };
    expect(await session.ok('memory', search)).toMatchObject({ count: 1, hint });
    expect(await session.ok('memory', { action: 'list' })).toMatchObject({ count: 1, hint });
    const known = {
      hint,
      project_source: 'none',
      project_path: path.join(at('broken'), '.project-memory.json'),
    };
    const [hit] = (await session.ok('mem_search', { query: 'Ada' }))['hits'] as { id: string }[];
    expect(await session.ok('mem_search', { query: 'Ada' })).toMatchObject({ ...known, count: 1 });
    expect(await session.ok('mem_context', {})).toMatchObject({ ...known, count: 1 });
    expect(await session.ok('mem_get_observation', { id: hit?.id })).toMatchObject({
      memory: { key: 'name' },
    });
    for (const [tool, input] of [
      ['memory', { ...search, scope: 'project' }],
      ['memory', { action: 'save', scope: 'project', ...fact }],
      ['mem_save', { title: 'a', content: 'b' }],
      ['remember', { content: 'a' }],
      ['forget', { key: 'name' }],
    ] as const) {
      const { error } = await session.error(tool, input);
      expect([tool, error.code]).toEqual([tool, 'project_detection_failed']);
      expect(error.message).toContain('.project-memory.json is not valid JSON');
    }
    expect(await session.ok('memory', { action: 'forget', key: 'name' })).toMatchObject({
      forgotten: 1,
      hint,
    });
  });

  it('a blank project is none for a read, and a fault for whatever changes something', async () => {
    const { at, start } = place();
    const session = await start({ cwd: repository(at('app')) });
    await save(session, 'tuna');
    for (const project of ['', ' ']) {
      expect(await session.ok('mem_search', { query: 'tuna', project })).toMatchObject({
        project: 'app',
        count: 1,
      });
      expect(await session.ok('mem_context', { project })).toMatchObject({ project: 'app', count: 1 });
      expect(await session.ok('memory', { action: 'list', project })).toMatchObject({ project: 'app' });
      for (const [tool, input] of [
        ['mem_save', { title: 'a', content: 'b' }],
        ['remember', { content: 'a' }],
        ['memory', { action: 'save', scope: 'project', category: 'other', key: 'k', value: 'v' }],
        ['memory', { action: 'forget', key: 'k' }],
        ['forget', { key: 'k' }],
      ] as const) {
        expect([tool, (await session.error(tool, { ...input, project })).error.code]).toEqual([
          tool,
          'invalid_project',
        ]);
      }
    }
  });

  it('an unknown project is refused, nothing is made, and names like it are told', async () => {
    const { at, start } = place();
    const session = await start({ cwd: repository(at('billing')) });
    await save(session, 'first');
    const answer = await session.error('mem_save', { title: 'a', content: 'b', project: 'biling' });
    expect(answer.error.code).toBe('unknown_project');
    expect(answer.error.message).toContain('billing');
    expect(answer['available_projects']).toEqual(['billing']);
    expect((await session.error('mem_save', { title: 'a', content: 'b', project: ' ' })).error.code).toBe(
      'invalid_project',
    );
    expect((await session.ok('mem_current_project', {}))['available_projects']).toEqual(['billing']);
  });
});
