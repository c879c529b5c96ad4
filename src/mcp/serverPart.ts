import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { ServerCapabilities } from '@modelcontextprotocol/sdk/types.js';

/** What one session serves beside its tools: its resources, its prompts. */
export interface ServerPart {
  readonly capabilities: ServerCapabilities;
  /** Sets the handlers of this part. `track` is for work that has to be answered before the session ends. */
  attach(server: Server, track: <T>(work: Promise<T>) => Promise<T>): void;
  /** The connection is closed: nothing may be watched or sent any more. */
  close(): void;
}
