import { realpathSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MemoryHost } from '../../src/memory/memoryHost';
import { fullTools } from '../../src/tools/fullTools';
import { wasmFile } from '../support/builtWorker';
import { repository } from '../support/gitRepository';
import { ServerSession, temporaryFolder, type Answer } from '../support/mcpServer';
import type { StartOptions } from '../support/mcpServer';

const servers: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A storage, and servers on it that serve every tool. */
function place() {
  const storage = temporaryFolder('mcp-storage-');
  const start = async (options: Partial<StartOptions> = {}): Promise<ServerSession> => {
    const args = [...(options.args ?? []), '--tools', 'full'];
    const server = await ServerSession.start({ storage, ...options, args });
    servers.push(server);
    return server;
  };
  return { storage, start, inProject: (name: string) => start({ args: ['--project', name] }) };
}

const save = (server: ServerSession, more: Record<string, unknown> = {}): Promise<Answer> =>
  server.ok('mem_save', { title: 'A heron', content: `Seen at ${server.pid}, ${Math.random()}`, ...more });

const session = (answer: Answer): Answer => answer['session'] as Answer;
const observation = (answer: Answer): Answer => answer['observation'] as Answer;

const UUID = 'f3f9a8cc-0a3c-4b57-8a2b-6f6dbe3f1a11';

describe('mem_session_start', () => {
  it('answers the session, and the same one again under either name of its id', async () => {
    const otter = await place().inProject('otter');
    const first = await otter.ok('mem_session_start', { id: UUID, directory: '/code/otter' });
    expect(first).toMatchObject({
      project: 'otter',
      project_source: 'process_override',
      session: { id: UUID, project: 'otter', directory: '/code/otter' },
    });
    expect(Object.keys(session(first)).sort()).toEqual(['directory', 'id', 'project', 'started_at']);
    const again = await otter.ok('mem_session_start', { session_id: ` ${UUID} `, directory: '/elsewhere' });
    expect(again).toMatchObject({ project_source: 'session_project', session: session(first) });
  });

  it('knows the folder where the call names none', async () => {
    const folder = realpathSync(repository(temporaryFolder('mcp-folder-')));
    const server = await place().start({ cwd: folder });
    expect(session(await server.ok('mem_session_start', { id: 'walk' }))['directory']).toBe(folder);
  });

  it('creates a project by name, says so, and names those that are called nearly the same', async () => {
    const { inProject } = place();
    const otter = await inProject('otter');
    const created = await otter.ok('mem_session_start', { id: 'one', project: ' Otters ' });
    expect(created).toMatchObject({ project: 'otters', hint: 'A project "otters" was created.' });
    const near = await otter.ok('mem_session_start', { id: 'two', project: 'otter-s' });
    expect(near['hint']).toBe('A project "otter-s" was created. There are similar ones: otters.');
    // Known now, also to a tool that creates none.
    expect(await save(otter, { project: 'otters' })).toMatchObject({ project: 'otters' });
    expect((await otter.ok('mem_session_start', { id: 'three', project: 'otters' }))['hint']).toBe(
      'The project here is "otter".',
    );
    const refused = await otter.error('mem_session_start', { id: 'four', project: '../otters' });
    expect(refused.error.code).toBe('invalid_project');
  });

  it.each(
    fullTools
      .filter((tool) => 'recovery_token' in tool.input.shape && tool.name !== 'mem_session_start')
      .filter((tool) =>
        ['mem_save', 'remember', 'mem_save_prompt', 'mem_session_summary'].includes(tool.name),
      )
      .map(({ name }) => name),
  )('is alone in that: %s creates none', async (tool) => {
    const otter = await place().inProject('otter');
    const input = { content: 'A heron was seen here.', project: 'nobody' };
    const { error } = await otter.error(tool, tool === 'mem_save' ? { ...input, title: 'A heron' } : input);
    expect(error.code).toBe('unknown_project');
  });

  it('refuses a blank id, one too long, and those kept for saves without a session', async () => {
    const otter = await place().inProject('otter');
    for (const [input, message] of [
      [{}, /id must not be blank/],
      [{ id: ' ' }, /id must not be blank/],
      [{ id: 'x'.repeat(257) }, /id has 257 characters; at most 256/],
      [{ id: 'manual-save-heron' }, /kept for saves without a session/],
    ] as const) {
      const { error } = await otter.error('mem_session_start', input);
      expect(error).toMatchObject({
        code: 'invalid_params',
        message: expect.stringMatching(message) as string,
      });
    }
    expect(session(await otter.ok('mem_session_start', { id: 'manual-save-otter' }))).toMatchObject({
      id: 'manual-save-otter',
    });
  });

  it('that was interrupted before its project knew of it is known all the same', async () => {
    const { inProject, storage } = place();
    const otter = await inProject('otter');
    await save(otter);
    const host = new MemoryHost({ storageDirectory: storage, runtime: { wasmFile, workerFile: '' } });
    const catalog = await host.catalog();
    const project = await catalog.byName('otter');
    await catalog.placeSession('walk', project?.id ?? '');
    await host.close();
    const heron = await inProject('heron');
    expect(await save(heron, { session_id: 'walk' })).toMatchObject({ project: 'otter' });
    expect(session(await heron.ok('mem_session_start', { id: 'walk' }))).toMatchObject({ project: 'otter' });
    expect(session(await heron.ok('mem_session_end', { id: 'walk' }))['ended_at']).toBeDefined();
  });

  it('in two projects at once starts one session, in one of them', async () => {
    const { inProject } = place();
    const both = [await inProject('otter'), await inProject('heron')];
    const started = await Promise.all(both.map((server) => server.ok('mem_session_start', { id: 'race' })));
    const [one, other] = started.map(session);
    expect(one).toEqual(other);
    for (const server of both)
      expect(await save(server, { session_id: 'race' })).toMatchObject({ project: one?.['project'] });
  });
});

describe('session_id', () => {
  it('decides the project, whatever is open where the save is made', async () => {
    const { inProject } = place();
    const [otter, heron] = [await inProject('otter'), await inProject('heron')];
    await otter.ok('mem_session_start', { id: 'walk' });
    const saved = await save(heron, { session_id: 'walk' });
    expect(saved).toMatchObject({
      project: 'otter',
      project_source: 'session_project',
      observation: { session_id: 'walk' },
    });
    expect(await save(heron, { session_id: 'walk', project: 'OTTER' })).toMatchObject({ project: 'otter' });
    const elsewhere = { title: 'x', content: 'y', session_id: 'walk', project: 'heron' };
    expect(await heron.error('mem_save', elsewhere)).toMatchObject({
      error: { code: 'session_project_mismatch', message: expect.stringContaining('"otter"') as string },
      session_project: 'otter',
    });
    expect((await heron.error('mem_save', { ...elsewhere, project: ' ' })).error.code).toBe(
      'invalid_project',
    );
    const { memory } = await heron.ok('mem_get_observation', { id: observation(saved)['id'] });
    expect(memory).toMatchObject({ project: 'otter', session_id: 'walk' });
  });

  it('that nobody started is refused, and nothing is begun by it', async () => {
    const otter = await place().inProject('otter');
    for (const id of ['nobody', 'manual-save-heron', UUID]) {
      const { error } = await otter.error('mem_save', { title: 'x', content: 'y', session_id: id });
      expect(error.code).toBe('session_not_found');
      expect(error.message).toMatch(/mem_session_start|leave session_id out/);
    }
    expect(await otter.ok('mem_stats', {})).toMatchObject({ total_sessions: 0, projects: [] });
  });

  it('may be that of saves without one, by its name, here and elsewhere', async () => {
    const { inProject } = place();
    const [otter, heron] = [await inProject('otter'), await inProject('heron')];
    expect(await save(otter, { session_id: 'manual-save-otter' })).toMatchObject({ project: 'otter' });
    expect(await save(heron, { session_id: 'manual-save-otter' })).toMatchObject({
      project: 'otter',
      observation: { session_id: 'manual-save-otter' },
    });
    expect(observation(await save(otter))['session_id']).toBe('manual-save-otter');
    expect(await otter.ok('mem_stats', {})).toMatchObject({ total_sessions: 1 });
  });

  it('needs no answer where several projects could be meant', async () => {
    const { start } = place();
    const root = realpathSync(temporaryFolder('mcp-folders-'));
    for (const name of ['front', 'back']) repository(path.join(root, name));
    const front = await start({ cwd: path.join(root, 'front') });
    await front.ok('mem_session_start', { id: 'walk' });
    const between = await start({ cwd: root });
    expect((await between.error('mem_save', { title: 'x', content: 'y' })).error.code).toBe(
      'ambiguous_project',
    );
    expect(await save(between, { session_id: 'walk' })).toMatchObject({
      project: 'front',
      project_path: path.join(root, 'front'),
    });
    // A folder of the call decides among them.
    const started = await between.ok('mem_session_start', { id: 'run', directory: path.join(root, 'back') });
    expect(started).toMatchObject({ project: 'back', project_source: 'call_path' });
  });

  it('goes on meaning its project when that is renamed in another, merged, and taken apart again', async () => {
    const { inProject } = place();
    const [otter, heron] = [await inProject('otter'), await inProject('heron')];
    await otter.ok('mem_session_start', { id: 'walk' });
    await save(otter, { session_id: 'walk' });
    await save(heron);
    await heron.ok('mem_merge_projects', { from: 'otter', to: 'heron' });
    expect(await save(heron, { session_id: 'walk' })).toMatchObject({ project: 'heron' });
    // Both names lead there.
    for (const project of ['otter', 'heron'])
      expect(await save(heron, { session_id: 'walk', project })).toMatchObject({ project: 'heron' });
    expect(session(await heron.ok('mem_session_start', { id: 'walk' }))).toMatchObject({ project: 'heron' });
  });
});

describe('mem_session_end', () => {
  it('ends a session for good: an end without a summary keeps the one before, a start changes nothing', async () => {
    const { inProject } = place();
    const [otter, heron] = [await inProject('otter'), await inProject('heron')];
    await otter.ok('mem_session_start', { id: 'walk' });
    const ended = await otter.ok('mem_session_end', { id: 'walk', summary: 'Saw a heron.' });
    expect(ended).toMatchObject({ project: 'otter', session: { id: 'walk', summary: 'Saw a heron.' } });
    expect(session(ended)['ended_at']).toEqual(expect.any(String));
    expect(session(await heron.ok('mem_session_end', { session_id: 'walk' }))).toEqual(session(ended));
    const later = await heron.ok('mem_session_end', { id: 'walk', summary: 'Saw two.' });
    expect(session(later)).toEqual({ ...session(ended), summary: 'Saw two.' });
    const again = await otter.ok('mem_session_start', { id: 'walk' });
    expect(session(again)).toEqual(session(later));
    expect(again['hint']).toMatch(/has ended, and stays so/);
  });

  it('leaves a session that takes no more saves, but still its summary', async () => {
    const otter = await place().inProject('otter');
    await otter.ok('mem_session_start', { id: 'walk' });
    await otter.ok('mem_session_end', { id: 'walk' });
    const content = 'Watched the herons all day long.';
    for (const [tool, input] of [
      ['mem_save', { title: 'x', content }],
      ['mem_save_prompt', { content }],
      ['mem_capture_passive', { content: `## Learnings\n- ${content}` }],
    ] as const) {
      const { error } = await otter.error(tool, { ...input, session_id: 'walk' });
      expect(error.code, tool).toBe('session_ended');
      expect(error.message).toContain('mem_session_start');
    }
    expect(await otter.ok('mem_stats', {})).toMatchObject({ total_memories: 0, total_prompts: 0 });
    const summary = await otter.ok('mem_session_summary', { content, session_id: 'walk' });
    expect(observation(summary)).toMatchObject({ session_id: 'walk', title: content });
  });

  it('refuses a session that is not there, of another project, and the one that never ends', async () => {
    const otter = await place().inProject('otter');
    await save(otter);
    await otter.ok('mem_session_start', { id: 'walk' });
    await otter.ok('mem_session_start', { id: 'run', project: 'heron' });
    for (const [input, code] of [
      [{ id: 'nobody' }, 'session_not_found'],
      [{ id: 'walk', project: 'heron' }, 'session_project_mismatch'],
      [{ id: 'manual-save-otter' }, 'invalid_params'],
      [{ id: ' ' }, 'invalid_params'],
      [{ summary: 'Done.' }, 'invalid_params'],
      [{ id: 'walk', summary: 'x'.repeat(100_001) }, 'invalid_params'],
    ] as const)
      expect(
        (await otter.error('mem_session_end', input)).error.code,
        JSON.stringify(input).slice(0, 80),
      ).toBe(code);
    expect(session(await otter.ok('mem_session_start', { id: 'walk' }))).not.toHaveProperty('ended_at');
  });
});

describe('mem_session_summary', () => {
  it('is saved as an observation whose title is its first line that says something', async () => {
    const otter = await place().inProject('otter');
    const content = '## Goal\nShort.\n\n- Moved the importer to streams\n\n## Next\nTests.';
    const saved = await otter.ok('mem_session_summary', { content });
    expect(saved).toMatchObject({
      status: 'inserted',
      project: 'otter',
      judgment_required: false,
      candidates: [],
      observation: {
        title: 'Moved the importer to streams',
        content,
        type: 'session_summary',
        scope: 'project',
        session_id: 'manual-save-otter',
      },
    });
    expect(saved).not.toHaveProperty('hint');
    const { hits } = await otter.ok('mem_search', { query: 'importer streams', type: 'session_summary' });
    expect(hits).toMatchObject([{ title: 'Moved the importer to streams' }]);
  });

  it('without such a line gets a name that says what it is, and a hint', async () => {
    const otter = await place().inProject('otter');
    const saved = await otter.ok('mem_session_summary', { content: '# Goal of the session\nTests.' });
    expect(observation(saved)['title']).toBe('Session summary: otter');
    expect(saved['hint']).toMatch(/^Nobody will find this summary by its name: begin it/);
  });

  it('needs content', async () => {
    const otter = await place().inProject('otter');
    for (const input of [{}, { content: ' ' }, { content: 'x'.repeat(100_001) }])
      expect((await otter.error('mem_session_summary', input)).error.code).toBe('invalid_params');
  });
});

describe('mem_context', () => {
  it('shows the last sessions and prompts, as many as asked for', async () => {
    const otter = await place().inProject('otter');
    for (const id of ['one', 'two', 'three']) {
      await otter.ok('mem_session_start', { id });
      await otter.ok('mem_save_prompt', { content: `Asked in ${id}`, session_id: id });
    }
    await otter.ok('mem_session_end', { id: 'two', summary: 'Streams work.' });
    await otter.ok('mem_session_summary', { content: 'Indexes were made smaller.', session_id: 'three' });
    const { sessions, prompts } = (await otter.ok('mem_context', {})) as Record<string, Answer[]>;
    expect(sessions).toMatchObject([
      { id: 'three', summary: 'Indexes were made smaller.' },
      { id: 'two', summary: 'Streams work.', ended_at: expect.any(String) as string },
      { id: 'one' },
    ]);
    expect(prompts?.map(({ content, session_id }) => [content, session_id])).toEqual(
      ['three', 'two', 'one'].map((id) => [`Asked in ${id}`, id]),
    );
    const few = await otter.ok('mem_context', { session_limit: 1, prompt_limit: '2' });
    expect([few['sessions'], few['prompts']]).toMatchObject([[{ id: 'three' }], [{}, {}]]);
    const none = await otter.ok('mem_context', { session_limit: 0, prompt_limit: 0 });
    expect(none).not.toHaveProperty('sessions');
    expect(none).not.toHaveProperty('prompts');
    // They bear no label.
    expect(await otter.ok('mem_context', { scope: 'personal' })).not.toHaveProperty('sessions');
  });

  it('says of which project they are where it shows several', async () => {
    const { inProject } = place();
    for (const name of ['otter', 'heron']) {
      const server = await inProject(name);
      await server.ok('mem_session_start', { id: `in ${name}` });
      await server.ok('mem_save_prompt', { content: `Asked in ${name}` });
    }
    const [otter] = servers;
    const all = (await otter?.ok('mem_context', { all_projects: true })) as Record<string, Answer[]>;
    expect(all['sessions']?.map(({ id, project }) => [id, project])).toEqual([
      ['in heron', 'heron'],
      ['in otter', 'otter'],
    ]);
    expect(all['prompts']?.map(({ project }) => project)).toEqual(['heron', 'otter']);
  });

  it.each([1_024, 3_000, 8_192, 65_536])(
    'stays within %i bytes, and leaves most of them to memories',
    async (max) => {
      const otter = await place().inProject('otter');
      for (let n = 0; n < 20; n++) {
        await otter.ok('mem_session_start', { id: `session ${n}` });
        await otter.ok('mem_session_end', { id: `session ${n}`, summary: 'Выдра плыла. '.repeat(40) });
        await otter.ok('mem_save_prompt', { content: `${n} ${'Где живёт выдра? '.repeat(40)}` });
        await save(otter, { title: `Title ${n}`, content: `${n} ${'Цапля стоит. '.repeat(60)}` });
      }
      const answer = await otter.ok('mem_context', { max_bytes: max, session_limit: 20, prompt_limit: 20 });
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(max);
      const work = Buffer.byteLength(JSON.stringify([answer['sessions'] ?? [], answer['prompts'] ?? []]));
      expect(work).toBeLessThanOrEqual(max / 4 + 8);
      if (max > 1_024) expect(answer['memories']).not.toEqual([]);
      if (max > 3_000) expect([answer['sessions'], answer['prompts']]).not.toContain(undefined);
    },
  );
});
