/** Where the match of a sticky expression at `from` ends; undefined where it does not match. */
export function endOf(sticky: RegExp, text: string, from: number): number | undefined {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}
