import type { Dictionary } from './dictionary';
import { editDistance } from './editDistance';
import { compareCodePoints } from './exactText';
import { bitCount, diceSimilarity, gramSignature, hasSimilarTerms } from './grams';
import { parameters } from './parameters';
import type { SearchIndex } from './searchIndex';

/** Terms that an absent word may be a misspelling of; at most this many. */
const MAX_CORRECTIONS = 12;
/** Words completed from what is typed so far; at most this many. */
const MAX_COMPLETIONS = 24;
/** Misspellings are looked for in words of four letters or more without a digit. */
const MIN_MISSPELT = 4;

/**
 * Terms that begin like a form and share most of its character bigrams (Dice's coefficient): mostly other forms of
 * the same word, in any language. By term: the similarity, 0..1.
 */
export function similarTerms(form: string, indexes: readonly SearchIndex[]): Map<string, number> {
  const found = new Map<string, number>();
  if (!hasSimilarTerms(form)) return found;
  const measure = bigramMeasure(form, parameters.minDice);
  for (const { dictionary } of indexes) {
    dictionary.eachNearHead(form, (number) => {
      const similarity = measure(dictionary, number);
      if (similarity === 0 || !dictionary.sharesHead(number, form)) return;
      found.set(dictionary.term(number) ?? '', similarity);
    });
  }
  found.delete(form);
  return found;
}

/** What a form no document holds may stand for. By term: the similarity, 0..1. */
export interface Corrections {
  /** The nearest terms within one edit, two from eight letters on: the word, misspelt. */
  readonly misspelt: ReadonlyMap<string, number>;
  /** Terms alike in their character bigrams, wherever they differ. */
  readonly alike: ReadonlyMap<string, number>;
}

/** Looks through all terms, which takes longer than all else: only for words that are absent. */
export function corrections(form: string, indexes: readonly SearchIndex[]): Corrections {
  const misspelt = new Map<string, number>();
  const alike = new Map<string, number>();
  if (form.length < MIN_MISSPELT || !hasSimilarTerms(form)) return { misspelt, alike };
  const edits = form.length < 8 ? 1 : 2;
  const [low, high] = gramSignature(form);
  const size = bitCount(low) + bitCount(high);
  const measure = bigramMeasure(form, parameters.findDice);
  for (const { dictionary } of indexes) {
    const { signatures, capacity } = dictionary;
    for (let number = 0; number < capacity; number++) {
      const termLow = signatures[2 * number]!;
      const termHigh = signatures[2 * number + 1]!;
      if (termLow === 0 && termHigh === 0) continue;
      const similarity = measure(dictionary, number);
      if (similarity > 0) alike.set(dictionary.term(number) ?? '', similarity);
      // An edit touches at most two bigrams of the form, a swap three.
      if (size - bitCount(low & termLow) - bitCount(high & termHigh) > 3 * edits) continue;
      const term = dictionary.term(number) ?? '';
      const distance = editDistance(form, term, edits);
      if (distance <= edits) misspelt.set(term, 1 - distance / form.length);
    }
  }
  const nearest = [...misspelt].sort((a, b) => b[1] - a[1] || compareCodePoints(a[0], b[0]));
  return { misspelt: new Map(nearest.slice(0, MAX_CORRECTIONS)), alike };
}

/** Terms of the indexes that begin with a word still being typed, the most used ones. By term: the share typed, 0..1. */
export function completions(start: string, indexes: readonly SearchIndex[]): Map<string, number> {
  const holding = new Map<string, number>();
  for (const { dictionary, postings } of indexes) {
    for (let number = 0; number < dictionary.capacity; number++) {
      if (!dictionary.startsWith(number, start)) continue;
      const term = dictionary.term(number) ?? '';
      if (term.length <= start.length) continue;
      holding.set(term, (holding.get(term) ?? 0) + postings.counts[number]!);
    }
  }
  const most = [...holding].sort((a, b) => b[1] - a[1] || compareCodePoints(a[0], b[0]));
  return new Map(most.slice(0, MAX_COMPLETIONS).map(([term]) => [term, start.length / term.length]));
}

/** Share of the wanted similarity that hashed signatures must show before the terms themselves are compared. */
const SIGNATURE_SHARE = 0.8;

/** Similarity of a term to the form, 0 when below `least`. */
function bigramMeasure(form: string, least: number): (dictionary: Dictionary, number: number) => number {
  const [low, high] = gramSignature(form);
  const size = bitCount(low) + bitCount(high);
  return (dictionary, number) => {
    const termLow = dictionary.signatures[2 * number]!;
    const termHigh = dictionary.signatures[2 * number + 1]!;
    const shared = bitCount(low & termLow) + bitCount(high & termHigh);
    if (2 * shared < SIGNATURE_SHARE * least * (size + bitCount(termLow) + bitCount(termHigh))) return 0;
    const similarity = diceSimilarity(form, dictionary.term(number) ?? '');
    return similarity < least ? 0 : similarity;
  };
}
