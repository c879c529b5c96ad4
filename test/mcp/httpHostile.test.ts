import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ToolServer } from '../../src/mcp/toolServer';
import { HttpServer } from '../../src/mcp/http/httpServer';
import { HttpProcess, HttpSession } from '../support/httpSession';
import { temporaryFolder } from '../support/mcpServer';

const LIMIT = 1024 * 1024;
/** Each call has a connection and an answer of its own. */
const MANY_CALLS_TIMEOUT = 180_000;

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

/** One connection, over which anything may be sent. */
class RawConnection {
  received = '';
  readonly #socket: Socket;
  readonly #closed: Promise<void>;

  constructor(url: URL) {
    this.#socket = connect(Number(url.port), url.hostname);
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (chunk: string) => (this.received += chunk));
    // The server may end the connection while it is still being written to.
    this.#socket.on('error', () => undefined);
    this.#closed = new Promise((resolve) => this.#socket.once('close', () => resolve()));
  }

  write(data: string | Buffer): void {
    this.#socket.write(data);
  }

  /** What the server answered until it closed the connection. */
  async answer(): Promise<string> {
    await this.#closed;
    return this.received;
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

describe('hostile requests over HTTP', () => {
  let server: HttpProcess;
  let good: HttpSession;

  beforeAll(async () => {
    server = await HttpProcess.start({
      storage: temporaryFolder('http-storage-'),
      args: ['--project', 'attacked', '--max-calls-per-minute', '0'],
    });
    good = await HttpSession.connect(server);
  });
  /** Whatever was sent: the server is up, and answers the next good client. */
  afterEach(async () => {
    expect(await good.ok('mem_current_project', {})).toMatchObject({ project: 'attacked' });
  });
  afterAll(async () => {
    await good.close();
    expect(await server.stop()).toBe(0);
    expect(server.stderr).not.toContain('fault of this server');
  });

  const headers = (changes: Record<string, string | undefined> = {}): Record<string, string> => {
    const all: Record<string, string | undefined> = {
      Host: server.url.host,
      Authorization: `Bearer ${server.token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Connection: 'close',
      ...changes,
    };
    return Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  };

  const request = (head: string, fields: Record<string, string>, body: string | Buffer = ''): Buffer =>
    Buffer.concat([
      Buffer.from(
        [
          head,
          ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
          ...('Content-Length' in fields || 'Transfer-Encoding' in fields
            ? []
            : [`Content-Length: ${Buffer.byteLength(body)}`]),
          '',
          '',
        ].join('\r\n'),
        'latin1',
      ),
      Buffer.from(body),
    ]);

  const send = (bytes: Buffer): Promise<string> => {
    const connection = new RawConnection(server.url);
    connection.write(bytes);
    return connection.answer();
  };

  const post = (
    changes: Record<string, string | undefined>,
    body: string | Buffer = JSON.stringify(initialize),
  ) => send(request('POST /mcp HTTP/1.1', headers(changes), body));

  it.each<[string, number, Record<string, string | undefined>, string]>([
    ['no token', 401, { Authorization: undefined }, 'http-token in the storage folder'],
    ['a wrong token', 401, { Authorization: `Bearer ${'A'.repeat(43)}` }, 'Authorization: Bearer TOKEN'],
    ['a token with more behind it', 401, { Authorization: `Bearer x y` }, 'Authorization: Bearer TOKEN'],
    ['another scheme', 401, { Authorization: 'Basic dXNlcjpwYXNz' }, 'Authorization: Bearer TOKEN'],
    ['the name of another machine', 403, { Host: 'memories.example.com' }, 'header Host must be one of'],
    ['a name that leads here, with the right port', 403, { Host: 'rebound.example.com:PORT' }, 'header Host'],
    ['another port', 403, { Host: '127.0.0.1:1' }, 'header Host must be one of'],
    ['a foreign page', 403, { Origin: 'https://evil.example.com' }, 'requests of web pages'],
    ['a page of another server of this machine', 403, { Origin: 'http://localhost:3000' }, 'web pages'],
    ['a page from a file or a sandbox', 403, { Origin: 'null' }, 'requests of web pages'],
    [
      'an unknown session',
      404,
      { 'Mcp-Session-Id': 'e0a7c7c6-0000-4000-8000-000000000000' },
      'Session not found',
    ],
    ['a body that is no JSON by its type', 415, { 'Content-Type': 'text/plain' }, 'application/json'],
    ['a client that takes no stream', 406, { Accept: 'application/json' }, 'text/event-stream'],
  ])('refuses %s', async (_name, status, changes, text) => {
    const port = { Host: changes['Host']?.replace('PORT', server.url.port) };
    const answer = await post({ ...changes, ...(port.Host === undefined ? {} : port) });
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `, 'u'));
    expect(answer).toContain(text);
    expect(answer.toLowerCase()).not.toContain('access-control-allow');
  });

  it('says nothing of what is here to whoever has no token', async () => {
    for (const target of ['/mcp', '/', '/http-token', '/../key']) {
      const answer = await send(request(`GET ${target} HTTP/1.1`, headers({ Authorization: undefined })));
      expect(answer).toMatch(/^HTTP\/1.1 401 /u);
    }
    expect(await send(request('GET /other HTTP/1.1', headers()))).toMatch(/^HTTP\/1.1 404 /u);
  });

  it.each<[string, string, number]>([
    ['a stream without a session', 'GET', 400],
    ['the end of no session', 'DELETE', 400],
    ['another method', 'PUT', 405],
  ])('refuses %s', async (_name, method, status) => {
    const answer = await send(request(`${method} /mcp HTTP/1.1`, headers()));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `, 'u'));
  });

  it('answers no preflight: a page of a browser gets nothing', async () => {
    const fields = { Origin: 'https://evil.example.com', 'Access-Control-Request-Method': 'POST' };
    const answer = await send(
      request('OPTIONS /mcp HTTP/1.1', headers({ ...fields, Authorization: undefined })),
    );
    expect(answer).toMatch(/^HTTP\/1.1 403 /u);
    expect(answer.toLowerCase()).not.toContain('access-control-allow');
  });

  it('refuses a body of 2 MB, declared or not, without reading it to the end', async () => {
    expect(await post({ 'Content-Length': String(2 * LIMIT) }, '{')).toMatch(/^HTTP\/1.1 413 /u);
    const chunk = `${(64 * 1024).toString(16)}\r\n${' '.repeat(64 * 1024)}\r\n`;
    const chunked = new RawConnection(server.url);
    chunked.write(request('POST /mcp HTTP/1.1', headers({ 'Transfer-Encoding': 'chunked' })));
    for (let sent = 0; sent <= LIMIT; sent += 64 * 1024) chunked.write(chunk);
    expect(await chunked.answer()).toMatch(/^HTTP\/1.1 413 /u);
  });

  it('takes a body of almost 1 MB', async () => {
    const value = 'x'.repeat(LIMIT - 2_000);
    const body = JSON.stringify({ ...initialize, params: { ...initialize.params, _meta: { value } } });
    expect(await post({}, body)).toMatch(/^HTTP\/1.1 200 /u);
  });

  it('reads no more than was declared: the rest is a request of its own, and none', async () => {
    const body = JSON.stringify(initialize);
    const length = { 'Content-Length': String(body.length), Connection: 'keep-alive' };
    expect(await post(length, `${body}}}}garbage\r\n\r\n`)).toContain('HTTP/1.1 400 Bad Request');
  });

  it.each<[string, string | Buffer]>([
    ['garbage', '{"jsonrpc": sk-secret'],
    ['nothing', ''],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['a number', '12'],
    ['null', 'null'],
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['a hundred thousand brackets that close', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['an empty list', '[]'],
    ['JSON that is no message', '{"hello":"sk-secret"}'],
  ])('refuses a body of %s without repeating it', async (_name, body) => {
    const answer = await post({}, body);
    expect(answer).toMatch(/^HTTP\/1.1 400 /u);
    expect(answer).not.toContain('sk-secret');
    expect(server.stderr).not.toContain('sk-secret');
  });

  it('refuses huge and very many headers', async () => {
    expect(await post({ 'X-Large': 'x'.repeat(20_000) })).toMatch(/^HTTP\/1.1 431 /u);
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`X-${n}`, 'y']));
    expect(await post(many)).toMatch(/^HTTP\/1.1 431 /u);
  });

  it('answers a client of HTTP/1.0, which need not name the host it means, that it must', async () => {
    const answer = await send(
      request('POST /mcp HTTP/1.0', headers({ Host: undefined }), JSON.stringify(initialize)),
    );
    expect(answer).toMatch(/^HTTP\/1.1 403 /u);
    const named = await send(request('POST /mcp HTTP/1.0', headers(), JSON.stringify(initialize)));
    expect(named).toMatch(/^HTTP\/1.1 200 /u);
  });

  it('takes two lengths, a length beside chunks, and a folded header for no request', async () => {
    const ok = JSON.stringify(initialize);
    expect(await post({ 'Content-Length': `${ok.length}, 1` })).toMatch(/^HTTP\/1.1 400 /u);
    expect(await post({ 'Transfer-Encoding': 'chunked', 'Content-Length': String(ok.length) })).toMatch(
      /^HTTP\/1.1 400 /u,
    );
  });

  it(
    'answers 1,000 calls at once',
    async () => {
      const answers = await Promise.all(
        Array.from({ length: 1_000 }, () => good.ok('mem_current_project', {})),
      );
      expect(answers).toHaveLength(1_000);
      expect(new Set(answers.map((answer) => answer['project']))).toEqual(new Set(['attacked']));
    },
    MANY_CALLS_TIMEOUT,
  );

  it('begins 300 sessions at once, and ends those that rest to make room for others', async () => {
    const fields = headers({ Connection: undefined, Host: undefined });
    const answers = await Promise.all(
      Array.from({ length: 300 }, () =>
        fetch(server.url, { method: 'POST', headers: fields, body: JSON.stringify(initialize) }),
      ),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    await Promise.all(answers.map((answer) => answer.text()));
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
    const late = await HttpSession.connect(server);
    await late.close();
  });

  it('goes on when clients go away in the middle of what they send', async () => {
    for (let n = 0; n < 50; n++) {
      const connection = new RawConnection(server.url);
      connection.write(request('POST /mcp HTTP/1.1', headers({ 'Content-Length': '1000' }), '{"json'));
      connection.destroy();
    }
    const late = await HttpSession.connect(server);
    await late.close();
  });
});

describe('a client that sends slowly', () => {
  it('is told so when its time is over, and keeps nobody waiting', async () => {
    const server = await HttpServer.listen({
      address: { host: '127.0.0.1', port: 0 },
      token: 'T',
      makeSession: () =>
        new ToolServer({
          version: '1',
          tools: [],
          call: () => Promise.reject(new Error('none')),
          log: () => undefined,
        }),
      log: () => undefined,
      requestTimeoutMs: 300,
    });
    const url = new URL(server.url);
    const head = `POST /mcp HTTP/1.1\r\nHost: ${url.host}\r\n`;
    const slowHead = new RawConnection(url);
    slowHead.write(head);
    const slowBody = new RawConnection(url);
    slowBody.write(`${head}Authorization: Bearer T\r\nContent-Length: 100\r\n\r\n{`);
    const status = await fetch(url, { method: 'POST', headers: { Authorization: 'Bearer T' }, body: '{}' });
    expect(status.status).toBe(400);
    expect(await slowHead.answer()).toMatch(/^HTTP\/1.1 408 /u);
    expect(await slowBody.answer()).toMatch(/^HTTP\/1.1 408 /u);
    await server.close();
  });
});
