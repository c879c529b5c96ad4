import { readRetrievalSets } from '../../bench/retrievalSets';

/** So many words in a row that are also in a text the benches measure with: the pair comes from the same place. */
const SHARED_WORDS = 12;

/** Tells texts that share a passage with a document of the retrieval sets below `folder`. */
export function sharesMeasuredText(folder: string): (text: string) => boolean {
  const passages = new Set<string>();
  for (const kind of ['retrieval', 'crosslingual'] as const) {
    for (const { groups } of readRetrievalSets(folder, kind) ?? []) {
      for (const { documents } of groups) {
        for (const { text } of documents) for (const passage of passagesOf(text)) passages.add(passage);
      }
    }
  }
  if (passages.size === 0) throw new Error(`There are no retrieval sets in ${folder}.`);
  return (text) => passagesOf(text).some((passage) => passages.has(passage));
}

function passagesOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return Array.from({ length: Math.max(0, words.length - SHARED_WORDS + 1) }, (_, at) =>
    words.slice(at, at + SHARED_WORDS).join(' '),
  );
}
