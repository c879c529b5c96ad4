import * as vscode from 'vscode';
import type { MemoryRecord } from '../memory/types';
import { registerLanguageModelTools } from './languageModelTools';
import { registerMcpServer, type ServerLocation } from './mcpProvider';
import type { ProjectPicker } from './picker';
import { MemorySession } from './session';
import { askOnAmbiguousProject, isEnabled, surfaces } from './settings';

export interface MemoryWindowOptions {
  readonly server: ServerLocation;
  readonly programDirectory: string;
  readonly picker: ProjectPicker;
  /** An agent in this window has saved a memory. */
  readonly onSaved: (record: MemoryRecord) => void;
  readonly log: vscode.LogOutputChannel;
}

/**
 * The memory of this window, on or off. Off means: no session, so nothing is read or written, and neither tools
 * nor a server are registered.
 */
export class MemoryWindow implements vscode.Disposable {
  readonly #options: MemoryWindowOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #switched = new vscode.EventEmitter<void>();
  readonly #opened = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[] = [this.#changed, this.#switched, this.#opened];
  #session: MemorySession | undefined;
  #server: vscode.Disposable | undefined;
  #tools: vscode.Disposable | undefined;

  /** What is shown may be out of date: memories, project or switch changed. */
  readonly onDidChange = this.#changed.event;
  /** Switched on or off: another session, or none. */
  readonly onDidSwitch = this.#switched.event;

  /** The store was opened. */
  readonly onDidOpen = this.#opened.event;

  constructor(options: MemoryWindowOptions) {
    this.#options = options;
    this.#disposables.push(
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.apply()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('projectMemory.enabled')) this.apply();
        else if (change.affectsConfiguration('projectMemory.surfaces')) this.#offerTools();
      }),
    );
  }

  readonly session = (): MemorySession | undefined => this.#session;

  /** Makes the window what the settings say. */
  apply(): void {
    const enabled = isEnabled();
    void vscode.commands.executeCommand('setContext', 'projectMemory.off', !enabled);
    if (enabled === (this.#session !== undefined)) return;
    this.#session?.dispose();
    this.#session = enabled ? this.#open() : undefined;
    const tellSettings = (): Promise<void> => this.#session?.tellSettings() ?? Promise.resolve();
    this.#server?.dispose();
    // It follows the setting of surfaces by itself: registering it anew would stop a running server.
    this.#server = enabled ? registerMcpServer(this.#options.server, tellSettings) : undefined;
    this.#offerTools();
    this.#switched.fire();
    this.#changed.fire();
  }

  #open(): MemorySession {
    const { server, programDirectory, picker, log } = this.#options;
    const session = new MemorySession({
      storageDirectory: server.storageDirectory,
      programDirectory,
      log,
      ask: (question, signal) =>
        askOnAmbiguousProject() ? picker.ask(question, signal) : Promise.resolve({ kind: 'dismissed' }),
    });
    session.onDidChange(() => this.#changed.fire());
    session.onDidOpen(() => this.#opened.fire());
    return session;
  }

  #offerTools(): void {
    this.#tools?.dispose();
    this.#tools =
      this.#session === undefined || surfaces() === 'mcpServer'
        ? undefined
        : registerLanguageModelTools(this.#session, this.#options);
  }

  /** For the end of the window: acknowledged writes are on disk already, files get closed. */
  async close(): Promise<void> {
    this.#tools?.dispose();
    this.#server?.dispose();
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
  }

  dispose(): void {
    vscode.Disposable.from(...this.#disposables).dispose();
  }
}
