import { HEAD } from './dictionary';
import type { AlikeTerms, Dictionary } from './dictionary';
import { editDistance } from './editDistance';
import { compareCodePoints } from './exactText';
import { DiceMeasure, bitCount, gramSignature, hasSimilarTerms } from './grams';
import { parameters } from './parameters';
import type { SearchIndex } from './searchIndex';

/** Terms that an absent word may be a misspelling of; at most this many. */
const MAX_CORRECTIONS = 12;
/** Words completed from what is typed so far; at most this many. */
const MAX_COMPLETIONS = 24;
/** Misspellings are looked for in words of four letters or more without a digit. */
const MIN_MISSPELT = 4;
/** From so many letters on two edits are forgiven, else one. */
const TWO_EDITS = 8;
/** Letters of the longest ending that a stem has lost. */
const MAX_ENDING = 6;

const dice = new DiceMeasure();

const NONE: AlikeTerms = { numbers: new Uint32Array(0), similarities: new Float64Array(0) };

/**
 * Terms that begin like a form and share most of its character bigrams (Dice's coefficient): mostly other forms of
 * the same word, in any language. One list for each index.
 */
export function similarTerms(form: string, indexes: readonly SearchIndex[]): AlikeTerms[] {
  if (!hasSimilarTerms(form)) return indexes.map(() => NONE);
  dice.measureBy(form, HEAD);
  return indexes.map(({ dictionary }) => dictionary.alike(form, dice, parameters.minDice));
}

/** What a form no document holds may stand for: at most 12 terms. */
export interface Corrections {
  /** By term: its likeness, 0..1. */
  readonly likenesses: ReadonlyMap<string, number>;
  /** Those of the terms that are the word, misspelt. */
  readonly misspelt: ReadonlySet<string>;
}

/**
 * Terms within one edit of a form (two from eight letters on; a first letter that differs counts twice, since people
 * rarely mistype it), nearest first; then terms alike in their character bigrams. It looks through all terms, which
 * takes longer than all else: only for words that are absent.
 */
export function corrections(form: string, indexes: readonly SearchIndex[]): Corrections {
  const distances = new Map<string, number>();
  const alike = new Map<string, number>();
  if (form.length < MIN_MISSPELT || !hasSimilarTerms(form)) {
    return { likenesses: alike, misspelt: new Set() };
  }
  const edits = editsOf(form);
  const mayBeSimilar = signatureFilter(form, parameters.findDice);
  const mayBeMisspelt = editFilter(form, edits);
  dice.measureBy(form);
  for (const { dictionary } of indexes) {
    for (let number = 0; number < dictionary.capacity; number++) {
      const similar = mayBeSimilar(dictionary, number);
      const misspelt = mayBeMisspelt(dictionary, number);
      if (!similar && !misspelt) continue;
      const term = dictionary.term(number) ?? '';
      const similarity = similar ? dictionary.likeness(number, dice) : 0;
      if (similarity >= parameters.findDice) alike.set(term, similarity);
      const distance = misspelt ? editDistance(form, term, edits) + (term[0] === form[0] ? 0 : 1) : edits + 1;
      if (distance <= edits) distances.set(term, 1 - distance / form.length);
    }
  }
  const misspelt = nearestFirst(distances).slice(0, MAX_CORRECTIONS);
  const others = nearestFirst(alike).filter(([term]) => !misspelt.some(([known]) => known === term));
  const nearest = [...misspelt, ...others].slice(0, MAX_CORRECTIONS);
  return {
    likenesses: new Map(nearest.map(([term, near]) => [term, Math.max(near, alike.get(term) ?? 0)])),
    misspelt: new Set(misspelt.map(([term]) => term)),
  };
}

function editsOf(form: string): number {
  return form.length < TWO_EDITS ? 1 : 2;
}

function nearestFirst(likenesses: ReadonlyMap<string, number>): [string, number][] {
  return [...likenesses].sort((a, b) => b[1] - a[1] || compareCodePoints(a[0], b[0]));
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

/**
 * Terms that a word still being typed may be a misspelt beginning of: those that begin with what is within one edit of it
 * (two from eight letters on), its first letter being right. As the index holds stems, what is typed may be longer than
 * the term already, by an ending. At most 12, nearest first. By term: the share typed, less for each edit, 0..1.
 */
export function misspeltCompletions(
  start: string,
  indexes: readonly SearchIndex[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (start.length < MIN_MISSPELT || !hasSimilarTerms(start)) return found;
  const edits = editsOf(start);
  const least = Math.max(Math.min(start.length, TWO_EDITS), start.length - MAX_ENDING);
  // All but the end of what is typed.
  const mayBegin = editFilter(start.slice(0, least), edits, 1);
  for (const { dictionary } of indexes) {
    for (let number = 0; number < dictionary.capacity; number++) {
      if (!mayBegin(dictionary, number)) continue;
      const term = dictionary.term(number) ?? '';
      if (term[0] !== start[0] || term.length < least - edits) continue;
      const distance = beginningDistance(start, term, edits);
      if (distance > edits) continue;
      const typed = Math.min(1, start.length / term.length);
      found.set(term, typed * (1 - distance / start.length));
    }
  }
  return new Map(nearestFirst(found).slice(0, MAX_CORRECTIONS));
}

/** The least number of edits between the shorter of two and a beginning of the other; beyond `edits` all are one more. */
function beginningDistance(one: string, other: string, edits: number): number {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  const most = Math.min(longer.length, shorter.length + edits);
  let least = edits + 1;
  for (let length = shorter.length - edits; length <= most; length++)
    least = Math.min(least, editDistance(shorter, longer.slice(0, length), edits));
  return least;
}

/** Share of the wanted similarity that hashed signatures must show before the terms themselves are compared. */
const SIGNATURE_SHARE = 0.8;

type TermFilter = (dictionary: Dictionary, number: number) => boolean;

/** Whether a term can be as similar to the form as `least`, told by signatures. */
function signatureFilter(form: string, least: number): TermFilter {
  const [low, high] = gramSignature(form);
  const size = bitCount(low) + bitCount(high);
  return ({ signatures }, number) => {
    const termLow = signatures[2 * number]!;
    const termHigh = signatures[2 * number + 1]!;
    const shared = bitCount(low & termLow) + bitCount(high & termHigh);
    return 2 * shared >= SIGNATURE_SHARE * least * (size + bitCount(termLow) + bitCount(termHigh));
  };
}

/**
 * Whether a term of letters can be within so many edits of the form, but for so many of its bigrams: an edit touches two
 * of them, a swap three.
 */
function editFilter(form: string, edits: number, except = 0): TermFilter {
  const [low, high] = gramSignature(form);
  const least = bitCount(low) + bitCount(high) - 3 * edits - except;
  return ({ signatures }, number) => {
    const termLow = signatures[2 * number]!;
    const termHigh = signatures[2 * number + 1]!;
    if ((termLow | termHigh) === 0) return false;
    return bitCount(low & termLow) + bitCount(high & termHigh) >= least;
  };
}
