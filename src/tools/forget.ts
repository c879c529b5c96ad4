import * as z from 'zod';
import { purgeMemories } from '../memory/forgetting';
import { userArea } from '../memory/memoryHost';
import { liveByKey, liveBySource } from '../memory/passport';
import type { Area, MemoryRecord } from '../memory/types';
import { findEverywhere, keySpellings, noSuchId, noSuchKey } from './lookup';
import { nonBlank, projectOutputs, projectParameters } from './parameters';
import { readScope, writeScope, type ReadScope } from './projectScope';
import { defineTool, type CallContext, type ToolResult } from './tool';
import { failed, invalidParams, type Failed } from './toolFailure';
import { projectOf } from './views';

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
    if (targets.length === 0) return notFound(call, scope, context);
    if (given[2] !== undefined && targets.length > 1) {
      return failed(
        'invalid_params',
        `${targets.length} memories have this key; nothing was forgotten. Forget one of them by id.`,
        { matches: targets.map(({ record }) => targetView(record)) },
      );
    }
    if (call.purge === true) return purge(targets, scope, context);
    for (const [area, ids] of byArea(targets)) await context.host.forget(area, ids, context.savedBy);
    return {
      kind: 'ok',
      value: {
        ...scope.header,
        forgotten: targets.length,
        memories: targets.map(({ record }) => targetView(record)),
        hint: 'The person can undo this: Project Memory: Undo Last Change.',
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
  const scope = await readScope(context, call);
  if (scope.kind === 'error' || !scope.ambiguous || nonBlank(call.id) !== undefined) return scope;
  const chosen = await writeScope(context, call);
  if (chosen.kind === 'error') return chosen;
  return {
    kind: 'scope',
    areas: [chosen.area, userArea],
    projects: [chosen.area],
    header: chosen.header,
    ambiguous: false,
  };
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
  const workspace = nonBlank(call.workspace)?.trim() ?? 'default';
  const key = nonBlank(call.key);
  const sourceId = nonBlank(call.source_id) ?? '';
  const targets: Target[] = [];
  for (const area of key === undefined ? scope.projects : scope.areas) {
    const rows = await host.use(area, (opened) =>
      opened.read((db) =>
        key === undefined
          ? liveBySource(db, sourceId, workspace, host.timestamp())
          : liveByKey(db, keySpellings(key), workspace, host.timestamp()),
      ),
    );
    for (const row of rows) {
      const found = await target(area, row.uuid);
      if (found !== undefined) targets.push(found);
    }
  }
  return targets;
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
  const names = targets.map(({ record }) => `"${record.label}"`).join(', ');
  if (context.confirm === undefined || !(await context.confirm(`Delete for good: ${names}?`))) {
    return failed(
      'declined',
      'Deleting for good needs the person, who can do it in the Project Memory sidebar: Delete for Good. Nothing was changed; forget it without purge to take it out of every search.',
    );
  }
  for (const [area, ids] of byArea(targets)) {
    await context.host.use(area, async (opened) => {
      await opened.write((tx) => purgeMemories(tx, ids, context.savedBy, context.host.timestamp()));
      await opened.store.compact({ purge: true });
    });
  }
  return {
    kind: 'ok',
    value: {
      ...scope.header,
      forgotten: targets.length,
      purged: true,
      memories: targets.map(({ record }) => ({ id: record.id, kind: record.kind })),
    },
  };
}

function notFound(call: ForgetInput, scope: ReadScope, context: CallContext): Promise<Failed> | Failed {
  const key = nonBlank(call.key);
  if (key !== undefined) return noSuchKey(key, scope.areas, context);
  const id = nonBlank(call.id);
  if (id !== undefined) return noSuchId(id.trim());
  return failed(
    'memory_not_found',
    'not found: no memory of this project cites this source_id. Search with mem_search to learn what is there.',
  );
}

function targetView(record: MemoryRecord): Record<string, unknown> {
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
