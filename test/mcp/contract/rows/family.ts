import { absent, from, has, number, text, type Call, type Input, type Row } from '../row';

const call = (name: string, input: Input, more: Partial<Call> = {}): Call => ({ call: name, input, ...more });
const save = (title: string, content: string, as: string, more: Partial<Call> = {}): Call =>
  call('mem_save', { title, content }, { as, ...more });
const key = (type: string, title: string, content: string, topic_key: string): Call =>
  call('mem_suggest_topic_key', { type, title, content }, { answers: { topic_key } });

/** The rest of the family, which servers alone serve. */
export const familyRows: readonly Row[] = [
  {
    keeps: ['family#5', 'family#6'],
    promise: 'mem_update: any field, or find and replace; an answer about a project says which and why',
    steps: [
      save('Port', 'It is 5432.', 'saved'),
      call(
        'mem_update',
        {
          id: { from: 'saved.observation.id' },
          type: 'config',
          title: 'Database port',
          content: 'It is 5433.',
          scope: 'personal',
          topic_key: 'infra/port',
        },
        {
          answers: {
            project: from('place.name'),
            project_source: text,
            project_path: from('place.folder'),
            observation: {
              id: from('saved.observation.id'),
              type: 'config',
              title: 'Database port',
              content: 'It is 5433.',
              scope: 'personal',
              topic_key: 'infra/port',
              revision_count: 2,
            },
          },
        },
      ),
      call(
        'mem_get_observation',
        { id: { from: 'saved.observation.id' } },
        { answers: { history: [{ preview: 'It is 5432.' }] } },
      ),
      call(
        'mem_update',
        { id: { from: 'saved.observation.id' } },
        { fails: { code: 'invalid_params', says: /^give at least one of / } },
      ),
      call(
        'mem_update',
        { id: { from: 'saved.observation.id' }, find: '5433', replace: '6432', content: 'x' },
        { fails: { code: 'invalid_params', says: /^give either content or find and replace, not both$/u } },
      ),
      call(
        'mem_update',
        { id: { from: 'saved.observation.id' }, find: '5433' },
        { fails: { code: 'invalid_params', says: /^find needs replace/u } },
      ),
    ],
  },
  {
    keeps: ['family#7'],
    promise: 'mem_delete: soft unless hard_delete, which needs a person',
    steps: [
      save('Gone', 'Soon to be gone.', 'saved'),
      call(
        'mem_delete',
        { id: { from: 'saved.observation.id' }, hard_delete: true },
        { fails: { code: 'declined', says: /sidebar/u } },
      ),
      call(
        'mem_delete',
        { id: { from: 'saved.observation.id' }, expected_project: 'elsewhere' },
        { fails: { code: 'project_mismatch' } },
      ),
      call(
        'mem_delete',
        { id: { from: 'saved.observation.id' } },
        { answers: { id: from('saved.observation.id'), status: 'soft_deleted' }, golden: 'deleted' },
      ),
      call(
        'mem_get_observation',
        { id: { from: 'saved.observation.id' } },
        { answers: { memory: { state: 'deleted' } } },
      ),
    ],
  },
  {
    keeps: ['family#7'],
    promise:
      'mem_delete: hard, after the person agreed: the memory is gone, and relations that touch it are orphaned',
    person: 'agrees',
    steps: [
      save('One', 'The first of two.', 'one'),
      save('Two', 'Another thing altogether.', 'two'),
      call('mem_compare', {
        memory_id_a: { from: 'one.observation.id' },
        memory_id_b: { from: 'two.observation.id' },
        relation: 'related',
      }),
      call(
        'mem_delete',
        { id: { from: 'one.observation.id' }, hard_delete: true },
        { answers: { id: from('one.observation.id'), status: 'deleted' }, golden: 'deleted for good' },
      ),
      call(
        'mem_get_observation',
        { id: { from: 'one.observation.id' } },
        { fails: { code: 'memory_not_found' } },
      ),
      call('mem_get_observation', { id: { from: 'two.observation.id' } }, { answers: { relations: absent } }),
    ],
  },
  {
    keeps: ['family#8'],
    promise: 'mem_timeline: what was saved before and after in the same session, in time order',
    steps: [
      ...['One', 'Two', 'Three', 'Four'].map((title) =>
        save(title, `The text of ${title}.`, title.toLowerCase()),
      ),
      call(
        'mem_timeline',
        { observation_id: { from: 'three.observation.id' } },
        {
          answers: {
            focus: { id: from('three.observation.id') },
            before: [{ title: 'One' }, { title: 'Two' }],
            after: [{ title: 'Four' }],
            before_total: 2,
            after_total: 1,
          },
          golden: 'timeline',
        },
      ),
      call(
        'mem_timeline',
        { id: { from: 'three.observation.id' }, before: 1, after: 0 },
        { answers: { before: [{ title: 'Two' }], after: [], before_total: 2, after_total: 1 } },
      ),
      call(
        'mem_timeline',
        {},
        { fails: { code: 'invalid_params', says: /^observation_id must not be blank$/u } },
      ),
    ],
  },
  {
    keeps: ['family#14', 'family#23', 'family#24', 'family#25'],
    promise: 'mem_suggest_topic_key: a family and a segment, as the table of families says',
    steps: [
      { ...key('decision', 'decision', '', 'decision/general'), golden: 'suggested' },
      key('manual', '!!!', '...', 'topic/general'),
      key('manual', '', 'Fix regression in auth login flow', 'bug/fix-regression-in-auth-login-flow'),
      ...[
        ['bug', ['bugfix', 'bug', 'fix', 'incident', 'hotfix']],
        ['architecture', ['design', 'adr', 'refactor']],
        ['pattern', ['convention', 'guideline']],
        ['config', ['setup', 'infra', 'ci']],
        ['discovery', ['investigation', 'root_cause']],
        ['learning', ['learn', 'learning']],
        ['session', ['session_summary']],
        ['policy', ['policy']],
      ].flatMap(([family, types]) =>
        (types as readonly string[]).map((type) =>
          key(type, 'Blue whale', 'x', `${family as string}/blue-whale`),
        ),
      ),
      key('architecture', 'Architecture of the queue', '', 'architecture/of-the-queue'),
      key(
        'decision',
        '',
        'one two three four five six seven eight nine',
        'decision/one-two-three-four-five-six-seven-eight',
      ),
    ],
  },
  {
    keeps: ['family#15'],
    promise: 'mem_pin and mem_unpin: by id, guarded by expected_project',
    steps: [
      save('Pinned', 'It matters.', 'saved'),
      call(
        'mem_pin',
        { id: { from: 'saved.observation.id' } },
        { answers: { id: from('saved.observation.id'), pinned: true }, golden: 'pinned' },
      ),
      call(
        'mem_get_observation',
        { id: { from: 'saved.observation.id' } },
        { answers: { memory: { pinned: true } } },
      ),
      call(
        'mem_unpin',
        { id: { from: 'saved.observation.id' }, expected_project: from('place.name') },
        { answers: { pinned: false }, golden: 'unpinned' },
      ),
      call(
        'mem_pin',
        { id: { from: 'saved.observation.id' }, expected_project: 'elsewhere' },
        { fails: { code: 'project_mismatch' } },
      ),
      call(
        'mem_get_observation',
        { id: { from: 'saved.observation.id' } },
        { answers: { memory: { pinned: absent } } },
      ),
    ],
  },
  {
    keeps: ['tools#143', 'family#19'],
    promise:
      'mem_merge_projects: moves everything, keeps topics that both had as versions, and tells how many',
    alone: true,
    steps: [
      call(
        'mem_save',
        { title: 'Queue', content: 'The queue is pg-boss.', topic_key: 'queue' },
        { as: 'here' },
      ),
      {
        ...call(
          'mem_save',
          { title: 'Queue', content: 'The queue is RabbitMQ.', topic_key: 'queue' },
          { as: 'there' },
        ),
        by: 'a process in another folder',
      },
      {
        ...call('mem_save', { title: 'Cache', content: 'The cache is Redis.' }, { as: 'cache' }),
        by: 'a process in another folder',
      },
      call(
        'mem_merge_projects',
        { from: { from: 'there.project' }, to: { from: 'here.project' } },
        {
          answers: {
            canonical: from('place.name'),
            sources_merged: [from('there.project')],
            memories_updated: 2,
            sessions_updated: number,
            prompts_updated: 0,
            topic_key_collisions: 1,
            hint: /can undo this/u,
          },
          golden: 'merged',
        },
      ),
      call(
        'mem_search',
        { query: 'cache Redis' },
        { answers: { hits: [{ id: from('cache.observation.id'), project: from('place.name') }] } },
      ),
      call(
        'mem_merge_projects',
        { from: 'no-such-project', to: from('place.name') },
        { fails: { code: 'unknown_project' } },
      ),
    ],
  },
  {
    keeps: ['family#20'],
    promise: 'mem_stats: sessions, memories, prompts, and the names of the projects',
    alone: true,
    steps: [
      save('One', 'The first.', 'saved'),
      call('mem_save_prompt', { content: 'What is the first?' }),
      call('memory', { action: 'save', category: 'other', key: 'a', value: 'b' }),
      call(
        'mem_stats',
        {},
        {
          answers: { total_sessions: 1, total_memories: 2, total_prompts: 1, projects: [from('place.name')] },
          golden: 'counted',
        },
      ),
    ],
  },
  {
    keeps: ['family#21'],
    promise: 'mem_doctor: healthy, checks, counts and issues; narrowed by project or check',
    alone: true,
    steps: [
      save('One', 'The first.', 'saved'),
      call(
        'mem_doctor',
        {},
        { answers: { healthy: true, checks: has({ check: 'logs', status: 'ok' }), counts: {}, issues: [] } },
      ),
      call(
        'mem_doctor',
        { check: 'logs', project: { from: 'saved.project' } },
        { answers: { healthy: true } },
      ),
      call(
        'mem_doctor',
        { check: 'weather' },
        { fails: { code: 'invalid_params', says: /^check is not one of: / }, golden: 'no such check' },
      ),
      call('mem_doctor', { project: 'nowhere' }, { fails: { code: 'unknown_project' } }),
    ],
  },
  {
    keeps: ['family#22'],
    promise: 'validate_memory: which memories of a source are stale or in conflict; changes nothing',
    steps: [
      call(
        'remember',
        { content: 'staging is app-staging', source_id: 'wiki/deploy', source_hash: 'sha256:aaaaaaaa' },
        { as: 'old' },
      ),
      call('remember', { content: 'the pool is 10', fact_key: 'pool' }, { as: 'ten' }),
      call('remember', { content: 'the pool is 20', fact_key: 'pool' }, { as: 'twenty' }),
      call(
        'validate_memory',
        {},
        {
          answers: {
            checked: 3,
            stale_ids: [],
            stale_count: 0,
            conflict_ids: has(from('ten.id'), from('twenty.id')),
            conflict_count: 2,
          },
          golden: 'validated',
        },
      ),
      call(
        'validate_memory',
        { source_id: 'wiki/deploy', current_source_hash: 'sha256:bbbbbbbb' },
        { answers: { checked: 1, stale_ids: [from('old.id')], stale_count: 1, conflict_count: 0 } },
      ),
      call(
        'mem_get_observation',
        { id: { from: 'old.id' } },
        { answers: { memory: { status: 'unverified' } } },
      ),
      call(
        'validate_memory',
        { current_source_hash: 'sha256:bbbbbbbb' },
        {
          fails: {
            code: 'invalid_params',
            says: /^source_id is required when current_source_hash is provided$/u,
          },
        },
      ),
    ],
  },
];
