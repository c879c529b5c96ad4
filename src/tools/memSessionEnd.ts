import * as z from 'zod';
import { endSession, ensureSession, projectOfManualSession } from '../memory/sessions';
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
import { sessionScope } from './sessionScope';
import { sessionView } from './sessionViews';
import { defineTool, type ToolResult } from './tool';
import { invalidParams } from './toolFailure';

export const memSessionEnd = defineTool({
  name: 'mem_session_end',
  title: 'End a session',
  referenceName: 'mem_session_end',
  description:
    'End a session that mem_session_start began, when its work is done, with a short summary of what was accomplished. It stays ended: nothing more is saved to it. ' +
    'Without a summary the one given before stays. Use mem_session_summary for a summary that mem_search finds; it may come before or after the end.',
  input: z.object({
    id: z.string().optional().describe('Id of the session.'),
    session_id: z.string().optional().describe('Alias for id.'),
    summary: z.string().optional().describe('What was accomplished, at most 100,000 characters.'),
    ...projectParameters,
    project: z.string().optional().describe('Not needed: the session knows its project.'),
  }),
  output: z.object({ ...projectOutputs, session: z.object({}), hint: z.string().optional() }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  purpose: () => 'save',
  async handle(call, context): Promise<ToolResult> {
    const id = nonBlank(call.id) ?? nonBlank(call.session_id);
    if (id === undefined)
      return invalidParams('id must not be blank: the id that mem_session_start was given');
    const long = tooLong(call, { id: LABEL_LENGTH, session_id: LABEL_LENGTH });
    if (long !== undefined) return long;
    const summary = nonBlank(call.summary);
    const checked = summary === undefined ? undefined : checkedContent(summary, 'summary');
    if (typeof checked === 'object') return checked;
    if (projectOfManualSession(id.trim()) !== undefined)
      return invalidParams('id: the session of saves without a session never ends; leave it as it is');
    const scope = await sessionScope(context, { ...call, session_id: id });
    if (scope.kind === 'error') return scope;
    const { target, sessionId } = scope;
    const { host } = context;
    const now = host.timestamp();
    const session = await host.use(target.area, (opened) =>
      opened.write((tx) =>
        endSession(tx, ensureSession(tx, sessionId, target.header.project_path, now), checked, now),
      ),
    );
    return {
      kind: 'ok',
      value: {
        ...target.header,
        session: sessionView(session, target.header.project),
        ...joinHints([target.warning, redactedHint(context.redacted)]),
      },
    };
  },
});
