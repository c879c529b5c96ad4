import { absent, from, has, lacks, text, time, type Call, type Input, type Row } from '../row';

const call = (name: string, input: Input, more: Partial<Call> = {}): Call => ({ call: name, input, ...more });
const save = (title: string, content: string, more: Partial<Call> = {}, input: Input = {}): Call =>
  call('mem_save', { title, content, ...input }, more);
const read = (id: string, answers: NonNullable<Call['answers']>): Call =>
  call('mem_get_observation', { id: { from: id } }, { answers });

const JUDGMENT = /^rel-[0-9a-f]{16}$/u;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Candidates of a save, and the judgment of pairs. */
export const judgingRows: readonly Row[] = [
  {
    keeps: ['mem_save#36', 'mem_save#37', 'mem_save#41', 'mem_save#42', 'tools#72', 'tools#73', 'tools#32'],
    promise: 'mem_save: what contradicts or repeats a memory proposes it, and asks for a judgment',
    steps: [
      save(
        'Database port',
        'The staging database listens on port 5432.',
        { as: 'first', answers: { judgment_required: false } },
        { topic_key: 'infra/db-port', type: 'config' },
      ),
      save('Queue', 'Background jobs go through RabbitMQ.', {
        answers: { judgment_required: false, candidates: [] },
      }),
      save('Database port', 'The staging database listens on port 5433.', {
        answers: {
          status: 'inserted',
          judgment_required: true,
          judgment_status: 'pending',
          judgment_id: JUDGMENT,
          candidates: [
            {
              id: from('first.observation.id'),
              title: 'Database port',
              type: 'config',
              topic_key: 'infra/db-port',
              score: { least: 0, most: 1 },
              judgment_id: JUDGMENT,
            },
          ],
        },
        as: 'second',
        golden: 'inserted, with a candidate',
      }),
      save('Port of the staging DB', 'On staging the database is reached at port 5432.', {
        answers: { candidates: has({ id: from('first.observation.id') }) },
      }),
      read('first.observation.id', {
        relations: has({ id: from('second.observation.id'), judgment_id: from('second.judgment_id') }),
        memory: { status: 'unverified', superseded_by: absent, conflicts_with: absent },
      }),
    ],
  },
  {
    keeps: ['tools#72', 'mem_save#36'],
    promise: 'mem_save: at most three candidates, the nearest first, of the same project and scope',
    steps: [
      ...[1, 2, 3, 4, 5].map((n) =>
        save(`Port ${n}`, `The staging database of shard ${n} listens on port 543${n}.`),
      ),
      save('Port 6', 'The staging database of shard 6 listens on port 5436.', {
        answers: { candidates: { length: 3 } },
        as: 'sixth',
      }),
      save(
        'Port 6',
        'The staging database of shard 6 listens on port 5437.',
        { answers: { candidates: [] } },
        { scope: 'personal' },
      ),
      {
        ...save('Port 6', 'The staging database of shard 6 listens on port 5438.', {
          answers: { candidates: [] },
        }),
        by: 'a process in another folder',
      },
    ],
  },
  {
    keeps: ['tools#75'],
    promise: 'mem_save: itself, forgotten memories and pairs that are related already are no candidates',
    steps: [
      save('Cache', 'The cache expires after 5 minutes.', { as: 'first' }),
      save(
        'Cache',
        'The cache expires after 9 minutes.',
        { as: 'second', answers: { candidates: [{ id: from('first.observation.id') }] } },
        { topic_key: 'cache' },
      ),
      save(
        'Cache',
        'The cache expires after 10 minutes.',
        { answers: { status: 'revised', candidates: [] } },
        { topic_key: 'cache' },
      ),
      call('forget', { id: { from: 'first.observation.id' } }),
      call('forget', { id: { from: 'second.observation.id' } }),
      save('Cache', 'The cache expires after 11 minutes.', { answers: { candidates: [] } }),
    ],
  },
  {
    keeps: ['tools#126', 'tools#129', 'family#17'],
    promise:
      'mem_judge: by judgment_id, with reason, evidence and confidence; what is superseded names its successor',
    steps: [
      save('Timeout', 'Requests time out after 30 seconds.', { as: 'old' }),
      save('Timeout', 'Requests time out after 60 seconds.', {
        as: 'new',
        answers: { judgment_required: true },
      }),
      call(
        'mem_judge',
        {
          judgment_id: { from: 'new.judgment_id' },
          relation: 'supersedes',
          reason: 'The gateway was changed.',
          evidence: 'nginx.conf',
          confidence: '0.9',
        },
        {
          answers: {
            project: from('place.name'),
            relation: {
              judgment_id: from('new.judgment_id'),
              memory_id_a: from('new.observation.id'),
              memory_id_b: from('old.observation.id'),
              relation: 'supersedes',
              judgment_status: 'judged',
              reason: 'The gateway was changed.',
              evidence: 'nginx.conf',
              confidence: 0.9,
              judged_at: time,
              judged_by: text,
            },
          },
          golden: 'judged',
        },
      ),
      read('old.observation.id', { memory: { superseded_by: from('new.observation.id') } }),
      read('new.observation.id', { memory: { superseded_by: absent } }),
      call('mem_context', {}, { answers: { memories: lacks({ id: from('old.observation.id') }) } }),
    ],
  },
  {
    keeps: ['tools#126', 'tools#127', 'tools#129'],
    promise: 'mem_judge: any pair; judging again overwrites; conflicts_with marks both',
    steps: [
      save('Owner', 'Alice owns the billing service.', { as: 'a' }),
      save('Lead', 'The search team is led by Kim.', { as: 'b' }),
      ...['related', 'compatible', 'scoped', 'not_conflict', 'supersedes'].map((relation) =>
        call(
          'mem_judge',
          { memory_id_a: { from: 'a.observation.id' }, memory_id_b: { from: 'b.observation.id' }, relation },
          { answers: { relation: { relation, judgment_id: JUDGMENT } }, as: 'judged' },
        ),
      ),
      read('b.observation.id', { memory: { superseded_by: from('a.observation.id') } }),
      call(
        'mem_judge',
        { judgment_id: { from: 'judged.relation.judgment_id' }, relation: 'conflicts_with' },
        {
          answers: {
            relation: { judgment_id: from('judged.relation.judgment_id'), relation: 'conflicts_with' },
          },
        },
      ),
      read('a.observation.id', {
        memory: { status: 'conflict', superseded_by: absent, conflicts_with: [from('b.observation.id')] },
      }),
      read('b.observation.id', {
        memory: { status: 'conflict', superseded_by: absent, conflicts_with: [from('a.observation.id')] },
      }),
    ],
  },
  {
    keeps: ['tools#128', 'tools#36'],
    promise: 'mem_judge: both ends are alive and in one project; what is wrong has its own code',
    steps: [
      save('One', 'The first of two memories.', { as: 'one' }),
      save('Two', 'Another thing altogether.', { as: 'two' }),
      save('Gone', 'A thing that will be forgotten.', { as: 'gone' }),
      call('forget', { id: { from: 'gone.observation.id' } }),
      { ...save('Far', 'A memory of another project.', { as: 'far' }), by: 'a process in another folder' },
      call(
        'mem_judge',
        { judgment_id: 'rel-0000000000000000', relation: 'related' },
        {
          fails: {
            code: 'relation_not_found',
            says: /^not found: no judgment has the id rel-0000000000000000\./u,
          },
          golden: 'no such judgment',
        },
      ),
      call(
        'mem_judge',
        {
          memory_id_a: { from: 'one.observation.id' },
          memory_id_b: { from: 'two.observation.id' },
          relation: 'likes',
        },
        {
          fails: {
            code: 'invalid_relation',
            says: /^relation must be one of: related, compatible, scoped, conflicts_with, supersedes, not_conflict/u,
          },
          golden: 'no such relation',
        },
      ),
      call(
        'mem_judge',
        {
          memory_id_a: { from: 'one.observation.id' },
          memory_id_b: { from: 'one.observation.id' },
          relation: 'related',
        },
        { fails: { code: 'invalid_relation' } },
      ),
      call(
        'mem_judge',
        {
          memory_id_a: { from: 'one.observation.id' },
          memory_id_b: { from: 'far.observation.id' },
          relation: 'related',
        },
        {
          fails: { code: 'cross_project_relation', says: /Nothing was judged\.$/u },
          golden: 'memories of two projects',
        },
      ),
      call(
        'mem_judge',
        {
          memory_id_a: { from: 'one.observation.id' },
          memory_id_b: { from: 'gone.observation.id' },
          relation: 'related',
        },
        { fails: { code: 'memory_deleted' } },
      ),
      call(
        'mem_judge',
        { memory_id_a: { from: 'one.observation.id' }, memory_id_b: UNKNOWN_ID, relation: 'related' },
        { fails: { code: 'memory_not_found' } },
      ),
      call(
        'mem_judge',
        { memory_id_a: { from: 'one.observation.id' }, relation: 'related' },
        {
          fails: {
            code: 'invalid_params',
            says: /^give either judgment_id, or memory_id_a and memory_id_b$/u,
          },
          golden: 'half a pair',
        },
      ),
      call(
        'mem_judge',
        { memory_id_a: { from: 'one.observation.id' }, memory_id_b: { from: 'two.observation.id' } },
        { fails: { code: 'invalid_params', says: /^relation is required/u } },
      ),
      call(
        'mem_judge',
        {
          memory_id_a: { from: 'one.observation.id' },
          memory_id_b: { from: 'two.observation.id' },
          relation: 'related',
          confidence: 95,
        },
        { fails: { code: 'invalid_params', says: /^confidence must be between 0 and 1$/u } },
      ),
    ],
  },
  {
    keeps: ['tools#90'],
    promise: 'remember: a judged supersedes settles a conflict',
    steps: [
      call('remember', { content: 'the pool holds 10 connections', fact_key: 'pool' }, { as: 'ten' }),
      call('remember', { content: 'the pool holds 20 connections', fact_key: 'pool' }, { as: 'twenty' }),
      read('ten.id', { memory: { status: 'conflict' } }),
      call('mem_judge', {
        memory_id_a: { from: 'twenty.id' },
        memory_id_b: { from: 'ten.id' },
        relation: 'supersedes',
      }),
      read('twenty.id', { memory: { status: 'unverified', conflicts_with: absent } }),
      read('ten.id', { memory: { status: 'unverified', superseded_by: from('twenty.id') } }),
    ],
  },
  {
    keeps: ['family#18'],
    promise:
      'mem_compare: keeps any relation of a pair; not_conflict too, so that the pair is not proposed again',
    steps: [
      save('Retry', 'Failed jobs are retried 3 times.', { as: 'a' }),
      save(
        'Jobs',
        'Failed jobs are retried 5 times.',
        { as: 'b', answers: { judgment_required: true } },
        { topic_key: 'jobs' },
      ),
      call(
        'mem_compare',
        {
          memory_id_a: { from: 'a.observation.id' },
          memory_id_b: { from: 'b.observation.id' },
          relation: 'not_conflict',
          confidence: 0.8,
          reasoning: 'Different queues.',
          model: 'scripted',
        },
        {
          answers: {
            relation: {
              relation: 'not_conflict',
              reason: 'Different queues.',
              confidence: 0.8,
              model: 'scripted',
              judged_at: time,
            },
          },
          golden: 'compared',
        },
      ),
      save(
        'Jobs',
        'Failed jobs are retried 4 times.',
        { answers: { status: 'revised', candidates: lacks({ id: from('a.observation.id') }) } },
        { topic_key: 'jobs' },
      ),
      call(
        'mem_compare',
        { memory_id_a: { from: 'a.observation.id' }, relation: 'related' },
        { fails: { code: 'invalid_params', says: /^memory_id_b is required/u } },
      ),
    ],
  },
];
