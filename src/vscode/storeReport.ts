import path from 'node:path';
import * as vscode from 'vscode';
import type { ServerLocation } from './mcpProvider';
import type { MemorySession } from './session';

const scheme = 'project-memory-store';
const report = vscode.Uri.from({ scheme, path: '/Project Memory Store.md' });

/** Shows what the doctor finds, as a read-only document. Each look at it is a new check. */
export class StoreReport implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #session: () => MemorySession | undefined;
  readonly #server: ServerLocation;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor(session: () => MemorySession | undefined, server: ServerLocation) {
    this.#session = session;
    this.#server = server;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  async provideTextDocumentContent(): Promise<string> {
    if (this.#session() === undefined) return vscode.l10n.t('Memory is off.');
    return vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Checking the store') },
      () => checked(this.#server),
    );
  }

  /** Checks, also when the report is open already, and shows it. */
  async show(): Promise<void> {
    if (vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === report.toString())) {
      this.#changed.fire(report);
    }
    await vscode.window.showTextDocument(report, { preview: false });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

/** The code is loaded here: nothing else of the extension needs it. */
async function checked({ storageDirectory, serverFile }: ServerLocation): Promise<string> {
  const [{ diagnose }, { doctorText }] = await Promise.all([
    import('../memory/doctor'),
    import('../memory/doctorText'),
  ]);
  const found = await diagnose({
    storageDirectory,
    wasmFile: path.join(path.dirname(serverFile), 'sql-wasm.wasm'),
    now: new Date().toISOString(),
  });
  const text = doctorText(found);
  if (!found.checks.some(({ repairable }) => repairable === true)) return text;
  const command = `node ${JSON.stringify(serverFile)} doctor --storage ${JSON.stringify(storageDirectory)} --repair`;
  return `${text}\n## Repair\n\nWhat can be repaired is repaired by this command, which keeps the damaged bytes aside:\n\n    ${command}\n`;
}
