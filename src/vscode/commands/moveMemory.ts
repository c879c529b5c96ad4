import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { memoryCount } from '../counts';
import type { MemorySession } from '../session';
import { firstLine } from '../views/memoryTexts';
import { pickOtherProject } from './changeProjects';
import { MemoryPick } from './memoryPick';
import { isTrusted } from './projectPick';
import { showRefusal } from './projectRefusal';
import { offerUndo, withProgress } from './projectUndo';

/** Takes memories of the project to another one. Facts about the user belong to none, and stay. */
export async function moveMemories(session: MemorySession, records: readonly MemoryRecord[]): Promise<void> {
  if (!isTrusted()) return;
  const [source] = records.flatMap(({ area }) => (area.kind === 'project' ? [area] : []));
  if (source === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('A fact about you belongs to no project and cannot be moved to one.'),
    );
    return;
  }
  const title = vscode.l10n.t('Move Memory to Project');
  const target = await pickOtherProject(session, title, source.id);
  if (target === undefined) return;
  const moving = records.filter(({ area }) => area.kind === 'project' && area.id === source.id);
  const changes = await (await session.host()).projectChanges();
  const moved = await withProgress(vscode.l10n.t('Moving memories'), () =>
    changes.move(
      moving.map(({ id }) => id),
      source,
      target,
      'person',
    ),
  );
  if (moved.kind === 'refused') {
    showRefusal(moved, target.name);
    return;
  }
  const [first] = moving;
  const text =
    moving.length === 1 && first !== undefined
      ? vscode.l10n.t('Moved to {0}: {1}', target.name, firstLine(first.label, 80))
      : vscode.l10n.t('Moved to {0}: {1}', target.name, memoryCount(moved.memories));
  await offerUndo(session, text);
}

/** Palette: pick one memory and move it. */
export function pickAndMove(session: MemorySession, onFailure: (error: unknown) => unknown): void {
  if (!isTrusted()) return;
  new MemoryPick(session, {
    title: vscode.l10n.t('Move Memory to Project'),
    placeholder: vscode.l10n.t('Choose the memory to move'),
    onFailure,
    onAccept: (record, pick) => {
      pick.hide();
      return moveMemories(session, [record]);
    },
  }).show();
}
