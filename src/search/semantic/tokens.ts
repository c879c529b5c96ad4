import { Latin } from '../characters';
import { stem } from '../stem';

/** Function words of English, which the vectors leave out: they stand beside everything. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the of to in on at for with and or is are was were be been being do does did what when where who whom ' +
    'which why how has have had it its this that these those by from as about into can could would should will ' +
    'may might i you he she they we my your his her their our me him them us not no'
  ).split(' '),
);

/** Letters of a longer word that stand for it, where no stemmer is sure of its language. */
const PREFIX = 5;
const LONGEST_TOKEN = 24;

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
/** Runs of scripts that are written without spaces. */
const SPACELESS = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u30fc]+)/u;

/** Words repeat: what was made of them is remembered. */
const cache = new Map<string, readonly string[]>();
const MAX_CACHE = 20_000;
const MAX_CACHED_WORD = 32;

/** A word of a text and the tokens made of it. */
export interface TokenizedWord {
  readonly word: string;
  readonly tokens: readonly string[];
}

/**
 * The words of a text with the tokens that the table of word vectors is asked for. A function of the text alone, and
 * the one the table was trained with: NFKC, parts of identifiers, English words stemmed, other long words by their
 * first five letters, scripts without spaces as pairs of characters.
 */
export function* tokenizedWords(text: string): Generator<TokenizedWord> {
  for (const [word] of text.normalize('NFKC').matchAll(WORD)) {
    let tokens = cache.get(word);
    if (tokens === undefined) {
      // Every second piece is a run without spaces.
      tokens = word
        .split(SPACELESS)
        .flatMap((piece, at) => (at % 2 === 1 ? pairs(piece) : wordParts(piece).flatMap(tokensOfPart)));
      if (word.length <= MAX_CACHED_WORD) {
        if (cache.size >= MAX_CACHE) cache.clear();
        // A copy is as long as its tokens: an array that grew keeps room for a dozen more.
        tokens = tokens.slice();
        cache.set(word, tokens);
      }
    }
    yield { word, tokens };
  }
}

function pairs(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, before) => characters[before]! + character);
}

/** The whole and the parts of an identifier; a plain word alone. */
function wordParts(word: string): readonly string[] {
  const parts = word
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_]+/)
    .filter((part) => part !== '');
  return parts.length > 1 ? [word.replaceAll('_', ''), ...parts] : parts;
}

function tokensOfPart(part: string): readonly string[] {
  const word = part.toLowerCase().replaceAll('ё', 'е');
  if (STOP_WORDS.has(word)) return [];
  const token = tokenOf(word);
  return token.length <= LONGEST_TOKEN ? [token] : [];
}

function tokenOf(word: string): string {
  if (/^[a-z]+$/.test(word)) return stem(word, Latin);
  const letters = Array.from(word);
  return letters.length > PREFIX && /^[\p{L}\p{M}]+$/u.test(word) ? letters.slice(0, PREFIX).join('') : word;
}

/** Whether a token may be the beginning of longer words: those that no stemmer knows are cut to it. */
export function isCutToPrefix(token: string): boolean {
  return !/^[a-z]/.test(token) && /^[\p{L}\p{M}]+$/u.test(token) && Array.from(token).length === PREFIX;
}
