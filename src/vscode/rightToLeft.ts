/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A label that stands in one line with other words. What is written from right to left would take the number behind it
 * along: it is isolated (Unicode Standard Annex #9, FSI and PDI).
 */
export function isolated(label: string): string {
  return RIGHT_TO_LEFT.test(label) ? `\u2068${label}\u2069` : label;
}
