import { expect, it } from 'vitest';
import { search } from '../../../src/search/search';
import { SearchIndex } from '../../../src/search/searchIndex';
import { observation } from './documents';

/** The ids found for a query, best first, among texts of which the later ones are the newer. */
function ranked(query: string, ...texts: readonly string[]): string[] {
  const index = new SearchIndex();
  texts.forEach((text, place) => index.add(observation(text, '', text, place)));
  return search([index], query, { limit: 10 }).hits.map(({ id }) => id);
}

it('a word much like one of the query counts, though the query finds the text by another', () => {
  const texts = ['cluster kubernaut spare', 'cluster elephant spare'];
  const found = ranked('kubernetes cluster', ...texts, 'kubernetes');
  expect(found.filter((id) => texts.includes(id))).toEqual(texts);
});

it('words that stand as near as in the query count more in its order than in the other', () => {
  const texts = [
    'amber basil copper',
    'basil amber copper',
    'amber copper dune ember flint garnet hazel ivory jasper basil',
  ];
  expect(ranked('amber basil', ...texts)).toEqual(texts);
});
