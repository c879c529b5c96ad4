import * as z from 'zod';
import { suggestTopicKey } from '../memory/topicKeys';
import { nonBlank } from './parameters';
import { defineTool, type ToolResult } from './tool';

export const memSuggestTopicKey = defineTool({
  name: 'mem_suggest_topic_key',
  title: 'Suggest a topic key',
  referenceName: 'mem_suggest_topic_key',
  description:
    'Suggest a stable topic_key for an observation that will change again, e.g. architecture/auth-model, from its type, title and content. ' +
    'Pass the key to mem_save each time the topic changes: it rewrites the memory instead of adding another. Stores nothing.',
  input: z.object({
    type: z.string().optional().describe('Type of the observation, as for mem_save. Default manual.'),
    title: z.string().optional().describe('Title of the observation.'),
    content: z.string().optional().describe('Its text: used where the title says too little.'),
  }),
  output: z.object({ topic_key: z.string() }),
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  purpose: () => 'read',
  handle(call): Promise<ToolResult> {
    const topic_key = suggestTopicKey(nonBlank(call.type) ?? 'manual', call.title ?? '', call.content ?? '');
    return Promise.resolve({ kind: 'ok', value: { topic_key } });
  },
});
