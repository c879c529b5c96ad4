import { beforeEach } from 'vitest';
import type { Catalog } from '../../src/project/catalog';
import { ProjectResolver, type ResolverDependencies } from '../../src/project/projectResolver';
import type { ProjectFailure, WriteProject, WriteResolution } from '../../src/project/resolution';
import type { AskProject, ProjectChoice } from '../../src/project/types';
import { catalogFixture } from './catalogFixture';
import { InMemoryFiles } from './inMemoryFiles';
import { poll } from './poll';

export type Question = Parameters<AskProject>[0];

/** The person at the picker: gives the prepared answers in turn. */
export class Person {
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

  async asked(): Promise<void> {
    await poll('the question', () => this.questions[0]);
  }
}

/** A resolver's surroundings: a disk in memory, a real catalog, a person at the picker and a clock. */
export class ResolverPlace {
  files = new InMemoryFiles();
  person = new Person();
  /** How often the catalog was asked for. */
  opened = 0;
  /** Milliseconds. */
  now = 0;
  #catalog: Catalog | undefined;

  begin(catalog: Catalog): void {
    this.files = new InMemoryFiles();
    this.person = new Person();
    this.opened = 0;
    this.now = 0;
    this.#catalog = catalog;
  }

  get catalog(): Catalog {
    if (this.#catalog === undefined) throw new Error('No test has begun');
    return this.#catalog;
  }

  resolver(folders: readonly string[], changes: Partial<ResolverDependencies> = {}): ProjectResolver {
    return new ProjectResolver({ ...this.#surroundings(folders), ask: this.person.ask, ...changes });
  }

  /** Where nobody can be asked. */
  silentResolver(folders: readonly string[], changes: Partial<ResolverDependencies> = {}): ProjectResolver {
    return new ProjectResolver({ ...this.#surroundings(folders), ...changes });
  }

  #surroundings(folders: readonly string[]): ResolverDependencies {
    return {
      files: this.files,
      catalog: () => {
        this.opened++;
        return Promise.resolve(this.catalog);
      },
      folders: () => folders,
      home: '/home/me',
      trusted: () => true,
      now: () => new Date(this.now),
    };
  }

  /** A project that the store knows, by a repository that was written to. Its id. */
  async known(name: string, path = `/known/${name}`): Promise<string> {
    this.files.repository(path, remote(name));
    return written(await this.resolver([path]).forWrite({})).project.id;
  }

  async names(): Promise<string[]> {
    return (await this.catalog.list()).map(({ name }) => name).sort();
  }
}

/** Call inside a describe: made anew for each test. */
export function resolverPlace(): ResolverPlace {
  const fixture = catalogFixture();
  const place = new ResolverPlace();
  beforeEach(async () => place.begin(await fixture.open(await fixture.directory())));
  return place;
}

export function written(resolution: WriteResolution): WriteProject {
  if (resolution.kind === 'error') throw new Error(`${resolution.code}: ${resolution.message}`);
  return resolution;
}

export function refused(resolution: { readonly kind: string }): ProjectFailure {
  if (resolution.kind !== 'error') throw new Error(`Not refused: ${JSON.stringify(resolution)}`);
  return resolution as ProjectFailure;
}

/** Configuration of a repository whose origin is `octo/<name>`. */
export const remote = (name: string): string => `[remote "origin"]\nurl = git@h.org:octo/${name}.git\n`;
