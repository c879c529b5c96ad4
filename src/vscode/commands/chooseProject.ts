import * as vscode from 'vscode';
import type { ProjectPicker } from '../picker';
import { refusalText } from '../refusalTexts';
import type { MemorySession } from '../session';

/** The person opens the picker by themselves: the choice holds for this window's folders. */
export async function chooseProject(session: MemorySession, picker: ProjectPicker): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('A project can be chosen once the workspace is trusted.'),
    );
    return;
  }
  const choice = await picker.choose(await session.projects.question());
  const outcome = await session.projects.choose(choice);
  if (outcome.kind === 'error')
    void vscode.window.showErrorMessage(refusalText(outcome.code, outcome.message));
}
