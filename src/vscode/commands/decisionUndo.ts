import * as vscode from 'vscode';
import type { LastDecision, MadeDecision, RefusedDecision } from '../../memory/personDecisions';
import type { MemorySession } from '../session';
import { firstLine } from '../views/memoryTexts';

/** Tells what was decided and offers to take it back, as Undo Last Change does later. */
export async function offerUndoOfDecision(
  session: MemorySession,
  decision: MadeDecision,
  text: string,
): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  if ((await vscode.window.showInformationMessage(text, undo)) === undo) await takeBack(session, decision);
}

/** Takes back what any window decided last. */
export async function undoLastDecision(session: MemorySession, decision: LastDecision): Promise<void> {
  if (!(await takeBack(session, decision))) return;
  const { label } = decision;
  void vscode.window.showInformationMessage(
    label === undefined
      ? vscode.l10n.t('The last decision was taken back.')
      : vscode.l10n.t('Taken back, what was decided about: {0}', firstLine(label, 80)),
  );
}

/** Why nothing was decided. */
export function decisionRefusal(refused: RefusedDecision): string {
  if (refused.kind === 'outdated')
    return vscode.l10n.t('Nothing was changed: the memory is another one meanwhile. Look at it again.');
  return refused.kind === 'refused' && refused.why.kind === 'circular'
    ? vscode.l10n.t(
        'Nothing was changed: the memory to keep has been superseded by the other one, through a third.',
      )
    : vscode.l10n.t('Nothing was changed: one of these memories does not exist any more.');
}

async function takeBack(session: MemorySession, decision: MadeDecision): Promise<boolean> {
  const { engine } = await import('../engine');
  const whole = await engine.undoByPerson(await session.host(), decision, 'person');
  if (!whole) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('Not all was taken back: these memories were judged or changed anew meanwhile.'),
    );
  }
  return whole;
}
