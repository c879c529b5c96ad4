import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { search } from '../../../src/search/search';
import { SearchIndex } from '../../../src/search/searchIndex';
import type { SearchDocument } from '../../../src/search/types';
import { find, indexOf, observation } from './documents';

const options = { limit: 1000 };
const anyString = fc.string({ unit: 'binary', maxLength: 60 });
const word = fc.constantFrom(
  ...'server deploy token cache redis config connect connection сервер сервера 服务器 getUserById port 5432'.split(
    ' ',
  ),
);
const otherWord = fc.constantFrom(...'lorem ipsum dolor amet 77 сорок 天气 quux'.split(' '));
const text = fc.array(fc.oneof(word, otherWord), { maxLength: 12 }).map((words) => words.join(' '));
const texts = fc.array(text, { minLength: 1, maxLength: 12 });

function indexAll(documents: readonly SearchDocument[]): SearchIndex {
  const index = new SearchIndex();
  for (const document of documents) index.add(document);
  return index;
}

describe('laws of search', () => {
  it('takes any string for a query and a text', () => {
    fc.assert(
      fc.property(anyString, anyString, anyString, fc.boolean(), (query, title, content, prefix) => {
        const index = indexAll([observation('a', content, title), observation('b', title, content)]);
        for (const match of ['any', 'all'] as const) search([index], query, { limit: 5, match, prefix });
      }),
    );
    const nasty = [
      '\0',
      '\ud800',
      '"',
      '"a',
      'NEAR(',
      'NEAR("a" "b", 2)',
      'a AND',
      'OR',
      'NOT',
      '*',
      'a*',
      '^a',
      'a:b',
    ];
    const index = indexOf('near and or not a b', ...nasty);
    for (const query of nasty) expect(() => find(index, query)).not.toThrow();
    expect(find(index, 'NEAR(')[0]).toBe('5');
  });

  it('returns first the document whose title is the query', () => {
    fc.assert(
      fc.property(anyString, texts, (title, contents) => {
        fc.pre(title.trim() !== '');
        const documents = contents.map((content, i) =>
          observation(`d${i}`, `${content} ${title}`, content, i),
        );
        const titled = observation('titled', 'x', title, 1000);
        expect(find(indexAll([...documents, titled]), title)[0]).toBe('titled');
      }),
    );
  });

  it('does not depend on the order of insertion', () => {
    fc.assert(
      fc.property(texts, text, fc.func(fc.integer()), (contents, query, key) => {
        const documents = contents.map((content, i) => observation(String(i), content, '', i % 3));
        const shuffled = [...documents].sort((a, b) => key(a.id) - key(b.id));
        expect(search([indexAll(shuffled)], query, options)).toEqual(
          search([indexAll(documents)], query, options),
        );
      }),
    );
  });

  it('does not depend on the order of the words, but for neighbours', () => {
    fc.assert(
      fc.property(texts, fc.uniqueArray(word, { minLength: 2, maxLength: 6 }), (contents, words) => {
        // One word a memory: nothing has neighbours.
        const index = indexOf(...contents.flatMap((content) => content.split(' ')));
        const answer = (query: readonly string[]): unknown =>
          search([index], query.join(' '), options).hits.map(({ id, score }) => ({ id, score }));
        expect(answer([...words].reverse())).toEqual(answer(words));
      }),
    );
  });

  it('finds the same others when a document without a query term is added', () => {
    fc.assert(
      fc.property(texts, fc.array(word, { minLength: 1, maxLength: 4 }), text, (contents, query, added) => {
        const index = indexOf(...contents);
        const before = new Set(find(index, query.join(' ')));
        const foreign = added.split(' ').filter((one) => find(indexOf(one), query.join(' ')).length === 0);
        index.add(observation('added', foreign.join(' '), '', 5000));
        expect(new Set(find(index, query.join(' ')))).toEqual(before);
      }),
    );
  });

  it('ranks first the one whose counts dominate, before and after another is added', () => {
    const counts = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3));
    const length = 12;
    const write = (own: readonly number[], filler: string): string => {
      const words = ['redis', 'token', 'deploy'].flatMap((one, i) =>
        Array.from({ length: own[i] ?? 0 }, () => one),
      );
      return [...words, ...Array.from({ length: length - words.length }, () => filler)].join(' ');
    };
    fc.assert(
      fc.property(counts, counts, texts, text, (lower, more, others, added) => {
        const upper = lower.map((count, i) => count + (more[i] ?? 0));
        fc.pre(upper.some((count, i) => count > (lower[i] ?? 0)) && upper.reduce((a, b) => a + b) <= length);
        fc.pre(lower.some((count) => count > 0));
        const index = indexOf(...others);
        index.add(observation('lower', write(lower, 'tokenx'), '', 900));
        index.add(observation('upper', write(upper, 'zzz'), '', 1));
        const inOrder = (): void => {
          const found = find(index, 'redis token deploy');
          expect(found.indexOf('upper')).toBeLessThan(found.indexOf('lower'));
        };
        inOrder();
        index.add(observation('added', added, '', 5000));
        inOrder();
      }),
    );
  });

  it('undoes an addition by removing it, and an addition replaces', () => {
    fc.assert(
      fc.property(texts, texts, text, (kept, passing, query) => {
        const index = indexOf(...kept);
        const before = search([index], query, options);
        passing.forEach((content, i) => index.add(observation(`p${i}`, content, content, i)));
        passing.forEach((content, i) => index.add(observation(`p${i}`, `${content} again`, '', i)));
        expect(index.size).toBe(kept.length + passing.length);
        passing.forEach((_, i) => index.remove(`p${i}`));
        expect(search([index], query, options)).toEqual(before);
      }),
    );
  });

  it('never matches a number with another', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 99_999_999 }),
        fc.integer({ min: 10, max: 99_999_999 }),
        (a, b) => {
          fc.pre(a !== b);
          expect(find(indexOf(`port ${a}`), String(b))).toEqual([]);
        },
      ),
    );
  });
});

describe('SearchIndex', () => {
  it('knows what it holds', () => {
    const index = indexOf('a', 'b');
    index.remove('0');
    index.remove('unknown');
    expect([index.size, index.has('0'), index.has('1')]).toEqual([1, false, true]);
  });

  it('keeps its lists in order when a slot is used again', () => {
    const index = indexOf('same word', 'same word', 'same word', 'same word');
    index.remove('1');
    index.add(observation('new', 'same word', '', 9));
    index.remove('3');
    expect(find(index, 'same')).toEqual(['new', '2', '0']);
    index.remove('0');
    expect(search([index], 'same', options).hits.map((hit) => [hit.id, hit.terms])).toEqual([
      ['new', ['same']],
      ['2', ['same']],
    ]);
  });

  it('does not grow when the same documents come and go', () => {
    const index = indexOf(...Array.from({ length: 50 }, (_, i) => `text number ${i} of many words`));
    const bytes = index.memoryBytes;
    for (let round = 0; round < 20; round++) {
      for (let i = 0; i < 50; i++)
        index.add(observation(String(i), `text number ${i} of many words`, '', round));
    }
    expect(index.memoryBytes).toEqual(bytes);
  });
});
