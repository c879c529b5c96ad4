/** Control characters that are no white space (ECMA-48: C0 without tab and line breaks, DEL, C1). */
export const CONTROLS = '\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u009F';

/** Characters that take no room: controls, soft hyphen, zero-width and direction marks, word joiners, BOM. */
export const INVISIBLE = `${CONTROLS}\\u00AD\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF`;

const ANY_INVISIBLE = new RegExp(`[${INVISIBLE}]`);

/** A text without its invisible characters, and for each place in it the place in the original. */
export interface VisibleText {
  readonly text: string;
  /** Offset in the original of offset `index` in `text`; for `text.length`, the original's length. */
  originalOffset(index: number): number;
}

export function hasInvisible(text: string): boolean {
  return ANY_INVISIBLE.test(text);
}

export function visibleText(original: string): VisibleText {
  const offsets: number[] = [];
  let text = '';
  for (let index = 0; index < original.length; index++) {
    const unit = original.charAt(index);
    if (ANY_INVISIBLE.test(unit)) continue;
    text += unit;
    offsets.push(index);
  }
  return { text, originalOffset: (index) => offsets[index] ?? original.length };
}
