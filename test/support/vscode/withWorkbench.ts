import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { ModelRequest } from '../../editor/scripted-model/modelRequest';
import { extensionPackage, scriptedModelPackage } from '../paths';
import { launchBrowser, openWindow } from './browser';
import type { WindowOptions } from './browser';
import { startServer } from './server';
import type { ServerOptions, VscodeServer } from './server';
import { Workbench } from './workbench';

/** Far more than a clipboard takes that answers. */
const CLIPBOARD_MS = 2000;

export interface WorkbenchOptions extends Omit<ServerOptions, 'testDriver'>, Pick<WindowOptions, 'folder'> {
  /** Extensions to install. Default: this one, packed. */
  readonly vsix?: readonly string[];
  /** True: Agent mode with the scripted language model and no sign-in. */
  readonly chat?: boolean;
}

export interface WorkbenchSession {
  readonly server: VscodeServer;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly workbench: Workbench;
  /** What the editor asked of the scripted model so far, oldest first. Only with `chat`. */
  modelRequests(): readonly ModelRequest[];
  /** Opens one more window on the same server. */
  openWindow(options?: Pick<WindowOptions, 'folder'>): Promise<Workbench>;
}

/**
 * Starts a VS Code as a person has it, with the packed extension installed, and opens a window. What the windows
 * show when `use` fails is kept as pictures in a temporary folder that the error names.
 */
export async function withWorkbench<T>(
  options: WorkbenchOptions,
  use: (session: WorkbenchSession) => Promise<T>,
): Promise<T> {
  const chat = options.chat === true;
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'workbench-'));
  const modelLog = path.join(scratch, 'model-requests.jsonl');
  const server = await startServer({
    ...options,
    vsix: [...(options.vsix ?? [extensionPackage]), ...(chat ? [scriptedModelPackage] : [])],
    settings: { ...(chat ? { 'chat.allowAnonymousAccess': true } : {}), ...options.settings },
    environment: { SCRIPTED_MODEL_LOG: modelLog, ...options.environment },
  });
  try {
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
      // Long enough for a busy machine: nobody waits longer than what is awaited takes.
      context.setDefaultTimeout(120_000);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await context.addInitScript(boundClipboard, CLIPBOARD_MS);
      const open = async (window: Pick<WindowOptions, 'folder'> = {}): Promise<Workbench> =>
        new Workbench(await openWindow(server, context, window));
      try {
        const workbench = await open(options.folder === undefined ? {} : { folder: options.folder });
        return await use({
          ...{ server, context, workbench, page: workbench.page, openWindow: open },
          modelRequests: () => readModelLog(modelLog),
        });
      } catch (error) {
        throw new Error(`${String(error)}\nThe windows then: ${await picture(context)}`, { cause: error });
      }
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Runs in each page. The explorer asks what the clipboard holds before it opens a menu, and a browser without a display
 * may never answer: after `timeout` milliseconds the editor is told that it holds nothing.
 */
function boundClipboard(timeout: number): void {
  const clipboard = (globalThis as { navigator?: { clipboard?: { read(): Promise<readonly unknown[]> } } })
    .navigator?.clipboard;
  if (clipboard === undefined) return;
  const read = clipboard.read.bind(clipboard);
  clipboard.read = () =>
    Promise.race([read(), new Promise<[]>((resolve) => setTimeout(() => resolve([]), timeout))]);
}

function readModelLog(file: string): readonly ModelRequest[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as ModelRequest);
}

async function picture(context: BrowserContext): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vscode-failure-'));
  const files = context
    .pages()
    .map((page, index) => ({ page, file: path.join(folder, `window-${index}.png`) }));
  await Promise.all(files.map(({ page, file }) => page.screenshot({ path: file }).catch(() => undefined)));
  return files.map(({ file }) => file).join(', ');
}
