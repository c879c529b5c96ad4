import * as z from 'zod';
import { dueForReview, markReviewed, reviewAfter } from '../memory/reviews';
import type { MemoryRecord } from '../memory/types';
import { noSuchId } from './lookup';
import { memoryParameters, oneMemory } from './oneMemory';
import { clamp, joinHints, projectOutputs, projectParameters } from './parameters';
import { readScope } from './projectScope';
import { sightOf } from './sight';
import { defineTool, type CallContext, type ToolResult } from './tool';
import { invalidParams } from './toolFailure';
import { byteLength, observationView, preview } from './views';

const LIMIT = { least: 1, most: 20, otherwise: 10 };
const CONTENT_BYTES = 600;
/** Of the list; the rest of a reply is its header and hint. */
const LIST_BYTES = 7_000;

const input = z.object({
  action: z
    .enum(['list', 'mark_reviewed'], { error: 'action must be one of: list, mark_reviewed' })
    .describe('list: what is due, longest due first. mark_reviewed: one memory still holds.'),
  observation_id: z.string().optional().describe('For mark_reviewed: id of the memory.'),
  id: z.string().optional().describe('Alias for observation_id.'),
  limit: z
    .number({ error: 'limit must be a number from 1 to 20' })
    .optional()
    .describe('For list: 1 to 20, default 10.'),
  expected_project: memoryParameters.expected_project,
  ...projectParameters,
  project: z.string().optional().describe('A known project instead of the one that is open.'),
});

type ReviewCall = z.output<typeof input>;

export const memReview = defineTool({
  name: 'mem_review',
  title: 'Review old memories',
  referenceName: 'mem_review',
  description:
    'List decisions, policies and preferences of this project that nobody has confirmed for long (state needs_review): decisions after 6 months, policies after 12, preferences after 3. ' +
    'Check each against the code or with the user. If it still holds, mark_reviewed restarts its time from today; if not, correct it with mem_update or mem_save, or forget it. A review makes no memory newer.',
  input,
  output: z.object({
    ...projectOutputs,
    count: z.number(),
    due_omitted: z.number().optional(),
    observations: z.array(z.object({})),
    observation: z.object({}).optional(),
    hint: z.string().optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  purpose: (call) => (actionOf(call) === 'mark_reviewed' ? 'save' : 'read'),
  relevant: (call) =>
    actionOf(call) === 'list'
      ? ['action', 'limit', 'project']
      : ['action', 'observation_id', 'id', 'expected_project', ...Object.keys(projectParameters)],
  handle: (call, context) => (call.action === 'list' ? list(call, context) : mark(call, context)),
});

function actionOf(call: unknown): unknown {
  return (call as { readonly action?: unknown } | undefined)?.action;
}

async function list(call: ReviewCall, context: CallContext): Promise<ToolResult> {
  const { host } = context;
  const scope = await readScope(context, call);
  if (scope.kind === 'error') return scope;
  const limit = clamp(call.limit ?? LIMIT.otherwise, LIMIT.least, LIMIT.most);
  const months = host.reviewMonths;
  const found: MemoryRecord[] = [];
  let total = 0;
  for (const area of scope.projects) {
    const due = await host.use(area, (opened) =>
      opened.read((db) => dueForReview(db, area, months, limit, host.timestamp())),
    );
    found.push(...due.records);
    total += due.total;
  }
  const after = (record: MemoryRecord): string => reviewAfter(record, months) ?? '';
  found.sort((a, b) => (after(a) < after(b) ? -1 : after(a) > after(b) ? 1 : 0));
  const shown: Record<string, unknown>[] = [];
  let left = LIST_BYTES;
  for (const record of found.slice(0, limit)) {
    const whole = observationView(record, await sightOf(record, host));
    const view = {
      ...whole,
      content: preview(record.content, CONTENT_BYTES),
      ...(byteLength(record.content) > CONTENT_BYTES ? { content_truncated: true } : {}),
      ...(scope.projects.length > 1 && record.area.kind === 'project' ? { project: record.area.name } : {}),
    };
    left -= byteLength(JSON.stringify(view)) + 1;
    if (left < 0) break;
    shown.push(view);
    host.recalled.note([record.id]);
  }
  const omitted = total - shown.length;
  return {
    kind: 'ok',
    value: {
      ...scope.header,
      count: shown.length,
      ...(omitted > 0 ? { due_omitted: omitted } : {}),
      observations: shown,
      ...joinHints([scope.hint, total === 0 ? 'Nothing is due for review.' : undefined]),
    },
  };
}

async function mark(call: ReviewCall, context: CallContext): Promise<ToolResult> {
  const found = await oneMemory(call, context);
  if (found.kind === 'error') return found;
  const { host } = context;
  if (reviewAfter(found.record, host.reviewMonths) === undefined) {
    return invalidParams(
      'observation_id: only decisions, policies and preferences that were saved with mem_save are reviewed. Nothing was changed.',
    );
  }
  const { id } = found.record;
  const row = await host.use(found.area, (opened) =>
    opened.write((tx) => markReviewed(tx, id, host.timestamp())),
  );
  const record = row && (await host.get(found.area, id));
  if (record === undefined) return noSuchId(id);
  const observation = observationView(record, await sightOf(record, host));
  return { kind: 'ok', value: { ...found.header, count: 1, observations: [], observation } };
}
