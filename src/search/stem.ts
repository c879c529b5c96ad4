import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { baseForm } from './irregular';
import type { CharacterClass } from './characters';
import { Arabic, Cyrillic, Devanagari, Greek, Latin } from './characters';

/** The longest word a stemmer is asked about; nothing longer is a word of a language. */
const MAX_STEMMED = 40;

/** And, so: written onto the article, where the stemmer does not look for them. */
const ARABIC_AND = /^[وف](?=(?:ال|لل)\p{L}{2})/u;

const STEMMERS: ReadonlyMap<CharacterClass, (word: string) => string> = new Map([
  [Latin, (word) => stemEnglish(baseForm(word))],
  [Cyrillic, russian],
  [Greek, greek],
  [Arabic, (word) => arabic(word.replace(ARABIC_AND, ''))],
  [Devanagari, hindi],
]);

/** The stem of a folded word, by its script alone: the same word has the same stem in every text. */
export function stem(word: string, script: CharacterClass): string {
  const stemmer = STEMMERS.get(script);
  if (stemmer === undefined || word.length < 3 || word.length > MAX_STEMMED) return word;
  return stemmer(word) || word;
}

/** Porter's rules take the `e` off `use` and leave the pronoun `us`. */
function stemEnglish(word: string): string {
  return word === 'use' ? word : english(word);
}
