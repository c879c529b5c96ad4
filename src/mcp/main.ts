import { Console } from 'node:console';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { MemoryHost } from '../memory/memoryHost';
import { NodeFilePort } from '../project/nodeFilePort';
import { ProjectResolver } from '../project/projectResolver';
import { coreTools } from '../tools/coreTools';
import { fullTools } from '../tools/fullTools';
import { runTool } from '../tools/runTool';
import { parseArguments } from './arguments';
import type { ServerArguments } from './arguments';
import { USAGE_ERROR, type CommandEnvironment } from './command';
import { elicitConsent } from './consent';
import { elicitProject } from './elicitation';
import { instructions } from './instructions';
import { WorkspaceFolders } from './roots';
import { endWithClient } from './shutdown';
import { findSubcommand } from './subcommands';
import { ToolServer } from './toolServer';

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

async function serve(options: ServerArguments): Promise<void> {
  const host = new MemoryHost({
    storageDirectory: options.storage,
    runtime: {
      wasmFile,
      workerFile: path.join(__dirname, 'compact-worker.js'),
      log,
    },
  });
  const tools = { none: [], core: coreTools, full: fullTools }[options.tools];
  const server: ToolServer = new ToolServer({
    version: PROJECT_MEMORY_VERSION,
    ...(tools.length === 0 ? {} : { instructions }),
    tools,
    log,
    call: (tool, input, caller) =>
      runTool(tool, input, {
        host,
        projects,
        toolSet: options.tools,
        ...(server.supportsElicitation()
          ? { confirm: (question) => elicitConsent(server, question, caller.signal, log) }
          : {}),
        ...caller,
      }),
  });
  const folders = new WorkspaceFolders({
    given: options.workspaces,
    cwd: process.cwd(),
    client: server,
    log,
  });
  const projects: ProjectResolver = new ProjectResolver({
    files: new NodeFilePort(),
    catalog: () => host.catalog(),
    folders: () => folders.list(),
    override: () => options.project,
    ask: elicitProject(server, log),
    home: homedir(),
    trusted: () => true,
    now: () => new Date(),
  });
  server.onRootsChanged = () => folders.changed();
  server.onClosed = endWithClient({ drain: () => server.drain(), close: () => host.close() }, log);
  await server.connect(new StdioServerTransport());
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
      void serve(parsed.arguments);
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
