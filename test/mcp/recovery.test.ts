import { realpathSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fullTools } from '../../src/tools/fullTools';
import { repository } from '../support/gitRepository';
import { envelope, ServerSession, temporaryFolder } from '../support/mcpServer';
import type { ErrorEnvelope, StartOptions } from '../support/mcpServer';

const REASON = 'user_selected_after_ambiguous_project';

/** A call of each tool that writes to the project, and what it answers where nothing is stored yet. */
const WRITES: Readonly<
  Record<
    string,
    {
      readonly input: Record<string, unknown>;
      readonly answers?: string;
      /** How another project is refused once the call was made; by default its token is. */
      readonly elsewhere?: string;
    }
  >
> = {
  memory: { input: { action: 'save', scope: 'project', category: 'other', key: 'k', value: 'v' } },
  mem_save: { input: { title: 'Ducks', content: 'They swim.' } },
  remember: { input: { content: 'Ducks swim.' } },
  forget: { input: { key: 'no-such-key' }, answers: 'memory_not_found' },
  mem_session_start: { input: { id: 'at the pond' }, elsewhere: 'session_project_mismatch' },
  mem_session_summary: { input: { content: 'Ducks were watched all day.' } },
  mem_save_prompt: { input: { content: 'Watch the ducks.' } },
  mem_capture_passive: { input: { content: '## Key Learnings\n- Ducks swim in the morning light.' } },
};

/** Those that go by an id, which is certain wherever it is: they need no project, but hear a choice. */
const BY_ID: Readonly<Record<string, (id: string, other: string) => Record<string, unknown>>> = {
  mem_update: (id) => ({ id, title: 'Geese' }),
  mem_delete: (id) => ({ id }),
  mem_pin: (id) => ({ id }),
  mem_unpin: (id) => ({ id }),
  mem_review: (id) => ({ action: 'mark_reviewed', id }),
  mem_judge: (id, other) => ({ memory_id_a: id, memory_id_b: other, relation: 'related' }),
  mem_compare: (id, other) => ({ memory_id_a: id, memory_id_b: other, relation: 'related' }),
};

/** The session knows its project: there is nothing to choose. */
const BY_SESSION = ['mem_session_end'];

/** Names its projects itself: where it is called does not matter. */
const BY_NAMES = ['mem_merge_projects'];

const taking = fullTools.filter((tool) => 'recovery_token' in tool.input.shape).map(({ name }) => name);
const tools = taking.filter((name) => name in WRITES);

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

/** A folder of two repositories, and what starts servers in it. */
function place() {
  const storage = temporaryFolder('mcp-storage-');
  const root = realpathSync(temporaryFolder('mcp-folders-'));
  const at = (...parts: string[]): string => path.join(root, ...parts);
  for (const name of ['front', 'back']) repository(at('all', name));
  const start = async (options: Partial<StartOptions> = {}): Promise<ServerSession> => {
    const session = await ServerSession.start({
      storage,
      cwd: at('all'),
      args: ['--tools', 'full'],
      ...options,
    });
    sessions.push(session);
    return session;
  };
  return { at, start };
}

it('every tool that changes something takes a recovery token, and each is tried', () => {
  const changing = fullTools.filter((tool) => !tool.annotations.readOnlyHint).map(({ name }) => name);
  expect(taking.sort()).toEqual(changing.sort());
  expect([...Object.keys(WRITES), ...Object.keys(BY_ID), ...BY_SESSION, ...BY_NAMES].sort()).toEqual(
    changing.sort(),
  );
});

describe.each(tools)('%s', (tool) => {
  const { input = {}, answers, elsewhere = 'invalid_recovery_token' } = WRITES[tool] ?? {};

  const refused = async (session: ServerSession, more: Record<string, unknown>): Promise<ErrorEnvelope> =>
    envelope(await session.failure(tool, { ...input, ...more }));

  /** The call reaches the project, whatever it then answers. */
  async function reaches(session: ServerSession, more: Record<string, unknown>): Promise<void> {
    if (answers === undefined) await session.ok(tool, { ...input, ...more });
    else expect((await refused(session, more)).error.code).toBe(answers);
  }

  it('takes the project that the user picked, and refuses every other way around the question', async () => {
    const { at, start } = place();
    const session = await start();
    const open = await refused(session, {});
    expect(open).toMatchObject({
      error: { code: 'ambiguous_project', message: expect.stringContaining('front') as string },
      project_path: at('all'),
      available_projects: ['back', 'front'],
      project_candidates: [
        { name: 'back', path: at('all', 'back') },
        { name: 'front', path: at('all', 'front') },
      ],
      recovery_token: expect.stringMatching(/^rec-[0-9a-f]{16}$/) as string,
      recovery_instructions: expect.stringContaining(REASON) as string,
    });
    const token = open['recovery_token'];
    const codeOf = async (more: Record<string, unknown>): Promise<string> =>
      (await refused(session, more)).error.code;
    const reason = { project_choice_reason: REASON };
    expect(await codeOf({ project: 'front', ...reason })).toBe('recovery_token_required');
    expect(await codeOf({ project: 'front', recovery_token: 'rec-0000000000000000', ...reason })).toBe(
      'invalid_recovery_token',
    );
    expect(await codeOf({ project: 'side', recovery_token: token, ...reason })).toBe(
      'invalid_project_choice',
    );
    expect(await codeOf({ project: 'side', ...reason })).toBe('invalid_project_choice');
    expect(
      await codeOf({ project: 'front', recovery_token: token, project_choice_reason: 'I am sure' }),
    ).toBe('ambiguous_project');
    expect((await session.ok('mem_current_project', {}))['available_projects']).toEqual([]);

    const picked = { project: 'front', recovery_token: token, ...reason };
    await reaches(session, picked);
    await reaches(session, picked);
    expect(await codeOf({ ...picked, project: 'back' })).toBe(elsewhere);
    // For these folders it is settled from now on, in every process.
    await reaches(session, {});
    expect(await (await start()).ok('mem_current_project', {})).toMatchObject({
      project: 'front',
      project_source: 'remembered_choice',
      available_projects: ['front'],
    });
  });
});

describe.each(Object.entries(BY_ID))('%s', (tool, inputOf) => {
  it('goes by the id alone, and hears the choice of the user as every other', async () => {
    const { at, start } = place();
    const inFront = await start({ cwd: at('all', 'front') });
    const save = async (title: string, content: string): Promise<string> => {
      const saved = await inFront.ok('mem_save', { title, content, type: 'decision' });
      return (saved['observation'] as { readonly id: string }).id;
    };
    const input = inputOf(await save('Ducks', 'They swim.'), await save('Owls', 'They hunt by night.'));
    const session = await start();
    const open = await session.error('mem_save', { title: 'Ducks', content: 'They swim.' });
    const choice = {
      ...{ ...input, project: 'front', recovery_token: open['recovery_token'] },
      project_choice_reason: REASON,
    };
    for (const [code, changed] of [
      ['recovery_token_required', { recovery_token: '' }],
      ['invalid_recovery_token', { recovery_token: 'rec-0000000000000000' }],
      ['invalid_project_choice', { project: 'side' }],
      ['ambiguous_project', { project_choice_reason: 'I am sure' }],
    ] as const) {
      expect((await session.error(tool, { ...choice, ...changed })).error.code).toBe(code);
    }
    expect(await session.ok(tool, choice)).toMatchObject({ project: 'front', project_source: REASON });
  });
});

describe('a recovery token', () => {
  it('is told in the second block of an answer whose text is fixed', async () => {
    const { start } = place();
    const blocks = await (await start()).failure('remember', { content: 'Ducks swim.' });
    expect(blocks).toHaveLength(2);
    expect(blocks[0]).toMatch(/^Error executing tool remember: Several projects/);
    expect(blocks[1]).toMatch(/"recovery_token":"rec-[0-9a-f]{16}"/);
  });

  it('ends with the roots that it was given out for', async () => {
    const { at, start } = place();
    const other = repository(at('other'));
    const roots = [at('all', 'front'), at('all', 'back')];
    const session = await start({ cwd: at(), roots });
    const save = { title: 'Ducks', content: 'They swim.' };
    const token = (await session.error('mem_save', save))['recovery_token'];
    const retry = { ...save, project: 'front', recovery_token: token, project_choice_reason: REASON };
    await session.changeRoots([at('all', 'front'), other]);
    expect((await session.error('mem_save', retry)).error.code).toBe('invalid_recovery_token');
    await session.changeRoots(roots);
    expect(await session.ok('mem_save', retry)).toMatchObject({ project: 'front', project_source: REASON });
  });

  it('is known to the process that gave it out, and to no other', async () => {
    const { start } = place();
    const save = { title: 'Ducks', content: 'They swim.' };
    const token = (await (await start()).error('mem_save', save))['recovery_token'];
    const retry = { ...save, project: 'front', recovery_token: token, project_choice_reason: REASON };
    expect((await (await start()).error('mem_save', retry)).error.code).toBe('invalid_recovery_token');
  });

  it('comes with every repository, and an answer that stays small where there are very many', async () => {
    const { at, start } = place();
    const session = await start();
    for (let n = 0; n < 25; n++) repository(at('all', `service-with-a-long-name-${n}`));
    const some = await session.error('mem_save', { title: 'a', content: 'b' });
    expect(some['project_candidates']).toHaveLength(27);
    expect(some['available_projects']).toHaveLength(27);
    for (let n = 0; n < 90; n++) repository(at('all', `another-service-with-a-long-name-${n}`));
    const [text = ''] = await session.failure('mem_save', { title: 'a', content: 'b' });
    expect(text.length).toBeLessThan(8_192);
    expect(text).toMatch(/\d+ projects are not listed/);
  });
});
