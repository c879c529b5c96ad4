import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { memoryUri } from '../memoryUri';

/** Somebody who moves through a list stays this long on what they want to see, in milliseconds. */
const DELAY_MS = 150;

/**
 * Shows the memory on which a list stands, in the editor that the next preview replaces. What stood there is shown
 * again when the list closes and nothing was chosen.
 */
export class MemoryPreview implements vscode.Disposable {
  readonly #before = vscode.window.tabGroups.activeTabGroup.activeTab;
  #timer: NodeJS.Timeout | undefined;
  #shown: vscode.Uri | undefined;
  #kept = false;

  show(record: MemoryRecord): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#shown = memoryUri(record);
      void vscode.commands.executeCommand('vscode.open', this.#shown, { preview: true, preserveFocus: true });
    }, DELAY_MS);
  }

  /** Something was chosen: the editors stay as they are. */
  keep(): void {
    this.#kept = true;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    if (this.#kept || this.#shown === undefined) return;
    const replaced = this.#before?.isPreview === true ? this.#before.input : undefined;
    if (replaced instanceof vscode.TabInputText) {
      void vscode.commands.executeCommand('vscode.open', replaced.uri, {
        preview: true,
        preserveFocus: true,
      });
      return;
    }
    const shown = this.#shown.toString();
    const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: each }) => each);
    const previews = tabs.filter(
      ({ isPreview, input }) =>
        isPreview && input instanceof vscode.TabInputText && input.uri.toString() === shown,
    );
    void vscode.window.tabGroups.close(previews, true);
  }
}
