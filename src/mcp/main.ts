import { Console } from 'node:console';
import { statSync } from 'node:fs';
import path from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { MemoryHost } from '../memory/memoryHost';
import { SettingsFile } from '../memory/settingsFile';
import type { StoreSettings } from '../memory/storeSettings';
import { CallLimit } from '../tools/callLimit';
import { WORD_VECTORS_FILE } from '../memory/wordVectorsFile';
import { parseArguments } from './arguments';
import type { ServerArguments } from './arguments';
import { makeClientSession, type ClientSessionOptions } from './clientSession';
import { FAILED, USAGE_ERROR, type CommandEnvironment } from './command';
import type { HttpAddress } from './http/address';
import { endOnSignal, endWithClient } from './shutdown';
import { findSubcommand } from './subcommands';
import type { ToolServer } from './toolServer';

/** Set by the bundler from package.json. */
declare const PROJECT_MEMORY_VERSION: string;

const wasmFile = path.join(__dirname, 'sql-wasm.wasm');

function log(message: string): void {
  process.stderr.write(`project-memory: ${message}\n`);
}

function look(file: string): 'folder' | 'other' | 'nothing' {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return 'nothing';
  return stat.isDirectory() ? 'folder' : 'other';
}

/** What all sessions of this process share. */
function makeShared(options: ServerArguments): Pick<ClientSessionOptions, 'host' | 'callLimit'> {
  const file = new SettingsFile(options.storage, log);
  const settings = (): StoreSettings => file.current();
  const perMinute = (): number => options.maxCallsPerMinute ?? settings().limits.callsPerMinute;
  return { host: makeHost(options.storage, settings), callLimit: new CallLimit(perMinute) };
}

function makeHost(storageDirectory: string, settings: () => StoreSettings): MemoryHost {
  return new MemoryHost({
    storageDirectory,
    settings,
    runtime: {
      wasmFile,
      workerFile: path.join(__dirname, 'compact-worker.js'),
      log,
    },
    wordVectorsFile: path.join(__dirname, WORD_VECTORS_FILE),
  });
}

async function serveParent(options: ServerArguments): Promise<void> {
  const shared = makeShared(options);
  const server = makeClientSession({
    ...shared,
    arguments: options,
    cwd: process.cwd(),
    version: PROJECT_MEMORY_VERSION,
    log,
  });
  server.onClosed = endWithClient({ drain: () => server.drain(), close: () => shared.host.close() }, log);
  await server.connect(new StdioServerTransport());
}

/** The working directory of a server for many clients is the folder of none of them. */
async function serveNetwork(options: ServerArguments, address: HttpAddress): Promise<void> {
  const shared = makeShared(options);
  const makeSession = (): ToolServer =>
    makeClientSession({
      ...shared,
      arguments: options,
      cwd: undefined,
      version: PROJECT_MEMORY_VERSION,
      log,
    });
  // What HTTP needs takes long to load, and most servers speak over stdio.
  const { openDoor } = await import('./http/openDoor');
  const server = await openDoor({ storageDirectory: options.storage, address, makeSession, log });
  if (server === undefined) {
    process.exitCode = FAILED;
    return;
  }
  endOnSignal(
    {
      drain: () => server.drain(),
      close: async () => {
        await server.close();
        await shared.host.close();
      },
    },
    log,
  );
}

function start(): void {
  const parsed = parseArguments(process.argv.slice(2), {
    cwd: process.cwd(),
    version: PROJECT_MEMORY_VERSION,
    project: process.env['PROJECT_MEMORY_PROJECT'],
    look,
  });
  switch (parsed.kind) {
    case 'run':
      void (parsed.arguments.http === undefined
        ? serveParent(parsed.arguments)
        : serveNetwork(parsed.arguments, parsed.arguments.http));
      break;
    case 'print':
      process.stdout.write(`${parsed.text}\n`);
      break;
    case 'error':
      log(parsed.message);
      process.exitCode = USAGE_ERROR;
      break;
  }
}

function commandEnvironment(): CommandEnvironment {
  return {
    cwd: process.cwd(),
    look,
    wasmFile,
    print: (text) => void process.stdout.write(text),
    complain: log,
  };
}

// Standard output carries the protocol alone: whatever a library prints goes to stderr.
globalThis.console = new Console(process.stderr, process.stderr);
// Many answers may wait for a slow client at once; each waits by a listener of its own.
process.stdout.setMaxListeners(0);

const [first, ...rest] = process.argv.slice(2);
const subcommand = findSubcommand(first);
if (subcommand === undefined) start();
else void subcommand(rest, commandEnvironment()).then((status) => (process.exitCode = status));
