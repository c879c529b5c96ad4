import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import {
  builtServer,
  envelope,
  texts,
  UNLIMITED,
  type Answer,
  type ErrorEnvelope,
  type StartOptions,
} from './mcpServer';

export type HttpProcessOptions = Pick<
  StartOptions,
  'storage' | 'args' | 'cwd' | 'env' | 'program' | 'callsLimited'
>;

/** A server process that listens on a free port of this machine. */
export class HttpProcess {
  readonly process: ChildProcessWithoutNullStreams;
  readonly storage: string;
  stderr = '';
  #url: URL | undefined;
  readonly #exited: Promise<number | null>;

  private constructor(child: ChildProcessWithoutNullStreams, storage: string) {
    this.process = child;
    this.storage = storage;
    this.#exited = new Promise((resolve) => child.once('close', resolve));
  }

  /** `args` may hold another `--http` than that of a free port. */
  static async start(options: HttpProcessOptions): Promise<HttpProcess> {
    const args = options.args ?? [];
    const child = spawn(
      process.execPath,
      [
        options.program ?? (await builtServer()),
        ...['--storage', options.storage],
        ...(options.callsLimited === true ? [] : UNLIMITED),
        ...(args.includes('--http') ? [] : ['--http', '127.0.0.1:0']),
        ...args,
      ],
      { cwd: options.cwd ?? tmpdir(), env: { ...process.env, ...options.env } },
    );
    const server = new HttpProcess(child, options.storage);
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (chunk: Buffer) => {
        server.stderr += chunk.toString();
        if (/Listening on \S+\n.*Bearer.*\n/u.test(server.stderr)) resolve();
      });
      child.once('close', () => reject(new Error(`The server ended: ${server.stderr}`)));
    });
    return server;
  }

  /** Of the endpoint. */
  get url(): URL {
    return (this.#url ??= new URL(/Listening on (\S+)/u.exec(this.stderr)?.[1] ?? ''));
  }

  get token(): string {
    return readFileSync(path.join(this.storage, 'http-token'), 'utf8').trim();
  }

  exited(): Promise<number | null> {
    return this.#exited;
  }

  /** Asks it to end; resolves with its exit status. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.process.kill(signal);
    return this.#exited;
  }
}

export type HttpSessionOptions = Pick<StartOptions, 'roots' | 'elicit' | 'clientName'> & {
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** A real client connected to a server over HTTP, with the methods of `ServerSession`. */
export class HttpSession {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;

  private constructor(client: Client, transport: StreamableHTTPClientTransport) {
    this.client = client;
    this.transport = transport;
  }

  static async connect(server: HttpProcess, options: HttpSessionOptions = {}): Promise<HttpSession> {
    const { elicit, roots } = options;
    const transport = new StreamableHTTPClientTransport(server.url, {
      requestInit: { headers: { Authorization: `Bearer ${server.token}`, ...options.headers } },
    });
    const client = new Client(
      { name: options.clientName ?? 'test-client', version: '1.0.0' },
      {
        capabilities: {
          ...(roots === undefined ? {} : { roots: { listChanged: true } }),
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
    if (roots !== undefined) {
      client.setRequestHandler(ListRootsRequestSchema, () => ({
        roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href })),
      }));
    }
    await client.connect(transport);
    // From here on the client checks every structured answer against the tool's output schema.
    await client.listTools();
    return new HttpSession(client, transport);
  }

  async call(
    name: string,
    input: Record<string, unknown>,
    meta?: Record<string, unknown>,
  ): Promise<CallToolResult> {
    const params = { name, arguments: input, ...(meta === undefined ? {} : { _meta: meta }) };
    return (await this.client.callTool(params)) as CallToolResult;
  }

  /** The structured answer of a call that must succeed. */
  async ok(name: string, input: Record<string, unknown>, meta?: Record<string, unknown>): Promise<Answer> {
    const result = await this.call(name, input, meta);
    if (result.isError === true) throw new Error(`${name} failed: ${texts(result).join('\n')}`);
    return result.structuredContent as Answer;
  }

  /** The text blocks of a call that must fail. */
  async failure(
    name: string,
    input: Record<string, unknown>,
    meta?: Record<string, unknown>,
  ): Promise<readonly string[]> {
    const result = await this.call(name, input, meta);
    if (result.isError !== true) throw new Error(`${name} succeeded: ${texts(result).join('\n')}`);
    if (result.structuredContent !== undefined)
      throw new Error(`${name}: an error carries structuredContent`);
    return texts(result);
  }

  /** The error envelope of a call that must fail. */
  async error(
    name: string,
    input: Record<string, unknown>,
    meta?: Record<string, unknown>,
  ): Promise<ErrorEnvelope> {
    return envelope(await this.failure(name, input, meta));
  }

  /** Ends the session at the server too. */
  async close(): Promise<void> {
    await this.transport.terminateSession();
    await this.client.close();
  }
}
