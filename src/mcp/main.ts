import { Console } from 'node:console';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { MemoryHost } from '../memory/memoryHost';
import { NodeFilePort } from '../project/nodeFilePort';
import { ProjectResolver } from '../project/projectResolver';
import { coreTools } from '../tools/coreTools';
import { runTool } from '../tools/runTool';
import { parseArguments } from './arguments';
import type { ServerArguments } from './arguments';
import { instructions } from './instructions';
import { WorkspaceFolders } from './roots';
import { endWithClient } from './shutdown';
import { ToolServer } from './toolServer';

/** Set by the bundler from package.json. */
declare const PROJECT_MEMORY_VERSION: string;

/** Bad arguments: the exit code that shells and getopt programs use for them. */
const EXIT_USAGE = 2;

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
      wasmFile: path.join(__dirname, 'sql-wasm.wasm'),
      workerFile: path.join(__dirname, 'compact-worker.js'),
      log,
    },
  });
  const tools = options.tools === 'none' ? [] : coreTools;
  const server: ToolServer = new ToolServer({
    version: PROJECT_MEMORY_VERSION,
    ...(tools.length === 0 ? {} : { instructions }),
    tools,
    log,
    call: (tool, input, caller) =>
      runTool(tool, input, { host, projects, toolSet: tools.length === 0 ? 'none' : 'core', ...caller }),
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
    home: homedir(),
    trusted: () => true,
    now: () => new Date(),
  });
  server.onRootsChanged = () => folders.changed();
  server.onClosed = endWithClient({ drain: () => server.drain(), close: () => host.close() }, log);
  await server.connect(new StdioServerTransport());
}

// Standard output carries the protocol alone: whatever a library prints goes to stderr.
globalThis.console = new Console(process.stderr, process.stderr);
// Many answers may wait for a slow client at once; each waits by a listener of its own.
process.stdout.setMaxListeners(0);

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
    process.exitCode = EXIT_USAGE;
    break;
}
