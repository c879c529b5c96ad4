import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import type { MemorySession } from '../session';
import { memoryDescription, memoryIcon } from '../views/memoryTexts';
import { MemoryPick } from './memoryPick';

/** Has the person choose a memory, as the palette needs where none is selected in a view, and does something with it. */
export function pickMemory(
  session: MemorySession,
  title: string,
  onFailure: (error: unknown) => unknown,
  run: (records: readonly MemoryRecord[]) => unknown,
): void {
  new MemoryPick(session, {
    title,
    placeholder: vscode.l10n.t('Choose the memory'),
    onFailure,
    onAccept: (record, pick) => {
      pick.hide();
      return run([record]);
    },
  }).show();
}

/** Has the person choose among memories that wait for them. */
export async function pickWaiting(
  waiting: readonly MemoryRecord[],
  title: string,
): Promise<readonly MemoryRecord[]> {
  if (waiting.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No memory waits for this.'));
    return [];
  }
  const items = waiting.map((record) => ({
    label: record.label,
    description: memoryDescription(record, new Date()),
    detail: record.sourceId ?? '',
    iconPath: memoryIcon(record),
    record,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Choose the memory'),
    matchOnDetail: true,
  });
  return picked === undefined ? [] : [picked.record];
}
