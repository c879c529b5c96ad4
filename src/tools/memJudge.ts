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

export const memJudge = defineTool({
  name: 'mem_judge',
  title: 'Judge two memories',
  referenceName: 'mem_judge',
  description:
    'Say how two memories of this project stand to each other: does one supersede the other, do they conflict, or are both right? ' +
    'Call it after mem_save answered judgment_required, once for each candidate with its judgment_id, or for any two memories found to repeat or contradict each other (memory_id_a, memory_id_b). ' +
    'What is superseded is shown after what supersedes it and left out of mem_context; conflicting memories are marked. Judge from what you know or read; ask the user when it is their decision which is right. ' +
    'Judging a pair again overwrites the judgment. To correct a text use mem_save with its topic_key; to remove one use forget.',
  input: z.object({
    judgment_id: z
      .string()
      .optional()
      .describe('Id of a proposed or earlier judgment, rel-..., as mem_save or mem_get_observation gave it.'),
    memory_id_a: z
      .string()
      .optional()
      .describe(
        'Instead of judgment_id, with memory_id_b: the memory that supersedes, or either of the two.',
      ),
    memory_id_b: z.string().optional().describe('The other memory: the one that is superseded.'),
    relation: z
      .string({
        error: (issue) =>
          issue.input === undefined
            ? `relation is required: one of ${relationNames}`
            : `relation must be one of: ${relationNames}`,
      })
      .describe(RELATION_MEANING),
    reason: z.string().optional().describe('Why, in one or two sentences. At most 2,000 characters.'),
    evidence: z
      .string()
      .optional()
      .describe('What shows it: a file, a commit, what the user said. At most 2,000 characters.'),
    confidence: z
      .number({ error: 'confidence must be between 0 and 1' })
      .optional()
      .describe('How sure you are: 0.0 to 1.0.'),
    session_id: z.string().optional().describe('Session in which it was judged.'),
    ...projectParameters,
  }),
  output: z.object({ ...projectOutputs, relation: z.object({}), hint: z.string().optional() }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  purpose: () => 'save',
  async handle(call, context): Promise<ToolResult> {
    const judgmentId = nonBlank(call.judgment_id)?.trim();
    const [a, b] = [nonBlank(call.memory_id_a)?.trim(), nonBlank(call.memory_id_b)?.trim()];
    const isPair = a !== undefined && b !== undefined;
    const isHalf = (a === undefined) !== (b === undefined);
    if (isHalf || (judgmentId !== undefined) === isPair)
      return invalidParams('give either judgment_id, or memory_id_a and memory_id_b');
    const relation = checkedRelation(call.relation);
    if (typeof relation !== 'string') return relation;
    const fault =
      checkedConfidence(call.confidence) ??
      tooLong(call, { reason: REASON_LENGTH, evidence: REASON_LENGTH, session_id: LABEL_LENGTH });
    if (fault !== undefined) return fault;
    const [reason, evidence, sessionId] = [call.reason, call.evidence, call.session_id].map(nonBlank);
    return judgePair(
      isPair ? { a, b } : { judgmentId: judgmentId ?? '' },
      {
        relation,
        ...(reason === undefined ? {} : { reason }),
        ...(evidence === undefined ? {} : { evidence }),
        ...(call.confidence === undefined ? {} : { confidence: call.confidence }),
        ...(sessionId === undefined ? {} : { sessionId }),
      },
      call,
      context,
    );
  },
});
