import * as vscode from 'vscode';
import type { MemoryRecord } from '../memory/types';
import { forgetMemories } from './commands/forgetMemories';
import { commands } from './contributions';
import { openMemory } from './memoryDocuments';
import type { MemorySession } from './session';
import { firstLine } from './views/memoryTexts';

/** Milliseconds for which the status bar tells of a save. */
const SHOWN_MS = 5000;

/** Tells in the status bar what an agent has saved without being asked; a click opens or forgets it. */
export class SavedNote implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem(
    'projectMemory.saved',
    vscode.StatusBarAlignment.Left,
    9,
  );
  #timer: NodeJS.Timeout | undefined;
  #record: MemoryRecord | undefined;

  constructor() {
    this.#item.name = vscode.l10n.t('Saved by Agents');
    this.#item.command = commands.showSaved.id;
    this.#item.tooltip = vscode.l10n.t('Saved by an agent. Open or forget it');
  }

  show(record: MemoryRecord): void {
    this.#record = record;
    const text = vscode.l10n.t('Saved: {0}', firstLine(record.label, 40));
    // Nothing in a title is read as an icon.
    this.#item.text = `$(bookmark) ${text.replaceAll('$(', '\\$(')}`;
    this.#item.accessibilityInformation = { label: text };
    this.#item.show();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#item.hide(), SHOWN_MS);
  }

  /** Has the person choose what becomes of the memory that was told of last. */
  async choose(session: MemorySession): Promise<void> {
    const record = this.#record;
    if (record === undefined) return;
    const open = { label: `$(go-to-file) ${vscode.l10n.t('Open')}` };
    const forget = { label: `$(trash) ${vscode.l10n.t('Forget')}` };
    const picked = await vscode.window.showQuickPick([open, forget], {
      title: vscode.l10n.t('Saved: {0}', firstLine(record.label, 80)),
    });
    if (picked === open) await openMemory(record);
    else if (picked === forget) await forgetMemories(session, [record]);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#item.dispose();
  }
}
