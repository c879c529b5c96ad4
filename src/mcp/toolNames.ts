import { coreTools } from '../tools/coreTools';
import type { ToolDefinition } from '../tools/tool';

/** How texts for a model name the tools that it can call. */
export interface ToolNames {
  /** As the model or the person calls it. */
  readonly name: (tool: string) => string;
  readonly has: (tool: string) => boolean;
}

/**
 * Of a server without tools they are those of the editor that started it, which a person refers to as `#mem_search`.
 */
export function toolNames(served: readonly ToolDefinition[]): ToolNames {
  const tools = served.length === 0 ? coreTools : served;
  return {
    has: (tool) => tools.some(({ name }) => name === tool),
    name: (tool) => {
      if (served.length > 0) return tool;
      return `#${coreTools.find(({ name }) => name === tool)?.referenceName ?? tool}`;
    },
  };
}
