import { absent, from, has, lacks, number, text, time, uuid, type Call, type Input, type Row } from '../row';

const call = (name: string, input: Input, more: Partial<Call> = {}): Call => ({ call: name, input, ...more });
const search = (input: Input, answers: NonNullable<Call['answers']>, more: Partial<Call> = {}): Call =>
  call('mem_search', input, { answers, ...more });

/** mem_search, mem_context, mem_get_observation and mem_current_project. */
export const readingRows: readonly Row[] = [
  {
    keeps: ['tools#108'],
    promise: 'mem_search: query is required, at most 8,192 bytes; match_mode any or all; limit 1 to 50',
    steps: [
      { ...call('mem_search', {}), fails: { code: 'invalid_params', says: /^query is required/u } },
      {
        ...call('mem_search', { query: 'q'.repeat(8193) }),
        fails: { code: 'invalid_search', says: /8193 bytes; at most 8,192/u },
        golden: 'query too long',
      },
      {
        ...call('mem_search', { query: 'q', match_mode: 'some' }),
        fails: { code: 'invalid_params', says: /^match_mode must be any or all$/u },
      },
      {
        ...call('mem_search', { query: 'q', kind: 'poem' }),
        fails: { code: 'invalid_params', says: /^kind must be one of: fact, observation, statement$/u },
      },
      ...Array.from({ length: 12 }, (_, at) =>
        call('mem_save', { title: `Tarsier ${at}`, content: `The tarsier leaps ${at} metres.` }),
      ),
      search({ query: 'tarsier' }, { count: 10, total: 12, hits: { length: 10 } }),
      search({ query: 'tarsier unheardof', match_mode: 'all' }, { hits: [] }),
      search({ query: 'tarsier unheardof', match_mode: 'any', limit: 3 }, { count: 3 }),
    ],
  },
  {
    keeps: ['tools#108'],
    promise: 'mem_search: narrows by kind, type, scope, workspace and status',
    steps: [
      call('mem_save', { title: 'Coati', content: 'The coati is a bug.', type: 'bugfix', scope: 'personal' }),
      call('remember', { content: 'The coati is a statement.', workspace: 'zoo-108' }),
      call('memory', { action: 'save', category: 'technical', key: 'coati', value: 'The coati is a fact' }),
      search({ query: 'coati' }, { count: 3 }),
      search({ query: 'coati', kind: 'fact' }, { hits: [{ kind: 'fact' }] }),
      search({ query: 'coati', kind: 'statement' }, { hits: [{ kind: 'statement', workspace: 'zoo-108' }] }),
      search({ query: 'coati', type: 'Hotfix' }, { hits: [{ type: 'bugfix' }] }),
      search({ query: 'coati', type: 'technical' }, { hits: [{ kind: 'fact' }] }),
      search({ query: 'coati', scope: 'personal' }, { hits: [{ scope: 'personal' }] }),
      search({ query: 'coati', workspace: 'zoo-108' }, { hits: [{ workspace: 'zoo-108' }] }),
      search({ query: 'coati', status: 'conflict' }, { hits: [] }),
    ],
  },
  {
    keeps: ['tools#109', 'tools#110'],
    promise: 'mem_search: the project and the user’s facts together, each hit with its passport',
    alone: true,
    steps: [
      call('remember', {
        content: 'Staging is deployed by the unit app-staging',
        source_id: 'wiki/deploy',
        fact_key: 'deploy-staging',
      }),
      call('memory', {
        action: 'save',
        category: 'technical',
        key: 'staging_host',
        value: 'The staging host is called heron',
      }),
      call('mem_save', {
        title: 'Staging moved',
        content: `${'Other words first. '.repeat(60)}The staging moved to another host.${' More words then.'.repeat(60)}`,
        type: 'decision',
      }),
      search(
        { query: 'staging moved' },
        {
          project: from('place.name'),
          hits: has(
            {
              id: uuid,
              kind: 'statement',
              project: from('place.name'),
              key: 'deploy-staging',
              title: 'deploy-staging',
              preview: /app-staging/u,
              scope: 'shared',
              workspace: 'default',
              status: 'unverified',
              confidence: 0.5,
              source: 'owner',
              source_id: 'wiki/deploy',
              updated_at: time,
              version: '1 of 1',
              superseded_by: absent,
              conflicts_with: absent,
              why: has(/staging/u),
            },
            {
              kind: 'fact',
              project: absent,
              key: 'staging_host',
              title: absent,
              type: 'technical',
              scope: 'user',
            },
            {
              kind: 'observation',
              title: 'Staging moved',
              type: 'decision',
              preview: /staging moved to another host/u,
              confidence: absent,
              graph_relations: [],
            },
          ),
        },
        { golden: 'found' },
      ),
    ],
  },
  {
    keeps: ['tools#111'],
    promise: 'mem_search: a hint where nothing is known here but elsewhere',
    alone: true,
    steps: [
      call(
        'mem_save',
        { title: 'Elsewhere', content: 'The platypus module moved.' },
        { by: 'a process in another folder' },
      ),
      {
        call: 'mem_search',
        input: { query: 'platypus' },
        answers: {
          hits: [],
          hint: /^Nothing is known of this here, but at least 1 memory of another project matches: search again with all_projects true\.$/u,
        },
        until: true,
        golden: 'nothing here, but elsewhere',
      },
      search({ query: 'platypus', all_projects: true }, { hits: [{ title: 'Elsewhere' }] }),
      // Function words are no knowledge, although memories here hold some.
      call('mem_save', { title: 'What the capybara is', content: 'How and where the capybara is.' }),
      search(
        { query: 'What is the platypus and where is it?' },
        { hits: [], hint: /^Nothing is known of this here, but at least 1 memory of another project/u },
      ),
      search(
        { query: 'unheardof', all_projects: true },
        { hits: [], hint: /^Nothing is known of this in any project\.$/u },
      ),
    ],
  },
  {
    keeps: ['tools#111'],
    promise:
      'mem_search: hints for a partial match, for more than the page holds, and for a limit that was clamped',
    alone: true,
    steps: [
      ...Array.from({ length: 4 }, (_, at) =>
        call('mem_save', { title: `Loris ${at}`, content: `The loris climbs ${at} trees.` }),
      ),
      search(
        { query: 'loris unheardof' },
        { hint: /^Partial match: no memory holds unheardof\.$/u },
        { golden: 'partial match' },
      ),
      search(
        { query: 'loris', limit: 2 },
        {
          count: 2,
          hint: /^4 memories match; the best 2 are shown\. Raise limit or use more specific words\.$/u,
        },
        { golden: 'more than the page holds' },
      ),
      search(
        { query: 'loris', limit: 500 },
        { count: 4, hint: /^limit was set to 50 \(1 to 50\)\.$/u },
        { golden: 'limit clamped' },
      ),
      search(
        { query: 'loris', limit: 0 },
        { count: 1, hint: /^limit was set to 1 \(1 to 50\)\. 4 memories match/u },
      ),
      search({ query: 'loris' }, { count: 4, hint: absent }),
      search(
        { query: 'unheardof' },
        { hits: [], hint: /^Nothing is known of this here/u },
        { golden: 'nothing known' },
      ),
      search(
        { query: 'loris', scope: 'private', kind: 'statement' },
        {
          hits: [],
          hint: /^Nothing is known of this here under the given kind, scope: search again without\.$/u,
        },
        { golden: 'nothing known under the filters' },
      ),
    ],
  },
  {
    keeps: ['tools#111'],
    promise: 'mem_search: where limit cannot be raised, a hint does not say so',
    alone: true,
    steps: [
      ...Array.from({ length: 51 }, (_, at) =>
        call('mem_save', { title: `Ibis ${at}`, content: `Ibis ${at}.` }),
      ),
      search(
        { query: 'ibis', limit: 50 },
        {
          total: 51,
          hint: /^51 memories match; the best \d+ are shown\. (More do not fit[^.]+: u|U)se more specific words\.$/u,
        },
      ),
    ],
  },
  {
    keeps: ['tools#111'],
    promise: 'mem_search: an id and a topic_key are found first, and are no partial match',
    steps: [
      call(
        'mem_save',
        { title: 'Okapi', content: 'Tokens expire at night.', topic_key: 'auth/session-expiry' },
        { as: 'saved' },
      ),
      call('mem_save', {
        title: 'Auth session expiry',
        content: 'The auth session expiry, auth session expiry.',
      }),
      search({ query: 'auth/session-expiry' }, { hits: has({ title: 'Okapi', key: 'auth/session-expiry' }) }),
      search({ query: 'auth/session-expiry', limit: 1 }, { hits: [{ title: 'Okapi' }] }),
      search({ query: 'Auth/Session Expiry', limit: 1 }, { hits: [{ title: 'Okapi' }] }),
      search(
        { query: { from: 'saved.observation.id' }, limit: 1 },
        { hits: [{ title: 'Okapi' }], hint: absent },
      ),
    ],
  },
  {
    keeps: ['tools#112'],
    promise: 'mem_search: signs of query languages are plain text',
    steps: [
      call('mem_save', { title: 'Syntax', content: 'The bonobo is a queue job.' }),
      ...[
        '"bonobo"',
        'bonobo"',
        'bonobo*',
        '^bonobo',
        '(bonobo',
        'bonobo) OR (',
        'NEAR(bonobo, job)',
        'bonobo AND',
        'AND bonobo',
        'bonobo NOT job',
        '-bonobo',
        'title:bonobo',
        'bonobo\u0000',
        'bonobo \ud800',
        "bonobo'; DROP TABLE memory; --",
      ].map((query) => search({ query }, { hits: [{ title: 'Syntax' }] })),
    ],
  },
  {
    keeps: ['tools#114'],
    promise: 'mem_search: reading leaves a memory as old as it is',
    steps: [
      call('remember', { content: 'the galago is small' }, { as: 'saved' }),
      search({ query: 'galago' }, { hits: [{ updated_at: from('saved.created_at') }] }),
      call('mem_get_observation', { id: { from: 'saved.id' } }),
      call('mem_context', {}),
      search({ query: 'galago' }, { hits: [{ updated_at: from('saved.created_at') }] }),
    ],
  },
  {
    keeps: ['tools#115'],
    promise:
      'mem_context: limit is the number of newest memories shown with their text, 0 to 80; scope narrows',
    alone: true,
    steps: [
      call('mem_save', { title: 'One', content: 'One tenrec.', scope: 'personal' }),
      call('mem_save', { title: 'Two', content: 'Two lungfish.' }),
      call('mem_save', { title: 'Three', content: 'Three sturgeons.' }),
      call(
        'mem_context',
        { limit: 1 },
        {
          answers: {
            memories: [
              { section: 'recent', title: 'Three', content: 'Three sturgeons.' },
              { section: 'titles', title: 'Two', content: absent },
              { section: 'titles', title: 'One' },
            ],
            count: 3,
            omitted: 0,
          },
        },
      ),
      call(
        'mem_context',
        { limit: 0 },
        { answers: { memories: [{ section: 'titles' }, { section: 'titles' }, { section: 'titles' }] } },
      ),
      call(
        'mem_context',
        { limit: -5, scope: 'personal' },
        { answers: { memories: [{ section: 'titles', title: 'One' }] } },
      ),
      {
        ...call('mem_context', { limit: 'all' }),
        fails: { code: 'invalid_params', says: /^limit must be a number from 0 to 80$/u },
      },
      call('mem_context', { scope: 'nowhere' }, { answers: { memories: [], hint: /scope/u } }),
    ],
  },
  {
    keeps: ['tools#115'],
    promise: 'mem_context: of this project, of another known one, or of all',
    alone: true,
    steps: [
      call('mem_save', { title: 'Here', content: 'A gibbon.' }),
      call(
        'mem_save',
        { title: 'There', content: 'A gorilla.' },
        { by: 'a process in another folder', as: 'there' },
      ),
      call('mem_context', {}, { answers: { memories: [{ title: 'Here' }] } }),
      call(
        'mem_context',
        { project: { from: 'there.project' } },
        { answers: { project: from('there.project'), memories: [{ title: 'There' }] } },
      ),
      call(
        'mem_context',
        { all_projects: true },
        {
          answers: {
            memories: has(
              { title: 'Here', project: from('place.name') },
              { title: 'There', project: from('there.project') },
            ),
          },
        },
      ),
    ],
  },
  {
    keeps: ['tools#116'],
    promise:
      'mem_context: pinned first, then preferences and profile, then policies and decisions, the newest, and titles',
    alone: true,
    steps: [
      call('mem_save', { title: 'An old note', content: 'Nothing but age.' }),
      call('mem_save', { title: 'Pinned note', content: 'Always on top.' }, { as: 'pinned' }),
      call('mem_pin', { id: { from: 'pinned.observation.id' } }),
      call('mem_save', { title: 'A policy', content: 'Reviews are needed.', type: 'policy' }),
      call('mem_save', { title: 'A decision', content: 'The queue is pg-boss.', type: 'decision' }),
      call('memory', {
        action: 'save',
        category: 'preferences',
        key: 'language',
        value: 'Answers in Russian',
      }),
      call('memory', { action: 'save', category: 'profile', key: 'role', value: 'Is a backend engineer' }),
      call('memory', { action: 'save', category: 'technical', key: 'host', value: 'A technical fact' }),
      call('mem_save', { title: 'The newest', content: 'It just happened.' }),
      call(
        'mem_context',
        { limit: 1 },
        {
          answers: {
            memories: [
              { section: 'pinned', title: 'Pinned note' },
              { section: 'user', key: 'role' },
              { section: 'user', key: 'language', content: 'Answers in Russian' },
              { section: 'decisions', title: 'A decision' },
              { section: 'decisions', title: 'A policy' },
              { section: 'recent', title: 'The newest', content: 'It just happened.' },
              { section: 'titles', title: 'An old note', content: absent },
            ],
            omitted: 0,
          },
          golden: 'context',
        },
      ),
    ],
  },
  {
    keeps: ['tools#117'],
    promise: 'mem_context: forgotten and superseded ones are left out, those in conflict marked',
    alone: true,
    steps: [
      call('mem_save', { title: 'Soon gone', content: 'An ephemeral note.' }, { as: 'gone' }),
      call('forget', { id: { from: 'gone.observation.id' } }),
      call('remember', { content: 'the port is 8080', fact_key: 'port' }, { as: 'old' }),
      call('remember', { content: 'the port is 8080', fact_key: 'port' }, { as: 'new' }),
      call('remember', { content: 'the pool is 10', fact_key: 'pool' }, { as: 'ten' }),
      call('remember', { content: 'the pool is 20', fact_key: 'pool' }, { as: 'twenty' }),
      call(
        'mem_context',
        {},
        {
          answers: {
            count: 3,
            memories: has(
              { id: from('new.id'), status: absent },
              { id: from('ten.id'), status: 'conflict', conflicts_with: [from('twenty.id')] },
              { id: from('twenty.id'), status: 'conflict' },
            ),
          },
        },
      ),
    ],
  },
  {
    keeps: ['tools#118', 'tools#119'],
    promise: 'mem_get_observation: by id, its alias or a key; with history and neighbours as asked',
    steps: [
      call('mem_save', { title: 'Before', content: 'It was before.' }, { as: 'before' }),
      call(
        'mem_save',
        { title: 'Middle', content: 'The first text.', topic_key: 'middle/one', type: 'decision' },
        { as: 'middle' },
      ),
      call('mem_save', {
        title: 'Middle',
        content: 'The second text.',
        topic_key: 'middle/one',
        type: 'decision',
      }),
      call('mem_save', { title: 'After', content: 'It was after.' }, { as: 'after' }),
      call(
        'mem_get_observation',
        { id: { from: 'middle.observation.id' } },
        {
          answers: {
            project: from('place.name'),
            memory: {
              id: from('middle.observation.id'),
              kind: 'observation',
              title: 'Middle',
              key: 'middle/one',
              type: 'decision',
              content: 'The second text.',
              status: 'unverified',
              saved_by: text,
              created_at: time,
              revision_count: 2,
            },
            history: [{ revision: 1, preview: 'The first text.', replaced_at: time, replaced_by: text }],
            before: absent,
            after: absent,
          },
          golden: 'read',
        },
      ),
      call(
        'mem_get_observation',
        { observation_id: { from: 'middle.observation.id' }, include_history: false },
        { answers: { history: absent } },
      ),
      call(
        'mem_get_observation',
        { key: 'Middle/One', before: 5, after: '500' },
        {
          answers: {
            memory: { id: from('middle.observation.id') },
            before: has({ id: from('before.observation.id') }),
            after: has({ id: from('after.observation.id') }),
          },
        },
      ),
      {
        ...call('mem_get_observation', {}),
        fails: { code: 'invalid_params', says: /^give exactly one of id and key$/u },
      },
      {
        ...call('mem_get_observation', { id: 'x', key: 'y' }),
        fails: { code: 'invalid_params', says: /^give exactly one of id and key$/u },
      },
    ],
  },
  {
    keeps: ['tools#119'],
    promise:
      'mem_get_observation: the 20 newest replaced versions, as previews, of a text that is told whole',
    steps: [
      ...Array.from({ length: 23 }, (_, at) =>
        call(
          'mem_save',
          { title: 'Grows', content: `Version ${at} of ${'a long text '.repeat(200)}`, topic_key: 'grows' },
          { as: 'grows' },
        ),
      ),
      call(
        'mem_get_observation',
        { id: { from: 'grows.observation.id' } },
        {
          answers: {
            memory: { content: /^Version 22 of (?:a long text ){199}a long text ?$/u, revision_count: 23 },
            history: { length: 20 },
          },
        },
      ),
    ],
  },
  {
    keeps: ['tools#120'],
    promise: 'mem_get_observation: a forgotten memory comes back with the state deleted',
    steps: [
      call('remember', { content: 'the narwhal flag is on' }, { as: 'saved' }),
      call('forget', { id: { from: 'saved.id' } }),
      call(
        'mem_get_observation',
        { id: { from: 'saved.id' } },
        {
          answers: { memory: { content: 'the narwhal flag is on', state: 'deleted', deleted_at: time } },
          golden: 'read, forgotten',
        },
      ),
    ],
  },
  {
    keeps: ['tools#121', 'tools#122'],
    promise:
      'forget: exactly one of id, source_id and key; what is forgotten leaves every search and list at once',
    steps: [
      ...[{}, { id: 'a', key: 'b' }, { key: 'b', source_id: 'c' }].map((input): Call => ({
        ...call('forget', input),
        fails: { code: 'invalid_params', says: /^give exactly one of id, source_id and key$/u },
      })),
      call('remember', { content: 'the dugong flag is on', source_id: 'docs/dugong.md' }, { as: 'one' }),
      call('remember', { content: 'the dugong flag is off', source_id: 'docs/dugong.md' }, { as: 'two' }),
      search(
        { query: 'dugong' },
        { hits: has({ id: from('two.id'), graph_relations: has({ id: from('one.id') }) }) },
      ),
      call(
        'forget',
        { id: { from: 'one.id' } },
        { answers: { forgotten: 1, hint: /The person can undo this/u } },
      ),
      search({ query: 'dugong' }, { hits: [{ id: from('two.id'), graph_relations: [] }] }),
      { ...search({ query: 'dugong' }, { hits: [{ id: from('two.id') }] }), by: 'another process' },
      call('mem_context', {}, { answers: { memories: lacks({ id: from('one.id') }) } }),
    ],
  },
  {
    keeps: ['tools#123'],
    promise: 'forget: a key is of this project and workspace or of the user’s facts; of several nothing goes',
    steps: [
      call('remember', { content: 'sealion one', fact_key: 'sealion' }, { as: 'first' }),
      call('remember', { content: 'sealion two', fact_key: 'sealion' }, { as: 'second' }),
      call(
        'forget',
        { key: 'sealion' },
        {
          fails: {
            code: 'invalid_params',
            says: /^2 memories have this key; nothing was forgotten\. Forget one of them by id\.$/u,
            details: { matches: has({ id: from('first.id') }, { id: from('second.id') }) },
          },
          golden: 'several match the key',
        },
      ),
      search({ query: 'sealion' }, { count: 2 }),
      call('forget', { id: { from: 'first.id' } }),
      call(
        'forget',
        { key: 'sealion' },
        { answers: { forgotten: 1, memories: [{ id: from('second.id') }] } },
      ),
      call('memory', { action: 'save', category: 'other', key: 'beluga_whale', value: 'Likes belugas' }),
      call(
        'forget',
        { key: 'beluga_whale' },
        { answers: { forgotten: 1, memories: [{ kind: 'fact', key: 'beluga_whale' }] } },
      ),
      call('remember', { content: 'in another area', fact_key: 'beluga', workspace: 'arctic-123' }),
      call(
        'forget',
        { key: 'beluga' },
        {
          fails: {
            code: 'memory_not_found',
            says: /^not found in the workspace default, but in: arctic-123\. Pass one of these as workspace\.$/u,
          },
          golden: 'not found in this workspace',
        },
      ),
      call('forget', { key: 'beluga', workspace: 'arctic-123' }, { answers: { forgotten: 1 } }),
      call(
        'remember',
        { content: 'in another project', fact_key: 'vaquita' },
        { by: 'a process in another folder' },
      ),
      call('forget', { key: 'vaquita' }, { fails: { code: 'memory_not_found' } }),
    ],
  },
  {
    keeps: ['tools#123'],
    promise: 'forget: a source_id takes all that cite it in this project and workspace, and lists them',
    steps: [
      call('remember', { content: 'orca one', source_id: 'docs/sea.md' }, { as: 'one' }),
      call('remember', { content: 'orca two', source_id: 'docs/sea.md' }, { as: 'two' }),
      call('remember', { content: 'orca three', source_id: 'docs/river.md' }, { as: 'three' }),
      call(
        'remember',
        { content: 'orca four', source_id: 'docs/sea.md' },
        { by: 'a process in another folder', as: 'four' },
      ),
      call(
        'forget',
        { source_id: 'docs/sea.md' },
        {
          answers: { forgotten: 2, memories: has({ id: from('one.id') }, { id: from('two.id') }) },
          golden: 'forgotten by source',
        },
      ),
      search(
        { query: 'orca', all_projects: true },
        { hits: has({ id: from('three.id') }, { id: from('four.id') }), count: 2 },
      ),
    ],
  },
  {
    keeps: ['tools#124'],
    promise: 'forget and mem_get_observation: nothing matched names near keys',
    steps: [
      call('remember', { content: 'x', fact_key: 'deploy-staging' }),
      call(
        'forget',
        { key: 'deploy-stagin' },
        {
          fails: {
            code: 'memory_not_found',
            says: /Near keys: deploy-staging\.$/u,
            details: { near_keys: ['deploy-staging'] },
          },
        },
      ),
      call(
        'mem_get_observation',
        { key: 'deploy-stagin' },
        { fails: { code: 'memory_not_found', says: /Near keys: deploy-staging\.$/u } },
      ),
    ],
  },
  {
    keeps: ['tools#130'],
    promise:
      'mem_current_project: project, why, where, folders, other projects, the store, counts and tool set',
    alone: true,
    steps: [
      call(
        'mem_current_project',
        {},
        {
          answers: {
            project: from('place.name'),
            project_source: 'dir_basename',
            project_path: from('place.folder'),
            folders: [from('place.folder')],
            available_projects: [],
            store: from('place.storage'),
            memories: 0,
            user_memories: 0,
            tool_set: text,
          },
        },
      ),
      call('mem_save', { title: 'One', content: 'A first memory.' }),
      call('memory', { action: 'save', category: 'other', key: 'a', value: 'b' }),
      call(
        'mem_current_project',
        {},
        {
          answers: {
            available_projects: [from('place.name')],
            project_candidates: [
              { name: from('place.name'), path: from('place.folder'), id: uuid, memories: 1 },
            ],
            memories: 1,
            user_memories: number,
            warning: absent,
            error_hint: absent,
          },
          golden: 'current project',
        },
      ),
    ],
  },
  {
    keeps: ['tools#130'],
    promise:
      'mem_current_project: no error where nothing is open, where a declaration is broken, or in a repository',
    place: 'a folder whose declaration is broken',
    alone: true,
    steps: [
      call(
        'mem_current_project',
        {},
        {
          answers: { project: absent, project_source: 'none', error_hint: /\.project-memory\.json/u },
          golden: 'broken declaration',
        },
      ),
    ],
  },
  {
    keeps: ['tools#130'],
    promise: 'mem_current_project: in a repository the source says so',
    place: 'a repository',
    steps: [
      call(
        'mem_current_project',
        {},
        { answers: { project: from('place.name'), project_source: 'git_root' } },
      ),
    ],
  },
];
