import { isCutIntoPairs } from './characters';
import type { Collection } from './collection';
import { parameters } from './parameters';
import type { QueryTerm, QueryWord } from './query';

/** Words of the query this far apart or nearer belong together. */
const QUERY_WINDOW = 4;
/** What a pair of words counts for in the other order. */
const REVERSED = 0.5;

/** What a term of the query makes a pair with. */
export interface Partner {
  /** Its place among the terms of the query. */
  readonly term: number;
  /** Place of the pair in `weights`. */
  readonly pair: number;
  /** What the pair counts for where the partner stands before the term. */
  readonly share: number;
}

/** Words of the query that stand close together. */
export interface ClosePairs {
  readonly weights: readonly number[];
  /** By place of a term of the query: its partners. */
  readonly partners: readonly (readonly Partner[])[];
}

/**
 * Words of the query that stand close together, the weight the less, the more words are between. Not for pairs of
 * characters: they overlap, and stand close wherever one of them is.
 */
export function closePairs(
  collection: Collection,
  words: readonly QueryWord[],
  terms: readonly QueryTerm[],
): ClosePairs {
  /** By place of the left times the number of terms plus place of the right. */
  const pairs = new Map<number, number>();
  const weights: number[] = [];
  const places = new Map(terms.map(({ term }, place) => [term, place]));
  const sequence = words.flatMap(({ token }) =>
    token.parts.map((part) => (isCutIntoPairs(token.script) ? -1 : (places.get(part) ?? -1))),
  );
  sequence.forEach((left, i) => {
    for (let apart = 1; apart <= QUERY_WINDOW && i + apart < sequence.length; apart++) {
      const right = sequence[i + apart]!;
      if (left < 0 || right < 0 || left === right) continue;
      const [a, b] = [terms[left]!, terms[right]!];
      const idf = (collection.idf(a.term) + collection.idf(b.term)) / 2;
      const weight = (parameters.pairWeight * Math.min(a.weight, b.weight) * idf) / apart;
      const key = left * terms.length + right;
      const pair = pairs.get(key);
      if (pair === undefined) pairs.set(key, weights.push(weight) - 1);
      else weights[pair] = Math.max(weight, weights[pair]!);
    }
  });
  const partners = terms.map((): Partner[] => []);
  for (const [key, pair] of pairs) {
    const right = key % terms.length;
    const left = (key - right) / terms.length;
    partners[right]!.push({ term: left, pair, share: 1 });
    if (!pairs.has(right * terms.length + left)) partners[left]!.push({ term: right, pair, share: REVERSED });
  }
  return { weights, partners };
}
