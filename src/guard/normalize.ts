import { INVISIBLE } from './invisible';

const ALL_INVISIBLE = new RegExp(`[${INVISIBLE}\\uFE00-\\uFE0F\\u{E0000}-\\u{E01EF}]`, 'gu');

/** Letters of Cyrillic and Greek that look like Latin ones, and back. Lower case. */
const LOOK_ALIKES: readonly (readonly [string, string])[] = [
  ['а', 'a'],
  ['в', 'b'],
  ['с', 'c'],
  ['ԁ', 'd'],
  ['е', 'e'],
  ['ё', 'e'],
  ['һ', 'h'],
  ['і', 'i'],
  ['ї', 'i'],
  ['ј', 'j'],
  ['к', 'k'],
  ['м', 'm'],
  ['о', 'o'],
  ['р', 'p'],
  ['ԛ', 'q'],
  ['ѕ', 's'],
  ['т', 't'],
  ['у', 'y'],
  ['х', 'x'],
  ['ԝ', 'w'],
  ['α', 'a'],
  ['ε', 'e'],
  ['ι', 'i'],
  ['κ', 'k'],
  ['ν', 'v'],
  ['ο', 'o'],
  ['ρ', 'p'],
  ['τ', 't'],
  ['υ', 'u'],
  ['χ', 'x'],
  ['ı', 'i'],
  ['ɡ', 'g'],
  ['ɑ', 'a'],
  ['ⅼ', 'l'],
  ['ӏ', 'l'],
];
const TO_LATIN = new Map(LOOK_ALIKES);
const TO_CYRILLIC = new Map(
  LOOK_ALIKES.filter(([other]) => /[а-я]/.test(other)).map(([other, latin]) => [latin, other]),
);

/** Small capitals of the phonetic alphabet, which no compatibility form brings back, and their letters. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ';
const SMALL_CAPITAL_LETTERS = 'abcdefghijklmnoprstuvwyz';
const SMALL_CAPITAL = new RegExp(`[${SMALL_CAPITALS}]`, 'g');

const BEYOND_PRINTABLE_ASCII = /[^\t\n\v\f\r -~]/;
const WORD = /\p{L}+/gu;
const LATIN = /[a-z]/;
const LOOKS_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}ıɡɑⅼ]/u;
const ONLY_CYRILLIC = /[бгджзийлнпфцчшщъыьэюя]/;

const SPACED_LETTERS = /(?<![\p{L}\d])\p{L}(?:[ ._*|-]{1,2}\p{L}){5,400}(?![\p{L}\d])/gu;

/**
 * The form in which orders are looked for; never stored. NFKC, lower case, without invisible characters and
 * accents of Latin letters; words that mix scripts are read in one; letters set apart are put together; runs of
 * blanks and the marks of emphasis become one space, line breaks stay.
 */
export function normalizeForDetection(text: string): string {
  let result = text;
  if (BEYOND_PRINTABLE_ASCII.test(result)) {
    result = result
      .normalize('NFKD')
      .replace(ALL_INVISIBLE, '')
      .replace(/(?<=[A-Za-z])\p{Mn}+/gu, '')
      .normalize('NFC');
    result = result
      .toLowerCase()
      .replace(/[‘’ʼ`´]/g, "'")
      .replace(/[“”„«»]/g, '"')
      .replace(SMALL_CAPITAL, (letter) => SMALL_CAPITAL_LETTERS.charAt(SMALL_CAPITALS.indexOf(letter)));
    result = result.replace(WORD, readInOneScript);
  } else {
    result = result.toLowerCase();
  }
  return result
    .replace(/(?:[\t\f\v \u00A0*~]|(?<![a-z\d])_|_(?![a-z\d]))+/g, ' ')
    .replace(/\r?\n[ \n]*/g, '\n');
}

/** Words whose letters were set apart, put together: `i g n o r e` gives `ignore`. Blanks between them are lost. */
export function joinedLetters(normalized: string): string[] {
  return [...normalized.matchAll(SPACED_LETTERS)].map((match) => match[0].replace(/[^\p{L}]/gu, ''));
}

/** By the letters that only one of the scripts has, else by the greater number. */
function isCyrillic(word: string): boolean {
  const letters = [...word];
  if (letters.some((letter) => /[a-z]/.test(letter) && !TO_CYRILLIC.has(letter))) return false;
  if (ONLY_CYRILLIC.test(word)) return true;
  return letters.filter((letter) => /[а-я]/.test(letter)).length > word.length / 2;
}

function readInOneScript(word: string): string {
  if (!LATIN.test(word) || !LOOKS_LATIN.test(word)) return word;
  const table = isCyrillic(word) ? TO_CYRILLIC : TO_LATIN;
  return [...word].map((letter) => table.get(letter) ?? letter).join('');
}
