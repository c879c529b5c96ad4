import { realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it } from 'vitest';
import { elicitProject } from '../../src/mcp/elicitation';
import { ToolServer } from '../../src/mcp/toolServer';
import { repository } from '../support/gitRepository';
import { ServerSession, temporaryFolder } from '../support/mcpServer';
import type { StartOptions } from '../support/mcpServer';
import { poll } from '../support/poll';

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

/** A folder of two repositories, and a person who answers forms about it. */
function place() {
  const storage = temporaryFolder('mcp-storage-');
  const root = realpathSync(temporaryFolder('mcp-folders-'));
  const at = (...parts: string[]): string => path.join(root, ...parts);
  for (const name of ['front', 'back']) {
    repository(at('all', name), `https://example.invalid/team/${name}.git`);
  }
  const forms: ElicitRequestFormParams[] = [];
  const start = async (
    answer: (form: ElicitRequestFormParams, signal: AbortSignal) => ElicitResult | Promise<ElicitResult>,
    options: Partial<StartOptions> = {},
  ): Promise<ServerSession> => {
    const session = await ServerSession.start({
      storage,
      cwd: at('all'),
      elicit: (form, signal) => {
        forms.push(form);
        return Promise.resolve(answer(form, signal));
      },
      ...options,
    });
    sessions.push(session);
    return session;
  };
  return { at, start, forms };
}

const accept = (content: Record<string, string>): ElicitResult => ({ action: 'accept', content });
const save = { title: 'Ducks', content: 'They swim.' };

describe('a client that shows forms', () => {
  it('is asked which project is meant, once for these folders', async () => {
    const { at, start, forms } = place();
    const session = await start(() => accept({ project: 'back' }));
    expect(await session.ok('mem_save', save)).toMatchObject({
      project: 'back',
      project_source: 'user_selected_after_ambiguous_project',
      project_path: at('all', 'back'),
    });
    expect(await session.ok('mem_save', { ...save, title: 'Geese' })).toMatchObject({
      project: 'back',
      project_source: 'remembered_choice',
    });
    expect(forms).toHaveLength(1);
    expect(forms[0]?.message).toContain(`front: ${at('all', 'front')} · example.invalid/team/front`);
    expect(forms[0]?.requestedSchema).toMatchObject({
      properties: {
        project: { enum: ['back', 'front', 'New project...', 'No project memory here'] },
      },
      required: ['project'],
    });
  });

  it('may choose a project that is elsewhere, a new one, or none', async () => {
    const { at, start } = place();
    await (await start(() => accept({}), { cwd: repository(at('other')) })).ok('mem_save', save);
    const answers = [
      accept({ project: 'other' }),
      accept({ project: 'New project...', new_project: 'Both Together' }),
      accept({ project: 'No project memory here' }),
    ];
    const session = await start(() => answers.shift() ?? { action: 'cancel' }, { roots: [at('all')] });
    expect(await session.ok('mem_save', save)).toMatchObject({ project: 'other' });
    await session.changeRoots([at('all', 'front'), at('all', 'back')]);
    expect(await session.ok('mem_save', save)).toMatchObject({ project: 'both together' });
    await session.changeRoots([at('all', 'front'), at('other')]);
    for (let call = 0; call < 2; call++) {
      expect((await session.error('mem_save', save)).error.code).toBe('project_disabled');
    }
    expect(answers).toEqual([]);
  });

  it.each<[string, ElicitResult]>([
    ['declines', { action: 'decline' }],
    ['cancels', { action: 'cancel' }],
    ['names no new project', accept({ project: 'New project...', new_project: ' ' })],
    ['answers what was not asked', accept({ project: 'elsewhere' })],
    ['answers nothing', accept({})],
  ])('%s: nothing is written, and the error tells the other way', async (_name, answer) => {
    const { start } = place();
    const session = await start(() => answer);
    const error = await session.error('mem_save', save);
    expect(error.error.code).toBe('ambiguous_project');
    expect(error['recovery_token']).toEqual(expect.stringMatching(/^rec-/));
    expect((await session.ok('mem_current_project', {}))['available_projects']).toEqual([]);
  });

  it('that fails to ask: the error, and a line in the log without the answer', async () => {
    const { start } = place();
    const session = await start(() => Promise.reject(new Error('secret words')));
    expect((await session.error('mem_save', save)).error.code).toBe('ambiguous_project');
    expect(session.stderr).toContain('could not be asked');
    expect(session.stderr).not.toContain('secret words');
  });

  it('asks once for all calls that wait', async () => {
    const { start, forms } = place();
    let answer: (result: ElicitResult) => void = () => undefined;
    const session = await start(() => new Promise<ElicitResult>((resolve) => (answer = resolve)));
    const calls = ['A', 'B', 'C'].map((title) => session.ok('mem_save', { ...save, title }));
    await poll('the form', () => forms[0]);
    // All three are in: the server answers a call that asks nothing after them.
    await session.ok('mem_current_project', {});
    answer(accept({ project: 'front' }));
    expect((await Promise.all(calls)).map(({ project }) => project)).toEqual(['front', 'front', 'front']);
    expect(forms).toHaveLength(1);
  });

  it('takes the form back when the call is cancelled, and writes nothing', async () => {
    const { start, forms } = place();
    let closed = false;
    const session = await start(
      (_form, signal) =>
        new Promise<ElicitResult>((resolve) =>
          signal.addEventListener('abort', () => {
            closed = true;
            resolve(accept({ project: 'front' }));
          }),
        ),
    );
    const leaving = new AbortController();
    const call = session.client.callTool({ name: 'mem_save', arguments: save }, undefined, {
      signal: leaving.signal,
    });
    await poll('the form', () => forms[0]);
    leaving.abort();
    await expect(call).rejects.toThrow();
    await poll('the closed form', () => (closed ? true : undefined));
    expect((await session.ok('mem_current_project', {}))['available_projects']).toEqual([]);
  });

  it('agrees once before a file here joins another’s project', async () => {
    const { at, start, forms } = place();
    const secret = await start(() => accept({}), { cwd: repository(at('secret')) });
    await secret.ok('mem_save', save);
    const evil = repository(at('evil'));
    writeFileSync(path.join(evil, '.project-memory.json'), '{"project":"secret"}');
    const session = await start(() => accept({ project: 'secret' }), { cwd: evil });
    expect(await session.ok('mem_search', { query: 'ducks' })).toMatchObject({ hits: [] });
    expect(await session.ok('mem_save', { ...save, title: 'Geese' })).toMatchObject({ project: 'secret' });
    expect(forms[0]?.message).toContain('named by a file in the folder');
    expect(await session.ok('mem_search', { query: 'ducks' })).toMatchObject({
      project_source: 'config',
      hits: [{ title: 'Ducks' }],
    });
    expect(forms).toHaveLength(1);
  });

  it('is not waited for when the call names the choice that the user made', async () => {
    const { start, forms } = place();
    const session = await start(() => ({ action: 'cancel' }));
    const token = (await session.error('mem_save', save))['recovery_token'];
    const retry = { project: 'front', recovery_token: token };
    const reason = { project_choice_reason: 'user_selected_after_ambiguous_project' };
    expect(await session.ok('mem_save', { ...save, ...retry, ...reason })).toMatchObject({
      project: 'front',
    });
    expect(forms).toHaveLength(1);
  });
});

describe('a person who does not answer', () => {
  it('is waited for in vain: nothing is chosen, and the form is taken back', async () => {
    const logged: string[] = [];
    const log = (line: string): void => void logged.push(line);
    const server = new ToolServer({
      version: '0',
      tools: [],
      log,
      call: () => Promise.reject(new Error('There is no tool.')),
    });
    const client = new Client({ name: 'test', version: '0' }, { capabilities: { elicitation: {} } });
    let closed = false;
    client.setRequestHandler(
      ElicitRequestSchema,
      (_request, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            closed = true;
            resolve({ action: 'cancel' });
          }),
        ),
    );
    const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(serverEnd), client.connect(clientEnd)]);
    const ask = elicitProject(server, log, 1);
    expect(await ask({ candidates: [], known: [] }, undefined)).toEqual({ kind: 'dismissed' });
    await poll('the closed form', () => (closed ? true : undefined));
    expect(logged.join()).toContain('could not be asked');
    await client.close();
  });

  it('is waited for as long as told, 45 s unless said otherwise', async () => {
    const waits: number[] = [];
    const client = {
      supportsElicitation: () => true,
      elicit: (_form: unknown, { timeoutMs }: { readonly timeoutMs: number }) => {
        waits.push(timeoutMs);
        return Promise.reject(new Error('Request timed out'));
      },
    };
    const logged: string[] = [];
    const ask = elicitProject(client, (line) => logged.push(line));
    expect(await ask({ candidates: [], known: [] }, undefined)).toEqual({ kind: 'dismissed' });
    expect(waits).toEqual([45_000]);
    expect(logged).toHaveLength(1);
  });
});
