import { editDistance } from './editDistance';
import { compareCodePoints } from './exactText';
import { bitCount, gramSignature } from './grams';
import type { SearchIndex } from './searchIndex';

/** Terms a mistyped word stands for; at most this many. */
const MAX_TYPOS = 12;
/** Words completed from what is typed so far; the most used ones. */
const MAX_COMPLETIONS = 24;

export interface Expansion {
  readonly term: string;
  /** 0..1: how near the term is to the word. */
  readonly similarity: number;
}

/** Whether a form absent from every index may be a mistyped word: four letters or more and no digit. */
export function mayBeMistyped(form: string): boolean {
  return form.length >= 4 && /^[\p{L}\p{M}]+$/u.test(form);
}

/** Terms of the indexes within one edit of the form, two when it has eight letters or more; nearest first. */
export function typoExpansions(form: string, indexes: readonly SearchIndex[]): Expansion[] {
  const edits = form.length >= 8 ? 2 : 1;
  const [low, high] = gramSignature(form);
  // An edit touches at most two bigrams of the form, a swap three.
  const lost = 3 * edits;
  const found = new Map<string, number>();
  for (const { dictionary } of indexes) {
    const { signatures, capacity } = dictionary;
    for (let number = 0; number < capacity; number++) {
      const missing =
        bitCount(low & ~signatures[2 * number]!) + bitCount(high & ~signatures[2 * number + 1]!);
      if (missing > lost) continue;
      const term = dictionary.term(number);
      if (term === undefined || found.has(term) || Math.abs(term.length - form.length) > edits) continue;
      if (!mayBeMistyped(term)) continue;
      const distance = editDistance(form, term, edits);
      if (distance <= edits) found.set(term, distance);
    }
  }
  return [...found]
    .map(([term, distance]) => ({ term, similarity: 1 - distance / form.length }))
    .sort((a, b) => b.similarity - a.similarity || compareCodePoints(a.term, b.term))
    .slice(0, MAX_TYPOS);
}

/** Terms of the indexes that begin with a word still being typed, in most documents first. */
export function prefixExpansions(start: string, indexes: readonly SearchIndex[]): Expansion[] {
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
