import { bigrams } from './bigrams';
import type { CharacterClass } from './characters';
import {
  Break,
  Cyrillic,
  Digit,
  Greek,
  Han,
  Hangul,
  Hiragana,
  Katakana,
  Cluster,
  Latin,
  Mark,
  Pictograph,
  characterClass,
  isAlphabetic,
} from './characters';
import { foldWord, normalize } from './fold';
import { identifierParts, isCompoundSeparator, separatorRank } from './identifiers';
import { stem } from './stem';
import { isStopWord } from './stopWords';

/** One word as written, with every form it is indexed and found by. Forms are folded and stemmed. */
export interface Token {
  /** As written, after NFKC. */
  readonly surface: string;
  /** Surface words it counts for in the length of a field. */
  readonly words: number;
  /** Forms of the whole; the first stands for all of it. Empty when the parts are the whole. */
  readonly wholes: readonly string[];
  /** Forms of its parts: words of an identifier, n-grams of a script without spaces. */
  readonly parts: readonly string[];
  /** Forms that documents are found by and queries do not ask for: single Han characters of a longer run. */
  readonly singles: readonly string[];
  /** Script of its first run. */
  readonly script: CharacterClass;
  /** A function or question word. */
  readonly stop: boolean;
}

/** Longest form, in UTF-16 code units; longer ones are cut, the same way in documents and queries. */
const MAX_FORM = 64;
/** Forms of one identifier. */
const MAX_VARIANTS = 32;
/** Chunks this long or shorter are remembered; prose repeats its words. */
const MAX_CACHED_CHUNK = 32;
const MAX_CACHE = 20_000;

const cache = new Map<string, readonly Token[]>();

/** Cuts a text into tokens. A function of the text alone; documents and queries are cut alike. */
export function analyze(text: string): Token[] {
  const tokens: Token[] = [];
  for (const chunk of normalize(text).split(/\s+/)) {
    if (chunk === '') continue;
    let found = cache.get(chunk);
    if (found === undefined) {
      found = analyzeChunk(chunk);
      if (chunk.length <= MAX_CACHED_CHUNK) {
        if (cache.size >= MAX_CACHE) cache.clear();
        found = found.map(compact);
        cache.set(chunk, found);
      }
    }
    for (const token of found) tokens.push(token);
  }
  return tokens;
}

const NO_FORMS: readonly string[] = [];

/** The token with arrays as long as their forms: one that grew keeps room for a dozen more, in each of thousands. */
function compact(token: Token): Token {
  const cut = (forms: readonly string[]): readonly string[] =>
    forms.length === 0 ? NO_FORMS : forms.slice();
  return { ...token, wholes: cut(token.wholes), parts: cut(token.parts), singles: cut(token.singles) };
}

/** Lengthens the vowel before it in either kana. */
const LONG_VOWEL = 0x30fc;

/** A maximal sequence of characters of one class. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly script: CharacterClass;
}

function analyzeChunk(chunk: string): Token[] {
  const runs = cutRuns(chunk);
  const tokens: Token[] = [];
  for (let first = 0; first < runs.length;) {
    let last = first;
    while (last + 1 < runs.length && joins(chunk, runs[last]!, runs[last + 1]!)) last++;
    const token = last === first ? runToken(chunk, runs[first]!) : undefined;
    tokens.push(
      withSymbols(chunk, runs, first, last, token ?? compoundToken(chunk, runs.slice(first, last + 1))),
    );
    first = last + 1;
  }
  return tokens;
}

function cutRuns(chunk: string): Run[] {
  const runs: Run[] = [];
  let start = -1;
  let script: CharacterClass = Break;
  const close = (end: number): void => {
    if (start >= 0) runs.push({ start, end, script });
    start = -1;
  };
  for (let at = 0; at < chunk.length;) {
    const codePoint = chunk.codePointAt(at)!;
    const size = codePoint > 0xffff ? 2 : 1;
    const found = characterClass(codePoint);
    if (start >= 0 && isApostrophe(codePoint) && isAlphabetic(script)) {
      const rest = chunk.slice(at + 1);
      if (/^s(?![\p{L}\p{N}])/iu.test(rest)) {
        close(at);
        at += 2;
        continue;
      }
      if (at - start > 2 && /^\p{L}/u.test(rest)) {
        at++;
        continue;
      }
    }
    if (found === Break) close(at);
    else if (found === Mark) {
      if (start < 0 && script !== Break) script = Break;
    } else if (found === Pictograph) {
      close(at);
      runs.push({ start: at, end: at + size, script: Pictograph });
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

function isApostrophe(codePoint: number): boolean {
  return codePoint === 0x27 || codePoint === 0x2019 || codePoint === 0x2bc;
}

function joins(chunk: string, left: Run, right: Run): boolean {
  if (!isWord(left.script) || !isWord(right.script)) return false;
  return isCompoundSeparator(chunk.slice(left.end, right.start));
}

function isWord(script: CharacterClass): boolean {
  return isAlphabetic(script) || script === Digit;
}

/** The token of one run, by the way its script is written. */
function runToken(chunk: string, run: Run): Token {
  const surface = chunk.slice(run.start, run.end);
  switch (run.script) {
    case Han:
    case Hiragana:
    case Katakana:
    case Cluster:
      return spacelessToken(surface, run.script);
    case Hangul:
      return hangulToken(surface, run.script);
    default:
      return wordToken(surface, run.script);
  }
}

function spacelessToken(surface: string, script: CharacterClass): Token {
  const units =
    script === Cluster ? (surface.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []) : Array.from(surface.toLowerCase());
  const singles = script === Han && units.length > 1 ? units : [];
  return {
    surface,
    words: Math.max(1, units.length - 1),
    wholes: [],
    parts: bigrams(units),
    singles,
    script,
    stop: false,
  };
}

function hangulToken(surface: string, script: CharacterClass): Token {
  const syllables = Array.from(surface);
  if (syllables.length < 3)
    return { surface, words: 1, wholes: [], parts: [surface], singles: [], script, stop: false };
  return {
    surface,
    words: 1,
    wholes: [surface],
    parts: bigrams(syllables),
    singles: [],
    script,
    stop: false,
  };
}

function wordToken(surface: string, script: CharacterClass): Token {
  const word = foldWord(surface.replace(/['’ʼ]/g, ''), script);
  const parts = wordParts(surface, script);
  if (parts.length > 0) {
    return { surface, words: 1, wholes: [form(word, script)], parts, singles: [], script, stop: false };
  }
  return {
    surface,
    words: 1,
    wholes: [],
    parts: [form(word, script)],
    singles: [],
    script,
    stop: isStopWord(word),
  };
}

function form(word: string, script: CharacterClass): string {
  return stem(word, script).slice(0, MAX_FORM);
}

/** The forms of the words inside one run: `getUserById`, `utf8`. One form when there is nothing to cut. */
function wordParts(surface: string, script: CharacterClass): string[] {
  if (script !== Latin && script !== Cyrillic && script !== Greek) return [];
  return identifierParts(surface).map((part) => form(foldWord(part, script), script));
}

/** The token of runs joined by separators: `src/app/main.ts:42`, `get_user`, `std::vector`, `v1.2.3`. */
function compoundToken(chunk: string, runs: readonly Run[]): Token {
  const wholes: string[] = [];
  const parts: string[] = [];
  const words = runs.map((run) =>
    foldWord(chunk.slice(run.start, run.end).replace(/['’ʼ]/g, ''), run.script),
  );
  const gaps = runs.slice(1).map((run, i) => chunk.slice(runs[i]!.end, run.start));
  addWholes(words, gaps, runs[0]!.script, 0, words.length, wholes);
  for (const run of runs) {
    const token = wordToken(chunk.slice(run.start, run.end), run.script);
    wholes.push(...token.wholes);
    parts.push(...token.parts);
  }
  return {
    surface: chunk.slice(runs[0]!.start, runs.at(-1)!.end),
    words: runs.length,
    wholes: [...new Set(wholes)].slice(0, MAX_VARIANTS / 2),
    parts: [...new Set(parts)].slice(0, MAX_VARIANTS / 2),
    singles: [],
    script: runs[0]!.script,
    stop: false,
  };
}

/** The compact form of words[from..to), then those of what the weightiest separators leave. */
function addWholes(
  words: readonly string[],
  gaps: readonly string[],
  script: CharacterClass,
  from: number,
  to: number,
  wholes: string[],
): void {
  if (to - from < 2 || wholes.length >= MAX_VARIANTS) return;
  let whole = words[from]!;
  let rank = 0;
  for (let i = from + 1; i < to; i++) {
    // Numbers stay apart: 1.2.3 is not 123.
    const numeric = /\d$/.test(whole) && /^\d/.test(words[i]!);
    whole += (numeric ? '.' : '') + words[i]!;
    rank = Math.max(rank, separatorRank(gaps[i - 1]!));
  }
  wholes.push(form(whole, script));
  for (let start = from, i = from + 1; i <= to; i++) {
    if (i === to || separatorRank(gaps[i - 1]!) === rank) {
      if (i - start < to - from) addWholes(words, gaps, script, start, i, wholes);
      start = i;
    }
  }
}

/** Adds the form that keeps the signs around a name: `C#`, `C++`, `.NET`, `#1234`, `@scope/pkg`, `--force`. */
function withSymbols(chunk: string, runs: readonly Run[], first: number, last: number, token: Token): Token {
  const head = runs[first]!;
  const tail = runs[last]!;
  if (!isWord(head.script)) return token;
  const before = /(?:^|[^\p{L}\p{N}.#@-])(--?|[#@.])$/u.exec(
    chunk.slice(Math.max(first > 0 ? runs[first - 1]!.end : 0, head.start - 3), head.start),
  )?.[1];
  const following = chunk.slice(tail.end, tail.end + 3);
  const after = /^(?:\+\+|#)(?![\p{L}\p{N}+#])/u.exec(following)?.[0];
  const suffix = after === '#' && tail.end - head.start > 2 ? undefined : after;
  if (before === undefined && suffix === undefined) return token;
  const whole = (token.wholes[0] ?? token.parts[0] ?? '') + (suffix ?? '');
  return {
    ...token,
    surface: (before ?? '') + token.surface + (suffix ?? ''),
    wholes: [((before ?? '') + whole).slice(0, MAX_FORM), ...token.wholes],
    stop: false,
  };
}
