import * as z from 'zod';
import { noSuchId } from './lookup';
import { memoryParameters, oneMemory, onePrompt } from './oneMemory';
import { joinHints, projectOutputs, projectParameters } from './parameters';
import { deletePrompt } from './promptDeletion';
import { defineTool, type CallContext, type ToolResult } from './tool';
import { failed } from './toolFailure';
import { preview } from './views';

const LABEL_BYTES = 120;

export const memDelete = defineTool({
  name: 'mem_delete',
  title: 'Delete a memory',
  referenceName: 'mem_delete',
  description:
    'Delete one memory by its id: it leaves every search at once, and the person can undo it. hard_delete removes its text for good and needs the person to agree. ' +
    'The id of a prompt, as mem_context shows it, is taken too: that can only be deleted for good. ' +
    'To correct a memory use mem_update, or mem_save with its topic_key; forget also takes a key or a source. Never delete to make room: there is no need.',
  input: z.object({
    ...memoryParameters,
    hard_delete: z
      .boolean({ error: 'hard_delete must be true or false' })
      .optional()
      .describe('Also removes the text from the disk for good; the person is asked. Default false.'),
    ...projectParameters,
  }),
  output: z.object({
    ...projectOutputs,
    id: z.string(),
    status: z.string(),
    hint: z.string().optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  purpose: () => 'forget',
  async handle(call, context): Promise<ToolResult> {
    const hard = call.hard_delete === true;
    const found = await oneMemory(call, context, hard ? 'allowed' : 'refused');
    if (found.kind === 'error')
      return found.failure.code === 'memory_not_found' ? deleteNamedPrompt(call, hard, context) : found;
    const { area, record, header } = found;
    const { host } = context;
    if (hard) {
      const labels = [preview(record.label, LABEL_BYTES)];
      if ((await context.confirm?.({ kind: 'purge', labels, total: 1 })) !== true) {
        return failed(
          'declined',
          'Deleting for good needs the person, who can do it in the Project Memory sidebar. Nothing was changed; delete it without hard_delete to take it out of every search.',
        );
      }
      await host.purge(area, [record.id], context.savedBy);
      return { kind: 'ok', value: { ...header, id: record.id, status: 'deleted' } };
    }
    const gone = await host.forget(area, [record.id], context.savedBy);
    if (gone.length === 0) return noSuchId(record.id);
    const hint = joinHints(['The person can undo this: Project Memory: Undo Last Change.']);
    return { kind: 'ok', value: { ...header, id: record.id, status: 'soft_deleted', ...hint } };
  },
});

/** Whatever has an id and can be deleted may be named. */
async function deleteNamedPrompt(
  call: Parameters<typeof onePrompt>[0],
  hard: boolean,
  context: CallContext,
): Promise<ToolResult> {
  const found = await onePrompt(call, context);
  if (found.kind === 'error') return found;
  const refused = await deletePrompt(found, { name: 'hard_delete', given: hard }, context);
  return refused ?? { kind: 'ok', value: { ...found.header, id: found.prompt.id, status: 'deleted' } };
}
