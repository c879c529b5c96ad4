import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './mcpServer';
import { repositoryRoot } from './paths';
import { failure, npm, type Found } from './vscode/install';

const folder = path.join(repositoryRoot, 'test/support/inspector');
const program = path.join(
  folder,
  'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);
const readyMark = path.join(folder, 'node_modules/.ready');

/** Finds the MCP Inspector, installing it from the package registry when it is missing or out of date. */
export function ensureInspector(say: (line: string) => void): Found<string> {
  const lock = readFileSync(path.join(folder, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(readyMark) && readFileSync(readyMark, 'utf8') === wanted) {
    return { kind: 'found', value: program };
  }
  say('Installing the MCP Inspector (about 110 MB) into test/support/inspector/node_modules ...');
  try {
    // `npm ci` refuses a lock that lacks an optional package of another system, and not every registry has all.
    npm(['install', '--no-save', '--omit=dev'], folder);
  } catch (error) {
    return { kind: 'missing', reason: `the MCP Inspector could not be installed: ${failure(error)}` };
  }
  writeFileSync(readyMark, wanted);
  return { kind: 'found', value: program };
}

export interface Inspected {
  /** Exit status: 0 is success, an error of a tool included in what is not. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One run of its command line against a server that it starts itself, over stdio. */
export class Inspector {
  readonly #program: string;
  readonly #server: readonly string[];
  /** It keeps files of its own in the home folder. */
  readonly #home = temporaryFolder('inspector-home-');

  /** `server`: the command that starts the server. */
  constructor(inspector: string, server: readonly string[]) {
    this.#program = inspector;
    this.#server = server;
  }

  run(...options: readonly string[]): Promise<Inspected> {
    const environment = { ...process.env, HOME: this.#home, USERPROFILE: this.#home };
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [this.#program, '--cli', ...this.#server, ...options],
        { env: environment, cwd: this.#home, maxBuffer: 16 * 1024 * 1024 },
        (error, stdout, stderr) =>
          resolve({ status: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
      );
    });
  }
}
