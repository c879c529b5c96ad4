import { describe, expect, it } from 'vitest';
import { search } from '../../../src/search/search';
import { SearchIndex } from '../../../src/search/searchIndex';
import { find, indexOf, observation } from './documents';

describe('search', () => {
  it('finds by any word and says which matched and which are missing', () => {
    const result = search([indexOf('deploy to production', 'nothing')], 'deploy zzkubernetes', { limit: 10 });
    expect(result.hits.map((hit) => hit.terms)).toEqual([['deploi']]);
    expect(result.total).toBe(1);
    expect(result.missing).toEqual(['zzkubernetes']);
  });

  it('asks for every content word when told to', () => {
    const index = indexOf('deploy to production', 'deploy to staging', 'production');
    expect(find(index, 'how to deploy production', { match: 'all' })).toEqual(['0']);
    expect(find(index, 'deploy production')).toHaveLength(3);
  });

  it('does not take a similar word for every word', () => {
    expect(find(indexOf('confirm the order'), 'config', { match: 'all' })).toEqual([]);
  });

  it('finds by stop words when there are no others', () => {
    expect(find(indexOf('who we are', 'production'), 'who are we')).toEqual(['0']);
  });

  it('finds nothing by stop words beside other words', () => {
    expect(find(indexOf('the server', 'the cat'), 'the server')).toEqual(['0']);
  });

  it('finds nothing by stop words beside words that no memory holds', () => {
    const result = search([indexOf('the server of the house')], 'what is the zebra of it', { limit: 5 });
    expect(result).toEqual({ hits: [], total: 0, missing: ['zebra'] });
  });

  it('does not take the end of a title and the beginning of a text for neighbours', () => {
    const index = new SearchIndex();
    index.add(observation('apart', 'session of one', 'the user', 2));
    index.add(observation('same', 'one of session', 'the user', 1));
    expect(find(index, 'user session')).toEqual(['apart', 'same']);
    const { hits } = search([index], 'user session', { limit: 2 });
    expect(hits[0]?.score).toBe(hits[1]?.score);
  });

  it('forgives a typo in a word no memory holds', () => {
    const index = indexOf('postgres listens here', 'redis listens there');
    expect(find(index, 'postgers')[0]).toBe('0');
    expect(find(index, 'redsi')[0]).toBe('1');
  });

  it('takes an absent word for at most twelve others', () => {
    const near = Array.from('abcdefghijklmnopqrstuvw', (letter) => `p${letter}stgresql`);
    expect(find(indexOf(...near), 'pxstgresql')).toHaveLength(12);
  });

  it.each([
    ['too short to tell', 'set', 'sat'],
    ['another first letter', 'numbat', 'wombat'],
    ['two edits in a short word', 'docker', 'dokcet'],
    ['a digit', '5f2a9bc1', '5f2a9bc2'],
  ])('does not take one word for another: %s', (_, held, asked) => {
    expect(find(indexOf(`the ${held} of the house`), asked)).toEqual([]);
  });

  it.each([
    ['a letter too many', 'kubernetes', 'kubernettes'],
    ['a letter too few', 'docker', 'doker'],
    ['another letter', 'terraform', 'terraferm'],
    ['letters swapped', 'docker', 'dokcer'],
    ['two slips in a long word', 'postgresql', 'psotgrseql'],
    ['another first letter in a long word', 'postgresql', 'bostgresql'],
    ['Cyrillic', 'развертывание', 'развертвание'],
  ])('forgives %s', (_, held, asked) => {
    expect(find(indexOf(`the ${held} of the house`, 'other words'), asked)).toEqual(['0']);
  });

  it('completes the last word only while it is typed', () => {
    const index = indexOf('kubernetes cluster', 'terraform state');
    expect(find(index, 'ku', { prefix: true })).toEqual(['0']);
    expect(find(index, 'ku')).toEqual([]);
  });

  it('completes the word being typed beside a misspelt one before it', () => {
    const index = indexOf('kubernetes cluster notes', 'terraform state notes', 'cluster of stars');
    expect(find(index, 'kubernetse clu', { prefix: true })[0]).toBe('0');
    expect(find(index, 'kubernetse clu', { prefix: true, match: 'all' })).toEqual(['0']);
  });

  it.each([
    ['kubernetes', 'kubrenetes'],
    ['authentication', 'autehntication'],
    ['configuration', 'conifguration'],
    ['deployment', 'depolyment'],
    ['пользователями', 'ползьователями'],
    ['Datenbank', 'Datnebank'],
  ])('finds %s at every letter of %s from the fourth on', (held, typed) => {
    const index = indexOf(`about the ${held} here`, 'terraform state', 'kernel notes');
    for (let length = 4; length <= typed.length; length++) {
      const start = typed.slice(0, length);
      expect([start, find(index, start, { prefix: true })[0]]).toEqual([start, '0']);
    }
  });

  it('finds a word of Arabic with its article at every letter of it', () => {
    const index = indexOf('يعاد تشغيل الخادم كل ليلة', 'السجلات تحفظ');
    for (const start of ['الخ', 'الخا', 'الخاد', 'الخادم', 'والخا'])
      expect([start, find(index, start, { prefix: true })]).toEqual([start, ['0']]);
  });

  it.each([
    ['something begins with it', 'cash', ['cashier', 'cosher'], ['0']],
    ['its first letter is another', 'rocke', ['docker'], []],
    ['it is short', 'dko', ['docker'], []],
    ['it has a digit', 'h264e', ['h265encoder'], []],
  ])('takes what is typed for no other beginning where %s', (_, typed, held, expected) => {
    expect(find(indexOf(...held), typed, { prefix: true })).toEqual(expected);
  });

  it('counts before it cuts, and cuts at the limit', () => {
    const index = indexOf(...Array.from({ length: 400 }, (_, i) => `server number ${i}`));
    const result = search([index], 'server', { limit: 7 });
    expect([result.hits.length, result.total]).toEqual([7, 400]);
  });

  it('gives the same first page whatever the limit', () => {
    const index = indexOf(
      ...Array.from({ length: 400 }, (_, i) => `server ${'filler '.repeat(i % 17)} number ${i}`),
    );
    const first = search([index], 'server number', { limit: 10 }).hits;
    expect(search([index], 'server number', { limit: 400 }).hits.slice(0, 10)).toEqual(first);
  });

  it('ranks only what it is asked for', () => {
    const index = indexOf('server one', 'server two');
    const result = search([index], 'server', { limit: 10, only: new Set(['1']) });
    expect(result.hits.map((hit) => hit.id)).toEqual(['1']);
    expect(result.total).toBe(1);
  });

  it('puts an exact id before an exact key before an exact title', () => {
    const index = new SearchIndex();
    index.add(observation('a', 'text', 'prod ip', 9));
    index.add({ id: 'b', kind: 'fact', fields: { title: 'prod_ip', content: 'text' }, sequence: 1 });
    index.add({ id: 'prod-ip', kind: 'fact', fields: { title: 'other', content: 'other' }, sequence: 0 });
    index.add(observation('d', 'prod ip prod ip prod ip', '', 10));
    expect(find(index, 'prod-ip')).toEqual(['prod-ip', 'b', 'a', 'd']);
  });

  it('finds a document with a title by its key as well, before titles', () => {
    const index = new SearchIndex();
    const fields = { title: 'Tokens', content: 'They vanish.', key: 'auth/session-expiry' };
    index.add({ id: 'keyed', kind: 'observation', fields, sequence: 1 });
    index.add(observation('titled', 'auth session expiry', 'Auth session expiry', 2));
    expect(find(index, 'auth/session-expiry')).toEqual(['keyed', 'titled']);
    expect(find(index, 'session')).toContain('keyed');
    index.add(observation('keyed', 'They vanish.', 'Tokens', 1));
    expect(find(index, 'auth/session-expiry')).toEqual(['titled']);
  });

  it('says of no word that it is missing where the whole is an id', () => {
    const index = new SearchIndex();
    index.add(observation('3f2a-77', 'some words'));
    expect(search([index], '3f2a-77', { limit: 1 }).missing).toEqual([]);
  });

  it('takes the newest of several exact titles first', () => {
    const index = new SearchIndex();
    index.add(observation('old', 'x', 'Prod Server-IP', 1));
    index.add(observation('new', 'x', 'prod_server_ip', 2));
    expect(find(index, 'PROD SERVER IP')).toEqual(['new', 'old']);
  });

  it('counts a word of the title more than one of the content', () => {
    const index = new SearchIndex();
    index.add(observation('content', 'caching layer notes', 'some other notes'));
    index.add(observation('title', 'some other notes', 'caching layer notes'));
    expect(find(index, 'caching')[0]).toBe('title');
  });

  it('breaks ties by weight, then by age, then by id', () => {
    const index = new SearchIndex();
    for (const [id, sequence, weight] of [
      ['b', 1, 0],
      ['a', 1, 0],
      ['newer', 2, 0],
      ['trusted', 0, 1],
    ] as const) {
      index.add({ ...observation(id, 'same words here', '', sequence), weight });
    }
    expect(find(index, 'same words')).toEqual(['trusted', 'newer', 'a', 'b']);
  });

  it('never lets weight bury the better match', () => {
    const index = new SearchIndex();
    index.add({ ...observation('pinned', 'redis cache and other things'), weight: 1 });
    index.add(observation('both', 'redis cache eviction policy things'));
    expect(find(index, 'redis eviction')[0]).toBe('both');
  });

  it('prefers words that are neighbours in the query and in the text', () => {
    const index = indexOf(
      'the session of the user has a token in the store',
      'the token of the store has a user session in the end',
    );
    expect(find(index, 'user session')[0]).toBe('1');
  });

  it('sums statistics over indexes: where a memory is kept changes nothing', () => {
    const texts = [
      'alpha beta gamma',
      'beta gamma delta',
      'gamma delta alpha alpha',
      'epsilon alphas',
      'beta',
    ];
    const whole = indexOf(...texts);
    const left = new SearchIndex();
    const right = new SearchIndex();
    texts.forEach((text, i) => (i % 2 === 0 ? left : right).add(observation(String(i), text, '', i)));
    for (const query of ['alpha', 'beta delta', 'gamma alpha beta', 'alhpa']) {
      const options = { limit: 10 };
      expect(search([left, right], query, options)).toEqual(search([whole], query, options));
    }
  });

  it('looks at the first words of a pasted text and still takes it for a title', () => {
    const pasted = Array.from({ length: 5_000 }, (_, i) => i).join(' ');
    const index = indexOf('room 3', 'room 4999');
    expect(find(index, pasted)).toEqual(['0']);
    index.add(observation('titled', 'x', pasted));
    expect(find(index, pasted)[0]).toBe('titled');
  });

  it('answers from no index and to no query', () => {
    expect(search([], 'anything', { limit: 5 })).toEqual({ hits: [], total: 0, missing: ['anything'] });
    expect(search([indexOf('text')], '', { limit: 5 })).toEqual({ hits: [], total: 0, missing: [] });
  });
});
