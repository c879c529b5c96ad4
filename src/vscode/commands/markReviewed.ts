import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { memoryCount } from '../counts';
import type { MemorySession } from '../session';
import { firstLine } from '../views/memoryTexts';

/** The memories still hold: their time until the next review starts anew. */
export async function markReviewed(session: MemorySession, records: readonly MemoryRecord[]): Promise<void> {
  const [first] = records;
  if (first === undefined) return;
  const { engine } = await import('../engine');
  const host = await session.host();
  for (const { area, id } of records) {
    await host.use(area, (opened) => opened.write((tx) => engine.markReviewed(tx, id, host.timestamp())));
  }
  const what = records.length === 1 ? firstLine(first.label, 80) : memoryCount(records.length);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Reviewed: {0}', what), 3000);
}
