import { search } from '../src/search/search';
import { SearchIndex } from '../src/search/searchIndex';

/** Indexes documents, and ranks their ids for queries: the whole of the search room in one function. */
export function ranking(
  documents: readonly { readonly id: string; readonly text: string }[],
  limit: number,
): (query: string) => readonly string[] {
  const index = new SearchIndex();
  documents.forEach(({ id, text }, sequence) => {
    index.add({ id, kind: 'observation', fields: { title: '', content: text }, sequence });
  });
  return (query) => search([index], query, { limit }).hits.map((hit) => hit.id);
}
