import type { CharacterClass } from './characters';
import { Arabic, Cyrillic, Greek, Hebrew, Latin, asciiDigits } from './characters';

const NOT_ASCII = /\P{ASCII}/u;

/** True when every code unit is ASCII: nothing but case is left to fold. */
export function isAscii(text: string): boolean {
  return !NOT_ASCII.test(text);
}

/** ZWNJ, ZWJ, soft hyphen and the emoji selector: they neither are written nor split a word. */
const IGNORED = /\u200c|\u200d|\u00ad|\ufe0f/g;

/** Well-formed, in NFKC and without invisible joiners: what every step after this one may rely on. */
export function normalize(text: string): string {
  if (isAscii(text)) return text;
  return asciiDigits(text.toWellFormed().normalize('NFKC').replace(IGNORED, ''));
}

/** Acute, grave and double grave written over Cyrillic vowels, and the titlo. */
const CYRILLIC_STRESS = /[\u0300\u0301\u030f\u0311\u0483]/g;
const TASHKEEL_AND_TATWEEL = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g;
const HEBREW_POINTS = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;

/**
 * One spelling for a word of the given script: lower case, marks and letters that writers leave out or mix up.
 * Expects text from `normalize`; folding twice changes nothing.
 */
export function foldWord(word: string, script: CharacterClass): string {
  const lower = word.toLowerCase();
  if (isAscii(word)) return lower;
  switch (script) {
    case Latin:
    case Greek:
      return lower
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
        .replace(/ß/g, 'ss')
        .replace(/ς/g, 'σ')
        .replace(/ı/g, 'i');
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
      return lower.replace(HEBREW_POINTS, '');
    default:
      return lower;
  }
}
