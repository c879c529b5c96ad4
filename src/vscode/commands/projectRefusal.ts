import * as vscode from 'vscode';
import type { ChangeRefusal } from '../../project/projectChange';

/** Tells the person, in their language, why a change of projects was refused: nothing was changed. */
export function showRefusal(refusal: ChangeRefusal): void {
  void vscode.window.showErrorMessage(refusalText(refusal.reason));
}

function refusalText(reason: ChangeRefusal['reason']): string {
  switch (reason) {
    case 'unknown_project':
      return vscode.l10n.t('The project does not exist any more. Look at the list of projects again.');
    case 'invalid_project':
      return vscode.l10n.t('The name leads to a project already. Choose another name, or merge the two.');
    case 'unfinished':
      return vscode.l10n.t(
        'Memories of this project are still on their way to another one. Try again in a moment.',
      );
    case 'nothing_to_undo':
      return vscode.l10n.t('This was undone already, or another change came after it.');
  }
}
