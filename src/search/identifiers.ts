/** Separators that join words into one name, weightiest first: `://`, `::`, `:`, `@`; `/`, `\`; `.`; `_`, `-`. */
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
]);

export function isCompoundSeparator(gap: string): boolean {
  return SEPARATORS.has(gap);
}

/** How weightily a separator cuts: the path before its file name, the file name before its words. */
export function separatorRank(gap: string): number {
  return SEPARATORS.get(gap) ?? 0;
}

/** Before a capital that begins a word, and between letters and digits that meet once; `3f2a9bc1` is no name of several words. */
const BOUNDARY =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu}|\p{N})(?=\p{Lu}\p{Ll})|(?<=^[\p{L}\p{M}]+)(?=\p{N}+$)|(?<=^\p{N}+)(?=\p{L}+$)/u;
const PLURAL_ACRONYM = /^\p{Lu}{2,}s$/u;
const CUTTABLE = /\p{Lu}.|\p{N}/u;

/** No name is longer; what is, is data, and finding its bounds would take time that grows with its square. */
const MAX_NAME_LENGTH = 256;

/**
 * The words of a camelCase, PascalCase or lettered-and-numbered name, in order and as written. Single characters are
 * no words of a name, so `v2` and `x86` keep only what is longer. Empty when the name is one word.
 */
export function identifierParts(name: string): string[] {
  if (name.length > MAX_NAME_LENGTH) return [];
  if (!CUTTABLE.test(name) || PLURAL_ACRONYM.test(name)) return [];
  const parts = name.split(BOUNDARY);
  if (parts.length < 2) return [];
  return parts.filter((part) => part.length > 1);
}
