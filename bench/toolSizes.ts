import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { repositoryRoot } from '../test/support/paths';

/** The bounds of the core; test/unit/tools/schemas.test.ts keeps them. */
const INPUT_BOUND = 16 * 1024;
const OUTPUT_BOUND = 6 * 1024;

/** A server, and how it is started on an empty folder. */
interface Subject {
  readonly name: string;
  readonly args: (folder: string) => readonly string[];
  readonly env?: (folder: string) => Readonly<Record<string, string>>;
}

const own = (tools: string): Subject => ({
  name: `project-memory --tools ${tools}`,
  args: (folder) => [
    path.join(repositoryRoot, 'dist/mcp-server.js'),
    ...['--storage', path.join(folder, 'memories'), '--workspace', folder, '--tools', tools],
  ],
});

/** Where peers are installed; PROJECT_MEMORY_PEERS names another folder than the repository. */
const peersFolder = process.env['PROJECT_MEMORY_PEERS'] ?? repositoryRoot;

/** All work on local files. Only server-memory is a dependency: the others are measured where they are installed. */
const peers: Readonly<Record<string, Subject['env']>> = {
  '@modelcontextprotocol/server-memory': (folder) => ({
    MEMORY_FILE_PATH: path.join(folder, 'memory.jsonl'),
  }),
  '@allpepper/memory-bank-mcp': (folder) => ({ MEMORY_BANK_ROOT: folder }),
  '@itseasy21/mcp-knowledge-graph': (folder) => ({ MEMORY_FILE_PATH: path.join(folder, 'memory.jsonl') }),
  '@ai-devkit/memory': (folder) => ({ HOME: folder }),
  'mcp-memory-libsql': (folder) => ({ LIBSQL_URL: `file:${path.join(folder, 'memory.db')}` }),
};

/** The program of an installed package; undefined where it is not installed. */
function peer(name: string): Subject | undefined {
  const inPeers = path.join(peersFolder, 'node_modules', name);
  const folder = existsSync(inPeers) ? inPeers : path.join(repositoryRoot, 'node_modules', name);
  if (!existsSync(folder)) return undefined;
  const { bin, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly bin: string | Readonly<Record<string, string>>;
    readonly version: string;
  };
  const program = typeof bin === 'string' ? bin : Object.values(bin)[0];
  const env = peers[name];
  return {
    name: `${name} ${version}`,
    args: () => [path.join(folder, program ?? '')],
    ...(env === undefined ? {} : { env }),
  };
}

async function toolsOf({ args, env }: Subject): Promise<readonly Tool[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tool-sizes-'));
  const client = new Client({ name: 'bench', version: '1.0.0' });
  try {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...args(folder)],
      env: { ...getDefaultEnvironment(), ...env?.(folder) },
      cwd: folder,
      stderr: 'ignore',
    });
    await client.connect(transport);
    return (await client.listTools()).tools;
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bytes of JSON, as they are sent. */
const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const inputBytes = (tools: readonly Tool[]): number =>
  bytes(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })));

const outputBytes = (tools: readonly Tool[]): number => {
  const schemas = tools.flatMap(({ outputSchema }) => (outputSchema === undefined ? [] : [outputSchema]));
  return schemas.length === 0 ? 0 : bytes(schemas);
};

/** What the lists of tools cost a model's context: one table of servers, one of the core's tools. */
export async function run(): Promise<void> {
  const core = await toolsOf(own('core'));
  const installed = Object.keys(peers).map(peer);
  const rows: Record<string, unknown>[] = [];
  for (const subject of [own('core'), own('full'), ...installed]) {
    if (subject === undefined) continue;
    const tools = await toolsOf(subject);
    rows.push({
      server: subject.name,
      tools: tools.length,
      'input bytes': inputBytes(tools),
      'output bytes': outputBytes(tools),
      'input bytes a tool': Math.round(inputBytes(tools) / tools.length),
      'longest description': Math.max(...tools.map(({ description = '' }) => description.length)),
    });
  }
  console.table(rows);
  const missing = Object.keys(peers).filter((_name, at) => installed[at] === undefined);
  if (missing.length > 0) {
    console.log(`Not installed (npm install --no-save --ignore-scripts ...): ${missing.join(', ')}.`);
  }
  console.table(
    core.map((tool) => ({
      tool: tool.name,
      'input bytes': inputBytes([tool]) - 2,
      'output bytes': outputBytes([tool]) - 2,
      description: tool.description?.length,
    })),
  );
  console.log(
    `The core is to take at most ${INPUT_BOUND} bytes of names, descriptions and input schemas (has ${inputBytes(core)}) ` +
      `and ${OUTPUT_BOUND} of output schemas (has ${outputBytes(core)}).`,
  );
}
