import * as vscode from 'vscode';
import type { PersonQuestion } from '../tools/tool';
import { seenText } from './guardTexts';

/** Asks whether a text is saved in which the guard saw orders to a later reader: a person may know better. */
export async function askSuspicious(question: PersonQuestion): Promise<boolean> {
  if (question.kind !== 'poisoned') return false;
  const save = vscode.l10n.t('Save Anyway');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'This text could mislead an agent that reads it later: {0}. Save it?',
      seenText(question.seen),
    ),
    { modal: true },
    save,
  );
  return answer === save;
}
