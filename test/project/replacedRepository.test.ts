import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/project/catalog';
import { NodeFilePort } from '../../src/project/nodeFilePort';
import { ProjectResolver } from '../../src/project/projectResolver';
import type { WriteRequest, WriteResolution } from '../../src/project/resolution';
import { catalogFixture } from '../support/catalogFixture';
import { git, repository, worktree } from '../support/gitRepository';
import { Person, refused, written } from '../support/resolverFixture';

const FIRST = 'https://git.example.org/one/first.git';
const SECOND = 'https://git.example.org/two/second.git';

describe('a folder in which another repository lies than before', () => {
  const fixture = catalogFixture();
  let root: string;
  let catalog: Catalog;
  let person: Person;
  beforeEach(async () => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'replaced-')));
    catalog = await fixture.open(await fixture.directory());
    person = new Person();
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function at(...parts: string[]): string {
    return path.join(root, ...parts);
  }

  function resolver(folder: string, asks: boolean): ProjectResolver {
    return new ProjectResolver({
      files: new NodeFilePort(),
      catalog: () => Promise.resolve(catalog),
      folders: () => [folder],
      home: at('home'),
      trusted: () => true,
      now: () => new Date(),
      ...(asks ? { ask: person.ask } : {}),
    });
  }

  function write(folder: string, request: WriteRequest = {}): Promise<WriteResolution> {
    return resolver(folder, true).forWrite(request);
  }

  async function projectOf(folder: string): Promise<string> {
    return written(await write(folder)).project.name;
  }

  /** The project `first` was written to in `app`; then another repository lies there. */
  async function replace(remote: string | undefined = FIRST, next = SECOND): Promise<string> {
    const app = repository(at('app'), remote);
    await projectOf(app);
    rmSync(app, { recursive: true });
    return repository(app, next);
  }

  it('is a question: nothing is written to the project that was there', async () => {
    const app = await replace();
    const projects = resolver(app, false);
    const failure = refused(await projects.forWrite({}));
    expect(failure).toMatchObject({
      code: 'ambiguous_project',
      message: expect.stringContaining('lies where that of the project "first" lay') as string,
      details: {
        available_projects: ['first', 'second'],
        project_candidates: [{ name: 'first' }, { name: 'second', path: app }],
      },
    });
    expect(await projects.current({ openCatalog: true })).toMatchObject({ source: 'ambiguous' });
    const token = failure.details['recovery_token'] as string;
    const choiceReason = 'user_selected_after_ambiguous_project';
    const chosen = await projects.forWrite({ project: 'second', recoveryToken: token, choiceReason });
    expect(written(chosen).project.name).toBe('second');
    expect((await catalog.list()).map(({ name, remote }) => [name, remote])).toEqual([
      ['second', 'git.example.org/two/second'],
      ['first', 'git.example.org/one/first'],
    ]);
  });

  it('one of its own, once the person said so, from any folder and without another question', async () => {
    const app = await replace();
    mkdirSync(at('app', 'src'));
    person.picks('second');
    expect(await projectOf(app)).toBe('second');
    expect(await projectOf(at('app', 'src'))).toBe('second');
    expect(await projectOf(worktree(app, at('tree'), 'fix'))).toBe('second');
    expect(await projectOf(repository(at('clone'), SECOND))).toBe('second');
    expect(await projectOf(repository(at('other'), FIRST))).toBe('first');
    expect(person.questions).toHaveLength(1);
  });

  it('the same project, once the person said so', async () => {
    const app = await replace();
    mkdirSync(at('app', 'src'));
    person.picks('first');
    expect(await projectOf(app)).toBe('first');
    expect(await projectOf(at('app', 'src'))).toBe('first');
    expect(await projectOf(repository(at('clone'), SECOND))).toBe('first');
    expect(person.questions).toHaveLength(1);
  });

  it('each its own, where one folder is taken in turns', async () => {
    const app = await replace();
    person.picks('second');
    await projectOf(app);
    renameSync(app, at('kept'));
    repository(app, FIRST);
    expect(await projectOf(app)).toBe('first');
    expect(await projectOf(at('kept'))).toBe('second');
    rmSync(app, { recursive: true });
    renameSync(at('kept'), app);
    expect(await projectOf(app)).toBe('second');
    expect(person.questions).toHaveLength(1);
  });

  it('no question where a remote is known, whoever had the folder', async () => {
    await projectOf(repository(at('second'), SECOND));
    expect(await projectOf(await replace())).toBe('second');
    expect((await catalog.list()).map(({ name }) => name)).toEqual(['second', 'first']);
  });

  it('the same project without a question where its own remote changed, or it has none again', async () => {
    const app = repository(at('app'), FIRST);
    expect(await projectOf(app)).toBe('first');
    git(app, 'remote', 'set-url', 'origin', SECOND);
    expect(await projectOf(app)).toBe('first');
    rmSync(app, { recursive: true });
    expect(await projectOf(repository(app))).toBe('first');
  });
});
