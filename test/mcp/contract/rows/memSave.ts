import { absent, from, has, time, uuid, type Call, type Input, type Pattern, type Row } from '../row';

/** One call of `mem_save`; the title and the content are there when the row does not care. */
function save(input: Input, answers?: Pattern, more: Partial<Call> = {}): Call {
  return {
    call: 'mem_save',
    input: { title: 'A title that says something', ...input },
    ...(answers === undefined ? {} : { answers }),
    ...more,
  };
}

const search = (input: Input, hits: Pattern): Call => ({ call: 'mem_search', input, answers: { hits } });
const refused = (input: Input, says: RegExp, more: Partial<Call> = {}): Call => ({
  call: 'mem_save',
  input,
  fails: { code: 'invalid_params', says },
  ...more,
});

const TYPES = [
  'bugfix',
  'decision',
  'policy',
  'architecture',
  'discovery',
  'pattern',
  'config',
  'preference',
];
const UNKNOWN_TYPE =
  /^The type was kept as it is, but filtering by type finds only: bugfix, decision, policy, architecture, discovery, pattern, config, preference\.$/u;
const UNKNOWN_SCOPE =
  /^The scope is not one of project, personal, global: the memory was saved with scope project\.$/u;
const FIELDS = [
  'hint?',
  'status',
  'project',
  'candidates',
  'judgment_id?',
  'observation',
  'project_path',
  'project_source',
  'judgment_status?',
  'judgment_required',
];

/** The manual of `mem_save`. */
export const memSaveRows: readonly Row[] = [
  {
    keeps: ['mem_save#3', 'mem_save#5'],
    promise: 'mem_save: what was saved is recalled later, by another process',
    steps: [
      save(
        {
          title: 'Queue library',
          content: 'The job queue is pg-boss.',
          type: 'decision',
          topic_key: 'architecture/queue',
        },
        { status: 'inserted' },
        { as: 'saved', golden: 'inserted' },
      ),
      {
        ...search({ query: 'job queue' }, [{ id: from('saved.observation.id'), title: 'Queue library' }]),
        by: 'another process',
      },
    ],
  },
  {
    keeps: ['mem_save#6', 'mem_save#23', 'tools#80'],
    promise:
      'mem_save: without session_id it is saved in the manual session of the project, which then exists',
    steps: [
      save(
        { content: 'Saved without a session.' },
        { observation: { session_id: /^manual-save-place-\d+$/u } },
        { as: 'first' },
      ),
      save(
        { content: 'Saved in the same session.', session_id: { from: 'first.observation.session_id' } },
        { observation: { session_id: from('first.observation.session_id') } },
      ),
    ],
  },
  {
    keeps: ['mem_save#9'],
    promise: 'mem_save: each of the eight types is kept, without a hint',
    steps: TYPES.map((type, at) =>
      save(
        { title: `About ${type}`, content: `Text number ${at} is of the type ${type}`, type },
        { observation: { type }, hint: absent },
      ),
    ),
  },
  {
    keeps: ['mem_save#10', 'tools#64'],
    promise: 'mem_save: any other type is kept as it is, and the hint names the eight',
    steps: [
      save(
        { content: 'How the export was built.', type: ' Implementation ' },
        { observation: { type: 'implementation' }, hint: UNKNOWN_TYPE },
        { golden: 'inserted, with an unknown type' },
      ),
      save(
        {
          title: 'Summary of the afternoon session',
          content: 'Nothing else happened.',
          type: 'session_summary',
        },
        { observation: { type: 'session_summary' }, hint: absent },
      ),
    ],
  },
  {
    keeps: ['mem_save#11', 'tools#63', 'tools#65'],
    promise: 'mem_save: synonyms are folded when saving and when filtering',
    steps: [
      ['bugfix', ['bug', 'fix', 'hotfix', 'incident', 'regression']],
      ['architecture', ['design', 'adr', 'refactor']],
      [
        'discovery',
        ['learning', 'research', 'investigation', 'root_cause', 'root-cause', 'passive', 'manual'],
      ],
      ['pattern', ['convention', 'guideline', 'rule']],
      ['config', ['setup', 'infra', 'infrastructure', 'ci', 'configuration']],
      ['preference', ['feedback', 'user', 'preferences']],
    ].flatMap(([type, words]) =>
      (words as readonly string[]).flatMap((word) => [
        save(
          { title: `About ${word}`, content: `A text on ${word}.`, type: ` ${word.toUpperCase()} ` },
          { observation: { type: type as string }, hint: absent },
        ),
        search(
          { query: `a text on ${word}`, type: word, match_mode: 'all' },
          has({ title: `About ${word}`, type: type as string }),
        ),
      ]),
    ),
  },
  {
    keeps: ['mem_save#12', 'tools#66'],
    promise: 'mem_save: without a type it is manual, which is folded, and no hint is given',
    steps: [save({ content: 'No type was given.' }, { observation: { type: 'discovery' }, hint: absent })],
  },
  {
    keeps: ['mem_save#13', 'mem_save#15', 'tools#67'],
    promise: 'mem_save: scope is project, personal or global; project when none or another is given',
    steps: [
      save({ title: 'One', content: 'No scope.' }, { observation: { scope: 'project' }, hint: absent }),
      ...['project', 'personal', 'global'].map((scope) =>
        save(
          { title: `Scope ${scope}`, content: `The scope is ${scope}.`, scope: ` ${scope.toUpperCase()}` },
          { observation: { scope }, hint: absent },
        ),
      ),
      save(
        { title: 'Two', content: 'An unknown scope.', scope: 'team' },
        { observation: { scope: 'project' }, hint: UNKNOWN_SCOPE },
      ),
    ],
  },
  {
    keeps: ['mem_save#14', 'tools#69'],
    promise:
      'mem_save: a personal or global memory belongs to its project; others find it only with all_projects',
    steps: [
      save(
        { title: 'Personal', content: 'The wombat is personal.', scope: 'personal' },
        { project: from('place.name') },
      ),
      save(
        { title: 'Global', content: 'The wombat is global.', scope: 'global' },
        { project: from('place.name') },
      ),
      search({ query: 'wombat', scope: 'personal' }, [{ title: 'Personal', scope: 'personal' }]),
      { ...search({ query: 'wombat' }, []), by: 'a process in another folder' },
      {
        ...search({ query: 'wombat', all_projects: true }, has({ title: 'Global' }, { title: 'Personal' })),
        by: 'a process in another folder',
      },
      {
        ...save({ title: 'Other', content: 'Known here too.' }, undefined, { as: 'other' }),
        by: 'a process in another folder',
      },
      search({ query: 'wombat', project: { from: 'other.project' } }, []),
    ],
  },
  {
    keeps: ['mem_save#16', 'tools#61'],
    promise: 'mem_save: the title is required, not blank, one line, and at most 300 characters',
    steps: [
      refused({ content: 'x' }, /^title is required: /u, { golden: 'no title' }),
      refused({ title: ' ', content: 'x' }, /^title must not be blank$/u),
      refused({ title: 'a\nb', content: 'x' }, /^title must be one line; /u),
      refused(
        { title: 't'.repeat(301), content: 'x' },
        /^title has 301 characters; at most 300 are allowed/u,
      ),
      save({ title: '\u{1F9A6}'.repeat(300), content: 'A long title.' }, { status: 'inserted' }),
    ],
  },
  {
    keeps: ['mem_save#17', 'mem_save#24', 'tools#60'],
    promise: 'mem_save: content or its alias observation is not blank, and is never cut',
    steps: [
      refused({ title: 'x' }, /^content must not be blank$/u, { golden: 'no content' }),
      refused({ title: 'x', content: ' \n', observation: '' }, /^content must not be blank$/u),
      save(
        { title: 'Alias', observation: 'Said by the alias.' },
        { observation: { content: 'Said by the alias.' } },
      ),
      save(
        { title: 'Both', content: 'Said by content.', observation: 'Said by both.' },
        { observation: { content: 'Said by content.' } },
      ),
      save(
        { title: 'Blank', content: ' ', observation: 'The alias helps out.' },
        { observation: { content: 'The alias helps out.' } },
      ),
      refused(
        { title: 'x', content: 'c'.repeat(100_001) },
        /^content has 100001 characters; at most 100,000 are allowed\. Nothing was saved: /u,
        { golden: 'content too long' },
      ),
      save(
        { title: 'Long', content: '\u{1F9A6}'.repeat(100_000) },
        { observation: { content_truncated: true } },
        { as: 'long', atMostBytes: 8192 },
      ),
      {
        call: 'mem_get_observation',
        input: { id: { from: 'long.observation.id' } },
        answers: { memory: { content: '\u{1F9A6}'.repeat(100_000) } },
      },
    ],
  },
  {
    keeps: ['mem_save#18', 'mem_save#19', 'mem_save#35'],
    promise: 'mem_save: a named project is taken when it is the detected one or one the store knows',
    steps: [
      {
        ...save({ content: 'In the other project.' }, undefined, { as: 'other' }),
        by: 'a process in another folder',
      },
      save(
        { content: 'The detected one.', project: { from: 'place.name' } },
        { project: from('place.name'), project_source: 'dir_basename' },
      ),
      save(
        { content: 'A known one.', project: { from: 'other.project' } },
        { project: from('other.project'), project_source: 'known_project' },
      ),
      {
        call: 'mem_save',
        input: { title: 'x', content: 'y', project: 'nowhere-at-all' },
        fails: {
          code: 'unknown_project',
          details: { detected_project: from('place.name'), available_projects: has(from('place.name')) },
        },
      },
      {
        call: 'mem_save',
        input: { title: 'x', content: 'y', project: ' ' },
        fails: { code: 'invalid_project' },
        golden: 'blank project',
      },
      {
        call: 'mem_save',
        input: { title: 'x', content: 'y', project: '../etc' },
        fails: { code: 'invalid_project' },
      },
    ],
  },
  {
    keeps: ['mem_save#20'],
    promise: 'mem_save: tool_name is kept',
    steps: [save({ content: 'Seen in a shell.', tool_name: 'bash' }, { observation: { tool_name: 'bash' } })],
  },
  {
    keeps: ['mem_save#21', 'mem_save#34', 'tools#62'],
    promise: 'mem_save: the same topic_key rewrites the memory under its id and keeps the old text',
    steps: [
      save(
        { title: 'Staging', content: 'Staging runs on host A.', topic_key: 'Staging Host' },
        { status: 'inserted', observation: { topic_key: 'staging-host', revision_count: absent } },
        { as: 'first' },
      ),
      save(
        { title: 'Staging moved', content: 'Staging runs on host B.', topic_key: 'staging-host' },
        {
          status: 'revised',
          observation: {
            id: from('first.observation.id'),
            revision_count: 2,
            content: 'Staging runs on host B.',
            updated_at: time,
          },
        },
        { golden: 'revised' },
      ),
      save(
        { title: 'Mine', content: 'My staging is another.', topic_key: 'staging-host', scope: 'personal' },
        { status: 'inserted' },
      ),
      {
        call: 'mem_get_observation',
        input: { id: { from: 'first.observation.id' } },
        answers: { history: [{ revision: 1, preview: 'Staging runs on host A.' }] },
      },
    ],
  },
  {
    keeps: ['mem_save#22', 'tools#79'],
    promise: 'mem_save: a session_id that names no session is session_not_found',
    steps: [
      {
        call: 'mem_save',
        input: { title: 'x', content: 'y', session_id: 'no-such-session' },
        fails: { code: 'session_not_found' },
        golden: 'unknown session',
      },
    ],
  },
  {
    keeps: ['mem_save#28', 'mem_save#29', 'mem_save#30', 'tools#33'],
    promise:
      'mem_save: where several projects could be meant, the choice of the user is taken with its token alone',
    place: 'two repositories',
    steps: [
      {
        call: 'mem_save',
        input: { title: 'Ducks', content: 'They swim.' },
        fails: {
          code: 'ambiguous_project',
          says: /Several projects could be meant here: .*back, front\. Nothing was saved\.$/u,
          details: {
            available_projects: has('back', 'front'),
            project_candidates: [{ name: 'back' }, { name: 'front' }],
            recovery_token: /^rec-[0-9a-f]{16}$/u,
            recovery_instructions: /user_selected_after_ambiguous_project/u,
            project_path: from('place.folder'),
          },
        },
        as: 'asked',
        golden: 'ambiguous project',
      },
      ...[
        [
          { project_choice_reason: 'user_selected_after_ambiguous_project', project: 'front' },
          'recovery_token_required',
        ],
        [
          {
            project_choice_reason: 'user_selected_after_ambiguous_project',
            project: 'front',
            recovery_token: 'rec-0000000000000000',
          },
          'invalid_recovery_token',
        ],
        [
          {
            project_choice_reason: 'user_selected_after_ambiguous_project',
            project: 'side',
            recovery_token: { from: 'asked.recovery_token' },
          },
          'invalid_project_choice',
        ],
        [
          {
            project_choice_reason: 'I am sure',
            project: 'front',
            recovery_token: { from: 'asked.recovery_token' },
          },
          'ambiguous_project',
        ],
      ].map(([input, code]): Call => ({
        call: 'mem_save',
        input: { title: 'Ducks', content: 'They swim.', ...(input as Input) },
        fails: { code: code as string },
        ...(code === 'ambiguous_project' ? {} : { golden: code as string }),
      })),
      search({ query: 'ducks swim', all_projects: true }, []),
      save(
        {
          title: 'Ducks',
          content: 'They swim.',
          project: 'front',
          recovery_token: { from: 'asked.recovery_token' },
          project_choice_reason: 'user_selected_after_ambiguous_project',
        },
        { status: 'inserted', project: 'front', project_source: 'user_selected_after_ambiguous_project' },
      ),
    ],
  },
  {
    keeps: ['mem_save#33', 'tools#70'],
    promise: 'mem_save: a summary that nobody could find by its name gets a hint',
    steps: [
      save(
        { title: 'Session', content: 'What was done.', type: 'session_summary' },
        { hint: /^Nobody will find this summary by its name: /u },
        { golden: 'inserted, a summary without a name' },
      ),
      save(
        { title: 'Notes of a day', content: 'What was done then.', type: 'session_summary' },
        { hint: absent },
      ),
      save(
        { title: 'Internationalization', content: 'What was done there.', type: 'session_summary' },
        { hint: /^Nobody will find this summary/u },
      ),
      save(
        { title: 'a b c d', content: 'What was done here.', type: 'session_summary' },
        { hint: /^Nobody will find this summary/u },
      ),
    ],
  },
  {
    keeps: [
      'mem_save#38',
      'mem_save#39',
      'mem_save#40',
      'mem_save#36',
      'mem_save#42',
      'tools#59',
      'tools#74',
    ],
    promise: 'mem_save: the fields of the manual and no others; without candidates no judgment is asked for',
    steps: [
      save(
        { title: 'Cache', content: 'The cache lives in Redis.', type: 'config', tool_name: 'bash' },
        {
          status: 'inserted',
          project: from('place.name'),
          project_path: from('place.folder'),
          project_source: 'dir_basename',
          judgment_required: false,
          candidates: [],
          judgment_id: absent,
          judgment_status: absent,
          observation: {
            id: uuid,
            title: 'Cache',
            content: 'The cache lives in Redis.',
            type: 'config',
            scope: 'project',
            tool_name: 'bash',
            session_id: /^manual-save-/u,
            created_at: time,
            revision_count: absent,
            duplicate_count: absent,
            state: absent,
            updated_at: absent,
            content_truncated: absent,
          },
        },
        { fields: FIELDS },
      ),
    ],
  },
];

/** What the page on all tools adds to it. */
export const memSaveToolRows: readonly Row[] = [
  {
    keeps: ['tools#62', 'family#3', 'family#4'],
    promise: 'mem_save: the same text, title, type and scope within 15 minutes is stored once',
    steps: [
      save(
        { title: 'Twice', content: 'The numbat was seen twice.' },
        { status: 'inserted' },
        { as: 'first' },
      ),
      save(
        { title: 'Twice', content: '  the NUMBAT was\r\nseen twice. ' },
        {
          status: 'deduplicated',
          candidates: [],
          observation: {
            id: from('first.observation.id'),
            duplicate_count: 2,
            content: 'The numbat was seen twice.',
          },
        },
        { golden: 'deduplicated' },
      ),
      search({ query: 'numbat', kind: 'observation' }, [{ id: from('first.observation.id') }]),
    ],
  },
  {
    keeps: ['tools#62'],
    promise: 'mem_save: after 15 minutes the same text is saved again, unless this process has recalled it',
    steps: [
      save(
        { title: 'Later', content: 'The potoroo was seen in the morning.' },
        { status: 'inserted' },
        { as: 'first' },
      ),
      { passMinutes: 16 },
      save(
        { title: 'Later', content: 'The potoroo was seen in the morning.' },
        { status: 'inserted' },
        { by: 'another process' },
      ),
      { passMinutes: 16 },
      { call: 'mem_search', input: { query: 'potoroo' } },
      save({ title: 'Later', content: 'The potoroo was seen in the morning.' }, { status: 'deduplicated' }),
    ],
  },
  {
    keeps: ['tools#68'],
    promise: 'mem_save: two mistakes are two sentences of the one hint',
    steps: [
      save(
        { content: 'Twice mistaken.', type: 'feature', scope: 'team' },
        { hint: /^The type was kept as it is, .*preference\. The scope is not one of .*scope project\.$/u },
      ),
    ],
  },
  {
    keeps: ['tools#71'],
    promise: 'mem_save: topic_key is brought to its normal form, and is never cut',
    steps: [
      ['Architecture/Auth Model', 'architecture/auth-model'],
      ['  Größe // Überblick ', 'große/uberblick'],
      ['Архитектура/Вход', 'архитектура/вход'],
      ['v1.2_final (2)', 'v1.2-final-2'],
    ]
      .map(([topic_key, kept], at) =>
        save(
          { title: `Key ${at}`, content: `The key number ${at}.`, topic_key },
          { observation: { topic_key: kept as string } },
        ),
      )
      .concat([
        refused(
          { title: 'x', content: 'y', topic_key: 'k'.repeat(257) },
          /^topic_key has 257 characters; at most 256 are allowed/u,
        ),
        save(
          { title: 'Longest', content: 'The longest key.', topic_key: 'k'.repeat(256) },
          { observation: { topic_key: 'k'.repeat(256) } },
        ),
        refused({ title: 'x', content: 'y', topic_key: '!!!' }, /^topic_key holds no letter or digit; /u),
      ]),
  },
];
