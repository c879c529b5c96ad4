/** `text` without the characters of `unwanted` at its end; linear, which a regular expression is not. */
export function trimEnd(text: string, unwanted: string): string {
  let end = text.length;
  while (end > 0 && unwanted.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
