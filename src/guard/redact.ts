import { isSecretUnderName } from './assignments';
import { ANY_INVISIBLE, INVISIBLE_RUN } from './invisible';
import { DEPTH_MARK, joinAtMarks, secretMark, splitAtMarks, type Finding, type MarkedText } from './marks';
import { removePrivateSpans } from './privateSpans';
import { RewrittenText } from './rewrittenText';
import { findSecrets } from './secrets';
import type { Hmac, Redaction } from './types';

/** Objects and arrays within one another; what lies deeper is replaced by `[REDACTED:depth]`. */
const MAX_DEPTH = 64;

/**
 * What is left after a secret was taken out can read as another one. A text that still does so after this many
 * rounds is taken out whole.
 */
const MAX_ROUNDS = 5;

/**
 * Removes private spans (`[REDACTED]`, rule `private`), then secrets (`[REDACTED:rule:8 hex]`). Marks are never
 * looked into again: redacting a redacted text changes nothing.
 */
export function redactText(text: string, hmac: Hmac): Redaction<string> {
  const rules = new Set<string>();
  const value = redactInto(text, remembering(hmac), rules);
  return { value, rules: [...rules].sort() };
}

/**
 * `redactText` for every string and every key of a parsed JSON value, at any depth up to 64. A string under a
 * name such as `password` is a secret by its name. Keys that become equal are told apart by ` (2)`, ` (3)`.
 */
export function redactDeep<T>(input: T, hmac: Hmac): Redaction<T> {
  const rules = new Set<string>();
  const value = redactValue(input, remembering(hmac), rules, 0) as T;
  return { value: rules.size === 0 ? input : value, rules: [...rules].sort() };
}

/** For one input: a text may hold one secret ten thousand times. */
function remembering(hmac: Hmac): Hmac {
  const known = new Map<string, string>();
  return (text) => {
    const digest = known.get(text) ?? hmac(text);
    known.set(text, digest);
    return digest;
  };
}

function redactValue(input: unknown, hmac: Hmac, rules: Set<string>, depth: number): unknown {
  if (typeof input === 'string') return redactInto(input, hmac, rules);
  if (typeof input !== 'object' || input === null) return input;
  if (depth >= MAX_DEPTH) {
    rules.add('depth');
    return DEPTH_MARK;
  }
  if (Array.isArray(input)) return input.map((item: unknown) => redactValue(item, hmac, rules, depth + 1));
  const entries = new Map<string, unknown>();
  for (const [name, item] of Object.entries(input)) {
    entries.set(
      freeName(redactInto(name, hmac, rules), entries),
      typeof item === 'string'
        ? redactNamed(name, item, hmac, rules)
        : redactValue(item, hmac, rules, depth + 1),
    );
  }
  return Object.fromEntries(entries);
}

function redactNamed(name: string, text: string, hmac: Hmac, rules: Set<string>): string {
  const redacted = redactInto(text, hmac, rules);
  // What is left may be a secret still: a stray tag of a private span was all that went.
  if (!isSecretUnderName(name, redacted)) return redacted;
  rules.add('named-secret');
  return secretMark('named-secret', redacted, hmac);
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} (${n})`;
  return free;
}

function redactInto(text: string, hmac: Hmac, rules: Set<string>): string {
  const open = removePrivateSpans(text);
  if (open !== text) rules.add('private');
  let current = splitAtMarks(open);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // A line break stands for each mark: of secrets only a token that was broken in two reaches across one.
    const findings = findVisibly(current.parts.join('\n'));
    const next = takeOut(findings, current, hmac, rules);
    if (next.marks.length === current.marks.length) return round === 0 ? open : joinAtMarks(current);
    current = next;
  }
  rules.add('nested-secrets');
  return secretMark('nested-secrets', open, hmac);
}

/** `findings` are places in the parts joined by one character; what of them is a mark already stays. */
function takeOut(
  findings: readonly Finding[],
  { parts, marks }: MarkedText,
  hmac: Hmac,
  rules: Set<string>,
): MarkedText {
  if (findings.length === 0) return { parts, marks };
  const nextParts: string[] = [];
  const nextMarks: string[] = [];
  let first = 0;
  let offset = 0;
  parts.forEach((part, index) => {
    let position = 0;
    while ((findings[first]?.end ?? Infinity) <= offset) first++;
    for (let at = first; at < findings.length; at++) {
      const { start, end, rule } = findings[at] as Finding;
      if (start >= offset + part.length) break;
      const from = Math.max(start - offset, 0);
      const to = Math.min(end - offset, part.length);
      rules.add(rule);
      nextParts.push(part.slice(position, from));
      nextMarks.push(secretMark(rule, part.slice(from, to), hmac));
      position = to;
    }
    nextParts.push(part.slice(position));
    const mark = marks[index];
    if (mark !== undefined) nextMarks.push(mark);
    offset += part.length + 1;
  });
  return { parts: nextParts, marks: nextMarks };
}

/** Invisible characters inside a secret do not hide it. */
function findVisibly(part: string): Finding[] {
  if (!ANY_INVISIBLE.test(part)) return findSecrets(part);
  const visible = new RewrittenText(part, INVISIBLE_RUN, () => '');
  return findSecrets(visible.text).map((found) => visible.inOriginal(found));
}
