import * as z from 'zod';
import { summaryTitle } from '../memory/summaryTitle';
import { memSave, saveInSession } from './memSave';
import { checkedContent } from './observationFields';
import { LABEL_LENGTH, nonBlank, projectParameters, tooLong } from './parameters';
import { sessionParameter, sessionScope } from './sessionScope';
import { defineTool, type ToolResult } from './tool';

export const memSessionSummary = defineTool({
  name: 'mem_session_summary',
  title: 'Summarise a session',
  referenceName: 'mem_session_summary',
  description:
    'Save what a session was about before it ends or its context is compacted: goal, decisions, discoveries, what is done, next steps, files that matter. The next session finds it in mem_context and with mem_search. ' +
    'Begin with one line that names the work: the first line that is no heading and has at least 12 characters and 4 words becomes the title. Save single decisions and fixes with mem_save as they happen.',
  input: z.object({
    content: z
      .string({
        error: (issue) =>
          issue.input === undefined ? 'content is required: the summary' : 'content must be text',
      })
      .describe('The summary, at most 100,000 characters.'),
    ...sessionParameter,
    ...projectParameters,
  }),
  output: memSave.output,
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  purpose: () => 'save',
  async handle(call, context): Promise<ToolResult> {
    const content = checkedContent(nonBlank(call.content));
    if (typeof content !== 'string') return content;
    const long = tooLong(call, { session_id: LABEL_LENGTH });
    if (long !== undefined) return long;
    const scope = await sessionScope(context, call);
    if (scope.kind === 'error') return scope;
    const title = summaryTitle(content);
    const hint =
      'Nobody will find this summary by its name: begin it with a line of at least 12 characters and 4 words that is no heading.';
    return saveInSession(
      { ...scope, afterEnd: true },
      {
        observation: {
          title: title ?? `Session summary: ${scope.target.area.name}`,
          content,
          type: 'session_summary',
          scope: 'project',
        },
        hints: title === undefined ? [hint] : [],
        answersPrompt: false,
      },
      context,
    );
  },
});
