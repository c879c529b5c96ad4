import type { Call, Failure, Input, Row } from '../row';

const call = (name: string, input: Input, more: Partial<Call> = {}): Call => ({ call: name, input, ...more });
const refused = (exact: string): Failure => ({ text: `Error executing tool remember: ${exact}` });

const NOTHING_LOST = /nothing that is stored was lost\. Do not delete memories for it: /u;

/** How many memories there may be, and how many calls a minute. */
export const limitRows: readonly Row[] = [
  {
    keeps: ['remember#51', 'remember#52', 'tools#104', 'tools#26', 'tools#27'],
    promise:
      'remember: the limit of the workspace is checked before that of the project, and nothing is lost',
    settings: { limits: { workspace: 2, project: 3 } },
    steps: [
      call('remember', { content: 'one' }),
      call('remember', { content: 'two' }),
      call(
        'remember',
        { content: 'three' },
        {
          fails: {
            ...refused('maximum number of memories exceeded for workspace'),
            code: 'limit_exceeded',
            details: { limit: 2, hint: NOTHING_LOST },
          },
          golden: 'limit of the workspace',
        },
      ),
      call('remember', { content: 'three', workspace: 'own-51' }),
      call(
        'remember',
        { content: 'four' },
        { fails: refused('maximum number of memories exceeded for workspace') },
      ),
      call(
        'remember',
        { content: 'four', workspace: 'own-51' },
        {
          fails: {
            ...refused('project memory limit exceeded'),
            code: 'limit_exceeded',
            details: { limit: 3, hint: NOTHING_LOST },
          },
          golden: 'limit of the project',
        },
      ),
      call(
        'mem_save',
        { title: 'Four', content: 'four' },
        { fails: { code: 'limit_exceeded', says: /^project memory limit exceeded$/u } },
      ),
      call('memory', { action: 'save', category: 'other', key: 'four', value: 'four' }),
      call('mem_search', { query: 'one two three', kind: 'statement' }, { answers: { count: 3 } }),
    ],
  },
  {
    keeps: ['remember#52', 'tools#104', 'tools#36'],
    promise: 'remember: the limit of the user counts the memories of all projects and the facts together',
    settings: { limits: { user: 3 } },
    steps: [
      call('remember', { content: 'one' }),
      call('mem_save', { title: 'Two', content: 'two' }),
      call('memory', { action: 'save', category: 'other', key: 'three', value: 'three' }),
      call(
        'remember',
        { content: 'four' },
        {
          fails: {
            ...refused('maximum number of memories exceeded for tenant'),
            code: 'limit_exceeded',
            details: { limit: 3, hint: NOTHING_LOST },
          },
          golden: 'limit of the user',
        },
      ),
      call(
        'memory',
        { action: 'save', category: 'other', key: 'four', value: 'four' },
        { fails: { code: 'limit_exceeded', says: /^maximum number of memories exceeded for tenant$/u } },
      ),
      // What takes the place of an old value is not one more.
      call(
        'memory',
        { action: 'save', category: 'other', key: 'three', value: 'still three' },
        { answers: { status: 'updated' } },
      ),
    ],
  },
  {
    keeps: ['remember#53', 'tools#105', 'tools#36'],
    promise: 'remember: too many calls a minute are refused, and say when to call again',
    settings: { limits: { callsPerMinute: 3 } },
    onlyServers: true,
    steps: [
      call('remember', { content: 'one' }),
      call('remember', { content: 'two' }),
      call('remember', { content: 'three' }),
      call(
        'remember',
        { content: 'four' },
        {
          fails: {
            ...refused('MCP rate limit exceeded'),
            code: 'rate_limited',
            details: { retry_after_seconds: { least: 1, most: 60 } },
          },
          golden: 'too many calls',
        },
      ),
      call(
        'mem_search',
        { query: 'four' },
        { fails: { code: 'rate_limited', says: /^MCP rate limit exceeded$/u } },
      ),
    ],
  },
];
