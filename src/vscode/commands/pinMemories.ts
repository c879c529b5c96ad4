import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { memoryCount } from '../counts';
import type { MemorySession } from '../session';
import { firstLine } from '../views/memoryTexts';

/** Pinned memories stand first in lists, and agents recall them at the start of every task. */
export async function pinMemories(
  session: MemorySession,
  records: readonly MemoryRecord[],
  pinned: boolean,
): Promise<void> {
  const [first] = records;
  if (first === undefined) return;
  const { engine } = await import('../engine');
  const host = await session.host();
  for (const { area, id } of records)
    await host.use(area, (opened) => opened.write((tx) => engine.pinMemory(tx, id, pinned)));
  const what = records.length === 1 ? firstLine(first.label, 80) : memoryCount(records.length);
  const text = pinned ? vscode.l10n.t('Pinned: {0}', what) : vscode.l10n.t('Unpinned: {0}', what);
  vscode.window.setStatusBarMessage(text, 3000);
}
