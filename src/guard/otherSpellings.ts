import { RewrittenText } from './rewrittenText';

/** `%5F`, `\u005f`, `\x5f`, `&#95;`, a full-width letter: one printable ASCII character, written otherwise. */
const ESCAPE =
  /%(?:25)?([2-7][0-9a-f])|\\u00([2-7][0-9a-f])|\\x([2-7][0-9a-f])|&#x([2-7][0-9a-f]);|&#(\d{2,3});|([\uFF0D\uFF10-\uFF19\uFF21-\uFF3A\uFF3F\uFF41-\uFF5A])/gi;
const ANY_ESCAPE = /%[2-7]|\\[ux][0-7]|&#|[\uFF0D\uFF10-\uFF5A]/;

/**
 * Where one word was broken: a line break, also escaped or before an indent, and quotes that are closed and opened
 * again with `+`, `.` or nothing between them.
 */
const BREAK =
  /["'`]?[ \t]{0,8}[+.\\]?[ \t]{0,8}\r?\n[ \t>|+.]{0,40}["'`]?|["'`][ \t]{0,4}[+.]?[ \t]{0,4}["'`]/g;

/** Distance of a full-width character from its ASCII one (Unicode block FF00). */
const FULL_WIDTH = 0xfee0;

/** Undefined for a text without escapes. */
export function unescaped(text: string): RewrittenText | undefined {
  if (!ANY_ESCAPE.test(text)) return undefined;
  return new RewrittenText(text, ESCAPE, ([, percent, unicode, hex, hexEntity, entity, wide]) => {
    if (wide !== undefined) return String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH);
    const digits = percent ?? unicode ?? hex ?? hexEntity;
    const code = digits === undefined ? Number(entity) : Number.parseInt(digits, 16);
    return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;
  });
}

/** The text with words put together that were broken over lines or strings. */
export function putTogether(text: string): RewrittenText {
  return new RewrittenText(text, BREAK, () => '');
}
