import { randomUUID } from 'node:crypto';
import type { Disposable, Reader, Store, StoreChange, Transaction } from '../store/types';
import { freeName, rowByName } from './catalogLookup';
import { putProject } from './catalogRows';
import type { ProjectRow } from './catalogSchema';
import { passClaims } from './workspaceClaim';
import {
  clearIntent,
  latestChange,
  named,
  pendingIntents,
  putIntent,
  unfinishedWith,
  type ChangeRow,
} from './changeRows';
import type {
  ChangeDetails,
  ChangeRefusal,
  MovedMemories,
  MoveIntent,
  NamedProject,
  ProjectChange,
} from './projectChange';

/** What could not be made as it was before the change. */
export type UndoNote =
  /** Its name was given to another project meanwhile. */
  | { readonly kind: 'renamed'; readonly name: string; readonly given: string }
  /** Another project was begun in its folder meanwhile. */
  | { readonly kind: 'folderTaken' };

export type Undoing =
  | {
      readonly kind: 'undone';
      readonly change: ProjectChange;
      /** To be carried out, like those of any change. */
      readonly moves: readonly MoveIntent[];
      readonly notes: readonly UndoNote[];
    }
  | ChangeRefusal;

/** The changes of projects that can be taken back, newest first, and the moves that are not finished. */
export class CatalogUndo {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(store: Store, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /** The change that an undo would take back. */
  latest(): Promise<ProjectChange | undefined> {
    return this.#store.read(latestChange);
  }

  pending(): Promise<readonly MoveIntent[]> {
    return this.#store.read(pendingIntents);
  }

  /** The move is done: nobody has to look at it again. `workspaces`: areas that nothing was left of in its source. */
  finish({ id, source, target }: MoveIntent, workspaces: readonly string[]): Promise<void> {
    return this.#store.write((tx) => {
      // Another process finished it before: what became of the areas since is not to be undone.
      if (!pendingIntents(tx).some((intent) => intent.id === id)) return;
      passClaims(tx, workspaces, source.id, target.id);
      clearIntent(tx, id);
    });
  }

  /** Calls when the moves that are under way may be others than before, in this or another process. */
  onDidChangePending(listener: () => void): Disposable {
    return this.#store.onDidChange((change: StoreChange) => {
      if (change.kind === 'reset' || change.changes.some(({ table }) => table === 'intent')) listener();
    });
  }

  /** Takes the newest change back, by the id that `latest` told. */
  undo(id: string): Promise<Undoing> {
    return this.#store.write((tx): Undoing => {
      const change = latestChange(tx);
      if (change?.id !== id) {
        return refused('nothing_to_undo', 'This was undone already, or another change came after it.');
      }
      const busy = unfinishedWith(tx, projectsOf(change.details));
      if (busy !== undefined) return busy;
      const undone = takeBack(tx, change.details);
      if ('reason' in undone) return undone;
      const [row] = tx.query<ChangeRow>('SELECT * FROM project_change WHERE uuid = ?', [id]);
      if (row !== undefined) tx.put('project_change', { ...row, undone_at: this.#now().toISOString() });
      for (const intent of undone.moves) putIntent(tx, intent, this.#now());
      return { kind: 'undone', change, ...undone };
    });
  }
}

type Forgotten = Extract<ChangeDetails, { kind: 'forget' }>;

type TakenBack = Pick<Extract<Undoing, { kind: 'undone' }>, 'moves' | 'notes'>;

function takeBack(tx: Transaction, details: ChangeDetails): TakenBack | ChangeRefusal {
  switch (details.kind) {
    case 'rename': {
      const row = rowItself(tx, details.project.id);
      if (row === undefined) return refused('unknown_project', `"${details.to}" does not exist any more.`);
      return { moves: [], notes: putUnderName(tx, row, details.project.name) };
    }
    case 'merge':
      return details.sources.reduce<TakenBack>(
        (undone, source) => {
          const row = rowItself(tx, source.id);
          if (row === undefined) return undone;
          const notes = putUnderName(tx, { ...row, merged_into: null }, row.name);
          const move = begin(details.target, named(row), { kind: 'returning', move: source.move });
          return { moves: [...undone.moves, move], notes: [...undone.notes, ...notes] };
        },
        { moves: [], notes: [] },
      );
    case 'split': {
      const [source, part] = [rowItself(tx, details.source.id), rowItself(tx, details.target.id)];
      if (source === undefined || part === undefined)
        return refused('unknown_project', `"${details.target.name}" does not exist any more.`);
      putProject(tx, { ...part, merged_into: source.id });
      return { moves: [begin(named(part), named(source), { kind: 'all' })], notes: [] };
    }
    case 'move': {
      const { source, target, move } = details;
      return { moves: [begin(target, source, { kind: 'returning', move })], notes: [] };
    }
    case 'forget':
      return { moves: [], notes: restore(tx, details) };
  }
}

function begin(source: NamedProject, target: NamedProject, what: MovedMemories): MoveIntent {
  return { id: randomUUID(), source, target, what };
}

/** Under its name, or the next free one where another project was given that meanwhile. */
function putUnderName(tx: Transaction, row: ProjectRow, name: string): UndoNote[] {
  const holder = rowByName(tx, name);
  const free = holder === undefined || holder.id === row.id || holder.name !== name;
  const given = free ? name : freeName(tx, { name, alternativeNames: [] });
  putProject(tx, { ...row, name: given });
  return free ? [] : [{ kind: 'renamed', name, given }];
}

function restore(tx: Transaction, { project, parts, locators }: Forgotten): UndoNote[] {
  const notes: UndoNote[] = [];
  const ids = new Map<string, number>();
  for (const { id } of [project, ...parts]) {
    const row = rowItself(tx, id);
    if (row === undefined) continue;
    ids.set(id, row.id);
    notes.push(...putUnderName(tx, { ...row, forgotten_at: null }, row.name));
  }
  let taken = 0;
  for (const { project: id, kind, value } of locators) {
    const owner = ids.get(id);
    const held = tx.query('SELECT 1 FROM locator WHERE kind = ? AND value = ?', [kind, value]).length > 0;
    if (owner === undefined) continue;
    if (held) taken++;
    else tx.put('locator', { project: owner, kind, value });
  }
  if (taken > 0) notes.push({ kind: 'folderTaken' });
  return notes;
}

function projectsOf(details: ChangeDetails): readonly string[] {
  switch (details.kind) {
    case 'rename':
    case 'forget':
      return [details.project.id];
    case 'merge':
      return [...details.sources, details.target].map(({ id }) => id);
    case 'move':
    case 'split':
      return [details.source.id, details.target.id];
  }
}

/** Also a merged or a forgotten one. */
function rowItself(db: Reader, uuid: string): ProjectRow | undefined {
  return db.query<ProjectRow>('SELECT * FROM project WHERE uuid = ?', [uuid])[0];
}

function refused(reason: ChangeRefusal['reason'], message: string): ChangeRefusal {
  return { kind: 'refused', reason, message };
}
