import * as vscode from 'vscode';
import type { PersonQuestion } from '../tools/tool';
import { firstLine } from './views/memoryTexts';

/** Asks whether memories are to be removed for good. Any other question is answered with no. */
export async function askPurge(question: PersonQuestion): Promise<boolean> {
  if (question.kind !== 'purge') return false;
  const names = question.labels.map((label) => firstLine(label, 80)).join(', ');
  const more = question.total - question.labels.length;
  const yes = vscode.l10n.t('Delete for Good');
  const detail = vscode.l10n.t('No copy stays on the disk. This cannot be undone.');
  const asked =
    more > 0
      ? vscode.l10n.t('Delete for good: {0} and {1} more?', names, more)
      : vscode.l10n.t('Delete for good: {0}?', names);
  return (await vscode.window.showWarningMessage(asked, { modal: true, detail }, yes)) === yes;
}
