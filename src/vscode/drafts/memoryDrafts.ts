import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { areaNamed } from '../areas';
import type { MemorySession } from '../session';
import type { Draft } from './draft';
import { draftScheme } from './draftScheme';
import { parseDraftUri } from './draftUri';
import { mergedText } from './mergedText';
import { saveDraft } from './saveDraft';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Texts of memories as files that the person edits. Saving one as a person does saves the memory, past the guard; what
 * the editor saves by itself (auto save) is kept in the draft alone. A save that is refused fails, so that the editor
 * keeps the text.
 */
export class MemoryDrafts implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #session: () => MemorySession | undefined;
  readonly #onFailure: (error: unknown) => unknown;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #registrations: vscode.Disposable;
  /** By address. */
  readonly #drafts = new Map<string, Promise<Draft>>();
  /** Addresses that the person is saving by hand. */
  readonly #byHand = new Set<string>();
  /** Addresses whose memories are saved: their editors close. */
  readonly #done = new Map<string, () => void>();

  readonly onDidChangeFile = this.#changed.event;

  constructor(session: () => MemorySession | undefined, onFailure: (error: unknown) => unknown) {
    this.#session = session;
    this.#onFailure = onFailure;
    this.#registrations = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(draftScheme, this, { isCaseSensitive: true }),
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        if (document.uri.scheme === draftScheme && reason === vscode.TextDocumentSaveReason.Manual)
          this.#byHand.add(document.uri.toString());
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#close(uri)),
      vscode.workspace.onDidCloseTextDocument((document) => {
        // A document of another language is told as one that closes and opens.
        if (!vscode.workspace.textDocuments.includes(document)) this.#drafts.delete(document.uri.toString());
      }),
    );
  }

  /** Saves the memory of the draft in this editor, also where the editor has nothing to save. */
  async save(uri: vscode.Uri | undefined): Promise<void> {
    if (uri === undefined) return;
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    if (document === undefined) return;
    if (document.isDirty) {
      await document.save();
      return;
    }
    if (await this.#accept(uri, document.getText())) this.#close(uri);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { text, changedAt } = await this.#draft(uri);
    const size = encoder.encode(text).length;
    return { type: vscode.FileType.File, ctime: changedAt, mtime: changedAt, size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return encoder.encode((await this.#draft(uri)).text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const text = decoder.decode(content);
    if (this.#byHand.delete(uri.toString()) && !(await this.#accept(uri, text))) {
      throw vscode.FileSystemError.Unavailable(vscode.l10n.t('The memory was not saved. Your text is kept.'));
    }
    const draft = await this.#draft(uri);
    draft.text = text;
    draft.changedAt = Date.now();
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /** False: it was refused, and the person was told why. */
  async #accept(uri: vscode.Uri, text: string): Promise<boolean> {
    const session = this.#session();
    if (session === undefined) return false;
    try {
      const report = await saveDraft(session, await this.#draft(uri), text, uri);
      if (report !== undefined) this.#done.set(uri.toString(), report);
      return report !== undefined;
    } catch (error) {
      void this.#onFailure(error);
      return false;
    }
  }

  /** The editor has let go of what it saved: it may close without asking. */
  #close(uri: vscode.Uri): void {
    const report = this.#done.get(uri.toString());
    if (report === undefined) return;
    this.#done.delete(uri.toString());
    const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: each }) => each);
    const own = tabs.filter(
      ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
    );
    void vscode.window.tabGroups.close(own).then(report);
  }

  #draft(uri: vscode.Uri): Promise<Draft> {
    const name = uri.toString();
    let draft = this.#drafts.get(name);
    if (draft === undefined) {
      draft = this.#begin(uri);
      this.#drafts.set(name, draft);
      draft.catch(() => this.#drafts.delete(name));
    }
    return draft;
  }

  async #begin(uri: vscode.Uri): Promise<Draft> {
    const session = this.#session();
    const address = parseDraftUri(uri);
    const area = session && address && (await areaNamed(session, address.area));
    if (area === undefined || session === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const host = await session.host();
    const found = await Promise.all((address?.ids ?? []).map((id) => host.get(area, id)));
    const records = found.filter((record) => record !== undefined && record.deletedAt === undefined);
    const [memory, ...over] = records as MemoryRecord[];
    if (memory === undefined || records.length < found.length) throw vscode.FileSystemError.FileNotFound(uri);
    const text =
      over.length === 0 ? memory.content : mergedText([...over, memory].map(({ content }) => content));
    return { memory, over, text, changedAt: Date.now() };
  }

  dispose(): void {
    this.#registrations.dispose();
    this.#changed.dispose();
  }
}
