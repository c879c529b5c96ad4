import { REVIEW_MONTHS, type ReviewMonths } from './reviews';

/** What a person sets for every program that works on the store. */
export interface StoreSettings {
  readonly guard: {
    /** What becomes of a save in which a secret was seen: saved without it, or refused. */
    readonly secrets: 'redact' | 'refuse';
    /** What becomes of a save that gives orders to a later reader: refused, or the person is asked. */
    readonly poisoning: 'refuse' | 'ask';
  };
  /** Live memories at most, and tool calls that a process answers in any minute (0: any number). */
  readonly limits: {
    readonly workspace: number;
    readonly project: number;
    readonly user: number;
    readonly callsPerMinute: number;
  };
  readonly review: ReviewMonths;
  readonly context: {
    /** Size of an answer of mem_context, unless the call names one. */
    readonly maxBytes: number;
  };
  readonly search: {
    /** Whether nearness in meaning counts beside words. */
    readonly semantic: boolean;
  };
}

export const DEFAULT_SETTINGS: StoreSettings = {
  guard: { secrets: 'redact', poisoning: 'refuse' },
  limits: { workspace: 50_000, project: 100_000, user: 1_000_000, callsPerMinute: 600 },
  review: REVIEW_MONTHS,
  context: { maxBytes: 8_192 },
  search: { semantic: true },
};

/** What a setting may be: yes or no, one of some words, or a whole number of a range. */
export type SettingRule =
  'boolean' | { readonly words: readonly string[] } | { readonly least: number; readonly most: number };

const MEMORIES = { least: 1, most: 1_000_000_000 };
const MONTHS = { least: 1, most: 1_200 };

/** By section and name, as they stand in the file. */
export const settingRules: Readonly<Record<keyof StoreSettings, Readonly<Record<string, SettingRule>>>> = {
  guard: { secrets: { words: ['redact', 'refuse'] }, poisoning: { words: ['refuse', 'ask'] } },
  limits: {
    workspace: MEMORIES,
    project: MEMORIES,
    user: MEMORIES,
    callsPerMinute: { least: 0, most: 1_000_000 },
  },
  review: { decision: MONTHS, policy: MONTHS, preference: MONTHS },
  context: { maxBytes: { least: 1_024, most: 65_536 } },
  search: { semantic: 'boolean' },
};

export interface ReadSettings {
  readonly settings: StoreSettings;
  /** One for each value that is not what it may be; its default stands in its place. No value is quoted. */
  readonly problems: readonly string[];
}

/** Reads parsed JSON. What is left out has its default; what is not known here belongs to a newer program. */
export function readSettings(json: unknown): ReadSettings {
  if (!isObject(json)) return { settings: DEFAULT_SETTINGS, problems: ['it holds no object'] };
  const problems: string[] = [];
  const settings: Record<string, Record<string, unknown>> = {};
  for (const [section, rules] of Object.entries(settingRules)) {
    const values: Record<string, unknown> = { ...DEFAULT_SETTINGS[section as keyof StoreSettings] };
    settings[section] = values;
    const given = json[section];
    if (given === undefined) continue;
    if (!isObject(given)) {
      problems.push(`${section} must be an object`);
      continue;
    }
    for (const [name, rule] of Object.entries(rules)) {
      const value = given[name];
      if (value === undefined) continue;
      if (isAllowed(value, rule)) values[name] = value;
      else problems.push(`${section}.${name} must be ${allowed(rule)}`);
    }
  }
  return { settings: settings as unknown as StoreSettings, problems };
}

function isAllowed(value: unknown, rule: SettingRule): boolean {
  if (rule === 'boolean') return typeof value === 'boolean';
  if ('words' in rule) return rule.words.some((word) => word === value);
  return typeof value === 'number' && Number.isInteger(value) && value >= rule.least && value <= rule.most;
}

function allowed(rule: SettingRule): string {
  if (rule === 'boolean') return 'true or false';
  return 'words' in rule
    ? `one of: ${rule.words.join(', ')}`
    : `a whole number from ${rule.least} to ${rule.most}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
