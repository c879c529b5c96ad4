import { isSpaceless } from './characters';
import type { Collection } from './collection';
import { compareCodePoints } from './exactText';
import { completions, corrections, similarTerms } from './expansion';
import { foldWord } from './fold';
import { parameters } from './parameters';
import type { QueryTerm, QueryWord } from './query';
import type { SearchIndex } from './searchIndex';
import { relatedTerms } from './thesaurus';

/** A word of the query and what is looked up for it. */
export interface SoughtWord {
  readonly word: QueryWord;
  readonly forms: readonly string[];
  /** Some document holds one of its forms. */
  readonly present: boolean;
  /** By form: the terms that are much like it or mean about the same, and how much. */
  readonly similar: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Terms scored in its place: likenesses of an absent word, completions of one still being typed. */
  readonly expansions: readonly QueryTerm[];
  /** Those of the expansions that are the word itself, misspelt or not yet finished. */
  readonly standIns: ReadonlySet<string>;
}

/** Finds the terms of the indexes a word may mean. `typing`: it is not finished. */
export function seek(collection: Collection, word: QueryWord, typing: boolean): SoughtWord {
  const { token } = word;
  const { indexes } = collection;
  const forms = [...token.wholes, ...token.parts];
  const present = forms.some((form) => collection.documentFrequency(form) > 0);
  const similar = new Map<string, ReadonlyMap<string, number>>();
  const scored = new Map<string, number>();
  const standIns = new Set<string>();
  // Pieces of a script without spaces are no words that could be alike.
  for (const form of token.stop || isSpaceless(token.script) ? [] : forms) {
    const found = similarTerms(form, indexes);
    raise(found, relatedTerms(form));
    if (!present) {
      const { misspelt, alike } = corrections(form, indexes);
      for (const likenesses of [alike, misspelt]) {
        raise(found, likenesses);
        raise(scored, likenesses);
      }
      for (const term of misspelt.keys()) standIns.add(term);
    }
    similar.set(form, found);
  }
  if (typing) {
    for (const start of new Set([foldWord(word.surface, token.script), ...token.parts.slice(-1)])) {
      const found = completions(start, indexes);
      raise(scored, found);
      for (const term of found.keys()) standIns.add(term);
    }
  }
  for (const form of forms) scored.delete(form);
  const expansions = [...scored].map(([term, similarity]) => ({
    term,
    weight: parameters.expansionWeight * similarity,
    stop: false,
  }));
  return { word, forms, present, similar, expansions, standIns };
}

/** Takes over what is missing or lower. */
function raise(target: Map<string, number>, source: ReadonlyMap<string, number>): void {
  for (const [term, similarity] of source) target.set(term, Math.max(similarity, target.get(term) ?? 0));
}

/** All terms in code-point order; a term of the query is not also an expansion. */
export function withExpansions(terms: readonly QueryTerm[], sought: readonly SoughtWord[]): QueryTerm[] {
  const all = new Map(terms.map((term) => [term.term, term]));
  for (const expansion of sought.flatMap(({ expansions }) => expansions)) {
    const known = all.get(expansion.term);
    if (known === undefined || known.weight < expansion.weight) all.set(expansion.term, expansion);
  }
  return [...all.values()].sort((a, b) => compareCodePoints(a.term, b.term));
}

/** Whether a document holds all of a word: its whole, or each of its parts, or a term that is the word misspelt. */
export function holdsWord(index: SearchIndex, slot: number, { word, standIns }: SoughtWord): boolean {
  const { wholes, parts } = word.token;
  return (
    (wholes[0] !== undefined && holds(index, slot, wholes[0])) ||
    (parts.length > 0 && parts.every((part) => holds(index, slot, part))) ||
    [...standIns].some((term) => holds(index, slot, term))
  );
}

/** Whether a word is among the reasons why a document was found. */
export function matchesWord(index: SearchIndex, slot: number, sought: SoughtWord): boolean {
  if (sought.forms.some((form) => holds(index, slot, form))) return true;
  if (sought.expansions.some(({ term }) => holds(index, slot, term))) return true;
  for (const terms of sought.similar.values()) {
    for (const [term, similarity] of terms) {
      if (similarity >= parameters.findDice && holds(index, slot, term)) return true;
    }
  }
  return false;
}

function holds(index: SearchIndex, slot: number, form: string): boolean {
  const number = index.dictionary.find(form);
  return number >= 0 && index.postings.find(number, slot) > 0;
}
