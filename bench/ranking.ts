import { search } from '../src/search/search';
import { SearchIndex } from '../src/search/searchIndex';
import type { WordVectors } from '../src/search/semantic/wordVectors';

/**
 * Indexes documents, and ranks their ids for queries: the whole of the search room in one function. Without a table by
 * words alone.
 */
export function ranking(
  documents: readonly { readonly id: string; readonly text: string }[],
  limit: number,
  table?: WordVectors,
): (query: string) => readonly string[] {
  const index = new SearchIndex();
  index.wordVectors = table;
  const meaning = table && { meaning: table };
  documents.forEach(({ id, text }, sequence) => {
    index.add({ id, kind: 'observation', fields: { title: '', content: text }, sequence });
  });
  return (query) => search([index], query, { limit, ...meaning }).hits.map((hit) => hit.id);
}
