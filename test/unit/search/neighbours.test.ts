import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neighbours } from '../../../src/search/neighbours';
import { SearchIndex } from '../../../src/search/searchIndex';
import { indexOf, observation } from './documents';

const UNRELATED = [
  'The build uses pnpm workspaces and a frozen lockfile.',
  'Icons come from the design team as SVG.',
  'Releases are cut on Thursdays by whoever is on duty.',
  'The staging cluster lives in Frankfurt.',
];

describe('neighbours', () => {
  it('are the texts that share the rarest words, best first', () => {
    const index = indexOf(
      ...UNRELATED,
      'Webhook deliveries are retried with exponential backoff, at most five times.',
      'Retried webhook deliveries use exponential backoff since the outage in May.',
      'Webhook signatures are checked before anything else.',
    );
    const found = neighbours(index, '4', []);
    expect(found.map(({ id }) => id).slice(0, 2)).toEqual(['5', '6']);
    expect(found[0]?.similarity).toBeGreaterThan(2 * (found[1]?.similarity ?? 1));
    expect(found[0]?.shared).toBeGreaterThanOrEqual(5);
  });

  it('hold a name, however little else they share', () => {
    const long = Array.from({ length: 60 }, (_, n) => `common${n}`).join(' ');
    const index = indexOf(
      `${long} src/store/writeQueue.ts`,
      'Look into src/store/writeQueue.ts',
      ...Array.from({ length: 60 }, (_, n) => `${long} other${n}`),
    );
    const ids = (names: readonly string[]): string[] => neighbours(index, '0', names).map(({ id }) => id);
    expect(ids(['src/store/writeQueue.ts'])).toContain('1');
  });

  it('are none of a text that shares nothing, and of an unknown one', () => {
    const index = indexOf('alpha beta', 'gamma delta');
    expect(neighbours(index, '0', [])).toEqual([]);
    expect(neighbours(index, 'unknown', [])).toEqual([]);
  });

  it('are as near as a text is to its own copy', () => {
    const index = indexOf(...UNRELATED, UNRELATED[0] ?? '');
    expect(neighbours(index, '0', [])[0]).toMatchObject({ id: '4', similarity: 1 });
  });

  it('are the same whatever the order in which documents came and went', () => {
    const word = fc.constantFrom('retry', 'webhook', 'queue', 'src/a.ts', 'outage', 'flush', 'the');
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 12 }), fc.nat(), (texts, seed) => {
        const documents = texts.map((content, n) => observation(String(n), content, '', n));
        const straight = new SearchIndex();
        for (const document of documents) straight.add(document);
        const shuffled = new SearchIndex();
        shuffled.add(observation('gone', 'retry webhook queue'));
        for (let n = 0; n < documents.length; n++) {
          const document = documents[(n * 7 + seed) % documents.length];
          if (document !== undefined) shuffled.add(document);
        }
        for (const document of documents) shuffled.add(document);
        shuffled.remove('gone');
        for (const { id } of documents) {
          expect(neighbours(shuffled, id, ['src/a.ts'])).toEqual(neighbours(straight, id, ['src/a.ts']));
        }
      }),
      { numRuns: 200 },
    );
  });
});
