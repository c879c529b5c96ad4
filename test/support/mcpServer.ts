import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type {
  CallToolResult,
  ElicitRequestFormParams,
  ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import * as esbuild from 'esbuild';
import { repositoryRoot } from './paths';

let built: Promise<string> | undefined;

/** Bundles the server and what it loads into a folder of this process; the path of mcp-server.js. */
export function builtServer(): Promise<string> {
  return (built ??= buildServer());
}

/** The same from sources that plugins change: another version of the program. */
export async function buildServer(plugins: readonly esbuild.Plugin[] = []): Promise<string> {
  const folder = temporaryFolder('project-memory-dist-');
  await esbuild.build({
    absWorkingDir: repositoryRoot,
    entryPoints: { 'mcp-server': 'src/mcp/main.ts', 'compact-worker': 'src/memory/compactWorker.ts' },
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    define: { PROJECT_MEMORY_VERSION: '"0.0.0-test"' },
    logLevel: 'warning',
    plugins: [...plugins],
  });
  await copyFile(
    path.join(repositoryRoot, 'node_modules/sql.js/dist/sql-wasm.wasm'),
    path.join(folder, 'sql-wasm.wasm'),
  );
  return path.join(folder, 'mcp-server.js');
}

/** One list for the process: vitest loads this module anew for each file of tests that shares it. */
const TEMPORARY_FOLDERS = Symbol.for('project-memory.temporaryFolders');
const shared = globalThis as { [TEMPORARY_FOLDERS]?: string[] };

/** A new folder, removed when this process ends. */
export function temporaryFolder(prefix: string): string {
  const folders = (shared[TEMPORARY_FOLDERS] ??= []);
  if (folders.length === 0) {
    const remove = (): void => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    };
    process.once('exit', remove);
    // That is how vitest ends a process of its tests, which then never gets to exit.
    process.once('SIGTERM', () => {
      remove();
      process.kill(process.pid, 'SIGTERM');
    });
  }
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  folders.push(folder);
  return folder;
}

export const UNLIMITED: readonly string[] = ['--max-calls-per-minute', '0'];

export interface StartOptions {
  readonly storage: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Added to the few variables that the SDK passes on. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folders that the client lists as its roots; absent: a client without roots. */
  readonly roots?: readonly string[];
  /** The person at the client's form; absent: a client without elicitation. */
  readonly elicit?: (form: ElicitRequestFormParams, signal: AbortSignal) => Promise<ElicitResult>;
  readonly clientName?: string;
  /** Command that runs `node mcp-server.js ...`, to take rights away. */
  readonly wrapper?: readonly string[];
  /** Whether the server answers no more calls in a minute than its settings say. */
  readonly callsLimited?: boolean;
  /** Path of mcp-server.js; by default that of this source tree. */
  readonly program?: string;
}

/** A running server with a real client connected to it over stdio. */
export class ServerSession {
  readonly client: Client;
  readonly #transport: StdioClientTransport;
  #roots: readonly string[];
  #stderr = '';

  private constructor(client: Client, transport: StdioClientTransport, roots: readonly string[]) {
    this.client = client;
    this.#transport = transport;
    this.#roots = roots;
  }

  static async start(options: StartOptions): Promise<ServerSession> {
    const [command, ...rest] = [
      ...(options.wrapper ?? []),
      process.execPath,
      options.program ?? (await builtServer()),
      '--storage',
      options.storage,
      // A test makes the calls of an hour in seconds; the limit has tests of its own.
      ...(options.callsLimited === true ? [] : UNLIMITED),
      ...(options.args ?? []),
    ];
    const transport = new StdioClientTransport({
      command: command ?? process.execPath,
      args: rest,
      stderr: 'pipe',
      env: { ...getDefaultEnvironment(), ...options.env },
      cwd: options.cwd ?? tmpdir(),
    });
    const { elicit } = options;
    const client = new Client(
      { name: options.clientName ?? 'test-client', version: '1.0.0' },
      {
        capabilities: {
          ...(options.roots === undefined ? {} : { roots: { listChanged: true } }),
          ...(elicit === undefined ? {} : { elicitation: {} }),
        },
      },
    );
    if (elicit !== undefined) {
      client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) => {
        if (params.mode === 'url') throw new Error('The server may only ask by a form.');
        return elicit(params, signal);
      });
    }
    const session = new ServerSession(client, transport, options.roots ?? []);
    if (options.roots !== undefined) {
      client.setRequestHandler(ListRootsRequestSchema, () => ({
        roots: session.#roots.map((folder) => ({ uri: pathToFileURL(folder).href })),
      }));
    }
    transport.stderr?.on('data', (chunk: Buffer) => (session.#stderr += chunk.toString()));
    await client.connect(transport);
    // From here on the client checks every structured answer against the tool's output schema.
    await client.listTools();
    return session;
  }

  get pid(): number {
    const { pid } = this.#transport;
    if (pid === null) throw new Error('The server is not running.');
    return pid;
  }

  get stderr(): string {
    return this.#stderr;
  }

  async changeRoots(roots: readonly string[]): Promise<void> {
    this.#roots = roots;
    await this.client.sendRootsListChanged();
  }

  async call(name: string, input: Record<string, unknown>): Promise<CallToolResult> {
    return (await this.client.callTool({ name, arguments: input })) as CallToolResult;
  }

  /** The structured answer of a call that must succeed. */
  async ok(name: string, input: Record<string, unknown>): Promise<Answer> {
    const result = await this.call(name, input);
    if (result.isError === true) throw new Error(`${name} failed: ${texts(result).join('\n')}`);
    return result.structuredContent as Answer;
  }

  /** The text blocks of a call that must fail. */
  async failure(name: string, input: Record<string, unknown>): Promise<readonly string[]> {
    const result = await this.call(name, input);
    if (result.isError !== true) throw new Error(`${name} succeeded: ${texts(result).join('\n')}`);
    if (result.structuredContent !== undefined)
      throw new Error(`${name}: an error carries structuredContent`);
    return texts(result);
  }

  /** The error envelope of a call that must fail. */
  async error(name: string, input: Record<string, unknown>): Promise<ErrorEnvelope> {
    return envelope(await this.failure(name, input));
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}

export type Answer = Record<string, unknown>;

export interface ErrorEnvelope {
  readonly error: { readonly code: string; readonly message: string; readonly [detail: string]: unknown };
  readonly [detail: string]: unknown;
}

export function texts(result: CallToolResult): readonly string[] {
  return result.content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`));
}

/** The one text block that is an error envelope. */
export function envelope(blocks: readonly string[]): ErrorEnvelope {
  const json = blocks.filter((block) => block.startsWith('{'));
  if (json.length !== 1 || json[0] === undefined)
    throw new Error(`no error envelope in: ${blocks.join('\n')}`);
  return JSON.parse(json[0]) as ErrorEnvelope;
}
