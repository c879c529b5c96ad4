import { INVISIBLE } from './invisible';
import { PRIVATE_MARK } from './marks';
import { endOf } from './sticky';

const LESS = String.raw`(?:<|\uFF1C|&(?:amp;)?(?:lt|#0{0,6}60|#x0{0,6}3c);?|\\u003c|\\x3c|%(?:25)?3c)`;
const GREATER = String.raw`(?:>|\uFF1E|&(?:amp;)?(?:gt|#0{0,6}62|#x0{0,6}3e);?|\\u003e|\\x3e|%(?:25)?3e)`;
const SLASH = String.raw`(?:\\?/|\uFF0F|&(?:amp;)?(?:#0{0,6}47|#x0{0,6}2f|sol);?|%(?:25)?2f)`;
const GAP = String.raw`[\s${INVISIBLE}]{0,64}`;
/** An input method for Chinese or Japanese writes the letters in full width, too. */
const NAME = ['[p\uFF50]', '[r\uFF52]', '[i\uFF49]', '[v\uFF56]', '[a\uFF41]', '[t\uFF54]', '[e\uFF45]'].join(
  `[${INVISIBLE}]{0,8}`,
);
/** Punctuation after the name is a slip of the pen, where the tag ends with it. */
const SLIP = String.raw`[.,;!?|*)\]}#]{1,8}(?=${GREATER})`;

/** `<private`, `</ PRIVATE`, `&lt;private`: group 1 is the slash. What follows the name must not continue it. */
const TAG = new RegExp(
  String.raw`${LESS}${GAP}(?:(${SLASH})${GAP})?${NAME}(?=$|[\s${INVISIBLE}>/"'=&\\%:\uFF1E\uFF0F]|${SLIP})`,
  'giu',
);
const ATTRIBUTES = new RegExp(
  String.raw`(?:\s{1,64}[\w:-]{1,64}(?:=(?:"[^"]{0,400}"|'[^']{0,400}'|[^\s"'<>]{0,400}))?){0,20}\s{0,64}/?${GREATER}`,
  'iuy',
);
const END_OF_CLOSING = new RegExp(String.raw`[^<>]{0,200}?${GREATER}`, 'iuy');

const MENTIONS = new RegExp(NAME, 'i');

/** Taking stray end tags out can join two halves of a tag; texts that play with that are cut off. */
const MAX_ROUNDS = 4;

/**
 * `<private>...</private>` becomes `[REDACTED]`: any case, attributes, spaces, nested, HTML-, URL- or
 * JSON-escaped. An opening without an end removes to the end of the text; a stray end tag is dropped.
 */
export function removePrivateSpans(text: string): string {
  if (!MENTIONS.test(text)) return text;
  let current = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = removeOnce(current);
    if (next === current) return current;
    current = next;
  }
  const first = [...current.matchAll(TAG)].at(0);
  return first ? current.slice(0, first.index) + PRIVATE_MARK : current;
}

function removeOnce(text: string): string {
  let result = '';
  let kept = 0;
  let depth = 0;
  TAG.lastIndex = 0;
  for (let match = TAG.exec(text); match; match = TAG.exec(text)) {
    const afterName = TAG.lastIndex;
    if (match[1] === undefined) {
      if (depth === 0) result += text.slice(kept, match.index) + PRIVATE_MARK;
      depth++;
      TAG.lastIndex = endOf(ATTRIBUTES, text, afterName) ?? afterName;
      continue;
    }
    const end = endOf(END_OF_CLOSING, text, afterName);
    if (end === undefined) continue;
    TAG.lastIndex = end;
    if (depth === 0) result += text.slice(kept, match.index);
    else depth--;
    kept = end;
  }
  return depth > 0 ? result : result + text.slice(kept);
}
