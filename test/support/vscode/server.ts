import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureServer } from './install';
import type { ServerProgram } from './install';

export interface ServerOptions {
  /** Where the server keeps its data. Default: a temporary folder, removed by `stop`. */
  readonly dataDir?: string;
  /** User settings. Default: those that `dataDir` has already. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** True (default): every folder is trusted. False: folders open in Restricted Mode, as for a person. */
  readonly trust?: boolean;
  /**
   * Lets a window load extensions under development and suites. It also hides notifications and refuses
   * modal dialogs, so what a person sees is tested without it, with a .vsix.
   */
  readonly testDriver?: boolean;
  /** Environment of the server and of the extension hosts, beside PATH. HOME lies in `dataDir`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The account to run as, where this process may choose: root writes whatever it likes. */
  readonly account?: { readonly uid: number; readonly gid: number };
  /** Extensions to install first. */
  readonly vsix?: readonly string[];
  /** Default 0: any free port. */
  readonly port?: number;
  /** The language of the editor, as a code of its language packs (`ru`). Default: English. */
  readonly language?: string;
}

export interface VscodeServer {
  readonly port: number;
  /** `127.0.0.1:PORT` */
  readonly authority: string;
  readonly dataDir: string;
  /** Where extensions find their `globalStorageUri` folders. */
  readonly globalStorage: string;
  /** All that the server has printed. */
  log(): string;
  stop(): Promise<void>;
}

/** Quiet, and without what is not under test. */
const QUIET_SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.editor.useModal': 'off',
  'workbench.enableExperiments': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
};

/** Starts a VS Code server on the loopback interface. Throws with the server's output when it does not come up. */
export async function startServer(options: ServerOptions = {}): Promise<VscodeServer> {
  const found = ensureServer(console.log);
  if (found.kind === 'missing') throw new Error(`No VS Code to run in: ${found.reason}.`);
  const dataDir = options.dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'vscode-'));
  const home = path.join(dataDir, 'home');
  const user = path.join(dataDir, 'data/User');
  mkdirSync(home, { recursive: true });
  mkdirSync(user, { recursive: true });
  const settings = path.join(user, 'settings.json');
  if (options.settings !== undefined || !existsSync(settings)) {
    writeFileSync(settings, JSON.stringify({ ...QUIET_SETTINGS, ...options.settings }));
    // A window on a server takes settings of machine scope from here alone.
    const machine = path.join(dataDir, 'data/Machine');
    mkdirSync(machine, { recursive: true });
    writeFileSync(path.join(machine, 'settings.json'), JSON.stringify(options.settings ?? {}));
  }
  const environment = {
    PATH: process.env['PATH'] ?? '',
    TMPDIR: os.tmpdir(),
    HOME: home,
    LANG: 'C.UTF-8',
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    ...options.environment,
  };
  const { language } = options;
  if (language !== undefined) writeLanguagePack(language, path.join(dataDir, 'data'));
  installExtensions(found.value, options.vsix ?? [], dataDir, environment);
  const { account } = options;
  if (account !== undefined) giveTo(account, dataDir, path.join(user, 'globalStorage'));

  const args = [
    found.value.main,
    ...['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--without-connection-token'],
    ...['--accept-server-license-terms', '--server-data-dir', dataDir],
    ...['--telemetry-level', 'off', '--disable-update-check'],
    // A closed window's extension host would otherwise stay for hours.
    ...['--reconnection-grace-time', '2'],
    ...(options.trust === false ? [] : ['--disable-workspace-trust']),
    ...(options.testDriver === true ? ['--enable-smoke-test-driver'] : []),
    ...(language === undefined ? [] : ['--locale', language]),
  ];
  // Its own process group, so that stopping it takes the extension hosts and what they started along.
  const server = spawn(found.value.node, args, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...account,
  });
  const killGroup = (): void => signalGroup(server, 'SIGKILL');
  process.once('exit', killGroup);
  const output: string[] = [];
  const port = await listening(server, output);

  return {
    port,
    authority: `127.0.0.1:${port}`,
    dataDir,
    globalStorage: path.join(user, 'globalStorage'),
    log: () => output.join(''),
    stop: async () => {
      await stopGroup(server);
      process.removeListener('exit', killGroup);
      if (options.dataDir === undefined) {
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      }
    },
  };
}

/** Gives a folder and all in it to an account, but for what lies inside `kept`. */
function giveTo(account: { readonly uid: number; readonly gid: number }, folder: string, kept: string): void {
  chownSync(folder, account.uid, account.gid);
  if (folder === kept) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) giveTo(account, file, kept);
    else lchownSync(file, account.uid, account.gid);
  }
}

/**
 * What the editor keeps of an installed language pack (`languagepacks.json`), for a pack that translates none of the editor's
 * own texts: without one, no window is in the language, and extensions show no texts in it. The packs themselves are in no
 * package registry.
 */
function writeLanguagePack(language: string, userData: string): void {
  const translations = path.join(userData, `${language}.i18n.json`);
  writeFileSync(translations, JSON.stringify({ contents: {} }));
  const pack = {
    hash: '1',
    extensions: [{ extensionIdentifier: { id: `test.language-pack-${language}` }, version: '1.0.0' }],
    translations: { vscode: translations },
    label: language,
  };
  writeFileSync(path.join(userData, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}

function installExtensions(
  program: ServerProgram,
  vsix: readonly string[],
  dataDir: string,
  environment: Readonly<Record<string, string>>,
): void {
  if (vsix.length === 0) return;
  const packages = vsix.flatMap((file) => ['--install-extension', path.resolve(file)]);
  execFileSync(program.node, [program.main, '--server-data-dir', dataDir, ...packages, '--force'], {
    env: environment,
    stdio: 'pipe',
  });
}

function listening(server: ChildProcess, output: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const read = (data: Buffer): void => {
      output.push(data.toString());
      const port = /Extension host agent listening on (\d+)/.exec(output.join(''))?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('error', reject);
    server.once('exit', (code) =>
      reject(new Error(`The VS Code server ended (${code}) before it listened:\n${output.join('')}`)),
    );
  });
}

async function stopGroup(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    signalGroup(server, 'SIGTERM');
    await Promise.race([gone, delay(3000, undefined, { ref: false })]);
  }
  signalGroup(server, 'SIGKILL');
}

function signalGroup(server: ChildProcess, signal: NodeJS.Signals): void {
  if (server.pid === undefined) return;
  try {
    process.kill(-server.pid, signal);
  } catch {
    // The group is gone already.
  }
}
