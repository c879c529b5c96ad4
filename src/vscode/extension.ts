import { realpathSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { registerCommands, showFailure } from './commands/registerCommands';
import { agentSavedKey } from './contributions';
import { MemoryDrafts } from './drafts/memoryDrafts';
import { refreshLauncher } from './launcher';
import { serverLocation } from './mcpProvider';
import { MemoryDocuments } from './memoryDocuments';
import { MemoryWindow } from './memoryWindow';
import { ProjectPicker } from './picker';
import { SavedNote } from './savedNote';
import { ProjectStatus } from './statusBar';
import { StoreReport } from './storeReport';
import { MemoryViews } from './views/memoryViews';

let open: MemoryWindow | undefined;

/** Puts the parts together. Registers only: the store opens when something first needs it. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Project Memory', { log: true });
  context.subscriptions.push(log);
  try {
    compose(context, log);
  } catch (error) {
    void showFailure(error, log);
  }
}

function compose(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): void {
  const { subscriptions } = context;
  const server = serverLocation(context);
  const picker = new ProjectPicker({
    countMemories: async (project) => {
      const host = await open?.session()?.host();
      const types = await host?.types({ kind: 'project', ...project });
      return types?.reduce((total, { count }) => total + count, 0);
    },
    summedUp: async (projectId) => (await open?.session()?.host())?.summedUp(projectId),
    activePath,
    askTimeoutMs: 60_000,
  });
  const saved = new SavedNote();
  subscriptions.push(saved);
  const window = new MemoryWindow({
    server,
    programDirectory: path.join(context.extensionPath, 'dist'),
    picker,
    onSaved: (record) => {
      saved.show(record);
      void vscode.commands.executeCommand('setContext', agentSavedKey, true);
    },
    log,
  });
  subscriptions.push(window);
  open = window;
  const views = new MemoryViews(window.session, log);
  subscriptions.push(views);
  const documents = new MemoryDocuments(window.session);
  subscriptions.push(documents);
  const drafts = new MemoryDrafts(window.session, (error) => showFailure(error, log));
  subscriptions.push(drafts);
  const status = new ProjectStatus(window.session, log);
  subscriptions.push(status);
  const report = new StoreReport(window.session, server);
  subscriptions.push(report);
  subscriptions.push(
    registerCommands({ session: window.session, views, drafts, picker, report, saved, server, log }),
  );
  subscriptions.push(
    window.onDidSwitch(() => views.watch()),
    window.onDidOpen(() => {
      views.watch();
      views.attention.refresh();
      status.refresh();
    }),
    window.onDidChange(() => {
      views.refresh();
      documents.refresh();
      status.refresh();
    }),
  );
  window.apply();
  status.refresh();
  refreshLauncher(server.storageDirectory, server.serverFile).catch((error: unknown) =>
    log.warn('The launcher for other MCP clients could not be refreshed.', error),
  );
}

/** Of the file in front: its real path, as projects have it, or its URI where it is on no disk. */
function activePath(): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== 'file') return uri?.toString();
  try {
    return realpathSync.native(uri.fsPath);
  } catch {
    return uri.fsPath;
  }
}

export async function deactivate(): Promise<void> {
  await open?.close();
  open = undefined;
}
