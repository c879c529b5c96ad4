/**
 * Separators that join words into one name, weightiest first: `://`, `::`, `:`, `@`; `/`, `\`; `.`; `_`, `-`, and the
 * ZWNJ by which Persian joins words.
 */
const SEPARATORS: ReadonlyMap<string, number> = new Map([
  ['://', 3],
  ['::', 3],
  [':', 3],
  ['@', 3],
  ['/', 2],
  ['\\', 2],
  ['.', 1],
  ['_', 0],
  ['-', 0],
  ['\u200c', 0],
]);

export function isCompoundSeparator(gap: string): boolean {
  return SEPARATORS.has(gap);
}

/** How weightily a separator cuts: the path before its file name, the file name before its words. */
export function separatorRank(gap: string): number {
  return SEPARATORS.get(gap) ?? 0;
}

/** Before a capital that begins a word. */
const CAPITAL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu}|\p{N})(?=\p{Lu}\p{Ll})/u;
/** Letters, digits and perhaps more letters: `utf8`, `3d`, `sha256sum`. `3f2a9bc1` is no name of several words. */
const NUMBERED = /^(\p{L}[\p{L}\p{M}]*)?(\p{N}+)(\p{L}[\p{L}\p{M}]*)?$/u;
/** A name of letters and digits with a number at its end: `log4j2`. */
const NAME_AND_NUMBER = /^(\p{L}{2}[\p{L}\p{M}\p{N}]*\p{L})(\p{N}+)$/u;
const PLURAL_ACRONYM = /^\p{Lu}{2,}s$/u;
const CUTTABLE = /\p{Lu}.|\p{N}/u;
const HEXADECIMAL = /^[0-9a-f]+$/i;

/** No name is longer; what is, is data, and finding its bounds would take time that grows with its square. */
const MAX_NAME_LENGTH = 256;

/**
 * The words of a camelCase, PascalCase or lettered-and-numbered name, in order and as written. Single characters are
 * no words of a name, so `v2` and `x86` keep only what is longer; a single capital belongs to the next word as well
 * (`OAuth2Client`: OAuth2, OAuth, Auth2, Auth, Client). Empty when the name is one word.
 */
export function identifierParts(name: string): string[] {
  if (name.length > MAX_NAME_LENGTH) return [];
  if (!CUTTABLE.test(name) || PLURAL_ACRONYM.test(name)) return [];
  const words = name.split(CAPITAL);
  const parts = words.flatMap((word, at) => {
    const before = words[at - 1] ?? '';
    const longer = before.length === 1 ? [before + word] : [];
    return [...longer, word].flatMap((one) => [one, ...numberedParts(one)]);
  });
  return [...new Set(parts)].filter((part) => part.length > 1 && part !== name);
}

function numberedParts(word: string): string[] {
  const [, head = '', digits = '', tail = ''] = NUMBERED.exec(word) ?? [];
  if (digits !== '' && (head === '' || tail === '')) return [head, digits, tail];
  if (HEXADECIMAL.test(word)) return [];
  // `i18n` is no three words.
  if (head.length > 1 && tail.length > 1) return [head + digits, head, digits, tail];
  const [, name = '', number = ''] = NAME_AND_NUMBER.exec(word) ?? [];
  return [name, number];
}

/** Lengths at which commits are abbreviated. */
const ABBREVIATIONS = [7, 8, 9, 10, 11, 12];
/** A whole commit hash, SHA-1 or SHA-256. */
const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** What a commit hash in lower case is abbreviated to; empty for anything else. */
export function abbreviations(word: string): string[] {
  return HASH.test(word) ? ABBREVIATIONS.map((length) => word.slice(0, length)) : [];
}

/** A UUID, a day as ISO 8601 writes it, a number of a programming language in groups of three digits. */
const ALSO_UNCUT = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\d{4}-\d\d-\d\d|\d{1,3}(?:_\d{3})+)$/i;

/** What some names are written like without their separators: `20240115`, `1000000`; empty for others. */
export function uncut(name: string): string[] {
  return ALSO_UNCUT.test(name) ? [name.replace(/[-_]/g, '').toLowerCase()] : [];
}

const OPERATORS: ReadonlySet<string> = new Set(
  (
    '-> => <- <= >= == != === !== <=> && || ?? ??= ||= &&= += -= *= %= |= &= ^= := ::= |> <| << >> >>> <> ?: =~ !~ ' +
    '~= ~> --> >>= <$> <*>'
  ).split(' '),
);

/**
 * The operators of programming languages among signs of ASCII that stand between words. `afterWord`: a word ends where
 * they begin, and `really??` asks.
 */
export function operatorsIn(
  signs: string,
  afterWord: boolean,
): { readonly at: number; readonly sign: string }[] {
  const found: { at: number; sign: string }[] = [];
  for (const { 0: sign, index } of signs.matchAll(/[-+*%=<>!&|^~?:]+/g)) {
    if (!OPERATORS.has(sign) || (sign === '??' && afterWord && index === 0)) continue;
    found.push({ at: index, sign });
  }
  return found;
}
