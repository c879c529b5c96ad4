import * as z from 'zod';
import { factCategories, factSources } from '../memory/facts';
import { joinHints, nonBlank, projectParameters, redactedHint } from './parameters';
import { forgetFact, listFacts, saveFactCall, searchFacts } from './memoryActions';
import { defineTool, type ToolResult } from './tool';
import { invalidParams } from './toolFailure';

export const memoryActions = ['save', 'search', 'forget', 'list'] as const;
const actions = memoryActions.join(', ');
const categories = factCategories.join(', ');

const input = z.object({
  action: z
    .enum(memoryActions, { error: `action must be one of: ${actions}` })
    .describe('save, search, forget or list.'),
  query: z.string().optional().describe('search: keywords describing what to look for.'),
  category: z
    .enum(factCategories, { error: `category must be one of: ${categories}` })
    .optional()
    .describe(
      'save (required), search and forget (to narrow): profile = who they are, preferences = likes and dislikes, technical = OS, tools, servers, projects = ongoing work, other = everything else.',
    ),
  key: z
    .string()
    .optional()
    .describe(
      'save, forget: snake_case identifier, unique within the category, at most 128 characters. Saving the same key again overwrites it.',
    ),
  value: z
    .string()
    .optional()
    .describe('save: the fact as one concise plain-text statement, 1 to 4,000 characters.'),
  source: z
    .enum(factSources)
    .catch('conversation')
    .optional()
    .describe('save: how you learned it. Default conversation.'),
  confidence: z
    .number({ error: 'confidence must be a number from 0 to 100' })
    .optional()
    .describe(
      'save: 0-100, default 70. 95 from a tool you ran, 80-95 told by the user, 50 from the web, 30 guessed.',
    ),
  expires_days: z
    .number({ error: 'expires_days must be a number above 0 and at most 36,500' })
    .optional()
    .describe(
      'save: days until the fact expires, above 0. Use 7 for addresses, services and disk layouts. Leave out for never.',
    ),
  source_context: z
    .string()
    .optional()
    .describe('save: provenance, e.g. found via ip addr on localhost. At most 1,024 characters.'),
  scope: z
    .enum(['user', 'project'], { error: 'scope must be user or project' })
    .optional()
    .describe(
      'user (default when saving: seen from every project) or project. search and forget look in both when it is left out.',
    ),
  ...projectParameters,
});

/** Beside action, category, scope and the project. */
const used = {
  save: ['key', 'value', 'source', 'confidence', 'expires_days', 'source_context'],
  search: ['query'],
  forget: ['key'],
  list: [],
} as const;

export type MemoryInput = z.output<typeof input>;

function unusedProjectHint({ scope, project }: MemoryInput): string | undefined {
  if (scope === 'project' || nonBlank(project) === undefined) return undefined;
  return 'The project was not used: this fact is the user’s and is seen from every project. Save it with scope project to keep it to one.';
}

const fact = z.object({});

export const memory = defineTool({
  name: 'memory',
  title: 'User facts',
  referenceName: 'mem_facts',
  description:
    'Remember and recall short facts about the user that stay true after this session: who they are, preferences, hosts and tools, ongoing work. ' +
    'One key and one value each; saving a key again overwrites it (the old value stays in its history). ' +
    'Search before saving, so that you update a key instead of inventing a near-duplicate. Save unasked when the user states a lasting preference. ' +
    'Use mem_save for decisions, bug fixes and discoveries of a project, remember for statements that cite a source. ' +
    'Never save secrets, nor what the code or this conversation already says. list tells which categories hold facts.',
  input,
  output: z.object({
    status: z.string().optional(),
    category: z.string().optional(),
    key: z.string().optional(),
    value: z.string().optional(),
    previous: z.string().optional(),
    id: z.string().optional(),
    scope: z.string().optional(),
    source: z.string().optional(),
    confidence: z.number().optional(),
    expires_at: z.string().optional(),
    facts: z.array(fact).optional(),
    count: z.number().optional(),
    forgotten: z.number().optional(),
    ids: z.array(z.string()).optional(),
    categories: z.array(z.object({})).optional(),
    project: z.string().optional(),
    project_source: z.string().optional(),
    project_path: z.string().optional(),
    hint: z.string().optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  relevant: ({ action }) => {
    const own =
      typeof action === 'string' && Object.hasOwn(used, action)
        ? used[action as keyof typeof used]
        : undefined;
    return own === undefined
      ? undefined
      : ['action', 'category', 'scope', ...Object.keys(projectParameters), ...own];
  },
  purpose: (raw) => {
    const action = (raw as { action?: unknown } | null)?.action;
    if (action === 'save') return 'save';
    return action === 'forget' ? 'forget' : 'read';
  },
  idempotent: true,
  async handle(call, context): Promise<ToolResult> {
    switch (call.action) {
      case 'save': {
        const saved = await saveFactCall(call, context);
        if (saved.kind === 'error') return saved;
        return {
          ...saved,
          value: {
            ...saved.value,
            ...joinHints([redactedHint(context.redacted), unusedProjectHint(call)]),
          },
        };
      }
      case 'search':
        return searchFacts(call, context);
      case 'forget':
        return forgetFact(call, context);
      case 'list':
        return listFacts(call, context);
      default:
        return invalidParams(`action must be one of: ${actions}`);
    }
  },
});
