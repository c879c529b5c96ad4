import * as z from 'zod';
import { timeline } from '../memory/timeline';
import type { MemoryRecord } from '../memory/types';
import { findEverywhere, noSuchId } from './lookup';
import { clamp, nonBlank, projectOutputs } from './parameters';
import { readScope } from './projectScope';
import { sightOf } from './sight';
import { defineTool, type ToolResult } from './tool';
import { invalidParams } from './toolFailure';
import { observationView, preview } from './views';

const AROUND = 20;
const DEFAULT_AROUND = 5;
const FOCUS_BYTES = 1_500;
const PREVIEW_BYTES = 100;

export const memTimeline = defineTool({
  name: 'mem_timeline',
  title: 'Read what was saved around a memory',
  referenceName: 'mem_timeline',
  description:
    'Read what was saved right before and after a memory in the same session, in time order: how a decision came about, or what followed a fix. ' +
    'Get the id from mem_search; read any of the neighbours whole with mem_get_observation.',
  input: z.object({
    observation_id: z.string().optional().describe('Id of the memory in the middle.'),
    id: z.string().optional().describe('Alias for observation_id.'),
    before: z
      .number({ error: 'before must be a number from 0 to 20' })
      .optional()
      .describe('Memories before it: 0 to 20, default 5.'),
    after: z
      .number({ error: 'after must be a number from 0 to 20' })
      .optional()
      .describe('Memories after it: 0 to 20, default 5.'),
    project: z.string().optional().describe('A known project instead of the one that is open.'),
  }),
  output: z.object({
    ...projectOutputs,
    focus: z.object({}),
    before: z.array(z.object({})),
    after: z.array(z.object({})),
    before_total: z.number(),
    after_total: z.number(),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  purpose: () => 'read',
  async handle(call, context): Promise<ToolResult> {
    const id = (nonBlank(call.observation_id) ?? nonBlank(call.id))?.trim();
    if (id === undefined) return invalidParams('observation_id must not be blank');
    const scope = await readScope(context, call);
    if (scope.kind === 'error') return scope;
    const around = {
      before: clamp(call.before ?? DEFAULT_AROUND, 0, AROUND),
      after: clamp(call.after ?? DEFAULT_AROUND, 0, AROUND),
    };
    const found = await findEverywhere(scope, context, (area) =>
      context.host.use(area, (opened) =>
        opened.read((db) => timeline(db, area, id, around, context.host.timestamp())),
      ),
    );
    if (found === undefined) return noSuchId(id);
    context.host.recalled.note([found.focus.id]);
    const focus = observationView(found.focus, await sightOf(found.focus, context.host));
    return {
      kind: 'ok',
      value: {
        ...scope.header,
        focus: { ...focus, content: preview(found.focus.content, FOCUS_BYTES) },
        before: found.before.map(neighbour),
        after: found.after.map(neighbour),
        before_total: found.beforeTotal,
        after_total: found.afterTotal,
      },
    };
  },
});

function neighbour(record: MemoryRecord): Record<string, unknown> {
  return {
    id: record.id,
    title: preview(record.label, PREVIEW_BYTES),
    ...(record.type === undefined ? {} : { type: record.type }),
    content: preview(record.content, PREVIEW_BYTES),
    created_at: record.createdAt,
  };
}
