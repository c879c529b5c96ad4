import type { CharacterClass } from './characters';
import {
  Break,
  Digit,
  Hebrew,
  Hiragana,
  Latin,
  Mark,
  Pictograph,
  Sign,
  characterClass,
  isAlphabetic,
} from './characters';

/** A maximal sequence of characters of one class, the digits and apostrophes of a word among its letters. */
export interface Run {
  readonly start: number;
  readonly end: number;
  readonly script: CharacterClass;
}

/** Lengthens the vowel before it in either kana. */
const LONG_VOWEL = 0x30fc;
/** Apostrophes, and the geresh of Hebrew. */
const APOSTROPHES: ReadonlySet<number> = new Set([0x27, 0x2019, 0x2bc, 0x5f3]);
/** Inside an abbreviation in Hebrew: the gershayim, for which most people type a quotation mark. */
const GERSHAYIM: ReadonlySet<number> = new Set([0x22, 0x5f4]);
const INNER_SIGNS = /['\u2019\u02bc\u05f3"\u05f4]/g;
/** What English writes onto a word and means nothing by itself: `user's`, `we're`, `they've`. */
const CLITIC = /^(?:s|re|ve|ll|m|d)(?![\p{L}\p{N}])/iu;
const NEGATION = /^t(?![\p{L}\p{N}])/iu;

/** A word without the apostrophes and the like that may stand inside of it. */
export function withoutInnerSigns(word: string): string {
  return word.replace(INNER_SIGNS, '');
}

/** Cuts a text without white space into runs. What is in none of them separates words. */
export function cutRuns(chunk: string): Run[] {
  const runs: Run[] = [];
  let start = -1;
  let script: CharacterClass = Break;
  const close = (end: number): void => {
    if (start >= 0) runs.push({ start, end, script });
    start = -1;
  };
  for (let at = 0; at < chunk.length;) {
    const codePoint = chunk.codePointAt(at)!;
    let size = sizeOf(codePoint);
    const found = characterClass(codePoint);
    if (found === Break && start >= 0 && isAlphabetic(script)) {
      const clitic =
        script === Latin && APOSTROPHES.has(codePoint) && CLITIC.exec(chunk.slice(at + 1, at + 5));
      if (clitic) {
        close(at);
        at += 1 + clitic[0].length;
        continue;
      }
      if (isInWord(chunk, at, codePoint, script)) {
        at++;
        continue;
      }
    }
    if (found === Break) close(at);
    else if (found === Mark) {
      if (start < 0 && script !== Break) script = Break;
    } else if (found === Pictograph || found === Sign) {
      close(at);
      // Two of these letters are one flag.
      if (isRegionalIndicator(codePoint) && isRegionalIndicator(chunk.codePointAt(at + size))) size *= 2;
      runs.push({ start: at, end: at + size, script: found });
    } else if (start < 0) {
      start = at;
      script = found;
    } else if (found !== script) {
      if ((found === Digit && isAlphabetic(script)) || (codePoint === LONG_VOWEL && script === Hiragana)) {
        // `utf8`, `らーめん`: part of the word.
      } else if (script === Digit && isAlphabetic(found)) script = found;
      else {
        close(at);
        start = at;
        script = found;
      }
    }
    at += size;
  }
  close(chunk.length);
  return runs;
}

function sizeOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

function isRegionalIndicator(codePoint: number | undefined): boolean {
  return codePoint !== undefined && codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
}

/**
 * Whether a sign is written inside of a word: an apostrophe that is a letter (`об'єкт`), one that stands for letters
 * (`don't`), a gershayim (`צה"ל`). Elsewhere in Latin it ends a word: `l'API`, `dell'utente`, `Redis'te`.
 */
function isInWord(chunk: string, at: number, sign: number, script: CharacterClass): boolean {
  const next = chunk.codePointAt(at + 1);
  if (next === undefined || characterClass(next) !== script) return false;
  if (script === Hebrew && GERSHAYIM.has(sign)) return true;
  if (!APOSTROPHES.has(sign)) return false;
  if (script === Latin) return /n/i.test(chunk[at - 1] ?? '') && NEGATION.test(chunk.slice(at + 1, at + 4));
  return true;
}
