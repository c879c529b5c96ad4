import { AsyncLocalStorage } from 'node:async_hooks';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  EmptyResultSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  RootsListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type {
  CallToolResult,
  RequestId,
  ServerCapabilities,
  ServerResult,
  Tool,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { inputSchema, outputSchema } from '../tools/jsonSchema';
import type { ObjectSchema } from '../tools/jsonSchema';
import type { ToolDefinition, ToolReply } from '../tools/tool';
import type { ElicitationAnswer, ElicitationClient, ElicitationForm } from './elicitation';
import { givenIdempotencyKey } from './idempotencyKey';
import type { RootsClient } from './roots';
import type { ServerPart } from './serverPart';

/** A client that hangs on `roots/list` must not hang every call with it. */
const ROOTS_TIMEOUT_MS = 5_000;

/**
 * `tools/call`, left open: the SDK checks the request a second time, and only then tells a malformed one as
 * invalid parameters instead of as a fault of this server.
 */
const toolCall = z.object({
  method: z.literal('tools/call'),
  params: z.custom<{
    readonly name: string;
    readonly arguments?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
  }>(),
});

export interface ToolServerOptions {
  readonly version: string;
  /** Told to the client in `initialize`. */
  readonly instructions?: string;
  readonly tools: readonly ToolDefinition[];
  readonly call: (tool: ToolDefinition, input: unknown, caller: Caller) => Promise<ToolReply>;
  /** What this session serves beside its tools. */
  readonly parts?: readonly ServerPart[];
  readonly log: (message: string) => void;
}

export interface Caller {
  /** The name that the client gave in `initialize`. */
  readonly savedBy: string;
  /** Aborted when the client cancels the call or is gone. */
  readonly signal: AbortSignal;
  /** As it was given, unchecked; undefined when there is none. */
  readonly idempotencyKey: unknown;
}

/**
 * One MCP session that serves tools. Lists and calls them by its own handlers: the SDK's tool registry validates
 * before the handler runs, and so would answer with texts that are not the tools' own.
 */
export class ToolServer implements RootsClient, ElicitationClient {
  readonly #server: Server;
  readonly #options: ToolServerOptions;
  readonly #running = new Set<Promise<unknown>>();
  /** Over HTTP what the client is asked during a call has to go down that call's own response. */
  readonly #during = new AsyncLocalStorage<RequestId>();
  #listed: Tool[] | undefined;
  #elicited = false;
  /** Called when the client's roots are others now. */
  onRootsChanged: (() => void) | undefined;
  /** Called when the connection is closed, by either end. */
  onClosed: (() => void) | undefined;

  constructor(options: ToolServerOptions) {
    this.#options = options;
    const parts = options.parts ?? [];
    this.#server = new Server(
      { name: 'project-memory', title: 'Project Memory', version: options.version },
      {
        capabilities: Object.assign(
          options.tools.length === 0 ? {} : { tools: {} },
          ...parts.map(({ capabilities }) => capabilities),
        ) as ServerCapabilities,
        ...(options.instructions === undefined ? {} : { instructions: options.instructions }),
      },
    );
    if (options.tools.length === 0)
      this.#server.fallbackRequestHandler = ({ method }) => this.#withoutTools(method);
    else {
      this.#server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: this.#list() }));
      this.#server.setRequestHandler(toolCall, ({ params }, { requestId, requestInfo, signal }) => {
        const call = (): Promise<CallToolResult> => {
          const idempotencyKey = givenIdempotencyKey(requestInfo?.headers, params._meta);
          return this.#track(this.#call(params.name, params.arguments ?? {}, { signal, idempotencyKey }));
        };
        // Over stdio all goes down one pipe, and to follow a call through its promises makes each of them slower.
        return requestInfo === undefined ? call() : this.#during.run(requestId, call);
      });
    }
    for (const part of parts) part.attach(this.#server, (work) => this.#track(work));
    this.#server.setNotificationHandler(RootsListChangedNotificationSchema, () => this.onRootsChanged?.());
    this.#server.onclose = () => {
      for (const part of parts) part.close();
      this.onClosed?.();
    };
    // The SDK's own messages quote what was received, and that may hold a secret.
    this.#server.onerror = (error) =>
      options.log(
        error.message.includes('maximum size')
          ? 'A message of the client was larger than 10 MB: the connection was closed, nothing of it was stored.'
          : `A message of the client could not be handled (${error.name}).`,
      );
  }

  connect(transport: Transport): Promise<void> {
    return this.#server.connect(transport);
  }

  supportsRoots(): boolean {
    return this.#server.getClientCapabilities()?.roots !== undefined;
  }

  async listRoots(): Promise<readonly { readonly uri: string }[]> {
    const answer = await this.#server.listRoots({}, { timeout: ROOTS_TIMEOUT_MS, ...this.#relation() });
    return answer.roots;
  }

  supportsElicitation(): boolean {
    return this.#server.getClientCapabilities()?.elicitation?.form !== undefined;
  }

  elicit(
    form: ElicitationForm,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<ElicitationAnswer> {
    const { message, requestedSchema } = form;
    // Clients made with this SDK cannot take back the first request of a session: its id, 0, counts as none.
    if (!this.#elicited) {
      void this.#server
        .request({ method: 'ping' }, EmptyResultSchema, this.#relation())
        .catch(() => undefined);
    }
    this.#elicited = true;
    return this.#server.elicitInput(
      { message, requestedSchema: { ...requestedSchema, properties: { ...requestedSchema.properties } } },
      { timeout: timeoutMs, ...(signal === undefined ? {} : { signal }), ...this.#relation() },
    );
  }

  /** To the call in whose course something is asked. */
  #relation(): { readonly relatedRequestId?: RequestId } {
    const relatedRequestId = this.#during.getStore();
    return relatedRequestId === undefined ? {} : { relatedRequestId };
  }

  /** Resolves when every call that was received has been answered. */
  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    // The SDK sends an answer some microtasks after the handler's promise settles.
    await new Promise((resolve) => setImmediate(resolve));
  }

  #track<T>(call: Promise<T>): Promise<T> {
    this.#running.add(call);
    const done = () => this.#running.delete(call);
    call.then(done, done);
    return call;
  }

  /** Clients ask for tools also where none were announced: the answer says why there are none. */
  #withoutTools(method: string): Promise<ServerResult> {
    if (method === 'tools/list') return Promise.resolve({ tools: [] });
    const error =
      method === 'tools/call'
        ? this.#unknownTool()
        : new McpError(ErrorCode.MethodNotFound, 'This server does not know the method.');
    return Promise.reject(error);
  }

  #list(): Tool[] {
    return (this.#listed ??= this.#options.tools.map(describeTool));
  }

  async #call(name: string, input: unknown, caller: Omit<Caller, 'savedBy'>): Promise<CallToolResult> {
    const tool = this.#options.tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw this.#unknownTool();
    const savedBy = clientName(this.#server.getClientVersion()?.name);
    const reply = await this.#options.call(tool, input, { savedBy, ...caller }).catch((error: unknown) => {
      throw this.#internalError(tool, error);
    });
    return {
      content: reply.texts.map((text) => ({ type: 'text', text })),
      ...(reply.isError ? { isError: true } : {}),
      ...(reply.structured === undefined || reply.isError
        ? {}
        : { structuredContent: { ...reply.structured } }),
    };
  }

  /** A fault of this program. Its message may quote a memory, so only the place is told. */
  #internalError(tool: ToolDefinition, error: unknown): McpError {
    const stack = error instanceof Error ? error.stack?.match(/^ {4}at .*$/gm)?.join('\n') : undefined;
    this.#options.log(`${tool.name} failed by a fault of this server:\n${stack ?? typeof error}`);
    return new McpError(
      ErrorCode.InternalError,
      `${tool.name} failed by a fault of this server; its log on stderr says where. What it was to store may not be stored: search before you call again.`,
    );
  }

  /** The name asked for is not quoted: the caller has it, and it may be text that belongs nowhere. */
  #unknownTool(): McpError {
    const names = this.#options.tools.map((tool) => tool.name);
    return new McpError(
      ErrorCode.InvalidParams,
      names.length === 0
        ? 'Unknown tool: this server was started with --tools none and offers no tools.'
        : `Unknown tool. This server offers: ${names.join(', ')}.`,
    );
  }
}

function describeTool(tool: ToolDefinition): Tool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: mutable(inputSchema(tool)),
    outputSchema: mutable(outputSchema(tool)),
    annotations: { title: tool.title, ...tool.annotations },
  };
}

/** The SDK's types have no readonly lists. */
function mutable(schema: ObjectSchema): Tool['inputSchema'] {
  return {
    type: 'object',
    properties: { ...schema.properties },
    ...(schema.required === undefined ? {} : { required: [...schema.required] }),
  };
}

/** Names that the editor's own surfaces save under; a client may not pass for one of them. */
const RESERVED_NAMES = new Set(['person', 'chat tool']);

/** The client's name as it is kept with a memory: one line, at most 100 characters. */
export function clientName(given: string | undefined): string {
  const name = (given ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, 100)
    .toWellFormed();
  if (name === '') return 'MCP client';
  return RESERVED_NAMES.has(name.toLowerCase()) ? `MCP client ${name}` : name;
}
