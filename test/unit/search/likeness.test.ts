import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likeness, wordsOf, type Frequencies } from '../../../src/search/likeness';
import { frequenciesIn, mostAlike } from '../../../src/search/mostAlike';
import { SearchIndex } from '../../../src/search/searchIndex';

const nothing: Frequencies = { documents: 0, of: () => 0 };

function compare(one: string, other: string, frequencies = nothing): number {
  return likeness(wordsOf({ title: '', content: one }), wordsOf({ title: '', content: other }), frequencies);
}

const word = fc.constantFrom(
  'port',
  'queue',
  'deploy',
  'the',
  'is',
  'not',
  '5432',
  '5433',
  'порт',
  '端口设置',
  'getUserById',
);
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));

describe('likeness', () => {
  it('is 1 for the same words, 0 for none in common, and the same from both sides', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const there = compare(one, other);
        expect(there).toBeCloseTo(compare(other, one), 10);
        expect(there).toBeGreaterThanOrEqual(0);
        expect(there).toBeLessThanOrEqual(1);
      }),
    );
    expect(compare('the port of the queue', 'Queues: the ports')).toBeGreaterThan(0.8);
    expect(compare('the port is open', 'the queue is full')).toBe(0);
    expect(compare('', '')).toBe(0);
  });

  it('grows when a word of the other text is added', () => {
    const base = 'deploy by the pipeline';
    expect(compare(`${base} on tuesday`, `${base} on friday`)).toBeGreaterThan(
      compare('deploy on tuesday', `${base} on friday`),
    );
  });

  it('counts rare words for more than common ones', () => {
    const common: Frequencies = { documents: 1_000, of: (form) => (form.startsWith('carolin') ? 900 : 1) };
    const shareName = compare('Caroline paints all ships', 'Caroline paints old walls', common);
    const shareRare = compare('quokka paints all ships', 'quokka paints old walls', common);
    expect(shareName).toBeGreaterThan(0);
    expect(shareName).toBeLessThan(shareRare);
  });

  it('takes a number for another as what changed, not as two words more', () => {
    expect(compare('port 5432', 'port 5433')).toBeGreaterThan(compare('port alpha', 'port omega'));
  });

  it('finds forms that no stemmer joins by their beginnings, and no others', () => {
    const kept = compare('nächtliche Datensicherung aktiv', 'nächtliche Datensicherungen aktiv');
    expect(kept).toBeGreaterThan(0.8);
    expect(compare('international treaty', 'interface design')).toBe(0);
  });

  it('does not take one word in common for likeness, unless there is little else', () => {
    expect(compare('redis caches the sessions of users', 'redis runs in frankfurt behind haproxy')).toBe(0);
    expect(compare('5432 port', 'port 5433')).toBeGreaterThan(0.35);
  });

  it('reads the beginning of a very long text in no time that grows with it', () => {
    const long = 'word '.repeat(200_000);
    expect(wordsOf({ title: 'Title', content: long }).size).toBeLessThan(5);
  });
});

function indexOf(texts: readonly string[]): SearchIndex {
  const index = new SearchIndex();
  texts.forEach((content, n) => {
    index.add({ id: `id-${n}`, kind: 'observation', fields: { title: '', content }, sequence: n });
  });
  return index;
}

describe('the most alike', () => {
  it('hold the text itself, the same ones in the same order whatever the order of insertion', () => {
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 20 }), fc.nat(), (texts, pick) => {
        const asked = texts[pick % texts.length] ?? '';
        const words = wordsOf({ title: '', content: asked });
        const ids = mostAlike(indexOf(texts), words);
        if (words.size > 0) expect(ids).toContain(`id-${pick % texts.length}`);
        const backwards = new SearchIndex();
        for (const [n, content] of [...texts.entries()].reverse())
          backwards.add({ id: `id-${n}`, kind: 'observation', fields: { title: '', content }, sequence: n });
        expect(mostAlike(backwards, words)).toEqual(ids);
      }),
    );
  });

  it('are at most 32, and none where nothing is in common', () => {
    const index = indexOf(Array.from({ length: 100 }, (_, n) => `port ${n} of the queue`));
    expect(mostAlike(index, wordsOf({ title: 'Queue', content: 'ports' }))).toHaveLength(32);
    expect(mostAlike(index, wordsOf({ title: 'Zebra', content: 'grass' }))).toEqual([]);
    expect(mostAlike(index, wordsOf({ title: '', content: '' }))).toEqual([]);
    expect(frequenciesIn(index).of('queue')).toBe(100);
    expect(frequenciesIn(index).of('zebra')).toBe(0);
  });
});
