import { randomUUID } from 'node:crypto';
import type { Reader, Store, Transaction } from '../store/types';
import type { ProjectRecord } from './catalog';
import { rowByName, rowByUuid } from './catalogLookup';
import { insertProject, LIVING, putLocators, putProject, recordOf } from './catalogRows';
import type { ProjectRow } from './catalogSchema';
import { named, putIntent, recordChange, unfinishedWith } from './changeRows';
import { putChoice } from './folderChoice';
import { partOf, type Part } from './part';
import type { ChangeRefusal, MergedProject, MoveIntent, MovedMemories, NamedProject } from './projectChange';
import { normaliseProjectName, similarNames } from './projectName';
import type { DetectedProject } from './types';

export type Renaming =
  | {
      readonly kind: 'renamed';
      readonly project: ProjectRecord;
      /** Other projects that are called nearly the same. */
      readonly similar: readonly string[];
    }
  | ChangeRefusal;

export type Begun =
  /** Written down; the moves are carried out by whoever opens one of the databases. */
  { readonly kind: 'begun'; readonly change: string; readonly moves: readonly MoveIntent[] } | ChangeRefusal;

export type Splitting =
  | {
      readonly kind: 'begun';
      readonly change: string;
      readonly moves: readonly MoveIntent[];
      readonly project: ProjectRecord;
      readonly similar: readonly string[];
    }
  | ChangeRefusal;

export type Forgetting = { readonly kind: 'forgotten'; readonly project: ProjectRecord } | ChangeRefusal;

/**
 * What a person does to whole projects. Each is one write of the catalog, kept so that it can be taken back
 * (CatalogUndo). Where memories have to go from one database to another, that write holds the intent.
 */
export class CatalogChanges {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(store: Store, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /** The old name goes on leading to the project. */
  async rename(id: string, text: string, by: string): Promise<Renaming> {
    const name = normaliseProjectName(text);
    if (name.kind === 'error') return refused('invalid_project', name.message);
    const change = randomUUID();
    return this.#store.write((tx): Renaming => {
      const row = rowByUuid(tx, id);
      if (row === undefined) return gone();
      const holder = rowByName(tx, name.name);
      if (holder !== undefined && holder.id !== row.id) return nameTaken(name.name, holder);
      if (row.name === name.name) return refused('invalid_project', `The project is called that already.`);
      putLocators(tx, row, { locators: [{ kind: 'name', value: row.name }] });
      const renamed = { ...row, name: name.name };
      putProject(tx, renamed);
      recordChange(tx, change, { kind: 'rename', project: named(row), to: name.name }, by, this.#now());
      return { kind: 'renamed', project: recordOf(renamed), similar: similarOf(tx, renamed) };
    });
  }

  /** The sources become part of the target: their names and places lead to it. */
  async merge(sourceIds: readonly string[], targetId: string, by: string): Promise<Begun> {
    const change = randomUUID();
    const moves = new Map(sourceIds.map((id) => [id, randomUUID()]));
    return this.#store.write((tx): Begun => {
      const target = rowByUuid(tx, targetId);
      if (target === undefined) return gone();
      const rows = new Map<number, { readonly row: ProjectRow; readonly move: string }>();
      for (const [id, move] of moves) {
        const row = rowByUuid(tx, id);
        if (row === undefined) return gone();
        if (row.id === target.id)
          return refused('invalid_project', `"${target.name}" cannot be merged into itself.`);
        rows.set(row.id, { row, move });
      }
      if (rows.size === 0) return refused('invalid_project', 'Name at least one project to merge.');
      const sources = [...rows.values()].map(({ row, move }): MergedProject => ({ ...named(row), move }));
      const busy = unfinishedWith(tx, [target.uuid, ...sources.map(({ id }) => id)]);
      if (busy !== undefined) return busy;
      for (const { row } of rows.values()) putProject(tx, { ...row, merged_into: target.id });
      recordChange(tx, change, { kind: 'merge', sources, target: named(target) }, by, this.#now());
      const begun = sources.map(({ move, ...source }) =>
        this.#begin(tx, move, source, named(target), { kind: 'all' }),
      );
      return { kind: 'begun', change, moves: begun };
    });
  }

  /** Takes memories from one project to another. The ids need not exist: those that do not are left out. */
  async move(ids: readonly string[], sourceId: string, targetId: string, by: string): Promise<Begun> {
    const change = randomUUID();
    const move = randomUUID();
    return this.#store.write((tx): Begun => {
      const [source, target] = [rowByUuid(tx, sourceId), rowByUuid(tx, targetId)];
      if (source === undefined || target === undefined) return gone();
      if (source.id === target.id)
        return refused('invalid_project', `The memory is in "${target.name}" already.`);
      const busy = unfinishedWith(tx, [source.uuid, target.uuid]);
      if (busy !== undefined) return busy;
      const ends = { source: named(source), target: named(target) };
      recordChange(tx, change, { kind: 'move', move, ...ends, count: ids.length }, by, this.#now());
      const begun = this.#begin(tx, move, ends.source, ends.target, { kind: 'listed', ids });
      return { kind: 'begun', change, moves: [begun] };
    });
  }

  /**
   * Makes a folder of a project a project of its own. Memories of it go along by id; those of the rest stay.
   * `detected` is what detection says of the folder.
   */
  async split(
    folder: { readonly path: string; readonly detected: DetectedProject },
    projectId: string,
    text: string,
    ids: readonly string[],
    by: string,
  ): Promise<Splitting> {
    const name = normaliseProjectName(text);
    if (name.kind === 'error') return refused('invalid_project', name.message);
    const [change, move, uuid] = [randomUUID(), randomUUID(), randomUUID()];
    return this.#store.write((tx): Splitting => {
      const source = rowByUuid(tx, projectId);
      if (source === undefined) return gone();
      const holder = rowByName(tx, name.name);
      if (holder !== undefined) return nameTaken(name.name, holder);
      const busy = unfinishedWith(tx, [source.uuid]);
      if (busy !== undefined) return busy;
      const part = partOf(tx, folder.detected, source.id);
      if (part.kind === 'refused') return part;
      const row = insertProject(
        tx,
        uuid,
        { name: name.name, alternativeNames: [], locators: [], path: folder.path },
        this.#now(),
      );
      takeOver(tx, part, row);
      // The clone that stays shares the remote: without this the folder would lead to both.
      if (part.shared) putChoice(tx, [folder.path], { kind: 'project', id: uuid });
      const ends = { source: named(source), target: named(row) };
      recordChange(tx, change, { kind: 'split', ...ends }, by, this.#now());
      const moves =
        ids.length === 0 ? [] : [this.#begin(tx, move, ends.source, ends.target, { kind: 'listed', ids })];
      return { kind: 'begun', change, moves, project: recordOf(row), similar: similarOf(tx, row) };
    });
  }

  /** The project leaves every list and search, with what is part of it. Its name and its places are free. */
  async forget(id: string, by: string): Promise<Forgetting> {
    const change = randomUUID();
    return this.#store.write((tx): Forgetting => {
      const row = rowByUuid(tx, id);
      if (row === undefined) return gone();
      const parts = partsOf(tx, row);
      const busy = unfinishedWith(
        tx,
        [row, ...parts].map(({ uuid }) => uuid),
      );
      if (busy !== undefined) return busy;
      const forgotten_at = this.#now().toISOString();
      const locators = [row, ...parts].flatMap((project) => {
        putProject(tx, { ...project, forgotten_at });
        return releaseLocators(tx, project);
      });
      const details = { kind: 'forget', project: named(row), parts: parts.map(named), locators } as const;
      recordChange(tx, change, details, by, this.#now());
      return { kind: 'forgotten', project: recordOf(row) };
    });
  }

  #begin(
    tx: Transaction,
    id: string,
    source: NamedProject,
    target: NamedProject,
    what: MovedMemories,
  ): MoveIntent {
    const intent = { id, source, target, what };
    putIntent(tx, intent, this.#now());
    return intent;
  }
}

/** Gives a new project the places of a part, also those that the project it was part of knew. */
function takeOver(tx: Transaction, { locators }: Part, row: ProjectRow): void {
  for (const { kind, value } of locators) {
    const [known] = tx.query<{ id: number }>('SELECT id FROM locator WHERE kind = ? AND value = ?', [
      kind,
      value,
    ]);
    tx.put('locator', { ...(known === undefined ? {} : { id: known.id }), project: row.id, kind, value });
  }
}

/** The projects that became part of one, and of those. */
function partsOf(db: Reader, { id }: ProjectRow): ProjectRow[] {
  return db
    .query<ProjectRow>('SELECT * FROM project WHERE merged_into = ? ORDER BY id', [id])
    .flatMap((part) => [part, ...partsOf(db, part)]);
}

function releaseLocators(tx: Transaction, row: ProjectRow) {
  const held = tx.query<{ id: number; kind: 'root'; value: string }>(
    'SELECT id, kind, value FROM locator WHERE project = ? ORDER BY id',
    [row.id],
  );
  return held.map(({ id, kind, value }) => {
    tx.delete('locator', id);
    return { project: row.uuid, kind, value };
  });
}

function similarOf(db: Reader, { uuid, name }: ProjectRow): string[] {
  const others = db.query<{ name: string }>(`SELECT name FROM project WHERE ${LIVING} AND uuid <> ?`, [uuid]);
  return similarNames(
    name,
    others.map((other) => other.name),
  );
}

function refused(reason: ChangeRefusal['reason'], message: string): ChangeRefusal {
  return { kind: 'refused', reason, message };
}

function gone(): ChangeRefusal {
  return refused(
    'unknown_project',
    'The project does not exist any more. Look at the list of projects again.',
  );
}

function nameTaken(name: string, holder: ProjectRow): ChangeRefusal {
  const who =
    holder.name === name
      ? `A project is called "${name}" already.`
      : `"${name}" leads to the project "${holder.name}".`;
  return refused('invalid_project', `${who} Choose another name, or merge the two.`);
}
