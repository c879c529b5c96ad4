import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import util from 'node:util';
import { launchBrowser, openWindow } from './browser';
import { startServer } from './server';

export interface HostTestOptions {
  readonly extensionDevelopmentPath: string;
  /** Extensions to install beside it. */
  readonly vsix?: readonly string[];
  /** Folder whose index.js exports `run`. */
  readonly extensionTestsPath: string;
  readonly folder: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Global storage that an extension finds: a copy of the folder `from`. */
  readonly storage?: { readonly extension: string; readonly from: string };
  /** Milliseconds until the run is given up. */
  readonly timeout: number;
}

/**
 * Runs suites inside the extension host of a real VS Code, streaming their report to stdout. Returns the exit
 * code of the host: 0 when all passed. Throws when the host never answers.
 */
export async function runHostTests(options: HostTestOptions): Promise<number> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'vscode-'));
  const report = path.join(dataDir, 'report.txt');
  writeFileSync(report, '');
  const workbenchLog: string[] = [];
  const server = await startServer({
    dataDir,
    testDriver: true,
    settings: options.settings ?? {},
    vsix: options.vsix ?? [],
    environment: { ...options.environment, EDITOR_TEST_REPORT: report },
  });
  if (options.storage !== undefined) {
    const { extension, from } = options.storage;
    cpSync(from, path.join(server.globalStorage, extension), { recursive: true });
  }
  const browser = await launchBrowser();
  const stopStreaming = streamFile(report);
  try {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    const code = await within<number>(options.timeout, (resolve, reject) => {
      openWindow(server, context, {
        ...options,
        prepare: async (page) => {
          await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
            workbenchLog.push(`[${type}] ${util.format(...args)}`);
          });
          await page.exposeFunction('codeAutomationExit', resolve);
          page.on('crash', () => reject(new Error('The window crashed.')));
        },
      }).catch(reject);
    });
    if (code !== 0) printErrors(workbenchLog);
    return code;
  } catch (error) {
    console.error(workbenchLog.slice(-60).join('\n'));
    throw error;
  } finally {
    await browser.close();
    await server.stop();
    stopStreaming();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** The server comes without its native modules, and says so in many lines. */
function printErrors(log: readonly string[]): void {
  const errors = log
    .filter((line) => line.startsWith('[error]') && !/bindings file|watchdog|ServiceWorker/.test(line))
    .map((line) => line.split('\n')[0]);
  if (errors.length > 0) console.error(`Errors of the window:\n${[...new Set(errors)].join('\n')}`);
}

function within<T>(
  milliseconds: number,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The extension host did not end its suites within ${milliseconds} ms.`)),
      milliseconds,
    );
    start(
      (value) => (clearTimeout(timer), resolve(value)),
      (error) => (clearTimeout(timer), reject(error instanceof Error ? error : new Error(String(error)))),
    );
  });
}

/** Copies what is appended to `file` to stdout. Returns what ends it, with the rest copied. */
function streamFile(file: string): () => void {
  let position = 0;
  const copy = (): void => {
    const bytes = readFileSync(file);
    process.stdout.write(bytes.subarray(position));
    position = bytes.length;
  };
  const timer = setInterval(copy, 200);
  return () => {
    clearInterval(timer);
    copy();
  };
}
