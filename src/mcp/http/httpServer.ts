import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { ToolServer } from '../toolServer';
import { authority, ENDPOINT, type HttpAddress } from './address';
import { readJson } from './body';
import { Doorkeeper, type Refusal } from './doorkeeper';
import { HttpSessions, type HttpSession } from './sessions';

export interface HttpServerOptions {
  readonly address: HttpAddress;
  readonly token: string;
  /** Makes the server of one client's session, not yet connected. */
  readonly makeSession: () => ToolServer;
  readonly log: (message: string) => void;
  /** Milliseconds in which a client has to send a whole request. */
  readonly requestTimeoutMs?: number;
}

/** A request that trickles in must not hold its connection for long. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often connections are looked at for it. */
const CHECKING_MS = 1_000;
/** A client that sends its next call within this time need not connect again. */
const KEEP_ALIVE_MS = 60_000;
const HEADER_BYTES = 16 * 1024;
const CONNECTIONS = 2_000;
/** What is answered already is given this long to reach its client at the end. */
const FLUSH_MS = 1_000;

/** Codes of JSON-RPC and of MCP for statuses that have one of their own. */
const CODES = new Map([
  [400, -32_600],
  [404, -32_001],
]);

const SESSION_HEADER = 'mcp-session-id';

/**
 * MCP over Streamable HTTP for clients on this machine. Each session has a server of its own; all of them work on the
 * one MemoryHost that `makeSession` gives them.
 */
export class HttpServer {
  readonly #options: HttpServerOptions;
  readonly #server: Server;
  readonly #doorkeeper: Doorkeeper;
  readonly #sessions: HttpSessions;
  readonly #port: number;
  #closing = false;

  private constructor(options: HttpServerOptions, server: Server) {
    this.#options = options;
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.#doorkeeper = new Doorkeeper(options.token, this.#port);
    this.#sessions = new HttpSessions();
  }

  /** Rejects with the system's error when the address cannot be listened to. */
  static async listen(options: HttpServerOptions): Promise<HttpServer> {
    const timeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
    const server = createServer({
      requestTimeout: timeout,
      headersTimeout: timeout,
      connectionsCheckingInterval: Math.min(CHECKING_MS, timeout),
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEADER_BYTES,
    });
    server.maxConnections = CONNECTIONS;
    const { host, port } = options.address;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, () => {
        server.off('error', reject);
        resolve();
      });
    });
    const listening = new HttpServer(options, server);
    server.on('request', (request, response) => void listening.#answer(request, response));
    return listening;
  }

  /** Address of the endpoint. */
  get url(): string {
    return `http://${authority({ ...this.#options.address, port: this.#port })}${ENDPOINT}`;
  }

  /**
   * Begins no more sessions; resolves when every call that was received has been answered. The clients that are here may
   * go on meanwhile: a call may wait for what its person says.
   */
  async drain(): Promise<void> {
    this.#closing = true;
    await this.#sessions.drain();
  }

  /** Ends every session and connection. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await this.#sessions.close();
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => this.#server.closeAllConnections(), FLUSH_MS);
    await closed;
    clearTimeout(timer);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that is gone while it is answered.
    response.on('error', () => undefined);
    // The SDK's streams say keep-alive to everybody; a client of HTTP/1.0 would wait for the end of its answer for ever.
    const { socket } = request;
    if (!response.shouldKeepAlive) response.once('finish', () => socket.end());
    try {
      await this.#route(request, response);
    } catch (error) {
      const stack = error instanceof Error ? error.stack?.match(/^ {4}at .*$/gm)?.join('\n') : undefined;
      this.#options.log(`A request over HTTP failed by a fault of this server:\n${stack ?? typeof error}`);
      if (!response.headersSent)
        refuse(response, { status: 500, message: 'A fault of this server; its log on stderr says where.' });
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = this.#doorkeeper.refusal(request);
    if (refusal !== undefined) return refuse(response, refusal);

    const id = request.headers[SESSION_HEADER];
    const session = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    if (id !== undefined && session === undefined) {
      return refuse(response, { status: 404, message: 'Session not found: initialize a new one.' });
    }
    if (request.method !== 'POST') {
      if (session === undefined) return refuse(response, noSession);
      return this.#pass(session, request, response);
    }
    const body = await readJson(request);
    if (body.kind === 'gone') return;
    if (body.kind === 'refused') return refuse(response, body.refusal);
    if (session !== undefined) return this.#pass(session, request, response, body.value);
    if (!isInitializeRequest(body.value)) return refuse(response, noSession);
    await this.#begin(request, response, body.value);
  }

  async #begin(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    if (this.#closing) return refuse(response, { status: 503, message: 'The server is ending.' });
    if (!this.#sessions.makeRoom()) {
      return refuse(response, {
        status: 503,
        message: 'Too many sessions are in use. End one (DELETE), then try again.',
        headers: { 'Retry-After': '10' },
      });
    }
    const server = this.#options.makeSession();
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.#sessions.add(id, session),
    });
    const session: HttpSession = { server, transport, open: 0 };
    server.onClosed = () => this.#sessions.remove(session);
    await server.connect(transport);
    await this.#pass(session, request, response, body);
    // A request that looked like a beginning and was none.
    if (transport.sessionId === undefined) await transport.close();
  }

  async #pass(
    session: HttpSession,
    request: IncomingMessage,
    response: ServerResponse,
    body?: unknown,
  ): Promise<void> {
    this.#sessions.use(session, response);
    await session.transport.handleRequest(request, response, body);
  }
}

const noSession: Refusal = {
  status: 400,
  message: 'Bad request: begin with initialize, then send the header Mcp-Session-Id of its answer.',
};

/** Answers with an error in the form of the protocol. What is left of the request Node reads and drops. */
function refuse(response: ServerResponse, { status, message, headers }: Refusal): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  const code = CODES.get(status) ?? -32_000;
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}
