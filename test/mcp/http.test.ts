import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../support/gitRepository';
import { HttpProcess, HttpSession } from '../support/httpSession';
import { ServerSession, temporaryFolder } from '../support/mcpServer';
import { poll } from '../support/poll';

describe('the server over HTTP', () => {
  const storage = temporaryFolder('http-storage-');
  const folder = realpathSync(temporaryFolder('http-folder-'));
  let server: HttpProcess;

  beforeAll(async () => {
    repository(folder, 'https://example.invalid/team/served.git');
    server = await HttpProcess.start({ storage, args: ['--workspace', folder] });
  });
  afterAll(() => server.stop());

  it('serves several clients at once, each under its own name, from one store that stdio shares', async () => {
    const [first, second] = await Promise.all([
      HttpSession.connect(server, { clientName: 'first-client' }),
      HttpSession.connect(server, { clientName: 'second-client' }),
    ]);
    const [saved, other] = await Promise.all([
      first.ok('remember', { content: 'The queue drains at midnight.' }),
      second.ok('remember', { content: 'The cache is warmed at dawn.' }),
    ]);
    const whole = await second.ok('mem_get_observation', { id: saved['id'] });
    expect(whole).toMatchObject({ memory: { saved_by: 'first-client' } });
    const neighbour = await ServerSession.start({ storage, args: ['--workspace', folder] });
    expect(await neighbour.ok('mem_get_observation', { id: other['id'] })).toMatchObject({
      memory: { saved_by: 'second-client' },
    });
    await Promise.all([first.close(), second.close(), neighbour.close()]);
  });

  it('ends a session when its client says so, and no other', async () => {
    const staying = await HttpSession.connect(server);
    const leaving = await HttpSession.connect(server);
    await leaving.transport.terminateSession();
    await expect(leaving.call('mem_current_project', {})).rejects.toThrow(/Session/u);
    expect(await staying.ok('mem_current_project', {})).toMatchObject({ project: 'served' });
    await staying.close();
  });

  it('keeps its token in a file of the person alone, and the token of a store stays', async () => {
    expect(statSync(path.join(storage, 'http-token')).mode & 0o777).toBe(0o600);
    expect(server.stderr).toContain(server.token);
    const again = await HttpProcess.start({ storage });
    expect(again.stderr).not.toContain(server.token);
    expect(again.stderr).toContain(path.join(storage, 'http-token'));
    const session = await HttpSession.connect(again);
    await session.close();
    expect(await again.stop()).toBe(0);
  });

  it('asks the client for its roots and its person during a call', async () => {
    const root = realpathSync(temporaryFolder('http-roots-'));
    for (const name of ['front', 'back'])
      repository(path.join(root, name), `https://example.invalid/team/${name}.git`);
    const rooted = await HttpProcess.start({ storage: temporaryFolder('http-storage-') });
    const session = await HttpSession.connect(rooted, {
      roots: [path.join(root, 'front'), path.join(root, 'back')],
      elicit: () => Promise.resolve({ action: 'accept', content: { project: 'back' } }),
    });
    expect(
      await session.ok('mem_save', { title: 'Where builds run', content: 'On the old host.' }),
    ).toMatchObject({
      project: 'back',
      status: 'inserted',
    });
    await session.close();
    await rooted.stop();
  });

  it('takes its own working directory for nobody’s folder', async () => {
    const unplaced = await HttpProcess.start({ storage: temporaryFolder('http-storage-'), cwd: folder });
    const session = await HttpSession.connect(unplaced);
    const { error } = await session.error('mem_save', { title: 'Lost', content: 'Nowhere to go.' });
    expect(error.code).toBe('ambiguous_project');
    expect(
      await session.ok('memory', { action: 'save', category: 'other', key: 'a', value: 'b' }),
    ).toMatchObject({
      status: 'saved',
    });
    await session.close();
    await unplaced.stop();
  });

  it('finishes the calls it has received when it is asked to end, and begins nothing new', async () => {
    const root = realpathSync(temporaryFolder('http-roots-'));
    for (const name of ['front', 'back'])
      repository(path.join(root, name), `https://example.invalid/team/${name}.git`);
    const args = ['--workspace', path.join(root, 'front'), '--workspace', path.join(root, 'back')];
    const ending = await HttpProcess.start({ storage: temporaryFolder('http-storage-'), args });
    let status: Promise<number | null> | undefined;
    const session = await HttpSession.connect(ending, {
      elicit: async () => {
        status = ending.stop();
        await poll('the refusal of a new session', () =>
          HttpSession.connect(ending).then(
            (late) => late.close().then(() => undefined),
            (error: unknown) => String(error).includes('The server is ending') || undefined,
          ),
        );
        return { action: 'accept', content: { project: 'front' } };
      },
    });
    expect(await session.ok('mem_save', { title: 'The last call', content: 'Is answered.' })).toMatchObject({
      project: 'front',
      status: 'inserted',
    });
    expect(await status).toBe(0);
  });

  it('says which port is taken, and exits', async () => {
    const taken = server.url.host;
    const refused = HttpProcess.start({ storage, args: ['--http', taken] });
    await expect(refused).rejects.toThrow(/is in use by another program: give another port/u);
  });
});
