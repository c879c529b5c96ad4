import { absent, from, text, uuid, type Call, type Failure, type Input, type Row } from '../row';

const call = (name: string, input: Input, more: Partial<Call> = {}): Call => ({ call: name, input, ...more });
const key = (value: unknown): Partial<Call> => ({ meta: { 'x-idempotency-key': value } });
const refused = (exact: string): Failure => ({ text: `Error executing tool remember: ${exact}` });

const CONFLICT = '409 Conflict: idempotency key was used with different input';

/** Idempotency keys, and workspaces that were deleted. */
export const repeatRows: readonly Row[] = [
  {
    keeps: ['remember#60', 'remember#61', 'tools#102'],
    promise: 'remember: the same call with the same key answers the same id, and nothing is stored twice',
    steps: [
      call(
        'remember',
        { content: 'the okapi is shy' },
        { ...key('key-61'), answers: { id: uuid }, as: 'first' },
      ),
      call(
        'remember',
        { content: 'the okapi is shy' },
        { ...key('key-61'), answers: { id: from('first.id'), created_at: from('first.created_at') } },
      ),
      call(
        'remember',
        { content: 'the okapi is shy' },
        { ...key('key-61'), by: 'another process', answers: { id: from('first.id') } },
      ),
      call('mem_search', { query: 'okapi shy', kind: 'statement' }, { answers: { count: 1 } }),
      call('remember', { content: 'the okapi is shy' }, { ...key('k'.repeat(256)), answers: { id: uuid } }),
    ],
  },
  {
    keeps: ['remember#50', 'remember#63'],
    promise: 'remember: the same key with other input is a conflict, and nothing is stored',
    steps: [
      call('remember', { content: 'the bongo is striped' }, key('key-50')),
      call(
        'remember',
        { content: 'the bongo is spotted' },
        { ...key('key-50'), fails: refused(CONFLICT), golden: 'key used with other input' },
      ),
      call(
        'remember',
        { content: 'the bongo is striped', confidence: 1 },
        { ...key('key-50'), fails: refused(CONFLICT) },
      ),
      call('mem_search', { query: 'bongo', kind: 'statement' }, { answers: { count: 1 } }),
    ],
  },
  {
    keeps: ['remember#49'],
    promise: 'remember: a key that is empty, longer than 256 characters or not printable ASCII is invalid',
    steps: ['', 'k'.repeat(257), 'ключ', 'a\nb', 'a\u007f', 17].map((value) =>
      call(
        'remember',
        { content: 'x' },
        {
          ...key(value),
          fails: refused('invalid X-Idempotency-Key'),
          ...(value === '' ? { golden: 'invalid key' } : {}),
        },
      ),
    ),
  },
  {
    keeps: ['remember#62', 'tools#103'],
    promise: 'remember: a key counts within its project and workspace, and survives a restart',
    alone: true,
    steps: [
      call('remember', { content: 'in the default area' }, { ...key('key-62'), as: 'first' }),
      call(
        'remember',
        { content: 'in an area of its own', workspace: 'own-62' },
        { ...key('key-62'), answers: { id: uuid, workspace: 'own-62' } },
      ),
      call(
        'remember',
        { content: 'in another project' },
        { ...key('key-62'), by: 'a process in another folder', answers: { id: uuid } },
      ),
      { restart: true },
      call(
        'remember',
        { content: 'in the default area' },
        { ...key('key-62'), answers: { id: from('first.id') } },
      ),
    ],
  },
  {
    keeps: ['tools#102', 'tools#36'],
    promise: 'memory and mem_save: a repeated key repeats the answer; other input is idempotency_conflict',
    steps: [
      call(
        'mem_save',
        { title: 'Genet', content: 'The genet is nocturnal.' },
        { ...key('key-102'), as: 'saved' },
      ),
      call(
        'mem_save',
        { title: 'Genet', content: 'The genet is nocturnal.' },
        {
          ...key('key-102'),
          answers: {
            status: 'inserted',
            observation: { id: from('saved.observation.id'), duplicate_count: absent },
          },
        },
      ),
      call(
        'mem_save',
        { title: 'Genet', content: 'The genet is diurnal.' },
        {
          ...key('key-102'),
          fails: { code: 'idempotency_conflict', says: /^409 Conflict: / },
          golden: 'key used with other input',
        },
      ),
      call(
        'memory',
        { action: 'save', category: 'other', key: 'genet', value: 'Likes genets' },
        { ...key('fact-102'), as: 'fact' },
      ),
      call(
        'memory',
        { action: 'save', category: 'other', key: 'genet', value: 'Likes genets' },
        { ...key('fact-102'), answers: { status: 'saved', id: from('fact.id') } },
      ),
      call(
        'memory',
        { action: 'save', category: 'other', key: 'genet', value: 'Fears genets' },
        { ...key('fact-102'), fails: { code: 'idempotency_conflict' } },
      ),
    ],
  },
  {
    keeps: ['remember#54', 'tools#86'],
    promise: 'remember: a workspace that was deleted is never used again',
    steps: [
      call('remember', { content: 'soon gone', workspace: 'gone-54' }, { as: 'saved' }),
      { deleteWorkspace: 'gone-54' },
      call(
        'remember',
        { content: 'again', workspace: 'gone-54' },
        {
          fails: refused("workspace 'gone-54' was deleted and cannot be reused"),
          golden: 'workspace was deleted',
        },
      ),
      {
        ...call(
          'remember',
          { content: 'again', workspace: 'gone-54' },
          { fails: refused("workspace 'gone-54' was deleted and cannot be reused") },
        ),
        by: 'a process in another folder',
      },
      call(
        'mem_get_observation',
        { id: { from: 'saved.id' } },
        { answers: { memory: { state: 'deleted', content: text } } },
      ),
    ],
  },
];
