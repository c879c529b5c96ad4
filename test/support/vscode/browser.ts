import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ensureChromium } from './install';
import type { VscodeServer } from './server';

export interface WindowOptions {
  /** A folder or a .code-workspace file to open. Default: an empty window. */
  readonly folder?: string;
  /** An extension under development. Only on a server with the test driver. A window takes one. */
  readonly extensionDevelopmentPath?: string;
  /** Folder of the suites' entry. Only on a server with the test driver. */
  readonly extensionTestsPath?: string;
  /** Called with the page before it loads. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Starts this machine's Chromium without a screen. */
export async function launchBrowser(): Promise<Browser> {
  const found = ensureChromium(console.log);
  if (found.kind === 'missing') throw new Error(`No browser to show VS Code in: ${found.reason}.`);
  return chromium.launch({
    executablePath: found.value,
    headless: true,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-dev-shm-usage', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
}

/** Opens a VS Code window and waits until its workbench stands. */
export async function openWindow(
  server: VscodeServer,
  context: BrowserContext,
  options: WindowOptions = {},
): Promise<Page> {
  const page = await context.newPage();
  await options.prepare?.(page);
  await page.goto(windowAddress(server, options));
  await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 120_000 });
  return page;
}

/** The address of a window on `server`. */
export function windowAddress(server: VscodeServer, options: WindowOptions = {}): string {
  const remote = (file: string): string => `vscode-remote://${server.authority}${file}`;
  const payload: [string, string][] = [
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  if (options.extensionDevelopmentPath !== undefined) {
    payload.push(['extensionDevelopmentPath', remote(options.extensionDevelopmentPath)]);
  }
  if (options.extensionTestsPath !== undefined) {
    payload.push(['extensionTestsPath', remote(options.extensionTestsPath)]);
  }
  const query = new URLSearchParams({ payload: JSON.stringify(payload) });
  if (options.folder === undefined) query.set('ew', 'true');
  else query.set(options.folder.endsWith('.code-workspace') ? 'workspace' : 'folder', options.folder);
  return `http://${server.authority}/?${query.toString()}`;
}
