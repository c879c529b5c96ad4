import * as z from 'zod';
import { promptOf, recordPrompt } from '../memory/prompts';
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
import { promptView } from './views';

export const memSavePrompt = defineTool({
  name: 'mem_save_prompt',
  title: 'Record a prompt',
  referenceName: 'mem_save_prompt',
  description:
    'Record what the user asked, in their words, before you work on it: memories saved afterwards are linked to the question they answer, and mem_context shows the last ones to the next session. ' +
    'The same text again within two seconds is one prompt. It is no memory: save what was decided or learned with mem_save.',
  input: z.object({
    content: z
      .string({
        error: (issue) =>
          issue.input === undefined ? 'content is required: what the user asked' : 'content must be text',
      })
      .describe('What the user asked, at most 100,000 characters.'),
    ...sessionParameter,
    ...projectParameters,
  }),
  output: z.object({ ...projectOutputs, prompt: z.object({}), hint: z.string().optional() }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  purpose: () => 'save',
  async handle(call, context): Promise<ToolResult> {
    const content = checkedContent(nonBlank(call.content));
    if (typeof content !== 'string') return content;
    const long = tooLong(call, { session_id: LABEL_LENGTH });
    if (long !== undefined) return long;
    const scope = await sessionScope(context, call);
    if (scope.kind === 'error') return scope;
    const { target, sessionId } = scope;
    const { host, savedBy } = context;
    const now = host.timestamp();
    const date = host.now();
    const row = await host.use(target.area, (opened) =>
      opened.write((tx) =>
        enterSession(tx, scope, now) === undefined
          ? undefined
          : recordPrompt(tx, { sessionId, content, savedBy }, now, date),
      ),
    );
    if (row === undefined) return sessionEnded(sessionId);
    host.prompts.note(target.area.id, sessionId, row.uuid);
    return {
      kind: 'ok',
      value: {
        ...target.header,
        prompt: { ...promptView(promptOf(row)), session_id: sessionId, project: target.header.project },
        ...joinHints([target.warning, redactedHint(context.redacted)]),
      },
    };
  },
});
