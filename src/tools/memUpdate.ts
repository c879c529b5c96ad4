import * as z from 'zod';
import { editObservation, occurrences, type ObservationEdit } from '../memory/editing';
import { noSuchId } from './lookup';
import { memoryParameters, oneMemory, type OneMemory } from './oneMemory';
import {
  checkedContent,
  checkedTitle,
  checkedTopicKey,
  foldedScope,
  foldedType,
  typeNames,
} from './observationFields';
import {
  joinHints,
  LABEL_LENGTH,
  nonBlank,
  projectOutputs,
  projectParameters,
  redactedHint,
  tooLong,
} from './parameters';
import { refusePoisoned } from './poisoning';
import { writeScope, type WriteScope } from './projectScope';
import { sightOf } from './sight';
import { defineTool, type CallContext, type ToolResult } from './tool';
import { failed, invalidParams, type Failed } from './toolFailure';
import { observationView } from './views';

const input = z.object({
  ...memoryParameters,
  type: z.string().optional().describe(`New type, one of: ${typeNames}.`),
  title: z.string().optional().describe('New title, one line, at most 300 characters.'),
  content: z.string().optional().describe('New text, whole, at most 100,000 characters.'),
  find: z
    .string()
    .optional()
    .describe(
      'Instead of content: the passage to replace, exactly as it stands; it must be there just once.',
    ),
  replace: z.string().optional().describe('With find: what stands in its place; empty removes the passage.'),
  scope: z.string().optional().describe('New label: project, personal or global.'),
  topic_key: z.string().optional().describe('New topic_key, at most 256 characters.'),
  ...projectParameters,
  project: z
    .string()
    .optional()
    .describe(
      'Project that the memory is moved to, one that the store knows. Leave out to leave it where it is.',
    ),
});

type UpdateInput = z.output<typeof input>;

export const memUpdate = defineTool({
  name: 'mem_update',
  title: 'Update a memory',
  referenceName: 'mem_update',
  description:
    'Correct or complete one observation by its id: any of its fields, or a passage of its text with find and replace. The version it replaces stays in its history; the id stays the same. ' +
    'Use mem_save with the topic_key for a topic that evolved, memory to change a fact; statements of remember are never changed: record the new one. Pass expected_project to be sure that the memory is in that project.',
  input,
  output: z.object({ ...projectOutputs, observation: z.object({}), hint: z.string().optional() }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  purpose: () => 'save',
  async handle(call, context): Promise<ToolResult> {
    const found = await oneMemory({ ...call, project: undefined, project_choice_reason: undefined }, context);
    if (found.kind === 'error') return found;
    const edit = editOf(call, found);
    if (edit.kind === 'error') return edit;
    // Put together, the parts may say what none of them does.
    const refused = await refusePoisoned(context, { content: edit.change.content });
    if (refused !== undefined) return refused;
    const target = nonBlank(call.project) === undefined ? undefined : await writeScope(context, call);
    if (target?.kind === 'error') return target;
    if (target !== undefined && found.area.kind !== 'project')
      return invalidParams('A fact about the user belongs to no project and cannot be moved to one.');

    const written = await write(found, edit, context);
    if (written !== undefined) return written;
    const moved = await moveTo(target, found, context);
    if (moved !== undefined) return moved;
    const record = await context.host.find(found.record.id, [target?.area ?? found.area]);
    if (record === undefined) return noSuchId(found.record.id);
    context.host.recalled.note([record.id]);
    return {
      kind: 'ok',
      value: {
        ...(target?.header ?? found.header),
        observation: observationView(record, await sightOf(record, context.host)),
        ...joinHints([...edit.hints, redactedHint(context.redacted), target?.warning]),
      },
    };
  },
});

interface CheckedEdit {
  readonly kind: 'edit';
  readonly change: ObservationEdit;
  /** The text that find and replace were applied to. */
  readonly seen?: string;
  readonly hints: readonly (string | undefined)[];
}

function editOf(call: UpdateInput, { record }: OneMemory): CheckedEdit | Failed {
  const given = ['type', 'title', 'content', 'find', 'scope', 'topic_key', 'project'] as const;
  if (given.every((name) => nonBlank(call[name]) === undefined)) {
    return invalidParams(
      'give at least one of type, title, content, scope, topic_key and project, or find and replace',
    );
  }
  if (record.kind !== 'observation' && given.some((name) => name !== 'project' && call[name] !== undefined)) {
    return invalidParams(
      record.kind === 'fact'
        ? 'This is a fact: save over it with memory, under the same category and key. Nothing was changed.'
        : 'A statement is never changed: record the new one with remember, under the same fact_key. Nothing was changed.',
    );
  }
  const long = tooLong(call, { type: LABEL_LENGTH });
  if (long !== undefined) return long;
  const text = textOf(call, record.content);
  if (text.kind === 'error') return text;
  const title = call.title === undefined ? undefined : checkedTitle(call.title);
  if (typeof title === 'object') return title;
  const key = nonBlank(call.topic_key);
  const topicKey = key === undefined ? undefined : checkedTopicKey(key);
  if (typeof topicKey === 'object') return topicKey;
  const type = nonBlank(call.type) === undefined ? undefined : foldedType(call.type ?? '');
  const scope = nonBlank(call.scope) === undefined ? undefined : foldedScope(call.scope);
  return {
    kind: 'edit',
    change: {
      ...(text.content === undefined ? {} : { content: text.content }),
      ...(title === undefined ? {} : { title }),
      ...(topicKey === undefined ? {} : { topicKey }),
      ...(type === undefined ? {} : { type: type.value }),
      ...(scope === undefined ? {} : { scope: scope.value }),
    },
    ...(text.seen === undefined ? {} : { seen: text.seen }),
    hints: [type?.hint, scope?.hint],
  };
}

type NewText = { readonly kind: 'text'; readonly content?: string; readonly seen?: string };

/** The whole text, or the old one with one passage replaced by exactly what was given. */
function textOf({ content, find, replace }: UpdateInput, old: string): NewText | Failed {
  if (find === undefined || find === '') {
    if (replace !== undefined && replace !== '')
      return invalidParams('replace needs find: the passage it replaces');
    if (content === undefined) return { kind: 'text' };
    const checked = checkedContent(nonBlank(content));
    return typeof checked === 'string' ? { kind: 'text', content: checked } : checked;
  }
  if (content !== undefined) return invalidParams('give either content or find and replace, not both');
  // Left out by mistake, it would take the passage away.
  if (replace === undefined)
    return invalidParams('find needs replace: what stands in its place; empty removes the passage');
  const count = occurrences(old, find);
  if (count !== 1) {
    return count === 0
      ? failed(
          'edit_not_found',
          'find stands nowhere in this memory. Read it with mem_get_observation, and copy the passage exactly.',
        )
      : failed(
          'edit_ambiguous',
          `find stands ${count} times in this memory. Give a longer passage that stands there just once.`,
        );
  }
  const at = old.indexOf(find);
  const checked = checkedContent(nonBlank(old.slice(0, at) + replace + old.slice(at + find.length)));
  return typeof checked === 'string' ? { kind: 'text', content: checked, seen: old } : checked;
}

async function write(
  { area, record }: OneMemory,
  { change, seen }: CheckedEdit,
  { host, savedBy }: CallContext,
): Promise<Failed | undefined> {
  if (Object.keys(change).length === 0) return undefined;
  const edited = await host.use(area, (opened) =>
    opened.write((tx) => editObservation(tx, record.id, change, seen, savedBy, host.timestamp())),
  );
  switch (edited.kind) {
    case 'edited':
    case 'unchanged':
      return undefined;
    case 'gone':
      return noSuchId(record.id);
    case 'outdated':
      return failed(
        'edit_not_found',
        'The memory was changed meanwhile. Read it with mem_get_observation, and try again.',
      );
    case 'topic_taken':
      return invalidParams(
        `topic_key belongs to the memory ${edited.id}: update that one, or choose another key. Nothing was changed.`,
      );
  }
}

async function moveTo(
  target: WriteScope | undefined,
  { area, record }: OneMemory,
  { host, savedBy }: CallContext,
): Promise<Failed | undefined> {
  if (target === undefined || area.kind !== 'project' || target.area.id === area.id) return undefined;
  const changes = await host.projectChanges();
  const moved = await changes.move([record.id], area, target.area, savedBy);
  if (moved.kind !== 'refused') return undefined;
  return failed(moved.reason === 'unknown_project' ? moved.reason : 'store_busy', moved.message);
}
