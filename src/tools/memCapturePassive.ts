import * as z from 'zod';
import { learningsIn, saveLearnings } from '../memory/passiveCapture';
import { checkedContent } from './observationFields';
import {
  joinHints,
  LABEL_LENGTH,
  nonBlank,
  projectOutputs,
  projectParameters,
  redactedHint,
  tooLong,
} from './parameters';
import { enterSession, sessionEnded, sessionParameter, sessionScope } from './sessionScope';
import { defineTool, type ToolResult } from './tool';

const SOURCE = 'mcp-passive';

export const memCapturePassive = defineTool({
  name: 'mem_capture_passive',
  title: 'Capture learnings from a text',
  referenceName: 'mem_capture_passive',
  description:
    'Save the learnings that a text lists, such as the report at the end of a task or of a subagent: each bullet or numbered item under its last heading "Key Learnings" (or "Learnings", or the same in the language of the text) becomes a memory of its own. ' +
    'Items need at least 20 characters and 4 words; at most 80 are taken; code blocks are ignored; what is known already is not stored again, so that calling it twice is safe. Either all new items are saved or none. Use mem_save for one thing that matters.',
  input: z.object({
    content: z
      .string({
        error: (issue) =>
          issue.input === undefined
            ? 'content is required: the text to look through'
            : 'content must be text',
      })
      .describe('The text to look through, at most 100,000 characters.'),
    ...sessionParameter,
    source: z
      .string()
      .optional()
      .describe('What the text comes from, such as the name of a subagent. Default mcp-passive.'),
    ...projectParameters,
  }),
  output: z.object({
    ...projectOutputs,
    extracted: z.number(),
    saved: z.number(),
    duplicates: z.number(),
    dropped: z.number(),
    hint: z.string().optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  purpose: () => 'save',
  async handle(call, context): Promise<ToolResult> {
    const content = checkedContent(nonBlank(call.content));
    if (typeof content !== 'string') return content;
    const long = tooLong(call, { session_id: LABEL_LENGTH, source: LABEL_LENGTH });
    if (long !== undefined) return long;
    const scope = await sessionScope(context, call);
    if (scope.kind === 'error') return scope;
    const { target, sessionId } = scope;
    const { host, savedBy } = context;
    const source = nonBlank(call.source)?.trim() ?? SOURCE;
    const learnings = learningsIn(content);
    const { items, dropped } = learnings ?? { items: [], dropped: 0 };
    const now = host.timestamp();
    const admission = await host.limits.admission();
    const captured = await host.use(target.area, (opened) =>
      opened.write((tx) => {
        if (enterSession(tx, scope, now) === undefined) return undefined;
        const learned = saveLearnings(tx, items, { sessionId, source, savedBy }, now);
        admission.assertRoom(tx, { store: opened.store, kind: 'project' }, learned.saved);
        return learned;
      }),
    );
    if (captured === undefined) return sessionEnded(sessionId);
    return {
      kind: 'ok',
      value: {
        ...target.header,
        extracted: items.length,
        ...captured,
        dropped,
        ...joinHints([
          learnings === undefined
            ? 'No section is headed Key Learnings or Learnings: nothing was saved.'
            : undefined,
          dropped > 0
            ? `Items left out: ${dropped}. An item needs at least 20 characters and 4 words, and at most 80 are taken.`
            : undefined,
          redactedHint(context.redacted),
          target.warning,
        ]),
      },
    };
  },
});
