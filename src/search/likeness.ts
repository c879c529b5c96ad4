import { analyze } from './analyze';

/** A text with a title, as a memory is. */
export interface TitledText {
  readonly title: string;
  readonly content: string;
}

interface Word {
  readonly stop: boolean;
  readonly inTitle: boolean;
  readonly number: boolean;
}

/** The words of a text, stemmed, each once. */
export type Words = ReadonlyMap<string, Word>;

/** In how many documents of the collection a word stands. */
export interface Frequencies {
  readonly documents: number;
  of(word: string): number;
}

/** As much of a text as is compared, in UTF-16 code units: what a long one is about stands at its beginning. */
const READ_LENGTH = 8_000;
/** Added to the documents, and the frequency that every word then has: in a small collection no count tells much. */
const BACKGROUND = { documents: 1_000, frequency: 3 };
const STOP_WEIGHT = 0.7;
/** Of two words that begin alike (`Sicherung`, `sichern`), in scripts and languages whose forms no stemmer joins. */
const SAME_BEGINNING = { letters: 4, share: 0.6, weight: 0.8 };
/** Of numbers that stand in one text and in the other: where the words are the same, they are what changed. */
const OTHER_NUMBER_WEIGHT = 0.5;
/** Two texts that share one word are alike only if they are little more than that word. */
const ONE_WORD_LIKENESS = 0.5;
/** What the shared words make up of both texts, of the shorter one and of both titles. */
const SHARES = { both: 0.8, shorter: 0.2, titles: 0.05 };

export function wordsOf({ title, content }: TitledText): Words {
  const words = new Map<string, Word>();
  for (const [text, inTitle] of [
    [title, true],
    [content, false],
  ] as const) {
    for (const { parts, wholes, stop } of analyze(text.slice(0, READ_LENGTH))) {
      for (const form of parts.length > 0 ? parts : wholes)
        if (!words.has(form)) words.set(form, { stop, inTitle, number: /^\d+$/.test(form) });
    }
  }
  return words;
}

/**
 * How surely two texts say the same, or the opposite: 0..1. The weight of the words they share as part of the weight of
 * all their words (Jaccard), and, for a text that is shorter because it leaves something out, of the words of the
 * shorter one; words weigh by their idf. The sense is not understood: `enabled` for `disabled` is one word of many.
 * The numbers were chosen on some of the texts of `npm run bench -- candidates`, which says on which.
 */
export function likeness(one: Words, other: Words, frequencies: Frequencies): number {
  const weight = (word: string, { stop }: Word): number =>
    stop ? STOP_WEIGHT : weightOf(frequencies.documents, frequencies.of(word));
  const mine = sums(one, other, weight);
  const theirs = sums(other, one, weight);
  const alike = sharedBeginnings(mine.unmatched, theirs.unmatched);
  const words = mine.sharedWords + alike.words;
  const numbers = words === 0 ? 0 : OTHER_NUMBER_WEIGHT * Math.min(mine.numbers, theirs.numbers);
  const shared = mine.shared + alike.weight + numbers;
  if (shared === 0) return 0;
  const both = shared / (mine.all + theirs.all - shared);
  if (words < 2 && both < ONE_WORD_LIKENESS) return 0;
  const shorter = shared / Math.min(mine.all, theirs.all);
  const titles = mine.sharedTitle / Math.max(1, mine.title + theirs.title - mine.sharedTitle);
  return Math.min(1, SHARES.both * both + SHARES.shorter * shorter + SHARES.titles * titles);
}

/**
 * The idf of a word that so many of the documents hold, to a power: the names that half of a project's memories share
 * say nothing of two of them.
 */
export function weightOf(documents: number, frequency: number): number {
  const idf = Math.log(1 + (documents + BACKGROUND.documents) / (frequency + BACKGROUND.frequency));
  return idf * Math.sqrt(idf);
}

interface Sums {
  all: number;
  shared: number;
  /** Words that carry meaning and stand in both. */
  sharedWords: number;
  title: number;
  sharedTitle: number;
  /** Weight of the numbers that the other text lacks. */
  numbers: number;
  /** The other words that it lacks and that may stand there in another form. */
  readonly unmatched: Map<string, { readonly word: string; readonly weight: number }>;
}

function sums(words: Words, others: Words, weightOfWord: (word: string, is: Word) => number): Sums {
  const found: Sums = {
    all: 0,
    shared: 0,
    sharedWords: 0,
    title: 0,
    sharedTitle: 0,
    numbers: 0,
    unmatched: new Map(),
  };
  for (const [word, is] of words) {
    const weight = weightOfWord(word, is);
    found.all += weight;
    if (is.inTitle && !is.stop) found.title += weight;
    const other = others.get(word);
    if (other !== undefined) {
      found.shared += weight;
      if (is.stop) continue;
      found.sharedWords++;
      if (is.inTitle && other.inTitle) found.sharedTitle += weight;
    } else if (is.number) found.numbers += weight;
    else if (!is.stop && word.length >= SAME_BEGINNING.letters)
      found.unmatched.set(word.slice(0, SAME_BEGINNING.letters), { word, weight });
  }
  return found;
}

/** How many words without a match begin as one of the other text does, and what they weigh. */
function sharedBeginnings(
  mine: Sums['unmatched'],
  theirs: Sums['unmatched'],
): { readonly words: number; readonly weight: number } {
  let words = 0;
  let weight = 0;
  for (const [beginning, one] of mine) {
    const other = theirs.get(beginning);
    if (other === undefined) continue;
    let letters = SAME_BEGINNING.letters;
    while (letters < one.word.length && one.word[letters] === other.word[letters]) letters++;
    if (letters < SAME_BEGINNING.share * Math.max(one.word.length, other.word.length)) continue;
    words++;
    weight += SAME_BEGINNING.weight * Math.min(one.weight, other.weight);
  }
  return { words, weight };
}
