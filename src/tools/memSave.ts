import * as z from 'zod';
import { proposeCandidates, writeWithIndex, type Candidate } from '../memory/candidates';
import { saveObservation } from '../memory/observations';
import { linkedPrompt } from '../memory/prompts';
import { RecordReader } from '../memory/record';
import { movedRecord, savedBefore, type SavedObservation } from '../memory/repeatedSave';
import { isFindable } from '../memory/summaryTitle';
import type { ObservationInput } from '../memory/types';
import {
  checkedContent,
  checkedTitle,
  checkedTopicKey,
  foldedScope,
  foldedType,
  typeNames,
} from './observationFields';
import { DEFAULT_WORKSPACE, requestConflict, saveOnce, type FirstSave } from './idempotency';
import {
  joinHints,
  LABEL_LENGTH,
  nonBlank,
  projectOutputs,
  projectParameters,
  redactedHint,
  tooLong,
} from './parameters';
import { answeredPrompt, enterSession, sessionEnded, sessionScope, type SessionScope } from './sessionScope';
import { takenFrom } from './takenFrom';
import { defineTool, type CallContext, type ToolResult } from './tool';
import type { Failed } from './toolFailure';
import { observationView, preview } from './views';

const input = z.object({
  title: z
    .string({
      error: (issue) =>
        issue.input === undefined ? 'title is required: one short searchable line' : 'title must be text',
    })
    .describe('Short searchable title, one line, at most 300 characters.'),
  content: z
    .string()
    .optional()
    .describe(
      'Full observation: what, why, where, learned. At most 100,000 characters. Required unless observation is given.',
    ),
  type: z
    .string()
    .optional()
    .describe(
      `One of: ${typeNames}. The category is a search filter: a word outside this list is a memory that filtering never returns. Close synonyms are folded.`,
    ),
  scope: z
    .string()
    .optional()
    .describe(
      'project (default), personal or global. A label for filtering later: the memory belongs to this project in any case.',
    ),
  topic_key: z
    .string()
    .optional()
    .describe(
      'Stable key, e.g. architecture/auth-model, to revise an evolving memory instead of adding another. At most 256 characters.',
    ),
  tool_name: z.string().optional().describe('Name of the tool that produced the observation.'),
  session_id: z.string().optional().describe('Session identifier. Defaults to manual-save-{project}.'),
  observation: z.string().optional().describe('Alias for content.'),
  capture_prompt: z
    .boolean({ error: 'capture_prompt must be true or false' })
    .optional()
    .describe(
      'Link this memory to the question it answers. Default true; pass false for automated saves that answer no user request.',
    ),
  ...projectParameters,
});

type SaveInput = z.output<typeof input>;

export const memSave = defineTool({
  name: 'mem_save',
  title: 'Save a memory',
  referenceName: 'mem_save',
  description:
    'Save an observation to the persistent memory of this project, so that it can be recalled in the next session: a decision and why, a bug fix and its root cause, an architecture or convention, a discovery, a configuration, a preference. ' +
    'Save unasked, as soon as it is settled, one memory for each thing learned. Give topic_key to something that evolves: saving it again rewrites that memory. ' +
    'Use memory for short facts about the user, remember for statements that cite a source file or document. ' +
    'Do not save what the code or this conversation already says, progress of the task, guesses or secrets. Search with mem_search first when it may be known. ' +
    'When the answer holds candidates, say with mem_judge how each relates to what was saved. Without session_id, a stable manual-save session of the project is used.',
  input,
  output: z.object({
    hint: z.string().optional(),
    status: z.string().optional(),
    ...projectOutputs,
    candidates: z.array(z.object({})).optional(),
    judgment_id: z.string().optional(),
    observation: z.object({}).optional(),
    judgment_status: z.string().optional(),
    judgment_required: z.boolean().optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  purpose: () => 'save',
  idempotent: true,
  async handle(call, context): Promise<ToolResult> {
    const checked = check(call);
    if (checked.kind === 'error') return checked;
    const paths = context.sourceId === undefined ? [] : [context.sourceId];
    const scope = await sessionScope(context, call, paths);
    if (scope.kind === 'error') return scope;
    return saveInSession(scope, { ...checked, answersPrompt: call.capture_prompt ?? true }, context);
  },
});

/** What a save says, checked. */
export interface CheckedSave {
  readonly observation: Omit<ObservationInput, 'sessionId' | 'promptId' | 'sourceId' | 'savedBy'>;
  readonly hints: readonly string[];
  /** Whether it is linked to the prompt that was recorded last. */
  readonly answersPrompt: boolean;
}

interface Checked extends Omit<CheckedSave, 'answersPrompt'> {
  readonly kind: 'checked';
}

function check(call: SaveInput): Checked | Failed {
  const title = checkedTitle(call.title);
  if (typeof title !== 'string') return title;
  const content = checkedContent(nonBlank(call.content) ?? nonBlank(call.observation));
  if (typeof content !== 'string') return content;
  const givenKey = nonBlank(call.topic_key);
  const key = givenKey === undefined ? undefined : checkedTopicKey(givenKey);
  if (typeof key === 'object') return key;
  const long = tooLong(call, { type: LABEL_LENGTH, tool_name: LABEL_LENGTH, session_id: LABEL_LENGTH });
  if (long !== undefined) return long;
  const type = foldedType(nonBlank(call.type) ?? 'manual');
  const scope = foldedScope(nonBlank(call.scope));
  const toolName = nonBlank(call.tool_name);
  return {
    kind: 'checked',
    observation: {
      title,
      content,
      type: type.value,
      scope: scope.value,
      ...(key === undefined ? {} : { topicKey: key }),
      ...(toolName === undefined ? {} : { toolName }),
    },
    hints: [
      ...(type.hint === undefined ? [] : [type.hint]),
      ...(scope.hint === undefined ? [] : [scope.hint]),
      ...(type.value === 'session_summary' && !isFindable(title)
        ? [
            'Nobody will find this summary by its name: give it a title of at least 12 characters and 4 words.',
          ]
        : []),
    ],
  };
}

/** Saves one observation, and answers it as mem_save does. */
export async function saveInSession(
  scope: SessionScope,
  { observation, hints, answersPrompt }: CheckedSave,
  context: CallContext,
): Promise<ToolResult> {
  const { host, savedBy, sourceId } = context;
  const { target, sessionId } = scope;
  const now = host.timestamp();
  const date = host.now();
  const taken = await takenFrom(target.area, sourceId, context);
  const admission = await host.limits.admission();
  const once = await host.use(target.area, (opened) =>
    writeWithIndex(opened, (tx, index) => {
      const save = (): FirstSave<SavedObservation | undefined> => {
        if (enterSession(tx, scope, now) === undefined) return { value: undefined };
        const promptId = answersPrompt
          ? answeredPrompt(tx, scope, { prompts: host.prompts, date })
          : undefined;
        const input: ObservationInput = {
          ...observation,
          sessionId,
          savedBy,
          ...(promptId === undefined ? {} : { promptId }),
          ...(sourceId === undefined ? {} : { sourceId }),
          ...(taken === undefined ? {} : { sourceHashTaken: taken }),
        };
        const { status, row } = saveObservation(tx, input, (id) => host.recalled.has(id), now, date);
        if (status === 'inserted') admission.assertRoom(tx, { store: opened.store, kind: 'project' });
        const record = new RecordReader(tx, target.area, now).record(row);
        const candidates = status === 'deduplicated' ? [] : proposeCandidates(tx, index, row, now);
        const prompt = linkedPrompt(tx, record.promptId);
        const value = { memory: row.uuid, status, record, prompt, candidates };
        return { value, saved: { memory: row.uuid, outcome: status, at: now } };
      };
      const place = { tool: 'mem_save', workspace: DEFAULT_WORKSPACE };
      return saveOnce(tx, context, place, {
        save,
        repeat: (first) => savedBefore(tx, target.area, first, now),
      });
    }),
  );
  if (once.kind === 'conflict') return requestConflict();
  const outcome = once.value;
  if (outcome === undefined) return sessionEnded(sessionId);
  const record = outcome.record ?? (await movedRecord(host, outcome.memory, target.area));
  return {
    kind: 'ok',
    value: {
      status: outcome.status,
      ...target.header,
      ...(record === undefined
        ? {}
        : {
            observation: observationView(record, {
              prompt: outcome.prompt,
              months: host.reviewMonths,
              now,
            }),
          }),
      ...candidatesView(outcome.candidates),
      ...joinHints([...hints, redactedHint(context.redacted), target.warning]),
    },
  };
}

const CANDIDATE_TITLE_BYTES = 300;

/** What the agent is asked to judge with mem_judge. */
function candidatesView(candidates: readonly Candidate[]): Record<string, unknown> {
  const [first] = candidates;
  return {
    judgment_required: first !== undefined,
    ...(first === undefined ? {} : { judgment_status: 'pending', judgment_id: first.judgmentId }),
    candidates: candidates.map(({ id, title, type, topicKey, score, judgmentId }) => ({
      id,
      title: preview(title, CANDIDATE_TITLE_BYTES),
      type,
      ...(topicKey === undefined ? {} : { topic_key: topicKey }),
      score,
      judgment_id: judgmentId,
    })),
  };
}
