import { editDistance } from './editDistance';
import { compareCodePoints } from './exactText';
import { bigramSet, bitCount, diceSimilarity, gramSignature, hasSimilarTerms } from './grams';
import { parameters } from './parameters';
import type { SearchIndex } from './searchIndex';

/** Words completed from what is typed so far; at most this many. */
const MAX_COMPLETIONS = 24;
/** Share of the wanted similarity that hashed signatures must show before the terms themselves are compared. */
const SIGNATURE_SHARE = 0.8;

/** A term of the index that may stand for a word of the query. */
export interface Expansion {
  readonly term: string;
  /** 0..1: how near the term is to the word. */
  readonly similarity: number;
}

/** Typos are looked for in words of four letters or more without a digit. */
const MIN_TYPO_LENGTH = 4;

/**
 * Terms that an absent word may be a misspelling or another form of: within one edit (two from eight letters on), or
 * alike in their character bigrams. Nearest first.
 */
export function similarTerms(form: string, indexes: readonly SearchIndex[]): Expansion[] {
  if (!hasSimilarTerms(form)) return [];
  const [low, high] = gramSignature(form);
  const size = bitCount(low) + bitCount(high);
  const bigrams = bigramSet(form);
  const edits = form.length < MIN_TYPO_LENGTH ? 0 : form.length < 8 ? 1 : 2;
  const found = new Map<string, number>();
  for (const { dictionary } of indexes) {
    const { signatures, capacity } = dictionary;
    for (let number = 0; number < capacity; number++) {
      const termLow = signatures[2 * number]!;
      const termHigh = signatures[2 * number + 1]!;
      const shared = bitCount(low & termLow) + bitCount(high & termHigh);
      const alike =
        2 * shared >=
        SIGNATURE_SHARE * parameters.expandDice * (size + bitCount(termLow) + bitCount(termHigh));
      // An edit touches at most two bigrams of the form, a swap three.
      if (!alike && (edits === 0 || size - shared > 3 * edits)) continue;
      const term = dictionary.term(number);
      if (term === undefined || term === form || found.has(term) || !hasSimilarTerms(term)) continue;
      const distance = editDistance(form, term, edits);
      const typo = distance <= edits && edits > 0 ? 1 - distance / form.length : 0;
      const dice = alike ? diceSimilarity(bigrams, bigramSet(term)) : 0;
      const similarity = Math.max(typo, dice >= parameters.expandDice ? dice : 0);
      if (similarity > 0) found.set(term, similarity);
    }
  }
  return [...found]
    .map(([term, similarity]) => ({ term, similarity }))
    .sort((a, b) => b.similarity - a.similarity || compareCodePoints(a.term, b.term))
    .slice(0, parameters.maxExp);
}

/** Terms of the indexes that begin with a word still being typed, in most documents first. */
export function completions(start: string, indexes: readonly SearchIndex[]): Expansion[] {
  const holding = new Map<string, number>();
  for (const { dictionary, postings } of indexes) {
    for (let number = 0; number < dictionary.capacity; number++) {
      const term = dictionary.term(number);
      if (term === undefined || term.length <= start.length || !term.startsWith(start)) continue;
      holding.set(term, (holding.get(term) ?? 0) + postings.counts[number]!);
    }
  }
  return [...holding]
    .sort((a, b) => b[1] - a[1] || compareCodePoints(a[0], b[0]))
    .slice(0, MAX_COMPLETIONS)
    .map(([term]) => ({ term, similarity: start.length / term.length }));
}
