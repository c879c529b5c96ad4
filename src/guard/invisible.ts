/** Control characters that are no white space (ECMA-48: C0 without tab and line breaks, DEL, C1). */
export const CONTROLS = '\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u009F';

/** Characters that take no room: controls, soft hyphen, zero-width and direction marks, word joiners, BOM. */
export const INVISIBLE = `${CONTROLS}\\u00AD\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF`;

export const ANY_INVISIBLE = new RegExp(`[${INVISIBLE}]`);
export const INVISIBLE_RUN = new RegExp(`[${INVISIBLE}]+`, 'g');
