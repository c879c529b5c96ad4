import { beforeEach, describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/project/catalog';
import { ProjectResolver, type ResolverDependencies } from '../../../src/project/projectResolver';
import type { ProjectFailure, WriteProject, WriteResolution } from '../../../src/project/resolution';
import type { AskProject, ProjectChoice } from '../../../src/project/types';
import { catalogFixture } from '../../support/catalogFixture';
import { InMemoryFiles } from '../../support/inMemoryFiles';
import { poll } from '../../support/poll';

type Question = Parameters<AskProject>[0];

/** The person at the picker: gives the prepared answers in turn. */
class Person {
  readonly questions: Question[] = [];
  readonly #answers: ((question: Question, signal: AbortSignal | undefined) => Promise<ProjectChoice>)[] = [];

  readonly ask: AskProject = (question, signal) => {
    this.questions.push(question);
    const answer = this.#answers.shift();
    if (answer === undefined) throw new Error('Nobody expected this question');
    return answer(question, signal);
  };

  answers(answer: (question: Question) => ProjectChoice): void {
    this.#answers.push((question) => Promise.resolve(answer(question)));
  }

  /** Chooses the candidate of this name. */
  picks(name: string): void {
    this.answers(({ candidates }) => {
      const candidate = candidates.find((one) => one.name === name);
      if (candidate === undefined) throw new Error(`${name} is not offered`);
      return { kind: 'candidate', candidate };
    });
  }

  /** Answers when told to; a closed picker answers with nothing chosen. */
  thinks(): { readonly answer: (choice: ProjectChoice) => void; readonly closed: () => boolean } {
    let answer: (choice: ProjectChoice) => void = () => undefined;
    let closed = false;
    this.#answers.push(
      (_question, signal) =>
        new Promise((resolve) => {
          answer = resolve;
          signal?.addEventListener('abort', () => {
            closed = true;
            resolve({ kind: 'dismissed' });
          });
        }),
    );
    return { answer: (choice) => answer(choice), closed: () => closed };
  }
}

function written(resolution: WriteResolution): WriteProject {
  if (resolution.kind === 'error') throw new Error(`${resolution.code}: ${resolution.message}`);
  return resolution;
}

function refused(resolution: { readonly kind: string }): ProjectFailure {
  if (resolution.kind !== 'error') throw new Error(`Not refused: ${JSON.stringify(resolution)}`);
  return resolution as ProjectFailure;
}

const remote = (name: string): string => `[remote "origin"]\nurl = git@h.org:octo/${name}.git\n`;

describe('ProjectResolver', () => {
  const fixture = catalogFixture();
  let files: InMemoryFiles;
  let person: Person;
  let directory: string;
  let catalog: Catalog;
  let opened: number;

  beforeEach(async () => {
    files = new InMemoryFiles();
    person = new Person();
    directory = await fixture.directory();
    catalog = await fixture.open(directory);
    opened = 0;
  });

  function resolver(
    folders: readonly string[],
    changes: Partial<ResolverDependencies> = {},
  ): ProjectResolver {
    return new ProjectResolver({
      files,
      catalog: () => {
        opened++;
        return Promise.resolve(catalog);
      },
      folders: () => folders,
      ask: person.ask,
      home: '/home/me',
      trusted: () => true,
      now: () => new Date(0),
      ...changes,
    });
  }

  async function known(name: string, path = `/known/${name}`): Promise<string> {
    files.repository(path, remote(name));
    return written(await resolver([path]).forWrite({})).project.id;
  }

  const names = async (): Promise<string[]> => (await catalog.list()).map(({ name }) => name).sort();

  describe('one project', () => {
    it('is read before it exists, and created by the first write', async () => {
      files.repository('/code/app', remote('app'));
      const projects = resolver(['/code/app']);
      const before = {
        kind: 'projects',
        projects: [],
        name: 'app',
        source: 'git_remote',
        path: '/code/app',
        ambiguous: false,
      };
      expect(await projects.forRead({})).toEqual(before);
      expect(await projects.forRead({ project: 'APP' })).toEqual(before);
      expect(await names()).toEqual([]);
      const { project, source, path } = written(await projects.forWrite({}));
      expect([project.name, source, path]).toEqual(['app', 'git_remote', '/code/app']);
      expect(await projects.forRead({})).toEqual({ ...before, projects: [project] });
      expect(person.questions).toEqual([]);
    });

    it('of several folders that are the same one', async () => {
      files
        .repository('/code/app', remote('app'))
        .makeDirectory('/code/app/src')
        .repository('/clone', remote('app'));
      files.makeDirectory('/home/me');
      const projects = resolver(['/code/app', '/code/app/src', '/clone', '/home/me']);
      expect(written(await projects.forWrite({}))).toMatchObject({ source: 'git_remote', path: '/code/app' });
      expect(await names()).toEqual(['app']);
    });

    it('of the override, above the choice of the person and without a folder', async () => {
      const id = await known('app');
      files.makeDirectory('/a');
      await catalog.rememberChoice(['/a'], { kind: 'disabled' });
      const projects = resolver(['/a'], { override: () => 'App' });
      expect(written(await projects.forWrite({}))).toMatchObject({
        project: { id },
        source: 'process_override',
        path: '/a',
      });
      const nowhere = written(await resolver([], { override: () => 'new' }).forWrite({}));
      expect(nowhere).toMatchObject({ project: { name: 'new' }, source: 'process_override' });
      expect(nowhere).not.toHaveProperty('path');
    });

    it('with the warning of how it was found', async () => {
      files.repository('/all/app', remote('app'));
      const projects = resolver(['/all']);
      expect(written(await projects.forWrite({}))).toMatchObject({
        source: 'git_child',
        warning: expect.stringContaining('/all/app') as string,
      });
      expect(await projects.forRead({})).toMatchObject({
        hint: expect.stringContaining('/all/app') as string,
      });
    });
  });

  describe('a named project on a write', () => {
    beforeEach(async () => {
      await known('other');
      files.repository('/code/app', remote('app'));
    });

    it('blank or like a path: invalid_project', async () => {
      for (const project of ['', '  ', '/code/app', 'a\u0000b']) {
        expect(refused(await resolver(['/code/app']).forWrite({ project })).code).toBe('invalid_project');
        if (project.trim() !== '') continue;
        expect(refused(await resolver(['/code/app']).forRead({ project })).code).toBe('invalid_project');
      }
    });

    it('the detected one: its own source', async () => {
      expect(written(await resolver(['/code/app']).forWrite({ project: ' APP ' }))).toMatchObject({
        project: { name: 'app' },
        source: 'git_remote',
      });
    });

    it('the override: process_override; another known one: known_project', async () => {
      const projects = resolver(['/code/app'], { override: () => 'set' });
      expect(written(await projects.forWrite({ project: 'set' })).source).toBe('process_override');
      expect(written(await projects.forWrite({ project: 'other' }))).toMatchObject({
        project: { name: 'other' },
        source: 'known_project',
      });
    });

    it('one the store knows: known_project, with its place and a word on where we are', async () => {
      expect(written(await resolver(['/code/app']).forWrite({ project: 'other' }))).toMatchObject({
        project: { name: 'other' },
        source: 'known_project',
        path: '/known/other',
        warning: 'The project here is "app".',
      });
    });

    it('any other: unknown_project, naming what there is, and nothing is created', async () => {
      const failure = refused(await resolver(['/code/app']).forWrite({ project: 'othr' }));
      expect(failure).toMatchObject({
        code: 'unknown_project',
        details: { detected_project: 'app', available_projects: ['other'] },
      });
      expect(failure.message).toMatch(/"othr".*Similar: other.*"app"/s);
      expect(refused(await resolver(['/code/app']).forRead({ project: 'othr' })).code).toBe(
        'unknown_project',
      );
      expect(await names()).toEqual(['other']);
    });

    it('another repository of the same folder name is not taken for this one', async () => {
      files.repository('/y/other');
      const projects = resolver(['/y/other']);
      expect(await projects.forRead({})).toMatchObject({ name: 'other (y)', projects: [] });
      expect(written(await projects.forWrite({ project: 'other (y)' }))).toMatchObject({
        source: 'git_root',
        path: '/y/other',
      });
      expect(written(await projects.forWrite({ project: 'other' }))).toMatchObject({
        path: '/known/other',
        source: 'known_project',
        warning: 'The project here is "other (y)".',
      });
    });

    it('is the way out where detection fails', async () => {
      files.writeFile('/code/app/.project-memory.json', '{');
      const projects = resolver(['/code/app']);
      expect(written(await projects.forWrite({ project: 'other' })).source).toBe('known_project');
      expect(await projects.forRead({ project: 'other' })).toMatchObject({ source: 'known_project' });
      for (const answer of [
        await projects.forWrite({}),
        await projects.forWrite({ project: 'app' }),
        await projects.forRead({}),
      ]) {
        expect(refused(answer)).toMatchObject({
          code: 'project_detection_failed',
          message: expect.stringContaining('/code/app/.project-memory.json') as string,
          details: { project_path: '/code/app/.project-memory.json' },
        });
      }
    });
  });

  describe('several projects', () => {
    beforeEach(() => {
      files
        .repository('/all/a', remote('a'))
        .repository('/all/b', remote('b'))
        .writeFile('/all/b/src/x.ts', '');
      files.writeFile('/all/a/README.md', '').writeFile('/all/b/README.md', '').writeFile('/all/note.md', '');
    });

    it('without anybody to ask: ambiguous_project, nothing written', async () => {
      const id = await known('b', '/all/b');
      await known('z');
      const failure = refused(
        await new ProjectResolver({
          files,
          catalog: () => Promise.resolve(catalog),
          folders: () => ['/all'],
          home: '/home/me',
          trusted: () => true,
          now: () => new Date(0),
        }).forWrite({}),
      );
      expect(failure).toMatchObject({
        code: 'ambiguous_project',
        message: 'Several projects could be meant here: a, b. Nothing was saved.',
        details: {
          project_source: 'ambiguous',
          project_path: '/all',
          available_projects: ['a', 'b', 'z'],
          project_candidates: [
            { name: 'a', path: '/all/a' },
            { name: 'b', path: '/all/b', id },
          ],
        },
      });
      expect(failure.details['recovery_instructions']).toMatch(/one of: b\. /);
      expect(await names()).toEqual(['b', 'z']);
    });

    it('a read looks through all of them that hold something', async () => {
      await known('a', '/all/a');
      await known('z');
      expect(await resolver(['/all']).forRead({})).toMatchObject({
        projects: [{ name: 'a' }],
        source: 'ambiguous',
        path: '/all',
        ambiguous: true,
        hint: expect.stringMatching(/a, b.*Searched: a\./) as string,
      });
      expect(await resolver(['/all']).forRead({ project: 'b' })).toMatchObject({
        projects: [],
        name: 'b',
        source: 'git_remote',
      });
      expect(await resolver(['/all']).forRead({ project: 'z' })).toMatchObject({
        projects: [{ name: 'z' }],
        source: 'known_project',
      });
      expect(await resolver(['/all']).forRead({ allProjects: true })).toMatchObject({
        projects: [{ name: 'z' }, { name: 'a' }],
        source: 'all_projects',
      });
    });

    it.each([
      ['an absolute path', '/all/b/new/file.ts'],
      ['a relative path that exists in one', 'src/x.ts#L10-L20'],
    ])('%s in the call decides', async (_, path) => {
      expect(written(await resolver(['/all/a', '/all/b']).forWrite({ paths: [path] }))).toMatchObject({
        project: { name: 'b' },
        source: 'call_path',
        path: '/all/b',
      });
      expect(await resolver(['/all']).forRead({ paths: [path] })).toMatchObject({
        name: 'b',
        source: 'call_path',
      });
    });

    it.each([
      ['that exists in both', ['README.md']],
      ['that exists in none', ['nothing.ts', '/elsewhere/x', '']],
      ['that leaves the folder', ['../note.md']],
      ['into each of them', ['/all/a/x', '/all/b/x']],
    ])('paths %s decide nothing', async (_, paths) => {
      expect(await resolver(['/all']).forRead({ paths })).toMatchObject({ source: 'ambiguous' });
    });

    it('of folders inside each other, a path belongs to the inner one', async () => {
      files.repository('/all/a/inner', remote('inner'));
      const projects = resolver(['/all/a', '/all/a/inner']);
      expect(await projects.forRead({ paths: ['/all/a/inner/x'] })).toMatchObject({ name: 'inner' });
      expect(await projects.forRead({ paths: ['/all/a/x'] })).toMatchObject({ name: 'a' });
    });

    it('the person is asked once; the choice holds for that set of folders, in any window', async () => {
      await known('z');
      person.picks('b');
      const first = written(await resolver(['/all/a', '/all/b']).forWrite({}));
      expect(first).toMatchObject({
        project: { name: 'b' },
        source: 'user_selected_after_ambiguous_project',
        path: '/all/b',
      });
      expect(person.questions).toMatchObject([
        {
          candidates: [
            { name: 'a', path: '/all/a', remote: 'h.org/octo/a', source: 'git_remote' },
            { name: 'b', path: '/all/b' },
          ],
          known: [{ name: 'z' }],
        },
      ]);
      const again = written(await resolver(['/all/b', '/all/a']).forWrite({}));
      expect(again).toMatchObject({
        project: { id: first.project.id },
        source: 'remembered_choice',
        path: '/all/b',
      });
      expect(await resolver(['/all/a', '/all/b']).forRead({})).toMatchObject({
        name: 'b',
        source: 'remembered_choice',
      });
      expect(written(await resolver(['/all/a', '/all/b']).forWrite({ paths: ['/all/a/x'] })).source).toBe(
        'call_path',
      );
      person.answers(() => ({ kind: 'dismissed' }));
      expect(refused(await resolver(['/all']).forWrite({})).code).toBe('ambiguous_project');
      expect(await names()).toEqual(['a', 'b', 'z']);
    });

    it('the person may choose any known project, or a new one', async () => {
      const id = await known('z');
      person.answers(({ known: [project] }) => {
        if (project === undefined) throw new Error('z is not offered');
        return { kind: 'known', project };
      });
      expect(written(await resolver(['/all']).forWrite({}))).toMatchObject({
        project: { id },
        path: '/known/z',
      });
      person.answers(() => ({ kind: 'new', name: 'Both  Together' }));
      expect(written(await resolver(['/all/a', '/all/b']).forWrite({})).project.name).toBe('both together');
      expect(written(await resolver(['/all/a', '/all/b']).forWrite({})).source).toBe('remembered_choice');
      files.repository('/all/c');
      for (const name of ['z', 'a/b/c']) {
        person.answers(() => ({ kind: 'new', name }));
        expect(refused(await resolver(['/all/b', '/all/c']).forWrite({})).code).toBe('invalid_project');
      }
    });

    it('"not here" is remembered: writes are refused for good, reads find no project', async () => {
      const id = await known('z');
      person.answers(() => ({ kind: 'disabled' }));
      const projects = resolver(['/all']);
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
      const thinking = person.thinks();
      const projects = resolver(['/all']);
      const calls = Array.from({ length: 5 }, () => projects.forWrite({}));
      await untilAsked(person);
      thinking.answer({ kind: 'candidate', candidate: { name: 'b', path: '/all/b', source: 'git_remote' } });
      const sources = (await Promise.all(calls)).map((resolution) => written(resolution).source);
      expect(new Set(sources)).toEqual(new Set(['user_selected_after_ambiguous_project']));
      expect(person.questions).toHaveLength(1);
      expect(await names()).toEqual(['b']);
    });

    it('a call that comes to the question after its answer does not ask anew', async () => {
      const id = await known('b', '/all/b');
      const choose = (): Promise<void> => catalog.rememberChoice(['/all'], { kind: 'project', id });
      // The person answers another window between this call's look and its question.
      files.whenAsked('/all/meanwhile', choose);
      const { project, source } = written(await resolver(['/all']).forWrite({ paths: ['/all/meanwhile'] }));
      expect([project.id, source]).toEqual([id, 'remembered_choice']);
      expect(person.questions).toEqual([]);
    });

    it('a call that gives up gets the error; the question closes when nobody waits, and writes nothing', async () => {
      const thinking = person.thinks();
      const projects = resolver(['/all']);
      const [one, two] = [new AbortController(), new AbortController()];
      const calls = [
        projects.forWrite({ signal: one.signal }),
        projects.forWrite({ signal: two.signal }),
      ] as const;
      await untilAsked(person);
      one.abort();
      expect(refused(await calls[0]).code).toBe('ambiguous_project');
      expect(thinking.closed()).toBe(false);
      two.abort();
      expect(refused(await calls[1]).code).toBe('ambiguous_project');
      expect(thinking.closed()).toBe(true);
      expect(refused(await projects.forWrite({ signal: AbortSignal.abort() })).code).toBe(
        'ambiguous_project',
      );
      expect(person.questions).toHaveLength(1);
      expect(await catalog.choiceFor(['/all'])).toBeUndefined();
      person.picks('a');
      expect(written(await projects.forWrite({})).project.name).toBe('a');
    });

    it('an answer after everybody left changes nothing', async () => {
      let answer: (choice: ProjectChoice) => void = () => undefined;
      const ask: AskProject = (question) => {
        person.questions.push(question);
        return new Promise((resolve) => (answer = resolve));
      };
      const leaving = new AbortController();
      const call = resolver(['/all'], { ask }).forWrite({ signal: leaving.signal });
      await untilAsked(person);
      leaving.abort();
      await call;
      answer({ kind: 'disabled' });
      await catalog.list();
      expect(await catalog.choiceFor(['/all'])).toBeUndefined();
    });

    it('naming a candidate that the store does not know asks the person, whose word counts', async () => {
      person.picks('b');
      expect(written(await resolver(['/all']).forWrite({ project: 'b' })).project.name).toBe('b');
      person.picks('b');
      expect(written(await resolver(['/all/a', '/all/b']).forWrite({ project: 'a' }))).toMatchObject({
        project: { name: 'b' },
        warning: 'The user chose "b", not "a".',
      });
      expect(refused(await resolver(['/all/a', '/all/b']).forWrite({ project: 'a' }))).toMatchObject({
        code: 'unknown_project',
        details: { detected_project: 'b' },
      });
      expect(await names()).toEqual(['b']);
    });

    it('two of one name get two names, and keep the ones they were offered under', async () => {
      files.repository('/x/app').repository('/y/app');
      person.picks('app (y)');
      expect(written(await resolver(['/x/app', '/y/app']).forWrite({}))).toMatchObject({
        project: { name: 'app (y)' },
        path: '/y/app',
      });
      expect(person.questions[0]?.candidates.map(({ name }) => name)).toEqual(['app', 'app (y)']);
      expect(written(await resolver(['/x/app']).forWrite({})).project.name).toBe('app');
    });

    it('two folders that the catalog knows as one project are one', async () => {
      const id = await known('a', '/all/a');
      files.makeDirectory('/notes');
      await catalog.attach(id, {
        source: 'dir_basename',
        name: 'notes',
        alternativeNames: [],
        path: '/notes',
        locators: [{ kind: 'root', value: '/notes' }],
      });
      expect(written(await resolver(['/notes', '/all/a']).forWrite({})).project.id).toBe(id);
    });
  });

  describe('places that lead to two projects', () => {
    it('are asked about and never merged', async () => {
      await known('a');
      await known('b');
      files.repository('/known/a', remote('b'));
      const projects = resolver(['/known/a']);
      expect(await projects.forRead({})).toMatchObject({
        projects: [{ name: 'b' }, { name: 'a' }],
        ambiguous: true,
      });
      person.picks('a');
      expect(written(await projects.forWrite({}))).toMatchObject({ project: { name: 'a' } });
      expect(written(await projects.forWrite({}))).toMatchObject({
        project: { name: 'a' },
        source: 'remembered_choice',
      });
      expect(await names()).toEqual(['a', 'b']);
    });
  });

  describe('a file that names another’s project', () => {
    let secret: string;
    beforeEach(async () => {
      secret = await known('secret');
      files
        .repository('/evil', remote('evil'))
        .writeFile('/evil/.project-memory.json', '{"project":"secret"}');
    });

    it('neither reads nor writes it before the person agreed, named or not', async () => {
      person.answers(() => ({ kind: 'dismissed' }));
      person.answers(() => ({ kind: 'dismissed' }));
      const projects = resolver(['/evil']);
      for (const request of [{}, { project: 'secret' }, { paths: ['/evil/x'] }]) {
        const read = await projects.forRead(request);
        expect(read).toMatchObject({ kind: 'projects', projects: [], ambiguous: true });
        expect(JSON.stringify(read)).not.toContain('/known/');
      }
      for (const request of [{}, { project: 'secret' }]) {
        const failure = refused(await projects.forWrite(request));
        expect(failure.code).toBe('ambiguous_project');
        expect(failure.message).toContain('"secret"');
        expect(failure.details['recovery_instructions']).not.toContain('secret');
      }
      expect(await names()).toEqual(['secret']);
    });

    it('joins it for good once the person agreed', async () => {
      person.picks('secret');
      expect(written(await resolver(['/evil']).forWrite({})).project.id).toBe(secret);
      expect(written(await resolver(['/evil']).forWrite({}))).toMatchObject({
        project: { id: secret },
        source: 'config',
      });
      files.makeDirectory('/evil/sub');
      expect(await resolver(['/evil/sub']).forRead({})).toMatchObject({
        projects: [{ id: secret }],
        source: 'config',
      });
      expect(person.questions).toHaveLength(1);
    });

    it('stays apart for good when the person says so', async () => {
      person.picks('evil');
      const { project } = written(await resolver(['/evil']).forWrite({}));
      expect(project.name).toBe('evil');
      expect(written(await resolver(['/evil']).forWrite({}))).toMatchObject({
        project: { id: project.id },
        source: 'remembered_choice',
      });
      expect(await resolver(['/evil']).forRead({})).toMatchObject({ projects: [{ id: project.id }] });
    });

    it('in the home folder, where nothing else could be meant', async () => {
      files.writeFile('/home/me/.project-memory.json', '{"project":"secret"}');
      person.answers(() => ({ kind: 'dismissed' }));
      expect(await resolver(['/home/me']).forRead({})).toMatchObject({ projects: [], ambiguous: true });
      expect(refused(await resolver(['/home/me']).forWrite({})).code).toBe('ambiguous_project');
    });

    it('may be left for a known project by name', async () => {
      await known('third');
      expect(written(await resolver(['/evil']).forWrite({ project: 'third' })).project.name).toBe('third');
    });
  });

  describe('no project', () => {
    it.each([
      ['no folder', []],
      ['the home folder', ['/home/me']],
      ['the root', ['/']],
    ])('%s: the person is asked, else the error names the known ones', async (_, folders) => {
      files.makeDirectory('/home/me');
      await known('a');
      await known('b');
      person.answers(() => ({ kind: 'dismissed' }));
      const projects = resolver(folders);
      expect(refused(await projects.forWrite({}))).toMatchObject({
        code: 'ambiguous_project',
        details: {
          project_source: 'none',
          available_projects: ['b', 'a'],
          project_candidates: [],
          recovery_instructions: expect.stringContaining('b, a') as string,
        },
      });
      expect(await projects.forRead({})).toMatchObject({ projects: [], source: 'none', ambiguous: false });
      expect(written(await projects.forWrite({ project: 'a' })).source).toBe('known_project');
      person.answers(({ known: [project] }) =>
        project === undefined ? { kind: 'dismissed' } : { kind: 'known', project },
      );
      expect(written(await projects.forWrite({})).project.name).toBe('a');
      expect(written(await projects.forWrite({}))).toMatchObject({
        project: { name: 'a' },
        source: 'remembered_choice',
      });
    });

    it('a choice without folders holds for this window alone', async () => {
      await known('a');
      person.answers(({ known: [project] }) =>
        project === undefined ? { kind: 'dismissed' } : { kind: 'known', project },
      );
      let folders: string[] = [];
      const projects = resolver([], { folders: () => folders });
      await projects.forWrite({});
      folders = ['/known/a'];
      expect(await projects.forRead({})).toMatchObject({ name: 'a' });
      folders = [];
      expect(await projects.forRead({})).toMatchObject({ source: 'none' });
      expect(await resolver([]).forRead({})).toMatchObject({ source: 'none' });
    });

    it('in an untrusted workspace, whatever is asked for', async () => {
      await known('a');
      files.repository('/code/app', remote('app'));
      const projects = resolver(['/code/app'], { trusted: () => false, override: () => 'a' });
      opened = 0;
      for (const request of [{}, { project: 'a' }, { allProjects: true }]) {
        expect(await projects.forRead(request)).toMatchObject({
          projects: [],
          source: 'none',
          hint: expect.stringContaining('not trusted') as string,
        });
      }
      expect(refused(await projects.forWrite({ project: 'a' })).code).toBe('project_disabled');
      expect(refused(await projects.forWrite({})).code).toBe('project_disabled');
      expect(await projects.current({ openCatalog: true })).toMatchObject({ source: 'none' });
      expect(opened).toBe(0);
    });
  });

  describe('the person’s choice in the status bar', () => {
    it('replaces the project that is found, until another is found', async () => {
      const other = await known('other');
      files.repository('/code/app', remote('app'));
      const projects = resolver(['/code/app']);
      const { candidates, known: offered } = await projects.question();
      expect(candidates.map(({ name }) => name)).toEqual(['app']);
      let changes = 0;
      projects.onDidChange(() => changes++);
      const [project] = offered;
      if (project === undefined) throw new Error('nothing is offered');
      expect(await projects.choose({ kind: 'known', project })).toEqual({ kind: 'chosen', name: 'other' });
      expect(changes).toBe(1);
      expect(written(await projects.forWrite({}))).toMatchObject({
        project: { id: other },
        source: 'remembered_choice',
        path: '/known/other',
      });
      expect(await names()).toEqual(['other']);
      files.repository('/code/app', remote('renamed'));
      expect(await projects.forRead({})).toMatchObject({ name: 'renamed', source: 'git_remote' });
    });

    it('of what is found anyway undoes an earlier one', async () => {
      files.repository('/code/app', remote('app'));
      const projects = resolver(['/code/app']);
      expect(await projects.choose({ kind: 'disabled' })).toEqual({ kind: 'disabled' });
      expect(refused(await projects.forWrite({})).code).toBe('project_disabled');
      const [candidate] = (await projects.question()).candidates;
      if (candidate === undefined) throw new Error('nothing is offered');
      expect(await projects.choose({ kind: 'candidate', candidate })).toEqual({
        kind: 'chosen',
        name: 'app',
      });
      expect(written(await projects.forWrite({})).source).toBe('git_remote');
      expect(await projects.choose({ kind: 'dismissed' })).toEqual({ kind: 'dismissed' });
    });
  });

  describe('current', () => {
    it('does not open the catalog unasked', async () => {
      files.repository('/all/a', remote('a')).repository('/all/b', remote('b'));
      expect(await resolver(['/all/a']).current({ openCatalog: false })).toEqual({
        project: 'a',
        source: 'git_remote',
        path: '/all/a',
        folders: ['/all/a'],
        candidates: [{ name: 'a', path: '/all/a', source: 'git_remote', remote: 'h.org/octo/a' }],
        known: [],
        disabled: false,
      });
      expect(await resolver(['/all']).current({ openCatalog: false })).toMatchObject({
        source: 'ambiguous',
        path: '/all',
        candidates: [{ name: 'a' }, { name: 'b' }],
      });
      expect(opened).toBe(0);
      const id = await known('a', '/all/a');
      expect(await resolver(['/all/a']).current({ openCatalog: true })).toMatchObject({
        id,
        project: 'a',
        known: [{ id }],
      });
    });

    it('is never an error', async () => {
      files.repository('/code/app', remote('app'));
      const broken = resolver(['/code/app'], { catalog: () => Promise.reject(new Error('disk gone')) });
      expect(await broken.current({ openCatalog: true })).toMatchObject({
        project: 'app',
        hint: expect.stringContaining('disk gone') as string,
      });
      files.writeFile('/code/app/.project-memory.json', '{');
      expect(await broken.current({ openCatalog: false })).toMatchObject({
        source: 'none',
        hint: expect.stringContaining('not valid JSON') as string,
      });
    });
  });

  describe('what was detected', () => {
    it('is kept until a file that it was made of changes', async () => {
      files.repository('/code/app', remote('app')).makeDirectory('/code/app/src');
      const projects = resolver(['/code/app/src']);
      const first = await projects.detect();
      expect(await projects.detect()).toBe(first);
      files.writeFile('/code/app/src/x.ts', '').makeDirectory('/code/app/.git/objects/ab');
      expect(await projects.detect()).toBe(first);
      projects.refresh();
      expect(await projects.detect()).not.toBe(first);
    });

    it.each<[string, (files: InMemoryFiles) => unknown, string]>([
      ['the remote', (disk) => disk.writeFile('/code/app/.git/config', remote('new')), 'new'],
      ['the file', (disk) => disk.writeFile('/code/app/.project-memory.json', '{"project":"new"}'), 'new'],
      [
        'a nearer file',
        (disk) => disk.writeFile('/code/app/src/.project-memory.json', '{"project":"new"}'),
        'new',
      ],
      ['the repository', (disk) => disk.remove('/code/app/.git'), 'src'],
      ['a nearer repository', (disk) => disk.repository('/code/app/src', remote('new')), 'new'],
    ])('is looked at again when %s changes', async (_, change, name) => {
      files.repository('/code/app', remote('app')).makeDirectory('/code/app/src');
      const projects = resolver(['/code/app/src']);
      expect(await projects.forRead({})).toMatchObject({ name: 'app' });
      change(files);
      expect(await projects.forRead({})).toMatchObject({ name });
    });

    it('is looked at again when a child becomes a repository, and the branch changes', async () => {
      files.makeDirectory('/all/a').makeDirectory('/all/b');
      const projects = resolver(['/all']);
      expect(await projects.forRead({})).toMatchObject({ source: 'dir_basename' });
      files.repository('/all/b');
      expect(await projects.forRead({})).toMatchObject({ source: 'git_child', name: 'b' });
      const two =
        '[remote "x"]\nurl = git@h.org:o/x\n[remote "y"]\nurl = git@h.org:o/y\n[branch "main"]\nremote = x\n[branch "dev"]\nremote = y\n';
      files.repository('/all/b', two);
      expect(await projects.forRead({})).toMatchObject({ name: 'x' });
      files.writeFile('/all/b/.git/HEAD', 'ref: refs/heads/dev\n');
      expect(await projects.forRead({})).toMatchObject({ name: 'y' });
    });

    it('is one look for all who ask at once', async () => {
      files.repository('/code/app', remote('app'));
      const projects = resolver(['/code/app']);
      const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => projects.detect()));
      for (const other of others) expect(other).toBe(first);
    });
  });
});

async function untilAsked(person: Person): Promise<void> {
  await poll('the question', () => person.questions[0]);
}
