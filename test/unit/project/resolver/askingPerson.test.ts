import { beforeEach, describe, expect, it } from 'vitest';
import type { AskProject, ProjectChoice } from '../../../../src/project/types';
import { refused, remote, resolverPlace, written } from '../../../support/resolverFixture';

describe('asking the person', () => {
  const place = resolverPlace();

  beforeEach(() => {
    place.files
      .repository('/all/a', remote('a'))
      .repository('/all/b', remote('b'))
      .writeFile('/all/b/src/x.ts', '');
    place.files
      .writeFile('/all/a/README.md', '')
      .writeFile('/all/b/README.md', '')
      .writeFile('/all/note.md', '');
  });

  it('the person is asked once; the choice holds for that set of folders, in any window', async () => {
    await place.known('z');
    place.person.picks('b');
    const first = written(await place.resolver(['/all/a', '/all/b']).forWrite({}));
    expect(first).toMatchObject({
      project: { name: 'b' },
      source: 'user_selected_after_ambiguous_project',
      path: '/all/b',
    });
    expect(place.person.questions).toMatchObject([
      {
        candidates: [
          { name: 'a', path: '/all/a', remote: 'h.org/octo/a', source: 'git_remote' },
          { name: 'b', path: '/all/b' },
        ],
        known: [{ name: 'z' }],
      },
    ]);
    const again = written(await place.resolver(['/all/b', '/all/a']).forWrite({}));
    expect(again).toMatchObject({
      project: { id: first.project.id },
      source: 'remembered_choice',
      path: '/all/b',
    });
    expect(await place.resolver(['/all/a', '/all/b']).forRead({})).toMatchObject({
      name: 'b',
      source: 'remembered_choice',
    });
    expect(written(await place.resolver(['/all/a', '/all/b']).forWrite({ paths: ['/all/a/x'] })).source).toBe(
      'call_path',
    );
    place.person.answers(() => ({ kind: 'dismissed' }));
    expect(refused(await place.resolver(['/all']).forWrite({})).code).toBe('ambiguous_project');
    expect(await place.names()).toEqual(['a', 'b', 'z']);
  });

  it('the person may choose any known project, or a new one', async () => {
    const id = await place.known('z');
    place.person.answers(({ known: [project] }) => {
      if (project === undefined) throw new Error('z is not offered');
      return { kind: 'known', project };
    });
    expect(written(await place.resolver(['/all']).forWrite({}))).toMatchObject({
      project: { id },
      path: '/known/z',
    });
    place.person.answers(() => ({ kind: 'new', name: 'Both  Together' }));
    expect(written(await place.resolver(['/all/a', '/all/b']).forWrite({})).project.name).toBe(
      'both together',
    );
    expect(written(await place.resolver(['/all/a', '/all/b']).forWrite({})).source).toBe('remembered_choice');
    place.files.repository('/all/c');
    for (const name of ['z', 'a/b/c']) {
      place.person.answers(() => ({ kind: 'new', name }));
      expect(refused(await place.resolver(['/all/b', '/all/c']).forWrite({})).code).toBe('invalid_project');
    }
  });

  it('"not here" is remembered: writes are refused for good, reads find no project', async () => {
    const id = await place.known('z');
    place.person.answers(() => ({ kind: 'disabled' }));
    const projects = place.resolver(['/all']);
    expect(refused(await projects.forWrite({})).code).toBe('project_disabled');
    expect(refused(await projects.forWrite({ project: 'z' }))).toMatchObject({
      code: 'project_disabled',
      message: expect.stringMatching(/do not retry/i) as string,
    });
    expect(await projects.forRead({})).toMatchObject({ projects: [], source: 'none', ambiguous: false });
    expect(await projects.forRead({ project: 'z' })).toMatchObject({ projects: [{ id }] });
    expect(await projects.current({ openCatalog: true })).toMatchObject({ disabled: true, source: 'none' });
    expect(
      await projects.choose({
        kind: 'candidate',
        candidate: { name: 'a', path: '/all/a', source: 'git_remote' },
      }),
    ).toEqual({ kind: 'chosen', name: 'a' });
    expect(written(await projects.forWrite({})).project.name).toBe('a');
  });

  it('all who wait share one question and its answer', async () => {
    const thinking = place.person.thinks();
    const projects = place.resolver(['/all']);
    const calls = Array.from({ length: 5 }, () => projects.forWrite({}));
    await place.person.asked();
    thinking.answer({ kind: 'candidate', candidate: { name: 'b', path: '/all/b', source: 'git_remote' } });
    const sources = (await Promise.all(calls)).map((resolution) => written(resolution).source);
    expect(new Set(sources)).toEqual(new Set(['user_selected_after_ambiguous_project']));
    expect(place.person.questions).toHaveLength(1);
    expect(await place.names()).toEqual(['b']);
  });

  it('a call from other folders does not take the answer about these', async () => {
    place.files.repository('/all/c', remote('c'));
    const thinking = place.person.thinks();
    let folders = ['/all/a', '/all/b'];
    const projects = place.resolver([], { folders: () => folders });
    const first = projects.forWrite({});
    await place.person.asked();
    folders = ['/all/b', '/all/c'];
    place.person.picks('c');
    const second = projects.forWrite({});
    // The second call has come to the open question: whatever it reads is read.
    await projects.forRead({});
    thinking.answer({ kind: 'candidate', candidate: { name: 'a', path: '/all/a', source: 'git_remote' } });
    expect(written(await first).project.name).toBe('a');
    expect(written(await second).project.name).toBe('c');
    expect(await place.catalog.choiceFor(['/all/a', '/all/b'])).toMatchObject({ project: { name: 'a' } });
    expect(await place.catalog.choiceFor(['/all/b', '/all/c'])).toMatchObject({ project: { name: 'c' } });
  });

  it('a call that comes to the question after its answer does not ask anew', async () => {
    const id = await place.known('b', '/all/b');
    const choose = (): Promise<void> => place.catalog.rememberChoice(['/all'], { kind: 'project', id });
    // The person answers another window between this call's look and its question.
    place.files.whenAsked('/all/meanwhile', choose);
    const { project, source } = written(
      await place.resolver(['/all']).forWrite({ paths: ['/all/meanwhile'] }),
    );
    expect([project.id, source]).toEqual([id, 'remembered_choice']);
    expect(place.person.questions).toEqual([]);
  });

  it('a call that gives up gets the error; the question closes when nobody waits, and writes nothing', async () => {
    const thinking = place.person.thinks();
    const projects = place.resolver(['/all']);
    const [one, two] = [new AbortController(), new AbortController()];
    const calls = [
      projects.forWrite({ signal: one.signal }),
      projects.forWrite({ signal: two.signal }),
    ] as const;
    await place.person.asked();
    one.abort();
    expect(refused(await calls[0]).code).toBe('ambiguous_project');
    expect(thinking.closed()).toBe(false);
    two.abort();
    expect(refused(await calls[1]).code).toBe('ambiguous_project');
    expect(thinking.closed()).toBe(true);
    expect(refused(await projects.forWrite({ signal: AbortSignal.abort() })).code).toBe('ambiguous_project');
    expect(place.person.questions).toHaveLength(1);
    expect(await place.catalog.choiceFor(['/all'])).toBeUndefined();
    place.person.picks('a');
    expect(written(await projects.forWrite({})).project.name).toBe('a');
  });

  it('an answer after everybody left changes nothing', async () => {
    let answer: (choice: ProjectChoice) => void = () => undefined;
    const ask: AskProject = (question) => {
      place.person.questions.push(question);
      return new Promise((resolve) => (answer = resolve));
    };
    const leaving = new AbortController();
    const call = place.resolver(['/all'], { ask }).forWrite({ signal: leaving.signal });
    await place.person.asked();
    leaving.abort();
    await call;
    answer({ kind: 'disabled' });
    await place.catalog.list();
    expect(await place.catalog.choiceFor(['/all'])).toBeUndefined();
  });

  it('naming a candidate that the store does not know asks the person, whose word counts', async () => {
    place.person.picks('b');
    expect(written(await place.resolver(['/all']).forWrite({ project: 'b' })).project.name).toBe('b');
    place.person.picks('b');
    expect(written(await place.resolver(['/all/a', '/all/b']).forWrite({ project: 'a' }))).toMatchObject({
      project: { name: 'b' },
      warning: 'The user chose "b", not "a".',
    });
    expect(refused(await place.resolver(['/all/a', '/all/b']).forWrite({ project: 'a' }))).toMatchObject({
      code: 'unknown_project',
      details: { detected_project: 'b' },
    });
    expect(await place.names()).toEqual(['b']);
  });
});
