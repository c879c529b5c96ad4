import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { memoryCount } from '../counts';
import type { MemorySession } from '../session';
import { firstLine } from '../views/memoryTexts';
import { decisionRefusal, offerUndoOfDecision } from './decisionUndo';

/** The memories still hold though their sources have changed: from now on they are held against these as they are. */
export async function confirmSources(
  session: MemorySession,
  records: readonly MemoryRecord[],
): Promise<void> {
  const { engine } = await import('../engine');
  const host = await session.host();
  let confirmed = 0;
  const stale = records.filter(({ freshness }) => freshness?.status === 'stale');
  for (const record of stale) {
    const outcome = await engine.confirmByPerson(host, record, 'person');
    if (outcome.kind === 'unchanged') continue;
    if (outcome.kind !== 'decided') {
      void vscode.window.showErrorMessage(decisionRefusal(outcome));
      continue;
    }
    confirmed++;
    if (stale.length > 1) continue;
    const text = vscode.l10n.t('Confirmed as still true: {0}', firstLine(record.label, 80));
    await offerUndoOfDecision(session, outcome.decision, text);
  }
  if (stale.length > 1 && confirmed > 0) {
    const text = vscode.l10n.t('Confirmed as still true: {0}', memoryCount(confirmed));
    void vscode.window.showInformationMessage(text);
  }
}
