import type { Hmac } from './types';

/** A stretch of text to be replaced, and the rule that found it. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

/** Stands where a private span was. It carries no hash: what was private leaves no trace. */
export const PRIVATE_MARK = '[REDACTED]';

/** Stands where an input was nested too deeply to be read. */
export const DEPTH_MARK = '[REDACTED:depth]';

const MARK = /\[REDACTED(?::[a-z][a-z0-9-]{0,39}(?::[0-9a-f]{8})?)?\]/g;

/** `[REDACTED:rule:8 hex]`: equal secrets get equal marks, and nothing can be computed from them without the key. */
export function secretMark(rule: string, secret: string, hmac: Hmac): string {
  return `[REDACTED:${rule}:${hmac(secret).slice(0, 8)}]`;
}

/** A text taken apart at the guard's own marks: `parts[0] marks[0] parts[1] marks[1] ... parts[n]`. */
export interface MarkedText {
  readonly parts: readonly string[];
  readonly marks: readonly string[];
}

export function splitAtMarks(text: string): MarkedText {
  if (!text.includes('[REDACTED')) return { parts: [text], marks: [] };
  const parts: string[] = [];
  const marks: string[] = [];
  let position = 0;
  for (const match of text.matchAll(MARK)) {
    parts.push(text.slice(position, match.index));
    marks.push(match[0]);
    position = match.index + match[0].length;
  }
  return { parts: [...parts, text.slice(position)], marks };
}

export function joinAtMarks({ parts, marks }: MarkedText): string {
  return parts.map((part, index) => part + (marks[index] ?? '')).join('');
}

/** Sorted by start, overlapping ones joined; of those joined the one listed first in `findings` names the rule. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const order = findings.map((finding, rank) => ({ ...finding, rank })).sort((a, b) => a.start - b.start);
  const merged: { start: number; end: number; rule: string; rank: number }[] = [];
  for (const next of order) {
    const last = merged.at(-1);
    if (!last || next.start >= last.end) {
      merged.push({ ...next });
      continue;
    }
    last.end = Math.max(last.end, next.end);
    if (next.rank < last.rank) {
      last.rank = next.rank;
      last.rule = next.rule;
    }
  }
  return merged;
}
