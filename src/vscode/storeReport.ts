import { existsSync } from 'node:fs';
import { text as readText } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import type { DoctorReport } from '../memory/doctor';
import { doctorText } from '../memory/doctorText';
import type { ServerLocation } from './mcpProvider';
import type { MemorySession } from './session';

const scheme = 'project-memory-store';
const reportUri = vscode.Uri.from({ scheme, path: '/Project Memory Store.md' });

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
    if (vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === reportUri.toString())) {
      this.#changed.fire(reportUri);
    }
    await vscode.window.showTextDocument(reportUri, { preview: false });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

async function checked({ storageDirectory, serverFile }: ServerLocation): Promise<string> {
  if (!existsSync(storageDirectory)) return vscode.l10n.t('Nothing is stored yet.');
  const report = await runDoctor(serverFile, storageDirectory);
  const text = doctorText(report);
  if (!report.checks.some(({ repairable }) => repairable === true)) return text;
  const command = `node ${JSON.stringify(serverFile)} doctor --storage ${JSON.stringify(storageDirectory)} --repair`;
  return `${text}\n## Repair\n\nWhat can be repaired is repaired by this command, which keeps the damaged bytes aside:\n\n    ${command}\n`;
}

/** The server's own program, in a thread: reading whole databases would hold up the editor's other extensions. */
async function runDoctor(serverFile: string, storageDirectory: string): Promise<DoctorReport> {
  const worker = new Worker(serverFile, {
    argv: ['doctor', '--json', '--storage', storageDirectory],
    stdout: true,
    stderr: true,
  });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  const [json, complaint] = await Promise.race([
    Promise.all([readText(worker.stdout), readText(worker.stderr)]),
    failed,
  ]);
  if (json === '') throw new Error(complaint.trim());
  return JSON.parse(json) as DoctorReport;
}
