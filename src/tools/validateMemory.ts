import * as z from 'zod';
import { validateMemories, type Validation } from '../memory/validation';
import { joinHints, nameForm, nonBlank, projectOutputs } from './parameters';
import { readScope } from './projectScope';
import { defineTool, type ToolResult } from './tool';
import { invalidParams } from './toolFailure';
import { fit } from './views';

/** Of each list of ids; together with the rest they stay within a reply. */
const IDS_BYTES = 3_400;

export const validateMemory = defineTool({
  name: 'validate_memory',
  title: 'Validate memories',
  referenceName: 'validate_memory',
  description:
    'Check which memories of this project are stale, because the file or document they cite has changed or is gone, and which contradict each other. Changes nothing. ' +
    'Use it after a source was edited, with source_id and current_source_hash, or without parameters for everything at once. ' +
    'Then read them with mem_get_observation, and save what holds now with remember or mem_save, or judge a conflict with mem_judge.',
  input: z.object({
    source_id: z
      .string()
      .optional()
      .describe('Only memories that cite this source, spelled as they do, e.g. docs/deploy.md.'),
    current_source_hash: z
      .string()
      .optional()
      .describe(
        'Hash that the source has now, e.g. sha256:9f2c4e1a: memories that carry another one are stale. Needs source_id.',
      ),
    workspace: z.string().optional().describe('Only statements of this workspace.'),
    scope: z.string().optional().describe('Only memories with this scope label.'),
  }),
  output: z.object({
    ...projectOutputs,
    checked: z.number(),
    stale_ids: z.array(z.string()),
    stale_count: z.number(),
    conflict_ids: z.array(z.string()),
    conflict_count: z.number(),
    hint: z.string().optional(),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  purpose: () => 'read',
  async handle(call, context): Promise<ToolResult> {
    const sourceId = nonBlank(call.source_id);
    const currentHash = nonBlank(call.current_source_hash);
    const workspace = nonBlank(call.workspace);
    const scopeLabel = nonBlank(call.scope)?.trim();
    if (currentHash !== undefined && sourceId === undefined)
      return invalidParams('source_id is required when current_source_hash is provided');
    const scope = await readScope(context, {});
    if (scope.kind === 'error') return scope;
    const found: Validation[] = [];
    for (const area of scope.projects) {
      found.push(
        await validateMemories(context.host, area, {
          ...(sourceId === undefined ? {} : { sourceId }),
          ...(currentHash === undefined ? {} : { currentHash }),
          ...(workspace === undefined ? {} : { workspace: nameForm(workspace) }),
          ...(scopeLabel === undefined ? {} : { scope: scopeLabel }),
        }),
      );
    }
    const stale = found.flatMap((validation) => validation.stale);
    const conflict = found.flatMap((validation) => validation.conflict);
    const [staleIds, conflictIds] = [fit(stale, IDS_BYTES), fit(conflict, IDS_BYTES)];
    const isCut = staleIds.length < stale.length || conflictIds.length < conflict.length;
    return {
      kind: 'ok',
      value: {
        ...scope.header,
        checked: found.reduce((sum, { checked }) => sum + checked, 0),
        stale_ids: staleIds,
        stale_count: stale.length,
        conflict_ids: conflictIds,
        conflict_count: conflict.length,
        ...joinHints([
          scope.hint,
          isCut ? 'Not all ids fit into one answer: narrow by source_id, workspace or scope.' : undefined,
        ]),
      },
    };
  },
});
