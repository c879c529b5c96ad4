import * as z from 'zod';
import { invalidParams, type Failed } from './toolFailure';
import { byteLength } from './views';

/** Accepted by every tool that writes. */
export const projectParameters = {
  project: z
    .string()
    .optional()
    .describe('Project that owns the memory: the one that is open (default) or another known one.'),
  recovery_token: z
    .string()
    .optional()
    .describe('Token from an ambiguous_project error; only together with project_choice_reason.'),
  project_choice_reason: z
    .string()
    .optional()
    .describe(
      'user_selected_after_ambiguous_project, and only after the user picked one of the offered projects.',
    ),
};

export const projectOutputs = {
  project: z.string().optional(),
  project_source: z.string().optional(),
  project_path: z.string().optional(),
};

/** Whole number in range; models send 3.0 and "3" too. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, Math.round(value)));
}

export function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/** Characters of a label: answers quote it whole, and must stay small. */
export const LABEL_LENGTH = 256;
/** Characters of a path, an address or a provenance. */
export const SOURCE_LENGTH = 1_024;

/** The first parameter that is longer than its limit in code points. Nothing is ever cut. */
export function tooLong(
  call: Readonly<Record<string, unknown>>,
  limits: Readonly<Record<string, number>>,
): Failed | undefined {
  for (const [name, limit] of Object.entries(limits)) {
    const text = call[name];
    if (typeof text !== 'string' || codePoints(text) <= limit) continue;
    return invalidParams(
      `${name} has ${codePoints(text)} characters; at most ${limit} are allowed. Nothing was saved: put longer text into the memory itself.`,
    );
  }
  return undefined;
}

const QUERY_BYTES = 8_192;

/** Why a query is not searched for. */
export function queryFault(query: string): string | undefined {
  const bytes = byteLength(query);
  return bytes <= QUERY_BYTES
    ? undefined
    : `query has ${bytes} bytes; at most 8,192 are searched: use the words that matter`;
}

/** A name as it is stored and looked up: trimmed, and composed, since macOS and Linux spell accents differently. */
export function nameForm(name: string): string {
  return name.trim().normalize('NFC');
}

/** Undefined for absent and for blank. */
export function nonBlank(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** Sentences of one hint; undefined when there is nothing to say. */
export function joinHints(hints: readonly (string | undefined)[]): { readonly hint?: string } {
  const said = hints.filter((hint) => hint !== undefined && hint !== '');
  return said.length === 0 ? {} : { hint: said.join(' ') };
}

export function redactedHint(rules: readonly string[]): string | undefined {
  return rules.length === 0
    ? undefined
    : `Removed before saving: ${rules.join(', ')}. Record where a secret lives, not what it is.`;
}
