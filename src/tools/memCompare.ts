import * as z from 'zod';
import { judgePair } from './judgePair';
import { LABEL_LENGTH, nonBlank, projectOutputs, projectParameters, tooLong } from './parameters';
import {
  checkedConfidence,
  checkedRelation,
  REASON_LENGTH,
  RELATION_MEANING,
  relationNames,
} from './relationFields';
import { defineTool, type ToolResult } from './tool';
import { invalidParams } from './toolFailure';

export const memCompare = defineTool({
  name: 'mem_compare',
  title: 'Keep a comparison',
  referenceName: 'mem_compare',
  description:
    'Keep what you found out by comparing two memories of one project, whether or not anybody proposed the pair: their relation, how sure you are and why. ' +
    'not_conflict is kept too, so that the pair is not proposed again. For a judgment that mem_save asked for use mem_judge with its judgment_id. Comparing again overwrites.',
  input: z.object({
    memory_id_a: z
      .string({ error: 'memory_id_a is required: the id of a memory' })
      .describe('Id of a memory; of supersedes the one that takes the place of the other.'),
    memory_id_b: z
      .string({ error: 'memory_id_b is required: the id of another memory' })
      .describe('Id of the other memory.'),
    relation: z
      .string({
        error: (issue) =>
          issue.input === undefined
            ? `relation is required: one of ${relationNames}`
            : `relation must be one of: ${relationNames}`,
      })
      .describe(RELATION_MEANING),
    confidence: z
      .number({ error: 'confidence must be between 0 and 1' })
      .optional()
      .describe('How sure you are: 0.0 to 1.0.'),
    reasoning: z.string().optional().describe('Why, in a few sentences. At most 2,000 characters.'),
    model: z.string().optional().describe('Name of the model that compared them.'),
    ...projectParameters,
  }),
  output: z.object({ ...projectOutputs, relation: z.object({}), hint: z.string().optional() }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  purpose: () => 'save',
  async handle(call, context): Promise<ToolResult> {
    const [a, b] = [nonBlank(call.memory_id_a)?.trim(), nonBlank(call.memory_id_b)?.trim()];
    if (a === undefined || b === undefined)
      return invalidParams('memory_id_a and memory_id_b must not be blank');
    const relation = checkedRelation(call.relation);
    if (typeof relation !== 'string') return relation;
    const fault =
      checkedConfidence(call.confidence) ?? tooLong(call, { reasoning: REASON_LENGTH, model: LABEL_LENGTH });
    if (fault !== undefined) return fault;
    const [reason, model] = [call.reasoning, call.model].map(nonBlank);
    return judgePair(
      { a, b },
      {
        relation,
        ...(reason === undefined ? {} : { reason }),
        ...(model === undefined ? {} : { model }),
        ...(call.confidence === undefined ? {} : { confidence: call.confidence }),
      },
      call,
      context,
    );
  },
});
