import { beforeEach, describe, expect, it } from 'vitest';
import type { WriteRequest } from '../../../../src/project/resolution';
import { refused, remote, resolverPlace, written } from '../../../support/resolverFixture';
import type { ProjectResolver } from '../../../../src/project/projectResolver';

const REASON = 'user_selected_after_ambiguous_project';
const MINUTE = 60_000;

describe('a choice brought with a recovery token', () => {
  const place = resolverPlace();
  let projects: ProjectResolver;
  let folders: string[];

  beforeEach(() => {
    place.files.repository('/all/a', remote('a')).repository('/all/b', remote('b'));
    folders = ['/all'];
    projects = place.silentResolver([], { folders: () => folders });
  });

  async function token(from = projects): Promise<string> {
    const { code, details } = refused(await from.forWrite({}));
    expect(code).toBe('ambiguous_project');
    return String(details['recovery_token']);
  }

  const choose = (project: string, recoveryToken: string, more: WriteRequest = {}): WriteRequest => ({
    project,
    recoveryToken,
    choiceReason: REASON,
    ...more,
  });

  const codeOf = async (request: WriteRequest): Promise<string> =>
    refused(await projects.forWrite(request)).code;

  it('is written to, and holds for these folders from then on', async () => {
    const issued = await token();
    expect(issued).toMatch(/^rec-[0-9a-f]{16}$/);
    expect(written(await projects.forWrite(choose(' B ', issued)))).toMatchObject({
      project: { name: 'b' },
      source: REASON,
      path: '/all/b',
    });
    expect(await place.names()).toEqual(['b']);
    // Another process, another window: the choice is in the catalog.
    expect(written(await place.silentResolver(['/all']).forWrite({}))).toMatchObject({
      project: { name: 'b' },
      source: 'remembered_choice',
    });
  });

  it('tells who listens that the project is another now', async () => {
    let changes = 0;
    projects.onDidChange(() => changes++);
    await projects.forWrite(choose('a', await token()));
    expect(changes).toBe(1);
  });

  it('is accepted again for the same project, and for no other, in the five minutes', async () => {
    const issued = await token();
    const first = written(await projects.forWrite(choose('b', issued)));
    place.now += 5 * MINUTE - 1;
    expect(written(await projects.forWrite(choose('b', issued)))).toEqual({
      ...first,
      project: expect.objectContaining({ id: first.project.id }) as unknown,
    });
    await place.known('a', '/all/a');
    for (const other of ['a', 'z']) {
      expect(refused(await projects.forWrite(choose(other, issued)))).toMatchObject({
        code: 'invalid_recovery_token',
        message: expect.stringContaining('Another project was chosen') as string,
      });
    }
    // The status bar may take the choice back; the token still stands for what it chose.
    await place.catalog.forgetChoice(['/all']);
    expect(await codeOf(choose('a', issued))).toBe('invalid_recovery_token');
    expect(written(await projects.forWrite(choose('b', issued))).project.id).toBe(first.project.id);
  });

  it('is refused after five minutes', async () => {
    const issued = await token();
    place.now += 5 * MINUTE;
    expect(refused(await projects.forWrite(choose('b', issued)))).toMatchObject({
      code: 'invalid_recovery_token',
      message: expect.stringContaining('older than 5 minutes') as string,
    });
    place.now += 60 * MINUTE;
    await token();
    expect(await codeOf(choose('b', issued))).toBe('invalid_recovery_token');
    expect(await place.names()).toEqual([]);
  });

  it.each(['rec-0123456789abcdef', 'nonsense'])(
    'is refused with a token nobody gave out: %s',
    async (text) => {
      expect(refused(await projects.forWrite(choose('b', text)))).toMatchObject({
        code: 'invalid_recovery_token',
        message: expect.stringContaining('not known') as string,
      });
      expect(await place.names()).toEqual([]);
    },
  );

  it('is refused with the token of another process', async () => {
    const other = place.silentResolver(['/all']);
    expect(await codeOf(choose('b', await token(other)))).toBe('invalid_recovery_token');
  });

  it('is refused when the folders or the candidates are others now', async () => {
    const issued = await token();
    folders = ['/all/a', '/all/b'];
    expect(refused(await projects.forWrite(choose('b', issued)))).toMatchObject({
      code: 'invalid_recovery_token',
      message: expect.stringContaining('have changed') as string,
    });
    folders = ['/all'];
    place.files.repository('/all/c', remote('c'));
    expect(await codeOf(choose('b', issued))).toBe('invalid_recovery_token');
    place.files.remove('/all/c');
    expect(written(await projects.forWrite(choose('b', issued))).project.name).toBe('b');
  });

  it('bears that a candidate gets its first memory meanwhile', async () => {
    const issued = await token();
    const id = await place.known('b', '/all/b');
    expect(written(await projects.forWrite(choose('b', issued))).project.id).toBe(id);
  });

  it.each([[undefined], [''], ['  ']])('needs the token: %j', async (recoveryToken) => {
    const request = recoveryToken === undefined ? {} : { recoveryToken };
    expect(await codeOf({ project: 'b', choiceReason: REASON, ...request })).toBe('recovery_token_required');
    expect(await place.names()).toEqual([]);
  });

  it('needs a project that was offered, with a token and without', async () => {
    await place.known('z');
    const issued = await token();
    for (const recoveryToken of [issued, '']) {
      expect(refused(await projects.forWrite(choose('c', recoveryToken)))).toMatchObject({
        code: 'invalid_project_choice',
        message: expect.stringContaining('"c"') as string,
        details: { available_projects: ['a', 'b', 'z'] },
      });
      expect(await codeOf({ recoveryToken, choiceReason: REASON })).toBe('invalid_project_choice');
    }
    expect(written(await projects.forWrite(choose('z', issued)))).toMatchObject({
      project: { name: 'z' },
      source: REASON,
      path: '/known/z',
    });
  });

  it('for any other reason is no choice: the project is as ambiguous as before', async () => {
    await place.known('b', '/all/b');
    const issued = await token();
    for (const choiceReason of ['the only sensible one', `${REASON}!`, REASON.toUpperCase()]) {
      const failure = refused(await projects.forWrite(choose('b', issued, { choiceReason })));
      expect(failure.code).toBe('ambiguous_project');
      expect(failure.details['recovery_token']).not.toBe(issued);
    }
    // Without any reason the ordinary rule holds: a project that the store knows may be named.
    expect(written(await projects.forWrite({ project: 'b', recoveryToken: issued })).source).toBe(
      'known_project',
    );
  });

  it('is ignored where nothing is ambiguous, and the ordinary checks apply', async () => {
    await place.known('z');
    const issued = await token();
    folders = ['/all/a'];
    for (const recoveryToken of [issued, 'rec-0123456789abcdef', '']) {
      expect(written(await projects.forWrite(choose('a', recoveryToken)))).toMatchObject({
        project: { name: 'a' },
        source: 'git_remote',
      });
      expect(await codeOf(choose('nothing', recoveryToken))).toBe('unknown_project');
      expect(written(await projects.forWrite(choose('z', recoveryToken))).source).toBe('known_project');
      expect(await codeOf(choose(' ', recoveryToken))).toBe('invalid_project');
    }
    expect(
      written(await projects.forWrite({ choiceReason: 'because', recoveryToken: issued })).project.name,
    ).toBe('a');
  });

  it('does not overrule what the person chose meanwhile', async () => {
    const issued = await token();
    const id = await place.known('b', '/all/b');
    await place.catalog.rememberChoice(['/all'], { kind: 'project', id });
    expect(await codeOf(choose('a', issued))).toBe('unknown_project');
    await place.catalog.rememberChoice(['/all'], { kind: 'disabled' });
    expect(await codeOf(choose('b', issued))).toBe('project_disabled');
  });

  it('where no folder is a project, picks from those the store knows', async () => {
    await place.known('z');
    place.files.makeDirectory('/home/me');
    folders = ['/home/me'];
    const issued = await token();
    expect(await codeOf(choose('me', issued))).toBe('invalid_project_choice');
    expect(written(await projects.forWrite(choose('z', issued))).source).toBe(REASON);
    expect(written(await projects.forWrite({})).source).toBe('remembered_choice');
  });

  it('is the person’s agreement where a file names another’s project', async () => {
    const secret = await place.known('secret');
    place.files
      .repository('/evil', remote('evil'))
      .writeFile('/evil/.project-memory.json', '{"project":"secret"}');
    folders = ['/evil'];
    expect(await codeOf({ project: 'secret' })).toBe('ambiguous_project');
    expect(await codeOf({ project: 'secret', choiceReason: REASON })).toBe('recovery_token_required');
    const issued = await token();
    expect(written(await projects.forWrite(choose('secret', issued))).project.id).toBe(secret);
    // Joined for good: a sub-folder is another set of folders, and asks no more.
    place.files.makeDirectory('/evil/sub');
    folders = ['/evil/sub'];
    expect(written(await projects.forWrite({}))).toMatchObject({
      project: { id: secret },
      source: 'config',
    });
  });

  it('says in the error how to come back', async () => {
    const { details } = refused(await projects.forWrite({}));
    expect(details).toMatchObject({
      project_path: '/all',
      available_projects: ['a', 'b'],
      project_candidates: [
        { name: 'a', path: '/all/a' },
        { name: 'b', path: '/all/b' },
      ],
    });
    const instructions = String(details['recovery_instructions']);
    expect(instructions).toContain(REASON);
    expect(instructions).toContain(String(details['recovery_token']));
    expect(instructions).toMatch(/Ask the user/);
  });
});
