import * as vscode from 'vscode';
import type { ChangeRefusal } from '../../project/projectChange';

/**
 * Tells the person, in their language, why a change of a project, called or to be called so, was refused: nothing was
 * changed.
 */
export function showRefusal({ reason }: ChangeRefusal, name: string): void {
  void vscode.window.showErrorMessage(refusalText(reason, name));
}

function refusalText(reason: ChangeRefusal['reason'], name: string): string {
  switch (reason) {
    case 'unknown_project':
      return vscode.l10n.t(
        'The project {0} does not exist any more. Look at the list of projects again.',
        name,
      );
    case 'invalid_project':
      return vscode.l10n.t(
        'A project is called "{0}" already, or was before. Choose another name, or merge the two.',
        name,
      );
    case 'unfinished':
      return vscode.l10n.t(
        'Memories of {0} are still on their way to another project. Try again in a moment.',
        name,
      );
    case 'nothing_to_undo':
      return vscode.l10n.t('This was undone already, or another change came after it.');
  }
}
