import * as z from 'zod';
import type { MemoryRow } from '../memory/memoryRow';
import { liveByKey, liveBySource } from '../memory/passport';
import type { Area, MemoryRecord } from '../memory/types';
import { findEverywhere, keySpellings, memoryDeleted, noSuchId, noSuchKey } from './lookup';
import { joinHints, LABEL_LENGTH, nameForm, nonBlank, projectOutputs, projectParameters } from './parameters';
import { changeScope, chosenScope, type ReadScope } from './projectScope';
import { deletePrompt, promptIn } from './promptDeletion';
import { defineTool, type CallContext, type ToolResult } from './tool';
import { failed, invalidParams, type Failed } from './toolFailure';
import { fit, preview, projectOf } from './views';

/** Of the memories listed in an answer. */
const LIST_BYTES = 7_000;
const WORKSPACES_NAMED = 8;
/** Of the memories that the person is asked about. */
const PURGE_NAMED = 5;
const PURGE_LABEL_BYTES = 120;

const input = z.object({
  id: z.string().optional().describe('Id of the memory. Exactly one of id, source_id and key.'),
  source_id: z
    .string()
    .optional()
    .describe('Forgets every memory of this project that cites the source, and lists them.'),
  key: z
    .string()
    .optional()
    .describe(
      'Key of a fact, topic_key or fact_key, in this project or among the facts of the user. When several memories have it nothing is forgotten and they are listed.',
    ),
  workspace: z.string().optional().describe('With key or source_id: only statements of this workspace.'),
  purge: z
    .boolean({ error: 'purge must be true or false' })
    .optional()
    .describe('Also removes the text from the disk for good; the person is asked. Default false.'),
  ...projectParameters,
});

export const forget = defineTool({
  name: 'forget',
  title: 'Forget a memory',
  referenceName: 'forget',
  description:
    'Forget a memory that is wrong, obsolete or unwanted: it leaves every search at once, and the person can undo it. Give exactly one of id, key or source_id, as mem_search or mem_get_observation showed it. ' +
    'To correct a fact, save over it with memory; to revise an observation, save it with the same topic_key. purge removes the text for good and needs the person to agree. Never forget to make room: there is no need.',
  input,
  output: z.object({
    ...projectOutputs,
    forgotten: z.number(),
    memories: z.array(z.object({})),
    purged: z.boolean().optional(),
    hint: z.string().optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  purpose: () => 'forget',
  async handle(call, context): Promise<ToolResult> {
    const given = [nonBlank(call.id), nonBlank(call.source_id), nonBlank(call.key)];
    if (given.filter((value) => value !== undefined).length !== 1)
      return invalidParams('give exactly one of id, source_id and key');
    const scope = await forgettingScope(call, context);
    if (scope.kind === 'error') return scope;
    const targets = await findTargets(call, scope, context);
    if (targets.length === 0)
      return (await forgetPrompt(call, scope, context)) ?? notFound(call, scope, context);
    const elsewhere = outsideProject(call, scope, targets);
    if (elsewhere !== undefined) return elsewhere;
    if (given[2] !== undefined && targets.length > 1) {
      return failed(
        'invalid_params',
        `${targets.length} memories have this key; nothing was forgotten. Forget one of them by id.`,
        { matches: fit(targets.map(targetView), LIST_BYTES) },
      );
    }
    if (call.purge === true) return purge(targets, scope, context);
    const ids = new Set<string>();
    for (const [area, live] of byArea(targets))
      for (const id of await context.host.forget(area, live, context.savedBy)) ids.add(id);
    const forgotten = targets.filter(({ record }) => ids.has(record.id));
    // Another process was faster.
    if (forgotten.length === 0) return notFound(call, scope, context);
    return {
      kind: 'ok',
      value: {
        ...scope.header,
        forgotten: forgotten.length,
        ...listing(forgotten.map(targetView), 'The person can undo this: Project Memory: Undo Last Change.'),
      },
    };
  },
});

type ForgetInput = z.output<typeof input>;

interface Target {
  readonly area: Area;
  readonly record: MemoryRecord;
}

/** A key or a source must not be looked for in several projects at once; an id is certain wherever it is. */
async function forgettingScope(call: ForgetInput, context: CallContext): Promise<ReadScope | Failed> {
  const scope = await changeScope(context, call);
  if (scope.kind === 'error' || nonBlank(call.id) !== undefined) return scope;
  if (scope.failure !== undefined) return { kind: 'error', failure: scope.failure };
  return scope.ambiguous ? chosenScope(context, call) : scope;
}

async function findTargets(
  call: ForgetInput,
  scope: ReadScope,
  context: CallContext,
): Promise<readonly Target[]> {
  const { host } = context;
  const id = nonBlank(call.id)?.trim();
  // A forgotten memory can still be deleted for good.
  const target = async (area: Area, uuid: string): Promise<Target | undefined> => {
    const record = await host.get(area, uuid);
    return record === undefined || (record.deletedAt !== undefined && call.purge !== true)
      ? undefined
      : { area, record };
  };
  if (id !== undefined) {
    const found = await findEverywhere(scope, context, (area) => target(area, id));
    return found === undefined ? [] : [found];
  }
  const targets: Target[] = [];
  for (const { area, row } of await namedRows(call, scope, workspaceOf(call), context)) {
    const found = await target(area, row.uuid);
    if (found !== undefined) targets.push(found);
  }
  return targets;
}

function workspaceOf(call: ForgetInput): string {
  return nameForm(nonBlank(call.workspace) ?? 'default');
}

/** Live memories with the call's key or source; without `workspace` the statements of every one. */
async function namedRows(
  call: ForgetInput,
  scope: ReadScope,
  workspace: string | undefined,
  { host }: CallContext,
): Promise<readonly { readonly area: Area; readonly row: MemoryRow }[]> {
  const key = nonBlank(call.key);
  const sourceId = nonBlank(call.source_id) ?? '';
  const found: { area: Area; row: MemoryRow }[] = [];
  for (const area of key === undefined ? scope.projects : scope.areas) {
    const rows = await host.use(area, (opened) =>
      opened.read((db) =>
        key === undefined
          ? liveBySource(db, sourceId, workspace, host.timestamp())
          : liveByKey(db, keySpellings(key), workspace, host.timestamp()),
      ),
    );
    found.push(...rows.map((row) => ({ area, row })));
  }
  return found;
}

function byArea(targets: readonly Target[]): ReadonlyMap<Area, string[]> {
  const grouped = new Map<Area, string[]>();
  for (const { area, record } of targets) grouped.set(area, [...(grouped.get(area) ?? []), record.id]);
  return grouped;
}

async function purge(
  targets: readonly Target[],
  scope: ReadScope,
  context: CallContext,
): Promise<ToolResult> {
  const labels = targets.slice(0, PURGE_NAMED).map(({ record }) => preview(record.label, PURGE_LABEL_BYTES));
  const agreed = await context.confirm?.({ kind: 'purge', labels, total: targets.length });
  if (agreed !== true) {
    return failed(
      'declined',
      'Deleting for good needs the person, who can do it in the Project Memory sidebar: Delete for Good. Nothing was changed; forget it without purge to take it out of every search.',
    );
  }
  for (const [area, ids] of byArea(targets)) await context.host.purge(area, ids, context.savedBy);
  return {
    kind: 'ok',
    value: {
      ...scope.header,
      forgotten: targets.length,
      purged: true,
      ...listing(targets.map(({ record }) => ({ id: record.id, kind: record.kind }))),
    },
  };
}

/** A prompt, where the id is that of one: no other tool of the core set deletes it. */
async function forgetPrompt(
  call: ForgetInput,
  scope: ReadScope,
  context: CallContext,
): Promise<ToolResult | undefined> {
  const id = nonBlank(call.id)?.trim();
  if (id === undefined) return undefined;
  const found = await findEverywhere(scope, context, async (area) => {
    const prompt = await promptIn(area, id, context);
    return prompt && { area, prompt };
  });
  if (found === undefined) return undefined;
  const elsewhere = outsideProject(call, scope, [found]);
  if (elsewhere !== undefined) return elsewhere;
  const refused = await deletePrompt(found, { name: 'purge', given: call.purge === true }, context);
  if (refused !== undefined) return refused;
  const memories = [{ id, kind: 'prompt' }];
  return { kind: 'ok', value: { ...scope.header, forgotten: 1, purged: true, memories } };
}

/** A call that names a project means a memory of that project. */
function outsideProject(
  call: ForgetInput,
  scope: ReadScope,
  targets: readonly Pick<Target, 'area'>[],
): Failed | undefined {
  if (call.project === undefined) return undefined;
  for (const { area } of targets) {
    if (area.kind === 'user' || scope.projects.some((project) => project.id === area.id)) continue;
    return failed(
      'project_mismatch',
      `This memory belongs to the project ${area.name}, not to the one named. Nothing was forgotten.`,
    );
  }
  return undefined;
}

async function notFound(call: ForgetInput, scope: ReadScope, context: CallContext): Promise<Failed> {
  const id = nonBlank(call.id);
  if (id !== undefined) return (await forgottenBefore(id.trim(), scope, context)) ?? noSuchId(id.trim());
  const elsewhere = new Set(
    (await namedRows(call, scope, undefined, context)).flatMap(({ row }) => row.workspace ?? []),
  );
  if (elsewhere.size > 0) {
    const names = [...elsewhere].slice(0, WORKSPACES_NAMED).join(', ');
    return failed(
      'memory_not_found',
      `not found in the workspace ${preview(workspaceOf(call), LABEL_LENGTH)}, but in: ${names}. Pass one of these as workspace.`,
    );
  }
  const key = nonBlank(call.key);
  if (key !== undefined) return noSuchKey(key, scope.areas, context);
  return failed(
    'memory_not_found',
    'not found: no memory of this project cites this source_id. Search with mem_search to learn what is there.',
  );
}

async function forgottenBefore(
  id: string,
  scope: ReadScope,
  context: CallContext,
): Promise<Failed | undefined> {
  const record = await findEverywhere(scope, context, (area) => context.host.get(area, id));
  return record && memoryDeleted(record.id);
}

/** What was forgotten, as far as an answer holds it. */
function listing(memories: readonly object[], hint?: string): Readonly<Record<string, unknown>> {
  const shown = fit(memories, LIST_BYTES);
  const rest = memories.length - shown.length;
  return {
    memories: shown,
    ...joinHints([hint, rest === 0 ? undefined : `${rest} more were forgotten that are not listed.`]),
  };
}

function targetView({ record }: Target): Record<string, unknown> {
  const project = projectOf(record);
  return {
    id: record.id,
    kind: record.kind,
    title: record.label,
    ...(record.key === undefined ? {} : { key: record.key }),
    ...(project === undefined ? {} : { project }),
    status: record.status,
  };
}
