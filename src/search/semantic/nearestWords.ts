import { compareCodePoints } from '../exactText';
import { tokenizedWords } from './tokens';
import { tokensOf, type WordVectors } from './wordVectors';

/**
 * The words of the texts that are nearest to a query in meaning, as they stand there: nearest first, at most `limit`,
 * none that is further from it than at a right angle.
 */
export function nearestWords(
  query: string,
  texts: readonly string[],
  table: WordVectors,
  limit: number,
): string[] {
  const direction = table.direction(tokensOf([query]))?.slice();
  if (direction === undefined) return [];
  const cosines = new Map<string, { readonly word: string; readonly cosine: number }>();
  for (const text of texts) {
    for (const { word, tokens } of tokenizedWords(text)) {
      const key = word.toLowerCase();
      if (cosines.has(key)) continue;
      const own = table.direction(tokens);
      const cosine = own?.reduce((sum, value, i) => sum + value * direction[i]!, 0) ?? 0;
      cosines.set(key, { word, cosine });
    }
  }
  return [...cosines.values()]
    .filter(({ cosine }) => cosine > 0)
    .sort((a, b) => b.cosine - a.cosine || compareCodePoints(a.word, b.word))
    .slice(0, limit)
    .map(({ word }) => word);
}
