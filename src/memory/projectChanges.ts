import type { CatalogChanges, Forgetting, Renaming } from '../project/catalogChanges';
import type { CatalogUndo, Undoing } from '../project/catalogUndo';
import type { Catalog, ProjectRecord } from '../project/catalog';
import type { ChangeRefusal, MoveIntent, NamedProject, ProjectChange } from '../project/projectChange';
import type { DetectedProject } from '../project/types';
import { StoreError } from '../store/types';
import type { MemoryArea } from './memoryArea';
import { forgetMemories } from './forgetting';
import { countCollisions, countPassed, countPassedPrompts, idsBelow } from './moveCounts';
import type { PendingMoves } from './pendingMoves';
import type { Area } from './types';
import { countsOfWorkspaces, memoriesOfWorkspace, type Workspace } from './workspaces';

export interface ProjectChangesOptions {
  readonly projects: Catalog;
  readonly changes: CatalogChanges;
  readonly undo: CatalogUndo;
  readonly moves: PendingMoves;
  /** The present moment as the rows hold it. */
  readonly timestamp: () => string;
  readonly use: <T>(area: Area, fn: (opened: MemoryArea) => Promise<T>) => Promise<T>;
}

export interface Moved {
  /** Memories that went over, forgotten ones too. */
  readonly memories: number;
}

export interface Merged extends Moved {
  readonly kind: 'merged';
  readonly sessions: number;
  readonly prompts: number;
  /** Topics that more than one of the projects had: each keeps the newest on top and the others as its versions. */
  readonly collisions: number;
}

export interface Split extends Moved {
  readonly kind: 'split';
  readonly project: ProjectRecord;
  /** Other projects that are called nearly the same. */
  readonly similar: readonly string[];
}

export type WorkspaceDeleted =
  /** Its memories are forgotten: an undo brings them back, but the name is taken for good. */
  | { readonly kind: 'deleted'; readonly ids: readonly string[] }
  /** The project has no area of this name, or it is the one that every project has. */
  | { readonly kind: 'denied' };

/**
 * What a person does to whole projects, in the catalog and in the databases. Nothing is begun that cannot be finished
 * now; what is interrupted is finished by whoever opens one of the databases next. Throws StoreError.
 */
export class ProjectChanges {
  readonly #options: ProjectChangesOptions;

  constructor(options: ProjectChangesOptions) {
    this.#options = options;
  }

  /** The old name goes on leading to the project. */
  rename(project: NamedProject, name: string, by: string): Promise<Renaming> {
    return this.#options.changes.rename(project.id, name, by);
  }

  /** The sources become part of the target, with all that they hold. */
  async merge(
    sources: readonly NamedProject[],
    target: NamedProject,
    by: string,
  ): Promise<Merged | ChangeRefusal> {
    await this.#prepare([...sources, target]);
    const sessions = await this.#sessionsOf(sources, target);
    const begun = await this.#options.changes.merge(
      sources.map(({ id }) => id),
      target.id,
      by,
    );
    if (begun.kind === 'refused') return begun;
    await this.#run(begun.moves);
    const ids = begun.moves.map(({ id }) => id);
    return this.#options.use(areaOf(target), (opened) =>
      opened.read((db) => ({
        kind: 'merged',
        memories: countPassed(db, ids),
        sessions,
        prompts: countPassedPrompts(db, ids),
        collisions: countCollisions(db, ids),
      })),
    );
  }

  /** Takes memories to another project, under the same ids and with their whole history. */
  async move(
    ids: readonly string[],
    source: NamedProject,
    target: NamedProject,
    by: string,
  ): Promise<(Moved & { readonly kind: 'moved' }) | ChangeRefusal> {
    await this.#prepare([source, target]);
    const begun = await this.#options.changes.move(ids, source.id, target.id, by);
    if (begun.kind === 'refused') return begun;
    await this.#run(begun.moves);
    return { kind: 'moved', memories: await this.#countPassed(target, begun.moves) };
  }

  /** How many memories a split of this folder would take along: those that cite a file in it. */
  async citing(project: NamedProject, folder: SplitFolder): Promise<readonly string[]> {
    return this.#options.use(areaOf(project), (opened) => opened.read((db) => idsBelow(db, folder)));
  }

  /** Makes a folder a project of its own, which takes along the memories that cite a file in it. */
  async split(
    folder: SplitFolder & { readonly detected: DetectedProject },
    project: NamedProject,
    name: string,
    by: string,
  ): Promise<Split | ChangeRefusal> {
    await this.#prepare([project]);
    const ids = await this.citing(project, folder);
    const begun = await this.#options.changes.split(folder, project.id, name, ids, by);
    if (begun.kind === 'refused') return begun;
    await this.#run(begun.moves);
    const memories = await this.#countPassed(begun.project, begun.moves);
    return { kind: 'split', project: begun.project, similar: begun.similar, memories };
  }

  /** Its memories leave every search and list; an undo brings all of it back. */
  async forget(project: NamedProject, by: string): Promise<Forgetting> {
    await this.#options.moves.settle([areaOf(project)]);
    return this.#options.changes.forget(project.id, by);
  }

  /** The areas of a project beside the one that every project has, in alphabetical order. */
  async workspaces(project: NamedProject): Promise<readonly Workspace[]> {
    const names = await this.#options.projects.workspaces(project.id);
    return this.#options.use(areaOf(project), (opened) =>
      opened.read((db) => countsOfWorkspaces(db, names, this.#options.timestamp())),
    );
  }

  /**
   * Deletes an area: nothing is saved to it again, and its memories are forgotten, by one act. Once more finishes what
   * was interrupted between the two.
   */
  async deleteWorkspace(project: NamedProject, name: string, by: string): Promise<WorkspaceDeleted> {
    await this.#prepare([project]);
    if ((await this.#options.projects.deleteWorkspace(name, project.id)) === 'denied')
      return { kind: 'denied' };
    const now = this.#options.timestamp();
    const forgotten = await this.#options.use(areaOf(project), (opened) =>
      opened.write((tx) => forgetMemories(tx, memoriesOfWorkspace(tx, name, now), by, now)),
    );
    return { kind: 'deleted', ids: forgotten.map(({ uuid }) => uuid) };
  }

  /** The change that an undo would take back. */
  latest(): Promise<ProjectChange | undefined> {
    return this.#options.undo.latest();
  }

  /** Takes the newest change back, by the id that `latest` told. */
  async undo(change: ProjectChange): Promise<Undoing> {
    await this.#prepare(databasesOf(change));
    const undone = await this.#options.undo.undo(change.id);
    if (undone.kind === 'undone') await this.#run(undone.moves);
    return undone;
  }

  /** Finishes what is under way, and makes sure that every database can be written before anything is begun. */
  async #prepare(projects: readonly NamedProject[]): Promise<void> {
    await this.#options.moves.settle(projects.map(areaOf));
    for (const project of projects) {
      await this.#options.use(areaOf(project), (opened) => {
        const { readOnly } = opened.store.status();
        if (readOnly !== undefined)
          throw new StoreError(
            'read_only',
            `Nothing was changed: the database of "${project.name}" ${readOnly}`,
          );
        return Promise.resolve();
      });
    }
  }

  async #run(moves: readonly MoveIntent[]): Promise<void> {
    try {
      await this.#options.moves.run(moves);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      throw new StoreError(
        error.code,
        `The change is written down and no memory is lost, but it is not finished; it will be as soon as the databases can be written. ${error.message}`,
        { cause: error },
      );
    }
  }

  async #countPassed(target: NamedProject, moves: readonly MoveIntent[]): Promise<number> {
    const ids = moves.map(({ id }) => id);
    return this.#options.use(areaOf(target), (opened) => opened.read((db) => countPassed(db, ids)));
  }

  /** Sessions that the target does not know yet. */
  async #sessionsOf(sources: readonly NamedProject[], target: NamedProject): Promise<number> {
    const sessions = (project: NamedProject): Promise<readonly string[]> =>
      this.#options.use(areaOf(project), (opened) =>
        opened.read((db) =>
          db.query<{ session_id: string }>('SELECT session_id FROM session').map((row) => row.session_id),
        ),
      );
    const known = new Set(await sessions(target));
    const before = known.size;
    for (const source of sources) for (const id of await sessions(source)) known.add(id);
    return known.size - before;
  }
}

/** A folder inside a project. */
export interface SplitFolder {
  /** Real, absolute. */
  readonly path: string;
  /** The way to it from the project's root, as sources are cited; empty when it is a root itself. */
  readonly below: string;
}

function areaOf({ id, name }: NamedProject): Area {
  return { kind: 'project', id, name };
}

function databasesOf({ details }: ProjectChange): readonly NamedProject[] {
  switch (details.kind) {
    case 'rename':
    case 'forget':
      return [];
    case 'merge':
      return [...details.sources, details.target];
    case 'move':
    case 'split':
      return [details.source, details.target];
  }
}
