import {
  absent,
  from,
  has,
  number,
  text,
  time,
  uuid,
  type Call,
  type Input,
  type Pattern,
  type Row,
} from '../row';

/** One call of the tool `memory`. */
function call(action: string, input: Input, answers?: Pattern, more: Partial<Call> = {}): Call {
  return {
    call: 'memory',
    input: { action, ...input },
    ...(answers === undefined ? {} : { answers }),
    ...more,
  };
}

const save = (input: Input, answers?: Pattern, more?: Partial<Call>): Call =>
  call('save', { category: 'other', value: 'something', ...input }, answers, more);
const search = (query: string, facts: Pattern, more: Input = {}): Call =>
  call('search', { query, ...more }, { facts });
const refused = (input: Input, says: RegExp, golden?: string): Call => ({
  call: 'memory',
  input,
  fails: { code: 'invalid_params', says },
  ...(golden === undefined ? {} : { golden }),
});

/** The manual of `memory`, from its first sentence to its last. */
export const memoryRows: readonly Row[] = [
  {
    keeps: ['memory#1'],
    promise: 'a fact outlives the session that saved it',
    alone: true,
    steps: [
      save({ key: 'editor', value: 'Works in a dark room' }),
      { ...search('dark room', [{ value: 'Works in a dark room' }]), by: 'another process' },
    ],
  },
  {
    keeps: ['memory#3'],
    promise: 'a fact is the user’s: every project sees it',
    steps: [
      save({ key: 'axolotl', value: 'Keeps an axolotl' }, { scope: 'user', project: absent }),
      { ...search('axolotl', [{ key: 'axolotl' }]), by: 'a process in another folder' },
    ],
  },
  {
    keeps: ['memory#4'],
    promise: 'saving the same category and key again overwrites; there is still one fact',
    steps: [
      save({ key: 'badger', value: 'The badger sleeps' }, { status: 'saved' }, { as: 'first' }),
      save(
        { key: 'badger', value: 'The badger digs' },
        { status: 'updated', previous: 'The badger sleeps', id: from('first.id') },
      ),
      search('badger', [{ value: 'The badger digs' }]),
    ],
  },
  {
    keeps: ['memory#5'],
    promise: 'there are four actions, and one of them is required',
    steps: [
      refused({ category: 'other' }, /^action must be one of: save, search, forget, list$/u, 'no action'),
      refused({ action: 'recall' }, /^action must be one of: save, search, forget, list$/u),
      save({ key: 'caracal' }),
      search('caracal', [{ key: 'caracal' }]),
      call('forget', { key: 'caracal' }, { forgotten: 1 }),
      call('list', {}, { count: number }),
    ],
  },
  {
    keeps: ['memory#6', 'memory#29'],
    promise: 'search requires a query, and finds by its words',
    steps: [
      refused({ action: 'search' }, /^search requires query/u, 'search without query'),
      save({ key: 'dormouse', value: 'A dormouse hibernates for seven months' }),
      search('months that a dormouse hibernates', [{ key: 'dormouse' }]),
    ],
  },
  {
    keeps: ['memory#7', 'memory#15'],
    promise: 'each of the five categories is taken',
    steps: ['profile', 'preferences', 'technical', 'projects', 'other'].map((category) =>
      save({ category, key: `echidna_${category}` }, { status: 'saved', category }),
    ),
  },
  {
    keeps: ['memory#8'],
    promise: 'a key is one within its category: the same key in another is another fact',
    steps: [
      save({ category: 'technical', key: 'ferret', value: 'A ferret server' }, { status: 'saved' }),
      save({ category: 'profile', key: 'ferret', value: 'A ferret owner' }, { status: 'saved' }),
      call(
        'search',
        { query: 'ferret' },
        {
          facts: has(
            { category: 'technical', value: 'A ferret server' },
            { category: 'profile', value: 'A ferret owner' },
          ),
          count: 2,
        },
      ),
    ],
  },
  {
    keeps: ['memory#9'],
    promise: 'the value is kept as it was given',
    steps: [
      save({ key: 'gecko', value: 'Prefers geckos: “small”, green & <quick>' }),
      search('gecko', [{ value: 'Prefers geckos: “small”, green & <quick>' }]),
    ],
  },
  {
    keeps: ['memory#10', 'memory#17'],
    promise: 'source is conversation by default, one of four, and conversation for any other word',
    steps: [
      save({ key: 'heron_none' }, { source: 'conversation' }),
      ...['conversation', 'tool_call', 'auto_discovery', 'user_explicit'].map((source) =>
        save({ key: `heron_${source}`, source }, { source }),
      ),
      save({ key: 'heron_rumour', source: 'rumour' }, { source: 'conversation' }),
      save({ key: 'heron_number', source: 17 }, { source: 'conversation' }),
    ],
  },
  {
    keeps: ['memory#11', 'memory#17'],
    promise: 'confidence is 70 by default and clamped to 0-100',
    steps: [
      save({ key: 'ibis_none' }, { confidence: 70 }),
      save({ key: 'ibis_55', confidence: 55 }, { confidence: 55 }),
      save({ key: 'ibis_0', confidence: 0 }, { confidence: 0 }),
      save({ key: 'ibis_below', confidence: -20 }, { confidence: 0 }),
      save({ key: 'ibis_100', confidence: 100 }, { confidence: 100 }),
      save({ key: 'ibis_above', confidence: 250 }, { confidence: 100 }),
    ],
  },
  {
    keeps: ['memory#12', 'memory#25'],
    promise: 'a fact expires after expires_days and is not found any more',
    steps: [
      save({ key: 'jackal', value: 'The jackal host is 192.0.2.7', expires_days: 7 }, { expires_at: time }),
      { passMinutes: 7 * 24 * 60 - 60 },
      search('jackal host', [{ key: 'jackal', expires_at: time }]),
      { passMinutes: 120 },
      search('jackal host', []),
    ],
  },
  {
    keeps: ['memory#13', 'memory#28'],
    promise: 'without expires_days a fact never expires',
    steps: [
      save({ category: 'preferences', key: 'kestrel', value: 'Likes kestrels' }, { expires_at: absent }),
      { passMinutes: 60 * 24 * 365 * 20 },
      search('kestrels', [{ key: 'kestrel', expires_at: absent }]),
    ],
  },
  {
    keeps: ['memory#14'],
    promise: 'source_context is kept and found again as ctx',
    steps: [
      save({ key: 'lemur', value: 'The lemur box runs', source_context: 'found via ip addr on localhost' }),
      search('lemur box', [{ ctx: 'found via ip addr on localhost' }]),
    ],
  },
  {
    keeps: ['memory#16'],
    promise: 'save without category, key or value fails, each with a message of its own',
    steps: [
      refused({ action: 'save', key: 'k', value: 'v' }, /^save requires category/u, 'save without category'),
      refused({ action: 'save', category: 'other', value: 'v' }, /^save requires key/u, 'save without key'),
      refused({ action: 'save', category: 'other', key: 'k' }, /^save requires value/u, 'save without value'),
    ],
  },
  {
    keeps: ['memory#17'],
    promise: 'an invalid category is rejected, naming the five',
    steps: [
      refused(
        { action: 'save', category: 'hosts', key: 'k', value: 'v' },
        /^category must be one of: profile, preferences, technical, projects, other$/u,
        'invalid category',
      ),
    ],
  },
  {
    keeps: ['memory#18', 'memory#20', 'memory#21', 'memory#32'],
    promise: 'both examples of saving are kept, and both examples of searching find them first',
    alone: true,
    steps: [
      call(
        'save',
        {
          category: 'preferences',
          key: 'response_language',
          value: 'Prefers all answers in Russian',
          source: 'user_explicit',
          confidence: 95,
          source_context: 'user asked directly in session',
        },
        { status: 'saved', category: 'preferences', key: 'response_language', id: uuid, scope: 'user' },
        { golden: 'saved' },
      ),
      call(
        'save',
        {
          category: 'technical',
          key: 'prod_server_ip',
          value: 'Production runs on 192.168.1.168 (branch master, docker postgres)',
          source: 'tool_call',
          confidence: 95,
          expires_days: 7,
          source_context: 'found via ssh_exec hostname/ip addr',
        },
        { status: 'saved', expires_at: time },
      ),
      call(
        'search',
        { query: 'server ip' },
        {
          facts: [
            {
              category: 'technical',
              key: 'prod_server_ip',
              value: 'Production runs on 192.168.1.168 (branch master, docker postgres)',
              src: 'tool_call',
              conf: 95,
              ctx: 'found via ssh_exec hostname/ip addr',
            },
          ],
        },
        { golden: 'found' },
      ),
      search('language preference', [{ key: 'response_language', src: 'user_explicit', conf: 95 }]),
    ],
  },
  {
    keeps: ['memory#22', 'memory#23', 'memory#24'],
    promise: 'the other sources and confidences of the table of calibration are kept as given',
    steps: [
      save(
        { key: 'mole_said', source: 'conversation', confidence: 70 },
        { source: 'conversation', confidence: 70 },
      ),
      save(
        { key: 'mole_web', source: 'auto_discovery', confidence: 50 },
        { source: 'auto_discovery', confidence: 50 },
      ),
      save(
        { key: 'mole_guess', source: 'conversation', confidence: 30 },
        { source: 'conversation', confidence: 30 },
      ),
    ],
  },
  {
    keeps: ['memory#30'],
    promise: 'search answers at most 15 facts, each with its category, key, value and provenance',
    steps: [
      ...Array.from({ length: 17 }, (_, at) =>
        save({ key: `newt_${at}`, value: `Newt number ${at}`, source_context: 'counted' }),
      ),
      call(
        'search',
        { query: 'newt' },
        {
          facts: { length: 15 },
          count: 15,
          hint: /^17 facts match; the best 15 are shown\. /u,
        },
      ),
      search(
        'newt number 7',
        has({
          category: 'other',
          key: 'newt_7',
          value: 'Newt number 7',
          src: 'conversation',
          conf: 70,
          ctx: 'counted',
        }),
      ),
    ],
  },
  {
    keeps: ['memory#31', 'memory#43'],
    promise: 'a search before a save finds the key to update',
    steps: [
      save({ key: 'osprey_nest', value: 'The osprey nest is on the mast' }),
      call('search', { query: 'where is the nest of the osprey' }, undefined, { as: 'found' }),
      save(
        { key: { from: 'found.facts.0.key' }, value: 'The osprey nest is on the roof' },
        { status: 'updated', id: from('found.facts.0.id') },
      ),
    ],
  },
  {
    keeps: ['memory#33', 'memory#35'],
    promise: 'forget requires a key, and a category narrows it',
    steps: [
      refused({ action: 'forget' }, /^forget requires key/u, 'forget without key'),
      save({ category: 'technical', key: 'pelican' }),
      save({ category: 'other', key: 'pelican' }),
      call(
        'forget',
        { key: 'pelican', category: 'technical' },
        { forgotten: 1, key: 'pelican' },
        { golden: 'forgotten' },
      ),
      search('pelican', [{ category: 'other' }]),
    ],
  },
  {
    keeps: ['memory#34'],
    promise: 'forget says how many facts went; none is the error “not found”',
    steps: [
      save({ category: 'technical', key: 'quail' }),
      save({ category: 'other', key: 'quail' }),
      call('forget', { key: 'quail' }, { forgotten: 2, ids: [uuid, uuid] }),
      {
        call: 'memory',
        input: { action: 'forget', key: 'quail' },
        fails: { code: 'memory_not_found', says: /^not found/u },
      },
    ],
  },
  {
    keeps: ['memory#36', 'memory#37', 'memory#38'],
    promise: 'list answers the categories that hold facts, and none of the facts',
    alone: true,
    steps: [
      call('list', {}, { categories: [], count: 0 }),
      save({ category: 'technical', key: 'raven_a', value: 'One raven' }),
      save({ category: 'technical', key: 'raven_b', value: 'Two ravens' }),
      save({ category: 'profile', key: 'raven_c', value: 'Three ravens' }),
      call(
        'list',
        {},
        {
          categories: [
            { category: 'profile', count: 1 },
            { category: 'technical', count: 2 },
          ],
          count: 3,
          facts: absent,
        },
        { golden: 'listed' },
      ),
    ],
  },
  {
    keeps: ['memory#40', 'memory#41', 'memory#44'],
    promise: 'only an equal key overwrites: home_server_ip and prod_server_ip are two facts',
    alone: true,
    steps: [
      save(
        { category: 'technical', key: 'home_server_ip', value: 'Home server is 192.168.1.2' },
        { status: 'saved' },
      ),
      save(
        { category: 'technical', key: 'prod_server_ip', value: 'Production is 192.168.1.168' },
        { status: 'saved' },
      ),
      save({ category: 'technical', key: 'server_ip', value: 'Server is 192.168.1.9' }, { status: 'saved' }),
      call(
        'search',
        { query: 'server ip' },
        {
          facts: has({ key: 'home_server_ip' }, { key: 'prod_server_ip' }, { key: 'server_ip' }),
          count: 3,
        },
      ),
    ],
  },
  {
    keeps: ['memory#45', 'memory#46'],
    promise: 'a secret in a value is replaced by a mark, and the reply says to record where it lives',
    steps: [
      save(
        {
          key: 'stoat_token',
          value: `The stoat token is ${['ghp', '_', 'R7mQ2xKp9LzT4vWcYb8NfHs3JdGa6EuX1oZi'].join('')}`,
        },
        {
          status: 'saved',
          hint: /^Removed before saving: github[^.]*\. Record where a secret lives, not what it is\.$/u,
        },
        { golden: 'saved, with a secret removed' },
      ),
      search('stoat token', [{ value: /^The stoat token is \[REDACTED:[a-z0-9-]+:[0-9a-f]{8}\]$/u }]),
    ],
  },
];

export const memoryToolRows: readonly Row[] = [
  {
    keeps: ['tools#39', 'tools#40'],
    promise: 'memory: scope is user unless it is project; the same key in both is two facts',
    steps: [
      save(
        { key: 'tapir', value: 'A tapir of the user' },
        { scope: 'user', status: 'saved', project: absent },
      ),
      save(
        { key: 'tapir', value: 'A tapir of the project', scope: 'project' },
        {
          scope: 'project',
          status: 'saved',
          project: from('place.name'),
          project_source: 'dir_basename',
          project_path: from('place.folder'),
        },
        { golden: 'saved in the project' },
      ),
      refused(
        { action: 'save', category: 'other', key: 'k', value: 'v', scope: 'team' },
        /^scope must be user or project$/u,
      ),
      { ...search('tapir', [{ value: 'A tapir of the user' }]), by: 'a process in another folder' },
    ],
  },
  {
    keeps: ['tools#41'],
    promise: 'memory: a search looks in both scopes, or in one, and narrows by category',
    steps: [
      save({ category: 'technical', key: 'uakari_a', value: 'An uakari for all' }),
      save({ category: 'other', key: 'uakari_b', value: 'An uakari of this project', scope: 'project' }),
      call('search', { query: 'uakari' }, { facts: has({ key: 'uakari_a' }, { key: 'uakari_b' }), count: 2 }),
      search('uakari', [{ key: 'uakari_a', scope: 'user' }], { scope: 'user' }),
      search('uakari', [{ key: 'uakari_b', scope: 'project', project: from('place.name') }], {
        scope: 'project',
      }),
      search('uakari', [{ key: 'uakari_a' }], { category: 'technical' }),
    ],
  },
  {
    keeps: ['tools#42'],
    promise: 'memory: a key is brought to snake_case in any script, and the reply says the key used',
    steps: [
      save({ key: 'Vole Server-IP' }, { key: 'vole_server_ip', status: 'saved' }),
      save({ key: 'voleServerIp' }, { key: 'vole_server_ip', status: 'unchanged' }),
      save({ key: '  Имя  Хоста ' }, { key: 'имя_хоста', status: 'saved' }),
      call('forget', { key: 'VOLE_SERVER_IP' }, { key: 'vole_server_ip', forgotten: 1 }),
    ],
  },
  {
    keeps: ['tools#43', 'tools#44'],
    promise: 'memory: a key without a letter or digit, or of more than 128 characters, is an error',
    steps: [
      refused(
        { action: 'save', category: 'other', key: '--- !', value: 'v' },
        /^key holds no letter or digit; /u,
        'key of signs alone',
      ),
      refused({ action: 'save', category: 'other', key: ' ', value: 'v' }, /^save requires key/u),
      refused(
        { action: 'save', category: 'other', key: 'k'.repeat(129), value: 'v' },
        /^key has 129 characters; at most 128 are allowed/u,
        'key too long',
      ),
      save({ key: 'k'.repeat(128) }, { key: 'k'.repeat(128) }),
    ],
  },
  {
    keeps: ['tools#45'],
    promise: 'memory: a value has 1 to 4,000 characters',
    steps: [
      refused({ action: 'save', category: 'other', key: 'k', value: ' \n' }, /^save requires value/u),
      refused(
        { action: 'save', category: 'other', key: 'walrus', value: 'v'.repeat(4001) },
        /^value has 4001 characters; a fact holds at most 4000\. .*Nothing was changed\.$/u,
        'value too long',
      ),
      save({ key: 'walrus', value: 'v' }, { status: 'saved' }),
      save({ key: 'walrus', value: '\u{1F9A6}'.repeat(4000) }, { status: 'updated' }),
    ],
  },
  {
    keeps: ['tools#46'],
    promise: 'memory: expires_days is above 0 and at most 36,500',
    steps: [
      ...[0, -1, 36_500.1, 'soon', true].map((expires_days) =>
        refused(
          { action: 'save', category: 'other', key: 'k', value: 'v', expires_days },
          /^expires_days must be a number above 0 and at most 36,500$/u,
        ),
      ),
      save({ key: 'xerus_short', expires_days: 0.5 }, { expires_at: time }),
      save({ key: 'xerus_long', expires_days: 36_500 }, { expires_at: time }),
    ],
  },
  {
    keeps: ['tools#47'],
    promise: 'memory: confidence is rounded, and what is no number is an error',
    steps: [
      save({ key: 'yak_up', confidence: 70.6 }, { confidence: 71 }),
      save({ key: 'yak_down', confidence: 70.4 }, { confidence: 70 }),
      ...['high', true, [70]].map((confidence) =>
        refused(
          { action: 'save', category: 'other', key: 'k', value: 'v', confidence },
          /^confidence must be a number from 0 to 100$/u,
        ),
      ),
    ],
  },
  {
    keeps: ['tools#48'],
    promise: 'memory: an invalid category is an error in every action',
    steps: [
      { action: 'save', key: 'k', value: 'v' },
      { action: 'search', query: 'q' },
      { action: 'forget', key: 'k' },
      { action: 'list' },
    ].map((input) =>
      refused(
        { ...input, category: 'hosts' },
        /^category must be one of: profile, preferences, technical, projects, other$/u,
      ),
    ),
  },
  {
    keeps: ['tools#49'],
    promise: 'memory: the same value is unchanged and takes the provenance and expiry of the last save',
    steps: [
      save(
        {
          key: 'zebra',
          value: 'The zebra is striped',
          source: 'tool_call',
          confidence: 95,
          source_context: 'seen',
          expires_days: 7,
        },
        { status: 'saved' },
        { as: 'first' },
      ),
      save(
        { key: 'zebra', value: 'The zebra is striped', source: 'user_explicit', confidence: 80 },
        { status: 'unchanged', id: from('first.id'), previous: absent, expires_at: absent },
        { golden: 'unchanged' },
      ),
      search('zebra striped', [{ src: 'user_explicit', conf: 80, ctx: absent, expires_at: absent }]),
      save(
        { key: 'zebra', value: 'The zebra is grey' },
        { status: 'updated', previous: 'The zebra is striped' },
        { golden: 'updated' },
      ),
    ],
  },
  {
    keeps: ['tools#50'],
    promise: 'memory: the overwritten value stays in the history',
    steps: [
      save({ key: 'agouti', value: 'The agouti eats nuts' }),
      save({ key: 'agouti', value: 'The agouti eats figs' }, undefined, { as: 'second' }),
      {
        call: 'mem_get_observation',
        input: { id: { from: 'second.id' } },
        answers: {
          memory: { content: 'The agouti eats figs', revision_count: 2 },
          history: [{ revision: 1, preview: 'The agouti eats nuts', replaced_at: time, replaced_by: text }],
        },
      },
    ],
  },
  {
    keeps: ['tools#51'],
    promise: 'memory: a forgotten key starts anew',
    steps: [
      save({ key: 'bilby', value: 'One bilby' }, undefined, { as: 'old' }),
      call('forget', { key: 'bilby' }),
      save({ key: 'bilby', value: 'Two bilbies' }, { status: 'saved', previous: absent }, { as: 'new' }),
      { call: 'mem_get_observation', input: { id: { from: 'new.id' } }, answers: { history: absent } },
      {
        call: 'mem_get_observation',
        input: { id: { from: 'old.id' } },
        answers: { memory: { state: 'deleted' } },
      },
    ],
  },
  {
    keeps: ['tools#51', 'tools#52'],
    promise: 'memory: an expired key starts anew, and is in no search, list or context until then',
    alone: true,
    steps: [
      save(
        { category: 'preferences', key: 'civet', value: 'Likes the civet host', expires_days: 1 },
        undefined,
        { as: 'old' },
      ),
      { passMinutes: 25 * 60 },
      search('civet', []),
      call('list', {}, { categories: [], count: 0 }),
      { call: 'mem_search', input: { query: 'civet' }, answers: { hits: [] } },
      { call: 'mem_context', input: {}, answers: { memories: [] } },
      { ...call('forget', { key: 'civet' }), fails: { code: 'memory_not_found', says: /^not found/u } },
      save(
        { category: 'preferences', key: 'civet', value: 'Likes the civet host' },
        { status: 'saved', expires_at: absent },
        { as: 'new' },
      ),
      { call: 'mem_get_observation', input: { id: { from: 'new.id' } }, answers: { history: absent } },
    ],
  },
  {
    keeps: ['tools#53'],
    promise: 'memory: a search answers the best match first, with all fields of a fact',
    steps: [
      save({ key: 'dingo_pack', value: 'A dingo', expires_days: 3, source_context: 'read' }),
      save({
        key: 'elsewhere',
        value: 'Far away, after many other words, somebody has seen one dingo as well',
      }),
      search('dingo pack', [
        {
          category: 'other',
          key: 'dingo_pack',
          value: 'A dingo',
          src: 'conversation',
          conf: 70,
          ctx: 'read',
          id: uuid,
          updated_at: time,
          expires_at: time,
        },
        { key: 'elsewhere', ctx: absent, expires_at: absent },
      ]),
    ],
  },
  {
    keeps: ['tools#54', 'tools#113'],
    promise: 'memory and mem_search: a blank query is an error',
    steps: [
      refused({ action: 'search', query: ' \t' }, /^search requires query/u),
      {
        call: 'mem_search',
        input: { query: ' \t' },
        fails: { code: 'invalid_search', says: /^query must not be blank/u },
        golden: 'blank query',
      },
    ],
  },
  {
    keeps: ['tools#55'],
    promise: 'memory: forget takes the key in every category and both scopes, or in the one that is named',
    steps: [
      save({ category: 'technical', key: 'eland' }),
      save({ category: 'other', key: 'eland' }),
      save({ category: 'other', key: 'eland', scope: 'project' }),
      call('forget', { key: 'eland', scope: 'project' }, { forgotten: 1 }),
      save({ category: 'other', key: 'eland', scope: 'project' }),
      call('forget', { key: 'eland' }, { forgotten: 3, ids: [uuid, uuid, uuid] }),
    ],
  },
  {
    keeps: ['tools#56', 'tools#124'],
    promise: 'memory: nothing forgotten names near keys, and the category that has the key',
    steps: [
      save({ category: 'technical', key: 'fossa_server_ip' }),
      {
        call: 'memory',
        input: { action: 'forget', key: 'fossa_sever_ip' },
        fails: {
          code: 'memory_not_found',
          says: /^not found: no memory has the key fossa_sever_ip\. Near keys: fossa_server_ip\.$/u,
        },
        golden: 'not found, with near keys',
      },
      {
        call: 'memory',
        input: { action: 'forget', key: 'fossa_server_ip', category: 'profile' },
        fails: {
          code: 'memory_not_found',
          says: /^not found in the category profile, but the key fossa_server_ip is in: technical\.$/u,
        },
        golden: 'not found in this category',
      },
    ],
  },
  {
    keeps: ['tools#57'],
    promise: 'memory: list counts the facts of each category that holds any',
    alone: true,
    steps: [
      save({ category: 'projects', key: 'gaur_a' }),
      save({ category: 'projects', key: 'gaur_b', scope: 'project' }),
      save({ category: 'other', key: 'gaur_c' }),
      call('forget', { key: 'gaur_c' }),
      call('list', {}, { categories: [{ category: 'projects', count: 2 }], count: 2 }),
      call('list', { scope: 'project' }, { categories: [{ category: 'projects', count: 1 }], count: 1 }),
      call('list', { scope: 'user' }, { categories: [{ category: 'projects', count: 1 }], count: number }),
    ],
  },
  {
    keeps: ['tools#58'],
    promise: 'memory: what each action misses has a message of its own',
    steps: [
      refused({ action: 'save', key: 'k', value: 'v' }, /^save requires category/u),
      refused({ action: 'save', category: 'other', value: 'v' }, /^save requires key/u),
      refused({ action: 'save', category: 'other', key: 'k' }, /^save requires value/u),
      refused({ action: 'search' }, /^search requires query/u),
      refused({ action: 'forget' }, /^forget requires key/u),
      refused({}, /^action must be one of/u),
    ],
  },
];
