import { nounOfOneSyllable, withoutHebrewPrefixes } from './affixes';
import { bigrams } from './bigrams';
import type { CharacterClass } from './characters';
import {
  Cluster,
  Cyrillic,
  Digit,
  Greek,
  Han,
  Hangul,
  Hebrew,
  Hiragana,
  Katakana,
  Latin,
  Sign,
  isAlphabetic,
} from './characters';
import { foldWord, normalize } from './fold';
import {
  abbreviations,
  identifierParts,
  isCompoundSeparator,
  operatorsIn,
  separatorRank,
  uncut,
} from './identifiers';
import { cutRuns, withoutInnerSigns } from './runs';
import type { Run } from './runs';
import { stem } from './stem';
import { isStopWord } from './stopWords';

/** One word as written, with every form it is indexed and found by. Forms are folded and stemmed. */
export interface Token {
  /** As written, after NFKC. */
  readonly surface: string;
  /** Where it begins in its chunk, in UTF-16 code units: see `chunkTokens`. */
  readonly at: number;
  /** Surface words it counts for in the length of a field. */
  readonly words: number;
  /** Forms of the whole; the first stands for all of it. Empty when the parts are the whole. */
  readonly wholes: readonly string[];
  /** Forms of its parts: words of an identifier, n-grams of a script without spaces. */
  readonly parts: readonly string[];
  /** Forms that documents are found by and queries do not ask for: single characters of a longer run of Han or Thai. */
  readonly singles: readonly string[];
  /** Script of its first run. */
  readonly script: CharacterClass;
  /** A function or question word, or a sign. */
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
    for (const token of chunkTokens(chunk)) tokens.push(token);
  }
  return tokens;
}

/** The tokens of a piece of a text from `normalize` that has no white space in it, in their order. */
export function chunkTokens(chunk: string): readonly Token[] {
  let found = cache.get(chunk);
  if (found === undefined) {
    found = analyzeChunk(chunk);
    if (chunk.length <= MAX_CACHED_CHUNK) {
      if (cache.size >= MAX_CACHE) cache.clear();
      found = found.map(compact);
      cache.set(chunk, found);
    }
  }
  return found;
}

const NO_FORMS: readonly string[] = [];

/** The token with arrays as long as their forms: one that grew keeps room for a dozen more, in each of thousands. */
function compact(token: Token): Token {
  const cut = (forms: readonly string[]): readonly string[] =>
    forms.length === 0 ? NO_FORMS : forms.slice();
  return { ...token, wholes: cut(token.wholes), parts: cut(token.parts), singles: cut(token.singles) };
}

function analyzeChunk(chunk: string): Token[] {
  const runs = cutRuns(chunk);
  const tokens: Token[] = [];
  let end = 0;
  for (let first = 0; first < runs.length;) {
    let last = first;
    while (last + 1 < runs.length && joins(chunk, runs[last]!, runs[last + 1]!)) last++;
    const found =
      last === first ? runToken(chunk, runs[first]!) : compoundToken(chunk, runs.slice(first, last + 1));
    const token = withSymbols(chunk, runs, first, last, found);
    addOperators(chunk, end, token.at, tokens);
    tokens.push(token);
    end = token.at + token.surface.length;
    first = last + 1;
  }
  addOperators(chunk, end, chunk.length, tokens);
  return tokens;
}

/** Adds the operators that stand between two words of a chunk. */
function addOperators(chunk: string, from: number, to: number, tokens: Token[]): void {
  if (to - from < 2) return;
  for (const { at, sign } of operatorsIn(chunk.slice(from, to), from > 0))
    tokens.push(signToken(sign, from + at));
}

function joins(chunk: string, left: Run, right: Run): boolean {
  if (!isWord(left.script) || !isWord(right.script)) return false;
  return isCompoundSeparator(chunk.slice(left.end, right.start));
}

function isWord(script: CharacterClass): boolean {
  return isAlphabetic(script) || script === Digit;
}

/** A token without forms of its whole, which stands for one word. */
function plainToken(surface: string, at: number, script: CharacterClass, parts: readonly string[]): Token {
  return { surface, at, words: 1, wholes: [], parts, singles: [], script, stop: false };
}

/** The token of one run, by the way its script is written. */
function runToken(chunk: string, { start, end, script }: Run): Token {
  const surface = chunk.slice(start, end);
  switch (script) {
    case Han:
    case Hiragana:
    case Katakana:
    case Cluster:
      return spacelessToken(surface, start, script);
    case Hangul:
      return hangulToken(surface, start);
    case Hebrew:
      return hebrewToken(surface, start);
    case Sign:
      return signToken(surface, start);
    default:
      return wordToken(surface, start, script);
  }
}

function spacelessToken(surface: string, at: number, script: CharacterClass): Token {
  const units = spacelessUnits(surface, script);
  const single = script === Han || script === Cluster;
  return {
    ...plainToken(surface, at, script, bigrams(units)),
    words: Math.max(1, units.length - 1),
    singles: single && units.length > 1 ? units : [],
  };
}

/** What pairs are made of: characters, in scripts of clusters (Thai) a letter with its marks. */
export function spacelessUnits(surface: string, script: CharacterClass): string[] {
  return script === Cluster
    ? (surface.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [])
    : Array.from(surface.toLowerCase());
}

function hangulToken(surface: string, at: number): Token {
  const noun = nounOfOneSyllable(surface);
  const syllables = Array.from(surface);
  if (noun === undefined && syllables.length < 3) return plainToken(surface, at, Hangul, [surface]);
  const parts = noun === undefined ? bigrams(syllables) : [noun];
  return { ...plainToken(surface, at, Hangul, parts), wholes: [surface] };
}

function hebrewToken(surface: string, at: number): Token {
  const word = foldWord(withoutInnerSigns(surface), Hebrew).slice(0, MAX_FORM);
  const rests = withoutHebrewPrefixes(word);
  const noun = rests.at(-1);
  if (noun === undefined) return plainToken(surface, at, Hebrew, [word]);
  return { ...plainToken(surface, at, Hebrew, [noun]), wholes: [word, ...rests.slice(0, -1)] };
}

/** A sign is no word in the length of a field, and weighs as little as a function word. */
function signToken(surface: string, at: number): Token {
  return { ...plainToken(surface, at, Sign, [surface]), words: 0, stop: true };
}

function wordToken(surface: string, at: number, script: CharacterClass): Token {
  const word = foldWord(withoutInnerSigns(surface), script);
  const parts = wordParts(surface, script);
  if (parts.length > 0) return { ...plainToken(surface, at, script, parts), wholes: [form(word, script)] };
  const token = plainToken(surface, at, script, [form(word, script)]);
  return { ...token, wholes: abbreviations(word), stop: isStopWord(word) };
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
  const words = runs.map((run) => foldWord(withoutInnerSigns(chunk.slice(run.start, run.end)), run.script));
  const gaps = runs.slice(1).map((run, i) => chunk.slice(runs[i]!.end, run.start));
  addWholes(words, gaps, runs[0]!.script, 0, words.length, wholes);
  for (const run of runs) {
    const token = runToken(chunk, run);
    wholes.push(...token.wholes);
    parts.push(...token.parts);
  }
  const { start, script } = runs[0]!;
  const surface = chunk.slice(start, runs.at(-1)!.end);
  wholes.push(...uncut(surface));
  return {
    ...plainToken(surface, start, script, distinct(parts)),
    words: runs.length,
    wholes: distinct(wholes),
  };
}

function distinct(forms: readonly string[]): string[] {
  return [...new Set(forms)].slice(0, MAX_VARIANTS / 2);
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
  // C++ is not C, as Notepad++ is Notepad.
  if (before === undefined && token.surface.length === 1)
    return { ...token, surface: token.surface + (suffix ?? ''), parts: [whole], stop: false };
  return {
    ...token,
    surface: (before ?? '') + token.surface + (suffix ?? ''),
    at: token.at - (before?.length ?? 0),
    wholes: [((before ?? '') + whole).slice(0, MAX_FORM), ...token.wholes],
    stop: false,
  };
}
