import type { CharacterClass } from './characters';
import { Arabic, Cyrillic, Devanagari, Greek, Hebrew, Latin, OtherLetter, asciiDigits } from './characters';

const NOT_ASCII = /\P{ASCII}/u;

/** True when every code unit is ASCII: nothing but case is left to fold. */
export function isAscii(text: string): boolean {
  return !NOT_ASCII.test(text);
}

/**
 * ZWNJ, ZWJ, soft hyphen and the emoji selector: they neither are written nor split a word. Between Arabic letters the
 * ZWNJ stays: Persian joins words by it that others write apart.
 */
const IGNORED = /(?<!\p{Script=Arabic})\u200c|\u200c(?!\p{Script=Arabic})|\u200d|\u00ad|\ufe0f/gu;

/** Well-formed, in NFKC and without invisible joiners: what every step after this one may rely on. */
export function normalize(text: string): string {
  if (isAscii(text)) return text;
  return asciiDigits(text.toWellFormed().normalize('NFKC').replace(IGNORED, ''));
}

/** Acute, grave and double grave written over Cyrillic vowels, and the titlo. */
const CYRILLIC_STRESS = /[\u0300\u0301\u030f\u0311\u0483]/g;
const TASHKEEL_AND_TATWEEL = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g;
const HEBREW_POINTS = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;

/** Latin letters that no normal form takes apart, as those write them who do not have them on their keyboard. */
const LATIN_LETTERS = { ß: 'ss', ı: 'i', ł: 'l', đ: 'd', ð: 'd', ø: 'o', æ: 'ae', œ: 'oe', þ: 'th', ħ: 'h' };
/** Forms that letters of Greek and Hebrew have at the end of a word. */
const FINAL_LETTERS = { ς: 'σ', ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };
/** Letters that are written in two ways: the chillus of Malayalam, the khanda ta of Bengali. */
const TWO_SPELLINGS = {
  '\u0d7a': 'ണ്',
  '\u0d7b': 'ന്',
  '\u0d7c': 'ര്',
  '\u0d7d': 'ല്',
  '\u0d7e': 'ള്',
  '\u0d7f': 'ക്',
  '\u09ce': 'ত্',
};

/** Writes letters otherwise, in one pass. */
function replacing(letters: Readonly<Record<string, string>>): (word: string) => string {
  const any = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');
  return (word) => word.replace(any, (letter) => letters[letter] ?? letter);
}
const spellLatin = replacing(LATIN_LETTERS);
const spellFinals = replacing(FINAL_LETTERS);
const spellOnce = replacing(TWO_SPELLINGS);

/**
 * One spelling for a word of the given script: lower case, marks and letters that writers leave out or mix up.
 * Expects text from `normalize`; folding twice changes nothing.
 */
export function foldWord(word: string, script: CharacterClass): string {
  const lower = word.toLowerCase();
  if (isAscii(word)) return lower;
  switch (script) {
    case Latin:
      return spellLatin(withoutMarks(lower));
    case Greek:
      return spellFinals(withoutMarks(lower));
    case Cyrillic:
      return lower
        .replace(/\u0451/g, 'е')
        .replace(CYRILLIC_STRESS, '')
        .normalize('NFC');
    case Arabic:
      return lower
        .replace(TASHKEEL_AND_TATWEEL, '')
        .replace(/[أإآٱ]/g, 'ا')
        .replace(/ى/g, 'ي')
        .replace(/ک/g, 'ك')
        .replace(/ی/g, 'ي');
    case Hebrew:
      return spellFinals(lower.replace(HEBREW_POINTS, ''));
    case Devanagari:
      // Writers leave out the nukta, and write the anusvara for the chandrabindu.
      return lower
        .normalize('NFD')
        .replace(/\u093c/g, '')
        .replace(/\u0901/g, '\u0902')
        .normalize('NFC');
    case OtherLetter:
      return spellOnce(lower);
    default:
      return lower;
  }
}

function withoutMarks(lower: string): string {
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}
