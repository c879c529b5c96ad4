import { absent, from, has, number, text, time, uuid, type Call, type Input, type Row } from '../row';

const call = (name: string, input: Input, more: Partial<Call> = {}): Call => ({ call: name, input, ...more });
const save = (input: Input, more: Partial<Call> = {}): Call =>
  call('mem_save', { title: 'A title that says something', ...input }, more);
const start = (id: string, more: Partial<Call> = {}, input: Input = {}): Call =>
  call('mem_session_start', { id, ...input }, more);

const ITEM = 'The export writes one file for each customer';

/** Sessions, prompts, summaries, captured learnings and reviews. */
export const sessionRows: readonly Row[] = [
  {
    keeps: ['tools#137', 'family#9'],
    promise: 'mem_session_start: starts a session of the project; an id that is known comes back unchanged',
    steps: [
      start('s-137', {
        answers: {
          project: from('place.name'),
          session: {
            id: 's-137',
            project: from('place.name'),
            directory: from('place.folder'),
            started_at: time,
            ended_at: absent,
            summary: absent,
          },
        },
        as: 'first',
        golden: 'started',
      }),
      call(
        'mem_session_start',
        { session_id: 's-137' },
        { answers: { session: { started_at: from('first.session.started_at') } } },
      ),
      {
        ...start('s-137', {
          answers: { project: from('place.name'), session: { started_at: from('first.session.started_at') } },
        }),
        by: 'a process in another folder',
      },
      call('mem_session_start', {}, { fails: { code: 'invalid_params', says: /^id must not be blank/u } }),
    ],
  },
  {
    keeps: ['tools#137'],
    promise: 'mem_session_start: a project by a new name is created, which no other save does',
    steps: [
      call(
        'mem_save',
        { title: 'x', content: 'y', project: 'brand-new-137' },
        { fails: { code: 'unknown_project' } },
      ),
      start(
        's-new',
        { answers: { project: 'brand-new-137', session: { project: 'brand-new-137' } } },
        { project: 'brand-new-137' },
      ),
      save(
        { content: 'In the new project.', session_id: 's-new' },
        { answers: { project: 'brand-new-137', project_source: 'session_project' } },
      ),
    ],
  },
  {
    keeps: ['tools#79', 'mem_save#22'],
    promise: 'mem_save: the session decides the project; another project named is session_project_mismatch',
    steps: [
      start('s-79', {}),
      {
        ...save(
          { content: 'Saved from elsewhere.', session_id: 's-79' },
          {
            answers: {
              project: from('place.name'),
              project_source: 'session_project',
              observation: { session_id: 's-79' },
            },
          },
        ),
        by: 'a process in another folder',
      },
      { ...save({ content: 'Of another project.' }, { as: 'other' }), by: 'a process in another folder' },
      save(
        { content: 'x', session_id: 's-79', project: { from: 'other.project' } },
        { fails: { code: 'session_project_mismatch' }, golden: 'session of another project' },
      ),
      save({ content: 'x', session_id: 'no-such-session' }, { fails: { code: 'session_not_found' } }),
    ],
  },
  {
    keeps: ['tools#138', 'family#10', 'tools#36'],
    promise: 'mem_session_end: ends for good; a missing summary never wipes an earlier one',
    steps: [
      start('s-138'),
      call(
        'mem_session_end',
        { id: 's-138', summary: 'Moved the queue.' },
        {
          answers: { session: { id: 's-138', ended_at: time, summary: 'Moved the queue.' } },
          as: 'ended',
          golden: 'ended',
        },
      ),
      call(
        'mem_session_end',
        { session_id: 's-138' },
        { answers: { session: { summary: 'Moved the queue.', ended_at: from('ended.session.ended_at') } } },
      ),
      start('s-138', {
        answers: { session: { ended_at: from('ended.session.ended_at'), summary: 'Moved the queue.' } },
      }),
      save(
        { content: 'Too late.', session_id: 's-138' },
        { fails: { code: 'session_ended', says: /Nothing was saved/u }, golden: 'session has ended' },
      ),
      call('mem_session_end', { id: 'no-such-session' }, { fails: { code: 'session_not_found' } }),
    ],
  },
  {
    keeps: ['tools#139', 'family#11'],
    promise: 'mem_session_summary: a session_summary whose title is its first line that names the work',
    steps: [
      call(
        'mem_session_summary',
        { content: '# Summary\nShort\nThe export moved to streams today.\nMore follows.' },
        {
          answers: {
            status: 'inserted',
            observation: { type: 'session_summary', title: 'The export moved to streams today.' },
            hint: absent,
          },
          golden: 'summary',
        },
      ),
      call(
        'mem_session_summary',
        { content: '# Summary\ndone' },
        {
          answers: {
            observation: { title: /^Session summary: place-\d+$/u },
            hint: /^Nobody will find this summary by its name: /u,
          },
        },
      ),
      call('mem_session_summary', {}, { fails: { code: 'invalid_params', says: /^content is required/u } }),
      call(
        'mem_session_summary',
        { content: ' ' },
        { fails: { code: 'invalid_params', says: /^content must not be blank$/u } },
      ),
    ],
  },
  {
    keeps: ['tools#142', 'family#12'],
    promise: 'mem_save_prompt: kept in its session; the same text at once is one prompt',
    steps: [
      start('s-142'),
      call(
        'mem_save_prompt',
        { content: 'Move the export to streams', session_id: 's-142' },
        {
          answers: {
            prompt: {
              id: uuid,
              session_id: 's-142',
              content: 'Move the export to streams',
              project: from('place.name'),
              created_at: time,
            },
          },
          as: 'asked',
          golden: 'prompt',
        },
      ),
      call(
        'mem_save_prompt',
        { content: 'Move the export to streams', session_id: 's-142' },
        { answers: { prompt: { id: from('asked.prompt.id') } } },
      ),
      call(
        'mem_save_prompt',
        { content: '' },
        { fails: { code: 'invalid_params', says: /^content must not be blank$/u } },
      ),
    ],
  },
  {
    keeps: ['mem_save#25', 'mem_save#26', 'tools#77', 'tools#78', 'family#3'],
    promise: 'mem_save: links the prompt that this process recorded last in the same session',
    steps: [
      call('mem_save_prompt', { content: 'Which queue do we use?' }, { as: 'first' }),
      call('mem_save_prompt', { content: 'And which cache?' }, { as: 'second' }),
      { ...call('mem_save_prompt', { content: 'A question in another window' }), by: 'another process' },
      save(
        { content: 'The cache is Redis.' },
        {
          answers: { observation: { prompt: { id: from('second.prompt.id'), content: 'And which cache?' } } },
          as: 'saved',
          golden: 'inserted, with its prompt',
        },
      ),
      call(
        'mem_get_observation',
        { id: { from: 'saved.observation.id' } },
        { answers: { memory: { prompt: { id: from('second.prompt.id') } } } },
      ),
    ],
  },
  {
    keeps: ['mem_save#25', 'tools#77'],
    promise:
      'mem_save: another process links the last prompt of the session, and of the project only where no session is given',
    steps: [
      start('s-25'),
      start('s-empty'),
      call('mem_save_prompt', { content: 'Why is the build slow?', session_id: 's-25' }, { as: 'asked' }),
      {
        ...save(
          { content: 'The build compiles twice.', session_id: 's-25' },
          { answers: { observation: { prompt: { id: from('asked.prompt.id') } } } },
        ),
        by: 'another process',
      },
      {
        ...save(
          { content: 'The cache was cold.' },
          { answers: { observation: { prompt: { id: from('asked.prompt.id') } } } },
        ),
        by: 'another process',
      },
      {
        ...save(
          { content: 'The disk was full.', session_id: 's-empty' },
          { answers: { observation: { prompt: absent } } },
        ),
        by: 'another process',
      },
    ],
  },
  {
    keeps: ['mem_save#26', 'mem_save#27'],
    promise: 'mem_save: capture_prompt is true unless it is false',
    steps: [
      call('mem_save_prompt', { content: 'What runs on staging?' }, { as: 'asked' }),
      save(
        { content: 'Staging runs the old build.' },
        { answers: { observation: { prompt: { id: from('asked.prompt.id') } } } },
      ),
      save(
        { content: 'Saved by itself.', capture_prompt: false },
        { answers: { observation: { prompt: absent } } },
      ),
      save(
        { content: 'x', capture_prompt: 'perhaps' },
        { fails: { code: 'invalid_params', says: /^capture_prompt must be true or false$/u } },
      ),
    ],
  },
  {
    keeps: ['tools#140', 'family#13'],
    promise:
      'mem_capture_passive: takes the items of the last section of learnings that are long enough, in any of the languages',
    steps: [
      call(
        'mem_capture_passive',
        {
          content: `# Report\n## Learnings\n- An older learning that is not the last\n## Key Learnings\n- ${ITEM}\n- too short\n1. Customers without orders are left out of it\n\`\`\`\n- fenced items are no learnings at all\n\`\`\`\n`,
        },
        { answers: { extracted: 2, saved: 2, duplicates: 0, dropped: 1, hint: text }, golden: 'captured' },
      ),
      call(
        'mem_capture_passive',
        { content: `## Key Learnings\n- ${ITEM}` },
        { answers: { extracted: 1, saved: 0, duplicates: 1, dropped: 0 } },
      ),
      call(
        'mem_capture_passive',
        { content: '## Выводы\n- Экспорт пишет один файл на каждого клиента', source: 'subagent' },
        { answers: { saved: number } },
      ),
      call(
        'mem_capture_passive',
        {
          content: `## Key Learnings\n${Array.from({ length: 90 }, (_, at) => `- Learning number ${at} of a very long list`).join('\n')}`,
        },
        { answers: { extracted: 80, saved: 80, dropped: 10 } },
      ),
      call(
        'mem_capture_passive',
        { content: 'Nothing was learned.' },
        { answers: { extracted: 0, saved: 0, hint: /^No section is headed Key Learnings/u } },
      ),
      call('mem_search', { query: 'export file customer' }, { answers: { hits: has({ preview: ITEM }) } }),
    ],
  },
  {
    keeps: ['tools#141', 'family#16'],
    promise: 'mem_review: lists what is due, and marks one as reviewed',
    steps: [
      save({ content: 'The queue is pg-boss.', type: 'decision' }, { as: 'saved' }),
      call(
        'mem_review',
        { action: 'list' },
        {
          answers: { count: 0, observations: [], hint: 'Nothing is due for review.' },
          golden: 'nothing due',
        },
      ),
      call(
        'mem_review',
        { action: 'mark_reviewed', observation_id: { from: 'saved.observation.id' } },
        { answers: { observation: { id: from('saved.observation.id'), review_after: time } } },
      ),
      call(
        'mem_review',
        { action: 'mark_reviewed', id: { from: 'saved.observation.id' } },
        { answers: { observation: { id: from('saved.observation.id') } } },
      ),
      call(
        'mem_review',
        { action: 'delete' },
        { fails: { code: 'invalid_params', says: /^action must be one of: list, mark_reviewed$/u } },
      ),
      call('mem_review', { action: 'mark_reviewed' }, { fails: { code: 'invalid_params' } }),
    ],
  },
  {
    keeps: ['tools#115'],
    promise: 'mem_context: the last sessions and prompts, as many as asked for',
    steps: [
      start('s-115', {}),
      call('mem_save_prompt', { content: 'The first question of two', session_id: 's-115' }),
      call('mem_save_prompt', { content: 'The second question of two', session_id: 's-115' }),
      call(
        'mem_context',
        {},
        {
          answers: {
            sessions: has({ id: 's-115' }),
            prompts: has({ content: 'The first question of two' }, { content: 'The second question of two' }),
          },
        },
      ),
      call(
        'mem_context',
        { session_limit: 0, prompt_limit: '1' },
        { answers: { prompts: [{ content: 'The second question of two' }] } },
      ),
    ],
  },
];
