import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ErrorCode,
  McpError,
  type ListResourcesResult,
  type ReadResourceResult,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import { storeFailure } from '../../tools/runTool';
import type { ToolContext } from '../../tools/tool';
import { openRequest, requiredText, type RequestParams } from '../openRequest';
import type { ServerPart } from '../serverPart';
import { ResourceChanges } from './resourceChanges';
import { listResources } from './resourceList';
import { readResource, RESOURCE_MIME_TYPE, RESOURCE_NOT_FOUND } from './resourceReading';
import { contextTemplate, memoryTemplate, parseResourceUri, type ResourceAddress } from './resourceUri';

const templates: readonly ResourceTemplate[] = [
  {
    uriTemplate: contextTemplate,
    name: 'Memory of a project',
    title: 'Memory of a project',
    description: 'What to know at the start of a task in a project, by its name; user: about the person',
    mimeType: RESOURCE_MIME_TYPE,
  },
  {
    uriTemplate: memoryTemplate,
    name: 'One memory',
    title: 'One memory',
    description: 'A memory whole, with its source, status, versions and links',
    mimeType: RESOURCE_MIME_TYPE,
  },
];

export interface ResourcesOptions {
  readonly context: (signal?: AbortSignal) => ToolContext;
  readonly log: (message: string) => void;
}

/** Memories as resources, which a person attaches to a message. Opens nothing until it is asked. */
export class Resources implements ServerPart {
  readonly capabilities = { resources: { subscribe: true, listChanged: true } };
  readonly #options: ResourcesOptions;
  #changes: ResourceChanges | undefined;

  constructor(options: ResourcesOptions) {
    this.#options = options;
  }

  attach(server: Server, track: <T>(work: Promise<T>) => Promise<T>): void {
    const { context, log } = this.#options;
    // A client that is gone is told nothing.
    const ignored = (): void => undefined;
    const changes = new ResourceChanges({
      context,
      log,
      updated: (uri) => void server.sendResourceUpdated({ uri }).catch(ignored),
      listChanged: () => void server.sendResourceListChanged().catch(ignored),
    });
    this.#changes = changes;
    const answer = <T>(work: () => Promise<T>): Promise<T> => track(this.#told(work));
    server.setRequestHandler(openRequest('resources/list'), ({ params }, { signal }) =>
      answer(() => list(params, context(signal), changes)),
    );
    server.setRequestHandler(openRequest('resources/templates/list'), () => ({
      resourceTemplates: [...templates],
    }));
    server.setRequestHandler(openRequest('resources/read'), ({ params }, { signal }) =>
      answer(() => read(params, context(signal))),
    );
    server.setRequestHandler(openRequest('resources/subscribe'), ({ params }) =>
      answer(async () => {
        const uri = requiredText(params, 'uri');
        await changes.subscribe(uri, addressOf(uri));
        return {};
      }),
    );
    server.setRequestHandler(openRequest('resources/unsubscribe'), ({ params }) => {
      changes.unsubscribe(requiredText(params, 'uri'));
      return {};
    });
  }

  /** Other folders are open than before. */
  foldersChanged(): void {
    this.#changes?.foldersChanged();
  }

  close(): void {
    this.#changes?.close();
  }

  /** Failures as the protocol tells them. What is no expected one may quote a memory: only its place is told. */
  async #told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof McpError) throw error;
      const failed = storeFailure(error);
      if (failed !== undefined) {
        const { code, message } = failed.failure;
        throw new McpError(ErrorCode.InternalError, message, { code });
      }
      const stack = error instanceof Error ? error.stack?.match(/^ {4}at .*$/gm)?.join('\n') : undefined;
      this.#options.log(`A resource failed by a fault of this server:\n${stack ?? typeof error}`);
      throw new McpError(
        ErrorCode.InternalError,
        'The resource failed by a fault of this server; its log on stderr says where.',
      );
    }
  }
}

async function list(
  params: RequestParams,
  context: ToolContext,
  changes: ResourceChanges,
): Promise<ListResourcesResult> {
  const cursor = params?.['cursor'];
  await changes.listed();
  const { resources, nextCursor } = await listResources(
    typeof cursor === 'string' ? cursor : undefined,
    context,
  );
  return { resources: [...resources], ...(nextCursor === undefined ? {} : { nextCursor }) };
}

async function read(params: RequestParams, context: ToolContext): Promise<ReadResourceResult> {
  const uri = requiredText(params, 'uri');
  const text = await readResource(addressOf(uri), context);
  // Under the address that was asked for: clients look for the content by it.
  return { contents: [{ uri, mimeType: RESOURCE_MIME_TYPE, text }] };
}

function addressOf(uri: string): ResourceAddress {
  const address = parseResourceUri(uri);
  if (address !== undefined) return address;
  throw new McpError(
    RESOURCE_NOT_FOUND,
    `Unknown resource. This server serves ${contextTemplate} and ${memoryTemplate}; resources/list names those there are.`,
  );
}
