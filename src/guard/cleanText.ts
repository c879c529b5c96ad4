/** Zero-width characters without meaning between letters or digits of these scripts. */
const BETWEEN_LETTERS =
  /(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}])[\u200B-\u200D\u2060\uFEFF]+(?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}])/gu;
const ZERO_WIDTH = /[\u200B-\u200D\u2060\uFEFF]/;

/**
 * The form in which text is stored and looked up: well-formed UTF-16 (a lone surrogate becomes U+FFFD), and no
 * zero-width characters between letters or digits of Latin, Cyrillic and Greek. ZWNJ and ZWJ stay in the scripts
 * and emoji that use them.
 */
export function cleanText(text: string): string {
  const wellFormed = text.toWellFormed();
  return ZERO_WIDTH.test(wellFormed) ? wellFormed.replace(BETWEEN_LETTERS, '') : wellFormed;
}
