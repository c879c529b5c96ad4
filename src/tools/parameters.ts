import * as z from 'zod';

/** Accepted by every tool that writes. */
export const projectParameters = {
  project: z
    .string()
    .optional()
    .describe(
      'Project that owns the memory. Leave out for the project that is open; accepted only when it is that one or one the store already knows.',
    ),
  recovery_token: z
    .string()
    .optional()
    .describe('Token from an ambiguous_project error; only together with project_choice_reason.'),
  project_choice_reason: z
    .string()
    .optional()
    .describe(
      'Must be user_selected_after_ambiguous_project, and only after the user picked one of the offered projects.',
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
