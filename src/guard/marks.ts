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
  const ranks = findings.map((_, rank) => rank);
  ranks.sort((a, b) => startOf(findings, a) - startOf(findings, b));
  const merged: Finding[] = [];
  let last: Finding | undefined;
  let lastRank = 0;
  for (const rank of ranks) {
    const next = findings[rank] as Finding;
    if (last === undefined || next.start >= last.end) {
      last = next;
      lastRank = rank;
      merged.push(next);
      continue;
    }
    const { rule } = rank < lastRank ? next : last;
    last = { start: last.start, end: Math.max(last.end, next.end), rule };
    lastRank = Math.min(lastRank, rank);
    merged[merged.length - 1] = last;
  }
  return merged;
}

function startOf(findings: readonly Finding[], rank: number): number {
  return findings[rank]?.start ?? 0;
}
