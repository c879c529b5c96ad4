import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { memoryCount } from '../counts';
import { askPurge } from '../purgeQuestion';
import type { MemorySession } from '../session';
import { firstLine } from '../views/memoryTexts';
import { showRefusal } from './replies';

/** Of the memories that are named in the question. */
const NAMED = 5;

/** Removes memories and every trace of them from the disk, through the same door as an agent. Asked first. */
export async function deleteForGood(session: MemorySession, records: readonly MemoryRecord[]): Promise<void> {
  const [first] = records;
  if (first === undefined) return;
  const labels = records.slice(0, NAMED).map(({ label }) => label);
  if (!(await askPurge({ kind: 'purge', labels, total: records.length }))) return;
  const { engine } = await import('../engine');
  const context = { ...(await session.toolContext('person')), confirm: () => Promise.resolve(true) };
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Deleting for good...'),
  };
  const refused = await vscode.window.withProgress(options, async () => {
    for (const { id } of records) {
      const reply = await engine.runTool(engine.forget, { id, purge: true }, context);
      if (reply.isError) return reply;
    }
    return undefined;
  });
  if (refused !== undefined)
    return showRefusal(refused, (message) => vscode.l10n.t('Not deleted for good: {0}', message));
  const text =
    records.length === 1
      ? vscode.l10n.t('Deleted for good: {0}', firstLine(first.label, 80))
      : vscode.l10n.t('Deleted for good: {0}', memoryCount(records.length));
  void vscode.window.showInformationMessage(text);
}
