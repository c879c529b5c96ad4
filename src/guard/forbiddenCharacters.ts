const BIDI_CONTROL = /[\u202A-\u202E]/;
const ISOLATE = /[\u2066-\u2069]/g;
const TAG = /[\u{E0000}-\u{E007F}]/u;
/** Flags of regions: a black flag, tag letters, the end tag. */
const TAG_SEQUENCE = /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}/gu;
const ZERO_WIDTH_RUN = /[\u200B-\u200F\u2060-\u2064\uFEFF]{3}/;
const SELECTOR_RUN = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{3}/u;

/** What characters are called that hide or reorder text. */
export const FORBIDDEN = {
  overrides: 'characters that reorder text (bidirectional overrides)',
  isolates: 'characters that reorder text (unbalanced isolates)',
  tags: 'invisible tag characters',
  zeroWidth: 'a run of zero-width characters',
  selectors: 'a run of variation selectors',
} as const;

/** Names the characters that hide or reorder text, or undefined. Nothing that people type needs them. */
export function hasForbiddenCharacters(text: string): string | undefined {
  if (BIDI_CONTROL.test(text)) return FORBIDDEN.overrides;
  if (!areIsolatesBalanced(text)) return FORBIDDEN.isolates;
  if (TAG.test(text) && TAG.test(text.replace(TAG_SEQUENCE, ''))) return FORBIDDEN.tags;
  if (ZERO_WIDTH_RUN.test(text)) return FORBIDDEN.zeroWidth;
  if (SELECTOR_RUN.test(text)) return FORBIDDEN.selectors;
  return undefined;
}

function areIsolatesBalanced(text: string): boolean {
  let depth = 0;
  for (const [character] of text.matchAll(ISOLATE)) {
    depth += character === '\u2069' ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
