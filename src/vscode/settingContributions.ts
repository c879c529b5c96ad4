/** What a person can set, as one list: part of what package.json is generated from (see contributions.ts). */

export interface SettingContribution {
  readonly key: string;
  readonly type: 'boolean' | 'string' | 'integer';
  readonly scope: 'window' | 'resource' | 'machine';
  readonly default: boolean | string | number;
  readonly description: string;
  /** Value -> what it means. */
  readonly values?: Readonly<Record<string, string>>;
  /** Of a number. */
  readonly range?: { readonly least: number; readonly most: number };
  /** Every program on the store obeys it, servers of other clients too (storeSettings.ts). */
  readonly shared?: true;
  /** The workspace's value is not read before the person trusts it. */
  readonly restricted?: true;
}

export const settings: readonly SettingContribution[] = [
  {
    key: 'projectMemory.enabled',
    type: 'boolean',
    scope: 'window',
    default: true,
    description:
      'Remember for agents and for you. Off: no tools, no server, no view content; nothing is read or written.',
  },
  {
    key: 'projectMemory.project',
    type: 'string',
    scope: 'resource',
    default: '',
    restricted: true,
    description:
      'Name of the project whose memory this folder uses. Empty: recognised from the folder and its repository.',
  },
  {
    key: 'projectMemory.surfaces',
    type: 'string',
    scope: 'machine',
    default: 'auto',
    description: 'How agents in this editor reach the memory.',
    values: {
      auto: 'Tools in chat, and an MCP server without tools, so that nothing appears twice.',
      languageModelTools: 'Tools in chat only.',
      mcpServer: 'The tools of an MCP server only.',
      both: 'Tools in chat and the tools of an MCP server.',
    },
  },
  {
    key: 'projectMemory.tools',
    type: 'string',
    scope: 'machine',
    default: 'core',
    description:
      'Which tools the MCP server offers where it offers tools. Tools in chat are always the core.',
    values: {
      core: 'Search, save, recall and forget.',
      full: 'The whole family: also update, pin, timeline, statistics, merging projects and checking the store.',
    },
  },
  {
    key: 'projectMemory.confirmSaves',
    type: 'string',
    scope: 'machine',
    default: 'never',
    description: 'When an agent must ask before it saves. Forgetting is always asked.',
    values: {
      never: 'Saves are not asked; every one can be undone.',
      untrusted: 'Saves are asked in a workspace that is not trusted.',
      always: 'Every save is asked.',
    },
  },
  {
    key: 'projectMemory.askOnAmbiguousProject',
    type: 'boolean',
    scope: 'machine',
    default: true,
    description:
      'Ask which project a memory belongs to when the window holds several. Off: the agent is told that the project is ambiguous.',
  },
  {
    key: 'projectMemory.search.semantic',
    type: 'boolean',
    scope: 'machine',
    default: true,
    description:
      'Search by meaning too, not only by words, across languages. Works offline, with a table of word vectors that is part of the extension.',
    shared: true,
  },
  {
    key: 'projectMemory.context.maxBytes',
    type: 'integer',
    scope: 'machine',
    default: 8_192,
    range: { least: 1_024, most: 65_536 },
    shared: true,
    description: 'How many bytes an agent recalls at the start of a task, unless it asks for another size.',
  },
  {
    key: 'projectMemory.guard.secrets',
    type: 'string',
    scope: 'machine',
    default: 'redact',
    shared: true,
    description: 'What becomes of a save in which a secret was seen.',
    values: {
      redact: 'The secret is replaced by a mark, and the rest is saved.',
      refuse: 'Nothing is saved, and the agent is told which rule struck.',
    },
  },
  {
    key: 'projectMemory.guard.poisoning',
    type: 'string',
    scope: 'machine',
    default: 'refuse',
    shared: true,
    description:
      'What becomes of a save by an agent whose text gives orders to a later reader. You are asked in any case about your own saves.',
    values: {
      refuse: 'Nothing is saved.',
      ask: 'You are asked. Where nobody can be asked, nothing is saved.',
    },
  },
  {
    key: 'projectMemory.limits.workspace',
    type: 'integer',
    scope: 'machine',
    default: 50_000,
    range: { least: 1, most: 1_000_000_000 },
    shared: true,
    description:
      'How many statements one area of a project may hold. Nothing is deleted at a limit: a save is refused.',
  },
  {
    key: 'projectMemory.limits.project',
    type: 'integer',
    scope: 'machine',
    default: 100_000,
    range: { least: 1, most: 1_000_000_000 },
    shared: true,
    description: 'How many memories one project may hold.',
  },
  {
    key: 'projectMemory.limits.user',
    type: 'integer',
    scope: 'machine',
    default: 1_000_000,
    range: { least: 1, most: 1_000_000_000 },
    shared: true,
    description: 'How many memories there may be, in all projects and among the facts about you.',
  },
  {
    key: 'projectMemory.limits.callsPerMinute',
    type: 'integer',
    scope: 'machine',
    default: 600,
    range: { least: 0, most: 1_000_000 },
    shared: true,
    description: 'How many tool calls a window or a server answers in a minute. 0: any number.',
  },
  {
    key: 'projectMemory.review.decision',
    type: 'integer',
    scope: 'machine',
    default: 6,
    range: { least: 1, most: 1_200 },
    shared: true,
    description: 'Months after which a decision comes up for review.',
  },
  {
    key: 'projectMemory.review.policy',
    type: 'integer',
    scope: 'machine',
    default: 12,
    range: { least: 1, most: 1_200 },
    shared: true,
    description: 'Months after which a policy comes up for review.',
  },
  {
    key: 'projectMemory.review.preference',
    type: 'integer',
    scope: 'machine',
    default: 3,
    range: { least: 1, most: 1_200 },
    shared: true,
    description: 'Months after which a preference comes up for review.',
  },
];
