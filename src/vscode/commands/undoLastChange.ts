import * as vscode from 'vscode';
import type { Area } from '../../memory/types';
import { readableAreas, userArea } from '../areas';
import type { MemorySession } from '../session';
import { undoLastDecision } from './decisionUndo';
import { restoreGroups } from './forgetMemories';
import { undoProjectChange } from './projectUndo';

/** Something that can be taken back. */
interface Undoable {
  /** ISO 8601 */
  readonly at: string;
  readonly undo: () => Promise<void>;
}

/**
 * Takes back what was done last, by any window and also after a reload: memories forgotten, something decided about
 * memories or written into them by the person, or projects changed.
 */
export async function undoLastChange(session: MemorySession): Promise<void> {
  const [newest] = (await undoables(session)).sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  if (newest === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is nothing to undo.'));
    return;
  }
  await newest.undo();
}

async function undoables(session: MemorySession): Promise<Undoable[]> {
  const { engine } = await import('../engine');
  const host = await session.host();
  const areas = await undoableAreas(session);
  const forgotten = await host.lastForgotten(areas);
  const decision = await engine.lastDecision(host, areas);
  const change = vscode.workspace.isTrusted ? await (await host.projectChanges()).latest() : undefined;
  return [
    ...(forgotten === undefined
      ? []
      : [{ at: forgotten.at, undo: () => restoreGroups(session, [forgotten], forgotten.label) }]),
    ...(decision === undefined ? [] : [{ at: decision.at, undo: () => undoLastDecision(session, decision) }]),
    ...(change === undefined ? [] : [{ at: change.at, undo: () => undoProjectChange(session, change) }]),
  ];
}

async function undoableAreas(session: MemorySession): Promise<readonly Area[]> {
  return vscode.workspace.isTrusted ? readableAreas(session) : [userArea];
}
