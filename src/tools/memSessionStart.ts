import * as z from 'zod';
import { ensureSession, manualSessionId, projectOfManualSession } from '../memory/sessions';
import {
  joinHints,
  LABEL_LENGTH,
  nameForm,
  nonBlank,
  projectOutputs,
  projectParameters,
  redactedHint,
  SOURCE_LENGTH,
  tooLong,
} from './parameters';
import { writeScope, type WriteScope } from './projectScope';
import { sessionView } from './sessionViews';
import { defineTool, type CallContext, type ToolResult } from './tool';
import { invalidParams, type Failed } from './toolFailure';

export const memSessionStart = defineTool({
  name: 'mem_session_start',
  title: 'Start a session',
  referenceName: 'mem_session_start',
  description:
    'Start a session of work at its beginning, under an id of your own, and pass that id as session_id to mem_save, mem_save_prompt and mem_session_summary: what is saved then belongs together, and to the project of the session wherever you work. ' +
    'Starting an id again changes nothing and answers the session as it is; one that ended stays ended. Naming a project that nobody knows creates it: only when the user wants a project of that name.',
  input: z.object({
    id: z.string().optional().describe('Id of the session, of your own choice; at most 256 characters.'),
    session_id: z.string().optional().describe('Alias for id.'),
    directory: z.string().optional().describe('Absolute path of the folder that is worked in.'),
    ...projectParameters,
    project: z
      .string()
      .optional()
      .describe(
        'Project of the session. Leave out for the project that is open; a new name creates a project.',
      ),
  }),
  output: z.object({ ...projectOutputs, session: z.object({}), hint: z.string().optional() }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  purpose: () => 'save',
  async handle(call, context): Promise<ToolResult> {
    const id = nonBlank(call.id) ?? nonBlank(call.session_id);
    if (id === undefined) return invalidParams('id must not be blank: any id of your own, such as a UUID');
    const long = tooLong(call, { id: LABEL_LENGTH, session_id: LABEL_LENGTH, directory: SOURCE_LENGTH });
    if (long !== undefined) return long;
    const directory = nonBlank(call.directory);
    const paths = directory === undefined ? [] : [directory];
    const target = await targetOf(nameForm(id), call, paths, context);
    if (target.kind === 'error') return target;
    const { host } = context;
    const session = await host.use(target.area, (opened) =>
      opened.write((tx) =>
        ensureSession(tx, nameForm(id), directory ?? target.header.project_path, host.timestamp()),
      ),
    );
    return {
      kind: 'ok',
      value: {
        ...target.header,
        session: sessionView(session, target.header.project),
        ...joinHints([
          target.warning,
          session.ended_at === null
            ? undefined
            : 'This session has ended, and stays so: start another id to go on working.',
          redactedHint(context.redacted),
        ]),
      },
    };
  },
});

type StartCall = Parameters<typeof writeScope>[1];

/** The project that started the session first, else the one that the call means. */
async function targetOf(
  id: string,
  call: StartCall,
  paths: readonly string[],
  context: CallContext,
): Promise<WriteScope | Failed> {
  const catalog = await context.host.catalog();
  const started = await catalog.projectOfSession(id);
  if (started !== undefined) return writeScope(context, call, paths, { session: started });
  const target = await writeScope(context, call, paths, { create: true });
  if (target.kind === 'error') return target;
  if (projectOfManualSession(id) !== undefined) {
    // The session of saves that name none is there without being started.
    if (id === manualSessionId(target.area.name)) return target;
    return invalidParams(
      'id: ids that begin with manual-save- are kept for saves without a session; choose another',
    );
  }
  const first = await catalog.placeSession(id, target.area.id);
  // Another process was faster, in another project: it decides.
  return first.id === target.area.id ? target : writeScope(context, call, paths, { session: first });
}
