import type { Reader, Transaction } from '../store/types';
import { rowById, rowByUuid } from './catalogLookup';
import type { ProjectRow } from './catalogSchema';
import { pathKey } from './filePath';

/** `insteadOf` names the one project that was found when the person chose another. */
export type ChoiceToKeep =
  | { readonly kind: 'project'; readonly id: string; readonly insteadOf?: string }
  | { readonly kind: 'disabled' };

export type ChoiceOfRow =
  | { readonly kind: 'project'; readonly row: ProjectRow; readonly insteadOf?: string }
  | { readonly kind: 'disabled' };

interface ChoiceRow {
  readonly id: number;
  readonly project: number | null;
  readonly instead_of: string | null;
}

/** Throws when the project is unknown: the person can only have been shown known ones. */
export function putChoice(tx: Transaction, folders: readonly string[], choice: ChoiceToKeep): void {
  const project = choice.kind === 'project' ? rowByUuid(tx, choice.id) : undefined;
  if (choice.kind === 'project' && project === undefined) throw new Error(`There is no project ${choice.id}`);
  const known = choiceRow(tx, folders);
  tx.put('choice', {
    ...(known === undefined ? {} : { id: known.id }),
    folders: foldersKey(folders),
    project: project?.id ?? null,
    instead_of: choice.kind === 'project' ? (choice.insteadOf ?? null) : null,
  });
}

/** Undefined also when the chosen project is no more. */
export function choiceOf(db: Reader, folders: readonly string[]): ChoiceOfRow | undefined {
  const choice = choiceRow(db, folders);
  if (choice === undefined) return undefined;
  if (choice.project === null) return { kind: 'disabled' };
  const row = rowById(db, choice.project);
  if (row === undefined) return undefined;
  return { kind: 'project', row, ...(choice.instead_of === null ? {} : { insteadOf: choice.instead_of }) };
}

export function deleteChoice(tx: Transaction, folders: readonly string[]): void {
  const row = choiceRow(tx, folders);
  if (row !== undefined) tx.delete('choice', row.id);
}

function choiceRow(db: Reader, folders: readonly string[]): ChoiceRow | undefined {
  return db.query<ChoiceRow>('SELECT * FROM choice WHERE folders = ?', [foldersKey(folders)])[0];
}

function foldersKey(folders: readonly string[]): string {
  return [...new Set(folders.map(pathKey))].sort().join('\n');
}
