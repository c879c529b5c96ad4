import * as vscode from 'vscode';
import { openMemory } from '../memoryDocuments';
import type { MemorySession } from '../session';
import { forgetMemories } from './forgetMemories';
import { MemoryPick } from './memoryPick';

/** Finds memories while the person types. Enter opens one; its buttons copy, insert or forget it. */
export function searchMemories(session: MemorySession, onFailure: (error: unknown) => unknown): void {
  const copy = button('copy', vscode.l10n.t('Copy Text'));
  const insert = button('insert', vscode.l10n.t('Insert at Cursor'));
  const forget = button('trash', vscode.l10n.t('Forget'));
  new MemoryPick(session, {
    title: vscode.l10n.t('Search Memories'),
    placeholder: vscode.l10n.t('Words of a title or a text; Enter opens'),
    buttons: [copy, insert, forget],
    browses: true,
    onFailure,
    onAccept: (record, pick) => {
      pick.hide();
      return openMemory(record);
    },
    onButton: async (record, pressed, pick) => {
      if (pressed === copy) {
        await vscode.env.clipboard.writeText(record.content);
        vscode.window.setStatusBarMessage(vscode.l10n.t('Memory copied'), 3000);
      } else if (pressed === insert) {
        pick.hide();
        await insertAtCursor(record.content);
      } else {
        await forgetMemories(session, [record]);
      }
    },
  }).show();
}

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}

/** As it is: a text is no snippet, `$1` stays `$1`. */
async function insertAtCursor(text: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open an editor to insert the memory into.'));
    return;
  }
  await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
}
