/**
 * What a character is to the analyser. Scripts that are cut alike share a class; a run of word characters never
 * crosses classes, except that digits may stand inside the words of alphabetic scripts (`utf8`, `v2`).
 */
export const Break = 0;
export const Mark = 1;
export const Digit = 2;
export const Latin = 3;
export const Greek = 4;
export const Cyrillic = 5;
export const Arabic = 6;
export const Hebrew = 7;
export const Devanagari = 8;
/** Any other alphabet: cut into words at its borders, not stemmed. */
export const OtherLetter = 9;
export const Han = 10;
export const Hiragana = 11;
export const Katakana = 12;
export const Hangul = 13;
/** Scripts written without spaces whose unit is the grapheme cluster: Thai, Lao, Khmer, Myanmar. */
export const Cluster = 14;
export const Pictograph = 15;
/** A sign that stands for a word: an arrow, a check mark, an operator. */
export const Sign = 16;

export type CharacterClass = number;

const UNKNOWN = 255;
const classes = new Uint8Array(0x10000).fill(UNKNOWN);

const SCRIPTS: readonly (readonly [RegExp, CharacterClass])[] = [
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u, Cluster],
  [/\p{M}/u, Mark],
  [/\p{N}/u, Digit],
  [/[\p{Extended_Pictographic}\p{Regional_Indicator}]/u, Pictograph],
  [/\p{Script=Hiragana}/u, Hiragana],
  [/[\p{Script=Katakana}\u30fc]/u, Katakana],
  [/\p{Script=Han}/u, Han],
  [/\p{Script=Hangul}/u, Hangul],
];

const ALPHABETS: readonly (readonly [RegExp, CharacterClass])[] = [
  [/\p{Script=Latin}/u, Latin],
  [/\p{Script=Greek}/u, Greek],
  [/\p{Script=Cyrillic}/u, Cyrillic],
  [/\p{Script=Arabic}/u, Arabic],
  [/\p{Script=Hebrew}/u, Hebrew],
  [/\p{Script=Devanagari}/u, Devanagari],
];

/** Signs beyond ASCII. Accents that stand alone and signs of money are none. */
const SIGNS = /[^\P{So}\p{ASCII}]|[^\P{Sm}\p{ASCII}]/u;
/** Boxes, bars and dots that pictures are drawn with, and the slash that NFKC makes of `½`. */
const DRAWN = /[\u2044\u2500-\u259f\u2800-\u28ff]/u;

function classify(character: string): CharacterClass {
  if (/\p{Extended_Pictographic}/u.test(character) && /[\p{N}\p{P}]/u.test(character)) {
    return /\p{N}/u.test(character) ? Digit : Break;
  }
  for (const [pattern, characterClass] of SCRIPTS) {
    if (pattern.test(character)) {
      // Thai digits are digits; Thai punctuation is none of the word's.
      if (characterClass === Cluster) {
        if (/\p{Nd}/u.test(character)) return Digit;
        if (!/[\p{L}\p{M}]/u.test(character)) return Break;
      }
      if (characterClass >= Han && characterClass <= Katakana && !/[\p{L}\p{N}]/u.test(character))
        return Break;
      return characterClass;
    }
  }
  if (SIGNS.test(character) && !DRAWN.test(character)) return Sign;
  if (!/\p{L}/u.test(character)) return Break;
  for (const [pattern, characterClass] of ALPHABETS) {
    if (pattern.test(character)) return characterClass;
  }
  return OtherLetter;
}

/** The class of one code point. */
export function characterClass(codePoint: number): CharacterClass {
  if (codePoint > 0xffff) return classify(String.fromCodePoint(codePoint));
  const known = classes[codePoint] ?? UNKNOWN;
  if (known !== UNKNOWN) return known;
  const found = classify(String.fromCharCode(codePoint));
  classes[codePoint] = found;
  return found;
}

export function isAlphabetic(characterClass: CharacterClass): boolean {
  return characterClass >= Latin && characterClass <= OtherLetter;
}

export function isSpaceless(characterClass: CharacterClass): boolean {
  return characterClass === Cluster || (characterClass >= Han && characterClass <= Katakana);
}

/** Scripts whose words are found by their pairs of characters. */
export function isCutIntoPairs(characterClass: CharacterClass): boolean {
  return isSpaceless(characterClass) || characterClass === Hangul;
}

/** First digits of the decimal blocks outside ASCII that NFKC leaves alone. */
const DECIMAL_ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0x1810,
];

/** Decimal digits of any script as ASCII, so that one number has one spelling. */
export function asciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const codePoint = digit.codePointAt(0) ?? 0;
    for (const zero of DECIMAL_ZEROS) {
      if (codePoint >= zero && codePoint < zero + 10) return String(codePoint - zero);
    }
    return digit;
  });
}
