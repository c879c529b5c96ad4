import * as vscode from 'vscode';
import { projectArea } from '../areas';
import { memoryCount } from '../counts';
import type { MemorySession } from '../session';
import { restoreGroups } from './forgetMemories';
import { isTrusted, projectToChange } from './projectPick';

/** Deletes an area of the project, which is what agents call a workspace: its memories are forgotten, its name is gone. */
export async function deleteArea(session: MemorySession): Promise<void> {
  if (!isTrusted()) return;
  const title = vscode.l10n.t('Delete Memory Area');
  const project = await projectToChange(session, title);
  if (project === undefined) return;
  const changes = await (await session.host()).projectChanges();
  const areas = await changes.workspaces(project);
  if (areas.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} has no areas beside the one that every project has.', project.name),
    );
    return;
  }
  const items = areas.map(({ name, memories }) => ({ label: name, description: memoryCount(memories) }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Choose the area of {0} to delete', project.name),
    ignoreFocusOut: true,
  });
  if (picked === undefined) return;
  const yes = vscode.l10n.t('Delete');
  const detail = vscode.l10n.t(
    'What it remembers ({0}) leaves every list and search. That can be undone, the rest cannot: nothing can be saved to an area of this name again, in any project.',
    picked.description,
  );
  const question = vscode.l10n.t('Delete the area {0} of {1}?', picked.label, project.name);
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return;
  const deleted = await changes.deleteWorkspace(project, picked.label, 'person');
  if (deleted.kind === 'denied') {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('{0} has no area {1} any more.', project.name, picked.label),
    );
    return;
  }
  const { ids } = deleted;
  const text = vscode.l10n.t(
    'The area {0} is deleted. Forgotten: {1}',
    picked.label,
    memoryCount(ids.length),
  );
  if (ids.length === 0) {
    void vscode.window.showInformationMessage(text);
    return;
  }
  const undo = vscode.l10n.t('Bring the Memories Back');
  if ((await vscode.window.showInformationMessage(text, undo)) === undo)
    await restoreGroups(session, [{ area: projectArea(project), ids }]);
}
