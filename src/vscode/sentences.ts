/** Ends of a sentence, also of one whose last words are a title with an end of its own. */
const ENDED = /[.!?…。！？:]["'”»)]*$/u;

/** Puts sentences behind one another. One that others follow gets a full stop where it has no end of its own. */
export function sentences(...texts: readonly string[]): string {
  return texts.map((text, at) => (at === texts.length - 1 || ENDED.test(text) ? text : `${text}.`)).join(' ');
}
