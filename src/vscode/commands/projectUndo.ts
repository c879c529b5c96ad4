import * as vscode from 'vscode';
import type { UndoNote } from '../../project/catalogUndo';
import type { ChangeDetails, ProjectChange } from '../../project/projectChange';
import { memoryCount } from '../counts';
import type { MemorySession } from '../session';
import { showRefusal } from './projectRefusal';

/** Tells what was done and offers to take it back: from the database, so that Undo Last Change does as well. */
export async function offerUndo(session: MemorySession, text: string): Promise<void> {
  const change = await (await (await session.host()).projectChanges()).latest();
  const undo = vscode.l10n.t('Undo');
  const answer = await vscode.window.showInformationMessage(text, undo);
  if (answer === undo && change !== undefined) await undoProjectChange(session, change);
}

export async function undoProjectChange(session: MemorySession, change: ProjectChange): Promise<void> {
  const changes = await (await session.host()).projectChanges();
  const undone = await withProgress(vscode.l10n.t('Undoing the change'), () => changes.undo(change));
  if (undone.kind === 'refused') {
    showRefusal(undone, projectNameOf(change.details));
    return;
  }
  void vscode.window.showInformationMessage(
    [vscode.l10n.t('Undone: {0}.', describe(change.details)), ...undone.notes.map(noteText)].join(' '),
  );
}

function noteText(note: UndoNote): string {
  switch (note.kind) {
    case 'renamed':
      return vscode.l10n.t(
        'Another project is called {0} now, so this one is called {1}.',
        note.name,
        note.given,
      );
    case 'folderTaken':
      return vscode.l10n.t(
        'Another project was begun in its folder meanwhile: merge the two to have one again.',
      );
  }
}

/** Moves between databases may take seconds. */
export function withProgress<T>(title: string, work: () => Promise<T>): Promise<T> {
  return Promise.resolve(
    vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, work),
  );
}

function describe(details: ChangeDetails): string {
  switch (details.kind) {
    case 'rename':
      return vscode.l10n.t('{0} renamed to {1}', details.project.name, details.to);
    case 'merge':
      return vscode.l10n.t(
        '{0} merged into {1}',
        details.sources.map(({ name }) => name).join(', '),
        details.target.name,
      );
    case 'move':
      return vscode.l10n.t(
        '{0} moved from {1} to {2}',
        memoryCount(details.count),
        details.source.name,
        details.target.name,
      );
    case 'split':
      return vscode.l10n.t('{0} split off from {1}', details.target.name, details.source.name);
    case 'forget':
      return vscode.l10n.t('the project {0} forgotten', details.project.name);
  }
}

/** The project that the change, when taken back, is about. */
function projectNameOf(details: ChangeDetails): string {
  switch (details.kind) {
    case 'rename':
    case 'forget':
      return details.project.name;
    case 'merge':
    case 'move':
    case 'split':
      return details.target.name;
  }
}
