import type { ToolContext, ToolDefinition } from '../tools/tool';
import { Completions } from './completions';
import { Prompts } from './prompts/prompts';
import { Resources } from './resources/resources';
import type { ServerPart } from './serverPart';
import { toolNames } from './toolNames';

export interface SessionPartsOptions {
  /** The tools that this session serves. */
  readonly tools: readonly ToolDefinition[];
  /** For one request of the session. Called when there is one. */
  readonly context: (signal?: AbortSignal) => ToolContext;
  readonly log: (message: string) => void;
}

/** What every session serves beside its tools. */
export interface SessionParts {
  readonly parts: readonly ServerPart[];
  /** The client's roots are others now. */
  readonly foldersChanged: () => void;
}

export function sessionParts({ tools, context, log }: SessionPartsOptions): SessionParts {
  const resources = new Resources({ context, log });
  return {
    parts: [resources, new Prompts(toolNames(tools)), new Completions(context)],
    foldersChanged: () => resources.foldersChanged(),
  };
}
