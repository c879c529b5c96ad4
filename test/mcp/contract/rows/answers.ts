import { absent, from, has, text, uuid, type Call, type Input, type Row } from '../row';

const LONG = '\u{1F9A6}'.repeat(1200);
const call = (name: string, input: Input, more: Partial<Call> = {}): Call => ({ call: name, input, ...more });
const refused = (name: string, input: Input, says: RegExp, more: Partial<Call> = {}): Call => ({
  call: name,
  input,
  fails: { code: 'invalid_params', says },
  ...more,
});

/** What all tools have in common: what they take, and how they answer. */
export const answerRows: readonly Row[] = [
  {
    keeps: ['tools#6', 'tools#7', 'tools#22'],
    promise:
      'a call that the schema does not fit is answered by the tool in its own words, never by the protocol',
    steps: [
      call(
        'remember',
        { content: '' },
        { fails: { text: 'Error executing tool remember: content must not be empty' } },
      ),
      call('remember', { content: 'sent as text', confidence: '0.9' }, { answers: { id: uuid } }),
      call(
        'remember',
        { content: 17 },
        { fails: { text: 'Error executing tool remember: content must be text' } },
      ),
      refused('mem_save', { title: ['a'], content: 'b' }, /^title must be text$/u),
    ],
  },
  {
    keeps: ['tools#13'],
    promise: 'numbers, booleans and lists sent as text are taken, and null is absent',
    steps: [
      call(
        'memory',
        {
          action: 'save',
          category: 'other',
          key: 'ocelot',
          value: 'An ocelot',
          confidence: ' 95 ',
          expires_days: '7',
          source: null,
          source_context: null,
        },
        { answers: { confidence: 95, expires_at: text } },
      ),
      call(
        'remember',
        { content: 'an ocelot', confidence: '0.25', derived_from: '[]', source_id: null },
        { answers: { source_id: null }, as: 'said' },
      ),
      call(
        'mem_search',
        { query: 'ocelot', limit: '1', all_projects: 'TRUE' },
        { answers: { hits: { length: 1 } } },
      ),
      call(
        'mem_get_observation',
        { id: { from: 'said.id' }, include_history: 'false', before: '0', key: null },
        { answers: { memory: { confidence: 0.25 } } },
      ),
      call(
        'mem_save',
        { title: 'Ocelot', content: 'Ocelots are cats.', capture_prompt: 'false', type: null, topic_key: '' },
        { answers: { hint: absent } },
      ),
      refused('mem_search', { query: 'ocelot', limit: 'many' }, /^limit must be a number from 1 to 50$/u),
      refused(
        'mem_search',
        { query: 'ocelot', all_projects: 'maybe' },
        /^all_projects must be true or false$/u,
      ),
      refused(
        'mem_search',
        { query: 'ocelot', limit: '' + '1e999' },
        /^limit must be a number from 1 to 50$/u,
      ),
    ],
  },
  {
    keeps: ['tools#14'],
    promise: 'an unknown parameter is refused by name, with the accepted ones, unless it is null or empty',
    steps: [
      refused(
        'mem_search',
        { query: 'a', fuzzy: true },
        /^unknown parameter "fuzzy"; accepted: query, kind, type, scope, workspace, status, project, all_projects, match_mode, limit$/u,
        { golden: 'unknown parameter' },
      ),
      call(
        'remember',
        { content: 'x', topic: 'y' },
        {
          fails: {
            text: /^Error executing tool remember: unknown parameter "topic"; accepted: content, workspace, /,
          },
        },
      ),
      call('mem_search', { query: 'a', fuzzy: null, colour: '', sizes: [], more: {} }),
      call('mem_current_project', { anything: '' }),
      refused('mem_current_project', { anything: 1 }, /^unknown parameter "anything"; accepted: none$/u),
    ],
  },
  {
    keeps: ['tools#15'],
    promise: 'a parameter of another action of the same tool is ignored, whatever it holds',
    steps: [
      call(
        'memory',
        { action: 'save', category: 'other', key: 'panda', value: 'A red panda', query: 17 },
        { answers: { status: 'saved' } },
      ),
      call(
        'memory',
        {
          action: 'search',
          query: 'panda',
          key: ['x'],
          value: 5,
          confidence: 'high',
          expires_days: 'soon',
        },
        { answers: { count: 1 } },
      ),
      call('memory', { action: 'list', query: '', key: 3, value: '' }, { answers: { facts: absent } }),
      call(
        'memory',
        { action: 'forget', key: 'panda', value: 7, confidence: 'none', query: {} },
        { answers: { forgotten: 1 } },
      ),
    ],
  },
  {
    keeps: ['tools#19', 'tools#20', 'tools#21', 'tools#35'],
    promise:
      'success is JSON text and the same object; an error is an envelope as text, and nothing beside it',
    steps: [
      call('mem_save', { title: 'Puma', content: 'A puma.' }, { answers: { status: 'inserted' } }),
      call('mem_save', { title: 'Puma' }, { fails: { code: 'invalid_params', says: /\S/u, details: {} } }),
    ],
  },
  {
    keeps: ['tools#24'],
    promise: 'a search of facts answers at most 24 KB, with long values cut and marked',
    alone: true,
    steps: [
      ...Array.from({ length: 15 }, (_, at) =>
        call('memory', {
          action: 'save',
          category: 'other',
          key: `okapi_${at}`,
          value: `okapi ${at} ${LONG}`,
        }),
      ),
      call(
        'memory',
        { action: 'search', query: 'okapi' },
        {
          answers: {
            facts: has({ value: /…$/u, value_truncated: true }),
            hint: /facts match; the best \d+ are shown/u,
          },
          atMostBytes: 24 * 1024,
        },
      ),
      call('memory', { action: 'save', category: 'other', key: 'tayra', value: 't'.repeat(1000) }),
      call(
        'memory',
        { action: 'search', query: 'tayra' },
        { answers: { facts: has({ key: 'tayra', value: 't'.repeat(1000), value_truncated: absent }) } },
      ),
    ],
  },
  {
    keeps: ['tools#24', 'tools#110'],
    promise: 'a search answers at most 32 KB, and an observation in an answer is a preview',
    steps: [
      ...Array.from({ length: 50 }, (_, at) =>
        call('remember', {
          content: `serval ${at} ${'говор '.repeat(200)}`,
          source_id: `docs/${'long/'.repeat(30)}${at}.md`,
        }),
      ),
      call('mem_search', { query: 'serval', limit: 50 }, { atMostBytes: 32 * 1024 }),
      call(
        'mem_save',
        { title: 'Long', content: LONG },
        { answers: { observation: { content_truncated: true } }, atMostBytes: 8 * 1024 },
      ),
    ],
  },
  {
    keeps: ['tools#24', 'tools#115'],
    promise: 'mem_context stays within max_bytes, which is 8,192 unless given, from 1,024 to 65,536',
    steps: [
      ...Array.from({ length: 30 }, (_, at) =>
        call('mem_save', {
          title: `Aardvark ${at} ${'t'.repeat(200)}`,
          content: `aardvark ${at} ${'word '.repeat(200)}`,
        }),
      ),
      call(
        'mem_context',
        {},
        { answers: { hint: /did not fit into 8192 bytes; nothing is lost: / }, atMostBytes: 8192 },
      ),
      call(
        'mem_context',
        { max_bytes: 1 },
        { answers: { hint: /did not fit into 1024 bytes/ }, atMostBytes: 1024 },
      ),
      call(
        'mem_context',
        { byte_limit: '2048' },
        { answers: { hint: /did not fit into 2048 bytes/ }, atMostBytes: 2048 },
      ),
      call('mem_context', { max_bytes: 1_000_000, limit: 80 }, { atMostBytes: 65_536 }),
    ],
  },
  {
    keeps: ['tools#25', 'tools#32'],
    promise: 'what an answer names can be used in the next call: ids, keys and statuses',
    steps: [
      call(
        'mem_save',
        { title: 'Ocean', content: 'The ocean is deep.', topic_key: 'ocean' },
        { answers: { status: 'inserted', observation: { id: uuid, topic_key: 'ocean' } }, as: 'saved' },
      ),
      call(
        'mem_search',
        { query: 'ocean' },
        { answers: { hits: [{ id: from('saved.observation.id'), key: 'ocean', status: 'unverified' }] } },
      ),
      call(
        'mem_get_observation',
        { key: { from: 'saved.observation.topic_key' } },
        { answers: { memory: { id: from('saved.observation.id') } } },
      ),
      call(
        'forget',
        { id: { from: 'saved.observation.id' } },
        {
          answers: {
            forgotten: 1,
            memories: [
              { id: from('saved.observation.id'), key: 'ocean', title: 'Ocean', status: 'unverified' },
            ],
          },
          golden: 'forgotten',
        },
      ),
    ],
  },
  {
    keeps: ['tools#31'],
    promise: 'purge needs a person: where nobody can be asked it is declined, naming the sidebar',
    steps: [
      call('remember', { content: 'the walrus stays' }, { as: 'saved' }),
      call(
        'forget',
        { id: { from: 'saved.id' }, purge: true },
        { fails: { code: 'declined', says: /sidebar/u }, golden: 'declined' },
      ),
      call('mem_search', { query: 'walrus' }, { answers: { hits: [{ id: from('saved.id') }] } }),
    ],
  },
  {
    keeps: ['tools#31', 'tools#125'],
    promise: 'purge with the agreement of the person removes the memory for good',
    person: 'agrees',
    steps: [
      call('mem_save', { title: 'Topic', content: 'The first narwhal text.', topic_key: 'narwhal' }),
      call(
        'mem_save',
        { title: 'Topic', content: 'The second narwhal text.', topic_key: 'narwhal' },
        { as: 'saved' },
      ),
      call(
        'forget',
        { id: { from: 'saved.observation.id' }, purge: true },
        {
          answers: { forgotten: 1, purged: true, memories: [{ id: from('saved.observation.id') }] },
          golden: 'purged',
        },
      ),
      call(
        'mem_get_observation',
        { id: { from: 'saved.observation.id' } },
        { fails: { code: 'memory_not_found', says: /^not found: no memory has the id / } },
      ),
    ],
  },
  {
    keeps: ['tools#34'],
    promise:
      'reads never fail on ambiguity: all candidates and the user’s facts are searched, and the hint says so',
    place: 'two repositories',
    steps: [
      call(
        'mem_save',
        { title: 'Front', content: 'The manatee swims in front.' },
        { by: 'a process in front' },
      ),
      call(
        'mem_save',
        { title: 'Back', content: 'The manatee swims in the back.' },
        { by: 'a process in back' },
      ),
      call('memory', { action: 'save', category: 'other', key: 'manatee', value: 'Likes the manatee' }),
      call(
        'mem_search',
        { query: 'manatee' },
        {
          answers: {
            project: absent,
            project_source: 'ambiguous',
            hits: has(
              { title: 'Front', project: 'front' },
              { title: 'Back', project: 'back' },
              { key: 'manatee', project: absent },
            ),
            hint: /Several projects could be meant here: .*Searched: /,
          },
          golden: 'found, in an ambiguous place',
        },
      ),
      call(
        'memory',
        { action: 'search', query: 'manatee' },
        { answers: { count: 1, hint: /Several projects/ } },
      ),
      call('memory', { action: 'list' }, { answers: { count: 1, hint: /Several projects/ } }),
      call(
        'mem_context',
        {},
        { answers: { memories: has({ project: 'front' }, { project: 'back' }), hint: /Several projects/ } },
      ),
      call(
        'mem_current_project',
        {},
        {
          answers: {
            project: absent,
            project_source: 'ambiguous',
            project_candidates: [
              { name: 'back', path: text, id: uuid, memories: 1 },
              { name: 'front', path: text, id: uuid, memories: 1 },
            ],
            error_hint: /Several projects/,
          },
          golden: 'ambiguous',
        },
      ),
    ],
  },
];
