import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { tmpdir } from 'node:os';
import { builtServer, UNLIMITED } from './mcpServer';

export interface Message {
  readonly id?: number | string | null;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
  readonly [member: string]: unknown;
}

export interface RawOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The server spoken to line by line, for what a well-behaved client never does. */
export class RawServer {
  readonly process: ChildProcessWithoutNullStreams;
  /** Everything it wrote to standard output that is no JSON-RPC message. */
  readonly strayLines: string[] = [];
  readonly messages: Message[] = [];
  stderr = '';
  #rest = '';
  readonly #exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  #onMessage: (() => void) | undefined;

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.process = child;
    child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk: string) => this.#read(chunk));
    // A server that ended does not read what is still written to it.
    child.stdin.on('error', () => undefined);
    this.#exited = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        this.#onMessage?.();
        resolve({ code, signal });
      });
    });
  }

  static async start(args: readonly string[], options: RawOptions = {}): Promise<RawServer> {
    return new RawServer(
      spawn(process.execPath, [await builtServer(), ...(args[0] === '--storage' ? UNLIMITED : []), ...args], {
        cwd: options.cwd ?? tmpdir(),
        env: { ...process.env, ...options.env },
      }),
    );
  }

  write(text: string): void {
    this.process.stdin.write(text);
  }

  send(...messages: readonly Record<string, unknown>[]): void {
    this.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  }

  /** `initialize` as request 0. */
  async initialize(capabilities: Record<string, unknown> = {}): Promise<Message> {
    this.send({
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities,
        clientInfo: { name: 'raw-client', version: '1' },
      },
    });
    const answer = await this.answer(0);
    this.send({ method: 'notifications/initialized' });
    return answer;
  }

  callTool(id: number, name: string, input: unknown): void {
    this.send({ id, method: 'tools/call', params: { name, arguments: input } });
  }

  /** The answer to request `id`; rejects when the server ends without it. */
  async answer(id: number): Promise<Message> {
    for (;;) {
      const found = this.messages.find((message) => message.id === id && !('method' in message));
      if (found !== undefined) return found;
      if (this.process.exitCode !== null) throw new Error(`ended without answering ${id}: ${this.stderr}`);
      await new Promise<void>((resolve) => (this.#onMessage = resolve));
    }
  }

  exited(): Promise<{ readonly code: number | null; readonly signal: string | null }> {
    return this.#exited;
  }

  #read(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      try {
        const message = JSON.parse(line) as Message;
        if (message['jsonrpc'] !== '2.0') throw new Error('not JSON-RPC');
        this.messages.push(message);
      } catch {
        this.strayLines.push(line);
      }
    }
    this.#onMessage?.();
  }
}
