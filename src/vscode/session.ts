import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { MemoryHost } from '../memory/memoryHost';
import { NodeFilePort } from '../project/nodeFilePort';
import { ProjectResolver } from '../project/projectResolver';
import type { Catalog } from '../project/catalog';
import type { AskProject } from '../project/types';
import type { StoreSettings } from '../memory/storeSettings';
import type { CallLimit } from '../tools/callLimit';
import type { ToolContext } from '../tools/tool';
import { projectOverride } from './settings';
import { SharedSettings } from './storeSettings';

export interface SessionOptions {
  readonly storageDirectory: string;
  /** Folder of the bundled programs. */
  readonly programDirectory: string;
  readonly log: vscode.LogOutputChannel;
  readonly ask: AskProject;
}

/** What one window works with while the memory is on. Opens nothing until something is asked of it. */
export class MemorySession implements vscode.Disposable {
  readonly storageDirectory: string;
  readonly projects: ProjectResolver;
  readonly #options: SessionOptions;
  readonly #disposables: vscode.Disposable[] = [];
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #opened = new vscode.EventEmitter<void>();
  readonly #settings: SharedSettings;
  #callLimit: CallLimit | undefined;
  #host: Promise<MemoryHost> | undefined;
  #hostNow: MemoryHost | undefined;
  #catalog: Catalog | undefined;

  /** The store was opened: more can be said of the project. */
  readonly onDidOpen = this.#opened.event;
  /** Memories, the project or the choice of it changed, here or in another process. */
  readonly onDidChange = this.#changed.event;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.storageDirectory = options.storageDirectory;
    this.#settings = new SharedSettings(options.storageDirectory, options.log);
    this.projects = new ProjectResolver({
      files: new NodeFilePort(),
      catalog: () => this.#openCatalog(),
      folders: workspaceFolders,
      override: projectOverride,
      ask: options.ask,
      home: homedir(),
      trusted: () => vscode.workspace.isTrusted,
      now: () => new Date(),
    });
    const refresh = (): void => {
      this.projects.refresh();
      this.#changed.fire();
    };
    this.#disposables.push(
      this.#settings,
      this.#changed,
      this.#opened,
      this.projects.onDidChange(() => this.#changed.fire()),
      vscode.workspace.onDidChangeWorkspaceFolders(refresh),
      vscode.workspace.onDidGrantWorkspaceTrust(refresh),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('projectMemory.project')) refresh();
      }),
      ...identityWatchers(refresh),
    );
  }

  /** The memories. Made on first need: loading their code takes longer than an activation may. */
  host(): Promise<MemoryHost> {
    return (this.#host ??= this.#makeHost());
  }

  async #makeHost(): Promise<MemoryHost> {
    const { engine } = await import('./engine');
    const { storageDirectory, programDirectory, log } = this.#options;
    const settings = (): StoreSettings => this.#settings.current(engine.readSettings);
    this.#callLimit = new engine.CallLimit(() => settings().limits.callsPerMinute);
    const host = new engine.MemoryHost({
      storageDirectory,
      settings,
      runtime: {
        wasmFile: path.join(programDirectory, 'sql-wasm.wasm'),
        workerFile: path.join(programDirectory, 'compact-worker.js'),
        log: (message) => log.info(message),
      },
      wordVectorsFile: path.join(programDirectory, engine.WORD_VECTORS_FILE),
    });
    this.#disposables.push(host.onDidChange(() => this.#changed.fire()));
    this.#hostNow = host;
    return host;
  }

  /** Writes what the person set where servers of the store read it. */
  tellSettings(): Promise<void> {
    return this.#settings.write();
  }

  /** Whether any database has been opened yet. */
  get opened(): boolean {
    return this.#hostNow?.opened ?? false;
  }

  /** While held, what other processes save is noticed: at once, or within seconds where nobody can see it. */
  watch(visible: boolean): vscode.Disposable {
    let released = false;
    let held: vscode.Disposable | undefined;
    // A failure is told by whoever asks for the memories themselves.
    this.host().then(
      (host) => {
        if (!released) held = host.watch(visible);
      },
      () => undefined,
    );
    return new vscode.Disposable(() => {
      released = true;
      held?.dispose();
    });
  }

  /** A project may begin in another process: the catalog is listened to from its first use on. */
  async #openCatalog(): Promise<Catalog> {
    const catalog = await (await this.host()).catalog();
    if (this.#catalog !== catalog) {
      this.#catalog = catalog;
      this.#disposables.push(catalog.onDidChange(() => this.#changed.fire()));
      this.#opened.fire();
      void this.#settings.write();
    }
    return catalog;
  }

  /** What a tool call may use. `person` is for saves made by hand. */
  async toolContext(savedBy: 'person' | 'chat tool', signal?: AbortSignal): Promise<ToolContext> {
    const host = await this.host();
    return {
      host,
      projects: this.projects,
      savedBy,
      toolSet: 'core',
      ...(savedBy === 'person' || this.#callLimit === undefined ? {} : { callLimit: this.#callLimit }),
      ...(signal === undefined ? {} : { signal }),
    };
  }

  /** Resolves when every acknowledged write is done and the files are closed. */
  async close(): Promise<void> {
    vscode.Disposable.from(...this.#disposables).dispose();
    await (await this.#host)?.close();
  }

  dispose(): void {
    this.close().catch((error: unknown) =>
      this.#options.log.error('Closing the store failed.', error as Error),
    );
  }
}

/** Of the files by which a person makes a folder another project, while the window is open. */
function identityWatchers(changed: () => void): readonly vscode.Disposable[] {
  return ['**/.project-memory.json', '**/.git/config'].flatMap((pattern) => {
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const { onDidCreate, onDidChange, onDidDelete } = watcher;
    return [watcher, onDidCreate(changed), onDidChange(changed), onDidDelete(changed)];
  });
}

/** Paths of the window's folders; addresses for those that lie on no disk of this machine. */
function workspaceFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) =>
    uri.scheme === 'file' ? uri.fsPath : uri.toString(),
  );
}
