import { CONTROLS } from './invisible';

/** Zero-width characters without meaning between letters or digits of these scripts. */
const BETWEEN_LETTERS =
  /(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}])[\u200B-\u200D\u2060\uFEFF]+(?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}])/gu;
const ZERO_WIDTH = /[\u200B-\u200D\u2060\uFEFF]/;
const CONTROL = new RegExp(`[${CONTROLS}]+`, 'g');

/**
 * The form in which text is stored and looked up: well-formed UTF-16 (a lone surrogate becomes U+FFFD), without
 * control characters (a vertical tab or form feed becomes a line break), and no zero-width characters between letters or
 * digits of Latin, Cyrillic and Greek. ZWNJ and ZWJ stay in the scripts and emoji that use them.
 */
export function cleanText(text: string): string {
  const printable = text
    .toWellFormed()
    .replace(/[\v\f]/g, '\n')
    .replace(CONTROL, '');
  return ZERO_WIDTH.test(printable) ? printable.replace(BETWEEN_LETTERS, '') : printable;
}
