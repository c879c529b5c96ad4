import type { ServerResponse } from 'node:http';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { ToolServer } from '../toolServer';

/** What one client began with `initialize`. */
export interface HttpSession {
  readonly server: ToolServer;
  readonly transport: StreamableHTTPServerTransport;
  /** Responses that have not ended: calls, and the stream of what the server says of itself. */
  open: number;
}

/** A client may vanish without ending its session, so those that nobody uses give way to new ones. */
const CAPACITY = 100;

/** The sessions of one HTTP server, by their id; the one least recently used is first. */
export class HttpSessions {
  readonly #byId = new Map<string, HttpSession>();

  get(id: string): HttpSession | undefined {
    return this.#byId.get(id);
  }

  add(id: string, session: HttpSession): void {
    this.#byId.set(id, session);
  }

  remove({ transport: { sessionId } }: HttpSession): void {
    if (sessionId !== undefined) this.#byId.delete(sessionId);
  }

  /** The session answers a request by this response. */
  use(session: HttpSession, response: ServerResponse): void {
    session.open++;
    response.once('close', () => session.open--);
    const { sessionId } = session.transport;
    if (sessionId === undefined || !this.#byId.delete(sessionId)) return;
    this.#byId.set(sessionId, session);
  }

  /** Whether there is room for one more session, or was made by ending those that rested longest. */
  makeRoom(): boolean {
    while (this.#byId.size >= CAPACITY) {
      const resting = [...this.#byId.values()].find(({ open }) => open === 0);
      if (resting === undefined) return false;
      this.remove(resting);
      void resting.transport.close();
    }
    return true;
  }

  /** Resolves when every call that was received has been answered. */
  async drain(): Promise<void> {
    await Promise.all([...this.#byId.values()].map(({ server }) => server.drain()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byId.values()].map(({ transport }) => transport.close()));
  }
}
