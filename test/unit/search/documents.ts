import { search } from '../../../src/search/search';
import { SearchIndex } from '../../../src/search/searchIndex';
import type { SearchDocument, SearchOptions } from '../../../src/search/types';

/** An observation with the given text; the id is its place. */
export function observation(id: string, content: string, title = '', sequence = 0): SearchDocument {
  return { id, kind: 'observation', fields: { title, content }, sequence };
}

/** An index of observations with ids `0`, `1`, ... in the order of the texts. */
export function indexOf(...contents: readonly string[]): SearchIndex {
  const index = new SearchIndex();
  contents.forEach((content, place) => index.add(observation(String(place), content, '', place)));
  return index;
}

/** Ids of what a query finds, best first. */
export function find(index: SearchIndex, query: string, options: Partial<SearchOptions> = {}): string[] {
  return search([index], query, { limit: 1000, ...options }).hits.map((hit) => hit.id);
}
