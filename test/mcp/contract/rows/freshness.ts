import { absent, from, has, text, type Call, type Input, type Row } from '../row';

const call = (name: string, input: Input, more: Partial<Call> = {}): Call => ({ call: name, input, ...more });
const remember = (input: Input, as: string, answers?: NonNullable<Call['answers']>): Call =>
  call('remember', input, { as, ...(answers === undefined ? {} : { answers }) });
const read = (id: string, memory: NonNullable<Call['answers']>, more: Partial<Call> = {}): Call =>
  call('mem_get_observation', { id: { from: id } }, { answers: { memory }, ...more });

const DEPLOY = 'staging runs as app-staging\nproduction runs as app\nboth are restarted at night\n';
const write = (file: string, content: string) => ({ write: file, text: content });
/** SHA-256 of DEPLOY. */
const DEPLOY_HASH = 'sha256:eacfc87800628ebcb759c74b04406f8e20678ca7c8866b06553a4c0071c305c7';

/** Whether what a memory cites is still what it was. */
export const freshnessRows: readonly Row[] = [
  {
    keeps: ['remember#15', 'remember#66', 'tools#88', 'tools#94'],
    promise: 'remember: a newer record of the same source with another hash makes the older one stale',
    steps: [
      remember(
        { content: 'staging is app-staging', source_id: 'wiki/deploy', source_hash: 'sha256:aaaaaaaa' },
        'old',
      ),
      read('old.id', { status: 'unverified' }),
      remember(
        { content: 'staging is app-next', source_id: 'wiki/deploy', source_hash: 'sha256:bbbbbbbb' },
        'new',
      ),
      read(
        'old.id',
        { status: 'stale', freshness: { status: 'stale', reason: 'newer_source_hash' } },
        { golden: 'read, stale' },
      ),
      read('new.id', { status: 'unverified' }),
      call(
        'mem_search',
        { query: 'staging', status: 'stale' },
        { answers: { hits: [{ id: from('old.id'), status: 'stale' }] } },
      ),
    ],
  },
  {
    keeps: ['tools#94', 'tools#99', 'tools#119'],
    promise:
      'remember: without a hash the file’s is taken at the save; a change of the file makes it stale at once',
    steps: [
      write('docs/deploy.md', DEPLOY),
      remember({ content: 'staging is app-staging', source_id: 'docs/deploy.md' }, 'saved', {
        source_hash: null,
      }),
      read('saved.id', {
        status: 'unverified',
        source_hash: absent,
        source_hash_taken: /^sha256:[0-9a-f]{64}$/u,
        freshness: { status: 'fresh' },
      }),
      write('docs/deploy.md', DEPLOY.replace('app-staging', 'app-next')),
      read('saved.id', { status: 'stale', freshness: { status: 'stale', reason: 'source_changed' } }),
      call('mem_context', {}, { answers: { memories: has({ id: from('saved.id'), status: 'stale' }) } }),
      write('docs/deploy.md', DEPLOY),
      read('saved.id', { status: 'unverified' }),
    ],
  },
  {
    keeps: ['tools#96'],
    promise: 'remember: a hash of at least 8 hex digits is compared by prefix',
    steps: [
      write('docs/deploy.md', DEPLOY),
      remember(
        { content: 'by prefix', source_id: 'docs/deploy.md', source_hash: DEPLOY_HASH.slice(0, 15) },
        'short',
      ),
      remember({ content: 'by the whole', source_id: 'docs/deploy.md', source_hash: DEPLOY_HASH }, 'whole'),
      remember(
        { content: 'by another', source_id: 'docs/deploy.md', source_hash: 'sha256:9f2c4e1a' },
        'other',
      ),
      read('short.id', { freshness: { status: text } }),
      read('whole.id', { freshness: { status: text } }),
      read('other.id', { status: 'stale', freshness: { reason: 'source_changed' } }),
    ],
  },
  {
    keeps: ['tools#97'],
    promise: 'remember: a difference of line endings alone is not staleness',
    steps: [
      write('docs/deploy.md', DEPLOY),
      remember({ content: 'staging is app-staging', source_id: 'docs/deploy.md' }, 'saved'),
      write('docs/deploy.md', DEPLOY.replaceAll('\n', '\r\n')),
      read('saved.id', { status: 'unverified', freshness: { status: 'fresh' } }),
    ],
  },
  {
    keeps: ['tools#95'],
    promise: 'remember: of cited lines only a change of those lines makes it stale, wherever they moved',
    steps: [
      write('docs/deploy.md', DEPLOY),
      remember({ content: 'production is app', source_id: 'docs/deploy.md#L2-L2' }, 'saved'),
      write('docs/deploy.md', `a new first line\n${DEPLOY.replace('at night', 'at noon')}`),
      read('saved.id', { status: 'unverified' }),
      write('docs/deploy.md', DEPLOY.replace('production runs as app', 'production runs as web')),
      read('saved.id', { status: 'stale', freshness: { reason: 'source_changed' } }),
    ],
  },
  {
    keeps: ['tools#98'],
    promise: 'remember: a file that is gone makes it stale, with the reason source_missing',
    steps: [
      write('docs/deploy.md', DEPLOY),
      remember({ content: 'staging is app-staging', source_id: 'docs/deploy.md' }, 'saved'),
      { remove: 'docs/deploy.md' },
      read('saved.id', { status: 'stale', freshness: { status: 'stale', reason: 'source_missing' } }),
    ],
  },
  {
    keeps: ['tools#100'],
    promise: 'remember: nothing outside of the folders of the project is read, nor by way of a link',
    steps: [
      { link: 'docs/out.md', to: '/etc/hostname' },
      remember({ content: 'by a link', source_id: 'docs/out.md' }, 'linked'),
      read('linked.id', { source_hash_taken: absent, status: 'unverified' }),
      remember({ content: 'by a path', source_id: '/etc/hostname' }, 'absolute'),
      read('absolute.id', { source_hash_taken: absent, status: 'unverified' }),
      remember({ content: 'by steps', source_id: '../../../../../../etc/hostname' }, 'above'),
      read('above.id', { source_hash_taken: absent, status: 'unverified' }),
    ],
  },
  {
    keeps: ['remember#78', 'tools#92'],
    promise: 'remember: a summary of a stale source is stale, through summaries of summaries',
    steps: [
      write('docs/deploy.md', DEPLOY),
      remember({ content: 'staging is app-staging', source_id: 'docs/deploy.md' }, 'source'),
      call(
        'remember',
        { content: 'how staging runs', derived_from: [{ from: 'source.id' }] },
        { as: 'summary' },
      ),
      call(
        'remember',
        { content: 'how all runs', derived_from: [{ from: 'summary.id' }] },
        { as: 'overview' },
      ),
      read('overview.id', { status: 'unverified' }),
      write('docs/deploy.md', 'something else'),
      read('summary.id', { status: 'stale' }),
      read('overview.id', { status: 'stale' }),
    ],
  },
  {
    keeps: ['tools#94', 'tools#119'],
    promise: 'mem_get_observation: the sources of a summary with their freshness',
    steps: [
      write('docs/deploy.md', DEPLOY),
      remember({ content: 'staging is app-staging', source_id: 'docs/deploy.md' }, 'source'),
      call(
        'remember',
        { content: 'how staging runs', derived_from: [{ from: 'source.id' }] },
        { as: 'summary' },
      ),
      call(
        'mem_get_observation',
        { id: { from: 'summary.id' } },
        {
          answers: {
            relations: has({
              id: from('source.id'),
              relation: 'derived_from',
              title: 'staging is app-staging',
            }),
          },
          golden: 'read, a summary',
        },
      ),
    ],
  },
];
