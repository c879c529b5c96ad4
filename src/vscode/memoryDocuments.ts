import * as vscode from 'vscode';
import type { MemoryRecord } from '../memory/types';
import { areaNamed } from './areas';
import { backgroundOf } from './background';
import { draftScheme } from './drafts/draftScheme';
import { memoryDocument } from './frontMatter';
import { memoryLanguageId } from './memoryLanguage';
import { isComparison, memoryScheme, memoryUri, parseMemoryUri, revisionOf } from './memoryUri';
import type { MemorySession } from './session';
import { textOf } from './versions';
import { comparedText } from './views/memoryTexts';

/** Shows memories as read-only Markdown documents that follow every change. */
export class MemoryDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #session: () => MemorySession | undefined;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registrations: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor(session: () => MemorySession | undefined) {
    this.#session = session;
    this.#registrations = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(memoryScheme, this),
      vscode.workspace.onDidOpenTextDocument(withoutLinks),
    );
    for (const document of vscode.workspace.textDocuments) withoutLinks(document);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const session = this.#session();
    if (session === undefined) return vscode.l10n.t('Memory is off.');
    const address = parseMemoryUri(uri);
    const area = address === undefined ? undefined : await areaNamed(session, address.area);
    const record =
      area === undefined || address === undefined
        ? undefined
        : await (await session.host()).get(area, address.id);
    if (record === undefined) return vscode.l10n.t('This memory does not exist any more.');
    const revision = revisionOf(uri);
    if (revision !== undefined)
      return (await textOf(session, record, revision)) ?? vscode.l10n.t('This version is not kept any more.');
    return isComparison(uri)
      ? comparedText(record)
      : memoryDocument(record, await backgroundOf(session, record));
  }

  /** Reads open documents again. */
  refresh(): void {
    for (const document of vscode.workspace.textDocuments) {
      if (document.uri.scheme === memoryScheme) this.#changed.fire(document.uri);
    }
  }

  dispose(): void {
    this.#registrations.dispose();
    this.#changed.dispose();
  }
}

/** The name ends in `.md`, and so the editor takes it for Markdown with all that belongs to it. */
function withoutLinks(document: vscode.TextDocument): void {
  const { scheme } = document.uri;
  if ((scheme !== memoryScheme && scheme !== draftScheme) || document.languageId !== 'markdown') return;
  void vscode.languages.setTextDocumentLanguage(document, memoryLanguageId);
}

/** Opens a memory in an editor. */
export async function openMemory(
  record: MemoryRecord,
  options?: vscode.TextDocumentShowOptions,
): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', memoryUri(record), options);
}
