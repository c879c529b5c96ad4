import * as z from 'zod';
import { pinMemory } from '../memory/editing';
import { noSuchId } from './lookup';
import { memoryParameters, oneMemory } from './oneMemory';
import { projectOutputs, projectParameters } from './parameters';
import { defineTool, type ToolDefinition, type ToolResult } from './tool';

export const memPin = pinTool(
  'mem_pin',
  'Pin a memory',
  'Pin a memory that matters in every task: it stands first in mem_context and in lists until it is unpinned. Pin little, or nothing stands out. Its text and age stay as they are.',
  true,
);

export const memUnpin = pinTool(
  'mem_unpin',
  'Unpin a memory',
  'Unpin a memory that no longer matters in every task. It stays saved, is found by mem_search as before, and can be pinned again.',
  false,
);

function pinTool(name: string, title: string, description: string, pinned: boolean): ToolDefinition {
  return defineTool({
    name,
    title,
    referenceName: name,
    description,
    input: z.object({ ...memoryParameters, ...projectParameters }),
    output: z.object({ ...projectOutputs, id: z.string(), pinned: z.boolean() }),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    purpose: () => 'save',
    async handle(call, context): Promise<ToolResult> {
      const found = await oneMemory(call, context);
      if (found.kind === 'error') return found;
      const { id } = found.record;
      const done = await context.host.use(found.area, (opened) =>
        opened.write((tx) => pinMemory(tx, id, pinned)),
      );
      return done ? { kind: 'ok', value: { ...found.header, id, pinned } } : noSuchId(id);
    },
  });
}
