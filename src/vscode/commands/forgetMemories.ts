import * as vscode from 'vscode';
import type { NotRestored } from '../../memory/forgetting';
import type { Area, MemoryRecord } from '../../memory/types';
import { memoryCount } from '../counts';
import type { MemorySession } from '../session';
import { firstLine } from '../views/memoryTexts';
import { MemoryPick } from './memoryPick';

export interface ForgottenGroup {
  readonly area: Area;
  readonly ids: readonly string[];
}

/** Forgets memories at once and offers to take it back. */
export async function forgetMemories(
  session: MemorySession,
  records: readonly MemoryRecord[],
): Promise<void> {
  const host = await session.host();
  const forgotten: ForgottenGroup[] = [];
  for (const { area, ids } of byArea(records)) {
    const gone = await host.forget(area, ids, 'person');
    if (gone.length > 0) forgotten.push({ area, ids: gone });
  }
  const count = forgotten.reduce((total, { ids }) => total + ids.length, 0);
  const [first] = records;
  if (count === 0 || first === undefined) return;
  const text =
    count === 1
      ? vscode.l10n.t('Forgotten: {0}', firstLine(first.label, 80))
      : vscode.l10n.t('Forgotten: {0}', memoryCount(count));
  const undo = vscode.l10n.t('Undo');
  if ((await vscode.window.showInformationMessage(text, undo)) === undo)
    await restoreGroups(session, forgotten, count === 1 ? first.label : undefined);
}

/** Palette: pick one memory and forget it. */
export function pickAndForget(session: MemorySession, onFailure: (error: unknown) => unknown): void {
  new MemoryPick(session, {
    title: vscode.l10n.t('Forget Memory'),
    placeholder: vscode.l10n.t('Choose the memory to forget; it can be brought back'),
    onFailure,
    onAccept: (record, pick) => {
      pick.hide();
      return forgetMemories(session, [record]);
    },
  }).show();
}

/** Brings memories back that were forgotten, and says which could not be. */
export async function restoreGroups(
  session: MemorySession,
  groups: readonly ForgottenGroup[],
  label?: string,
): Promise<void> {
  const host = await session.host();
  const reasons: string[] = [];
  let restored = 0;
  for (const { area, ids } of groups) {
    const answer = await host.restore(area, ids);
    restored += answer.restored.length;
    reasons.push(...answer.refused.map(notRestoredText));
  }
  if (restored > 0) {
    const text =
      restored === 1 && label !== undefined
        ? vscode.l10n.t('Restored: {0}', firstLine(label, 80))
        : vscode.l10n.t('Restored: {0}', memoryCount(restored));
    void vscode.window.showInformationMessage(text);
  }
  if (reasons.length > 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('Not restored: {0}', [...new Set(reasons)].join('; ')),
    );
  }
}

function notRestoredText(refused: NotRestored): string {
  switch (refused.reason) {
    case 'purged':
      return vscode.l10n.t('it was deleted for good');
    case 'saved_anew':
      return vscode.l10n.t('"{0}" was saved anew since it was forgotten', firstLine(refused.label, 80));
  }
}

function byArea(records: readonly MemoryRecord[]): readonly ForgottenGroup[] {
  const groups = new Map<string, { area: Area; ids: string[] }>();
  for (const { area, id } of records) {
    const name = area.kind === 'user' ? 'user' : area.id;
    const group = groups.get(name) ?? { area, ids: [] };
    group.ids.push(id);
    groups.set(name, group);
  }
  return [...groups.values()];
}
