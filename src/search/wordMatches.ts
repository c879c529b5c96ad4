import { parameters } from './parameters';
import type { SearchIndex } from './searchIndex';
import type { SoughtWord } from './seek';
import { BESIDE, GAP, MAX_SEQUENCE } from './termOrder';

/**
 * Whether the documents of an index hold all of every word: its whole, or each of its parts, or a term that is the
 * word misspelt or not yet finished.
 */
export function allWordsFilter(
  { dictionary, postings }: SearchIndex,
  sought: readonly SoughtWord[],
): (slot: number) => boolean {
  const words = sought.map(({ word, standIns }) => ({
    whole: dictionary.find(word.token.wholes[0] ?? ''),
    parts: word.token.parts.map((part) => dictionary.find(part)),
    standIns: [...standIns].map((term) => dictionary.find(term)),
  }));
  const holds = (number: number, slot: number): boolean => number >= 0 && postings.find(number, slot) > 0;
  return (slot) =>
    words.every(
      ({ whole, parts, standIns }) =>
        holds(whole, slot) ||
        (parts.length > 0 && parts.every((part) => holds(part, slot))) ||
        standIns.some((term) => holds(term, slot)),
    );
}

/** Whether a document holds a word of the query itself: its whole, or each of its parts. */
export function holdsWord(
  { dictionary, postings }: SearchIndex,
  { word }: SoughtWord,
  slot: number,
): boolean {
  const holds = (form: string): boolean => {
    const number = dictionary.find(form);
    return number >= 0 && postings.find(number, slot) > 0;
  };
  const { wholes, parts } = word.token;
  return holds(wholes[0] ?? '') || (parts.length > 0 && parts.every(holds));
}

/** The entries of the document looked at. */
const entries = new Uint32Array(MAX_SEQUENCE);

const LAST_BITS = 0xfff;

/** A form of the query that an index holds. */
interface Form {
  readonly number: number;
  readonly term: string;
}

/**
 * The terms by which documents of one index were found, as the index holds them: of each word of the query its own
 * forms, or else what was taken for it. Function words only where there is nothing else.
 */
export class MatchedTerms {
  readonly #index: SearchIndex;
  /** By word: its own forms. */
  readonly #forms: readonly (readonly Form[])[];
  /** By number of a term taken for a word: the places of the words. */
  readonly #takenFor = new Map<number, number[]>();
  /** By the last bits of a number: whether it may be one of those. Tells of most that they are not, and is small. */
  readonly #mayBeTaken = new Uint8Array(LAST_BITS + 1);
  readonly #isStop: readonly boolean[];

  /** `place`: of the index among those searched. */
  constructor(index: SearchIndex, place: number, sought: readonly SoughtWord[]) {
    const { dictionary } = index;
    this.#index = index;
    this.#isStop = sought.map(({ word }) => word.token.stop);
    this.#forms = sought.map(({ forms }) =>
      forms.map((term) => ({ number: dictionary.find(term), term })).filter(({ number }) => number >= 0),
    );
    sought.forEach(({ similar, expansions }, word) => {
      for (const { term } of expansions) this.#take(dictionary.find(term), word);
      for (const lists of similar.values()) {
        const { numbers, similarities } = lists[place]!;
        for (let i = 0; i < numbers.length; i++) {
          if (similarities[i]! >= parameters.findDice) this.#take(numbers[i]!, word);
        }
      }
    });
  }

  /** In the order of the query's words. */
  of(slot: number): string[] {
    const { postings } = this.#index;
    const terms = this.#forms.map((forms) =>
      forms.filter(({ number }) => postings.find(number, slot) > 0).map(({ term }) => term),
    );
    const unmatched = terms.map((found) => found.length === 0);
    if (this.#takenFor.size > 0 && unmatched.includes(true)) this.#addTaken(slot, unmatched, terms);
    const told = terms.filter((_, word) => !this.#isStop[word]).flat();
    return [...new Set(told.length > 0 ? told : terms.flat())];
  }

  #take(number: number, word: number): void {
    if (number < 0) return;
    this.#mayBeTaken[number & LAST_BITS] = 1;
    const words = this.#takenFor.get(number);
    if (words === undefined) this.#takenFor.set(number, [word]);
    else if (!words.includes(word)) words.push(word);
  }

  #addTaken(slot: number, unmatched: readonly boolean[], terms: string[][]): void {
    const count = this.#index.order.read(slot, entries);
    for (let at = 0; at < count; at++) {
      if (entries[at] === GAP) continue;
      const number = entries[at]! & ~BESIDE;
      if (this.#mayBeTaken[number & LAST_BITS] === 0) continue;
      const words = this.#takenFor.get(number);
      if (words === undefined) continue;
      const term = this.#index.dictionary.term(number) ?? '';
      for (const word of words) {
        if (unmatched[word] && !terms[word]!.includes(term)) terms[word]!.push(term);
      }
    }
  }
}
