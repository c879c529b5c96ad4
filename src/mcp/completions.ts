import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ErrorCode, McpError, type CompleteResult } from '@modelcontextprotocol/sdk/types.js';
import { livePage } from '../memory/livePages';
import { userArea } from '../memory/memoryHost';
import type { MemoryRecord } from '../memory/types';
import { readScope, type ReadScope } from '../tools/projectScope';
import type { ToolContext } from '../tools/tool';
import { openRequest, type RequestParams } from './openRequest';
import { prompts } from './prompts/promptTexts';
import { projectName, userScope } from './resources/resourceReading';
import { contextTemplate, memoryTemplate, placeName } from './resources/resourceUri';
import type { ServerPart } from './serverPart';

/** The most values that the protocol allows in one answer. */
const MOST_VALUES = 100;
/** Newest memories that are looked through. */
const LOOKED_AT = 400;

/** What is being completed, and what the other variables of its template are already. */
interface Completion {
  readonly ref: { readonly type?: unknown; readonly uri?: unknown; readonly name?: unknown };
  readonly argument: { readonly name?: unknown; readonly value?: unknown };
  readonly context?: { readonly arguments?: Readonly<Record<string, unknown>> };
}

/** Completes names of projects, ids of memories by their id or title, and topics. */
export class Completions implements ServerPart {
  readonly capabilities = { completions: {} };
  readonly #context: (signal?: AbortSignal) => ToolContext;

  constructor(context: (signal?: AbortSignal) => ToolContext) {
    this.#context = context;
  }

  attach(server: Server, track: <T>(work: Promise<T>) => Promise<T>): void {
    server.setRequestHandler(openRequest('completion/complete'), ({ params }, { signal }) =>
      track(complete(params, this.#context(signal))),
    );
  }

  close(): void {
    // Holds nothing.
  }
}

async function complete(params: RequestParams, context: ToolContext): Promise<CompleteResult> {
  const { ref, argument, context: rest } = completionOf(params);
  const typed = typeof argument.value === 'string' ? argument.value.toLowerCase() : '';
  const variable = argument.name;
  if (ref.type === 'ref/prompt' && prompts.some(({ name }) => name === ref.name)) {
    return variable === 'topic' ? answer(await topics(typed, context)) : answer([]);
  }
  if (ref.type === 'ref/resource' && (ref.uri === contextTemplate || ref.uri === memoryTemplate)) {
    if (variable === 'project') return answer(await places(typed, context));
    if (variable === 'id') return answer(await ids(typed, rest?.arguments?.['project'], context));
    return answer([]);
  }
  throw new McpError(
    ErrorCode.InvalidParams,
    `Nothing is completed for this. Resources: ${contextTemplate}, ${memoryTemplate}. Prompts: ${prompts.map(({ name }) => name).join(', ')}.`,
  );
}

function completionOf(params: RequestParams): Completion {
  const { ref, argument } = params ?? {};
  if (typeof ref === 'object' && ref !== null && typeof argument === 'object' && argument !== null) {
    return params as unknown as Completion;
  }
  throw new McpError(ErrorCode.InvalidParams, 'ref and argument are required, as objects.');
}

function answer(found: readonly string[]): CompleteResult {
  const values = [...new Set(found)];
  return {
    completion: {
      values: values.slice(0, MOST_VALUES),
      total: values.length,
      hasMore: values.length > MOST_VALUES,
    },
  };
}

async function places(typed: string, { host }: ToolContext): Promise<readonly string[]> {
  const projects = await (await host.catalog()).list();
  const names = projects.map(({ id, name }) => ({ name, place: placeName({ kind: 'project', id, name }) }));
  return [...names, { name: 'user', place: placeName(userArea) }]
    .filter(({ name, place }) => name.includes(typed) || place.startsWith(typed))
    .map(({ place }) => place);
}

async function ids(typed: string, place: unknown, context: ToolContext): Promise<readonly string[]> {
  const named = typeof place === 'string' && place !== '';
  const scope =
    place === placeName(userArea)
      ? userScope
      : await readScope(context, named ? { project: await projectName(place, context) } : {});
  const records = scope.kind === 'error' ? [] : await newest(scope, context);
  return records
    .filter(({ id, label }) => id.startsWith(typed) || label.toLowerCase().includes(typed))
    .map(({ id }) => id);
}

async function topics(typed: string, context: ToolContext): Promise<readonly string[]> {
  const scope = await readScope(context, {});
  const records = scope.kind === 'error' ? [] : await newest(scope, context);
  return records.map(({ label }) => label).filter((label) => label.toLowerCase().includes(typed));
}

async function newest(scope: ReadScope, { host }: ToolContext): Promise<readonly MemoryRecord[]> {
  const found: MemoryRecord[] = [];
  const limit = Math.ceil(LOOKED_AT / scope.areas.length);
  for (const area of scope.areas) {
    found.push(
      ...(
        await host.use(area, (opened) =>
          opened.read((db) => livePage(db, area, undefined, limit, host.timestamp())),
        )
      ).records,
    );
  }
  return found;
}
