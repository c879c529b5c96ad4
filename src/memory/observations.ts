import type { Transaction } from '../store/types';
import { bodyHash, insertMemory, replaceMemory, reviseMemory, type MemoryRow } from './memoryRow';
import { minutesEarlier } from './timestamp';
import type { ObservationInput, SaveStatus } from './types';

/** Within this time the same text again is a slip of the agent, not news. */
const DUPLICATE_WINDOW_MINUTES = 15;

/** Characters of a text that is the same memory under any title. */
const SELF_CONTAINED_LENGTH = 40;

/** The eight types a filter finds. */
export const observationTypes = [
  'bugfix',
  'decision',
  'policy',
  'architecture',
  'discovery',
  'pattern',
  'config',
  'preference',
] as const;

const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  bugfix: ['bug', 'fix', 'hotfix', 'incident', 'regression'],
  architecture: ['design', 'adr', 'refactor'],
  discovery: ['learning', 'research', 'investigation', 'root_cause', 'root-cause', 'passive', 'manual'],
  pattern: ['convention', 'guideline', 'rule'],
  config: ['setup', 'infra', 'infrastructure', 'ci', 'configuration'],
  preference: ['feedback', 'user', 'preferences'],
};

const TYPE_BY_WORD = new Map<string, string>([
  ...observationTypes.map((type): [string, string] => [type, type]),
  ...Object.entries(SYNONYMS).flatMap(([type, words]) => words.map((word): [string, string] => [word, type])),
]);

/** Synonyms become one of the eight; any other word is kept, trimmed and lower-cased. The same for a filter. */
export function foldType(word: string): { readonly type: string; readonly known: boolean } {
  const normal = word.trim().toLowerCase();
  const type = TYPE_BY_WORD.get(normal);
  return type === undefined ? { type: normal, known: normal === 'session_summary' } : { type, known: true };
}

/**
 * Lower case, accents folded to their base letter; within each `/` segment only letters of any script, digits
 * and dots, every other run a `-`. Empty when nothing is left.
 */
export function topicKey(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .split('/')
    .map((segment) => segment.replace(/[^\p{L}\p{M}\p{N}.]+/gu, '-').replace(/^-+|-+$/gu, ''))
    .filter((segment) => segment !== '')
    .join('/');
}

export interface ObservationSaved {
  readonly status: SaveStatus;
  readonly row: MemoryRow;
}

/** `recalled`: whether this process has shown the memory to an agent. `now` and `date` are the same moment. */
export function saveObservation(
  tx: Transaction,
  input: ObservationInput,
  recalled: (uuid: string) => boolean,
  now: string,
  date: Date,
): ObservationSaved {
  const duplicate = findDuplicate(tx, input, recalled, date);
  if (duplicate !== undefined) {
    const row = replaceMemory(tx, duplicate, { duplicate_count: duplicate.duplicate_count + 1 });
    return { status: 'deduplicated', row };
  }
  const text = {
    title: input.title,
    content: input.content,
    type: input.type,
    tool_name: input.toolName ?? null,
    session_id: input.sessionId ?? null,
    prompt_id: input.promptId ?? null,
    source_id: input.sourceId ?? null,
    source_hash_taken: input.sourceHashTaken ?? null,
    saved_by: input.savedBy,
  };
  const [evolving] =
    input.topicKey === undefined
      ? []
      : tx.query<MemoryRow>(
          `SELECT * FROM memory WHERE kind = 'observation' AND key = ? AND scope = ? AND deleted_at IS NULL
           ORDER BY sequence DESC, id DESC LIMIT 1`,
          [input.topicKey, input.scope],
        );
  if (evolving !== undefined) {
    return { status: 'revised', row: reviseMemory(tx, evolving, text, input.savedBy, now) };
  }
  const row = insertMemory(
    tx,
    { kind: 'observation', scope: input.scope, key: input.topicKey ?? null, ...text },
    now,
  );
  return { status: 'inserted', row };
}

/** The live memory that says this already: saved again within minutes, or shown to the agent that now saves it. */
function findDuplicate(
  tx: Transaction,
  input: ObservationInput,
  recalled: (uuid: string) => boolean,
  date: Date,
): MemoryRow | undefined {
  const same = tx.query<MemoryRow>(
    `SELECT * FROM memory WHERE body_hash = ? AND kind <> 'fact' AND deleted_at IS NULL
     ORDER BY sequence DESC, id DESC`,
    [bodyHash(input.content)],
  );
  const since = minutesEarlier(date, DUPLICATE_WINDOW_MINUTES);
  const title = bodyHash(input.title);
  return same.find((row) => {
    // A save under another topic_key is about another topic, whatever its text.
    if (input.topicKey !== undefined && input.topicKey !== row.key) return false;
    const isSameSave =
      row.kind === 'observation' &&
      row.type === input.type &&
      row.scope === input.scope &&
      bodyHash(row.title ?? '') === title;
    if (isSameSave) return row.updated_at >= since || recalled(row.uuid);
    return recalled(row.uuid) && speaksForItself(input.content) && namesNothingElse(input.title, row);
  });
}

/** `5432` or `Done.` means something under its title alone. */
function speaksForItself(content: string): boolean {
  return content.trim().length >= SELF_CONTAINED_LENGTH;
}

/** Whether every number and every name in the title is in the memory too: else it is about something else. */
function namesNothingElse(title: string, { title: other, content }: MemoryRow): boolean {
  const known = `${other ?? ''} ${content}`.toLowerCase();
  const words = title.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}._/-]*/gu) ?? [];
  return words
    .filter((word, at) => /\p{N}/u.test(word) || /.\p{Lu}/u.test(word) || (at > 0 && /^\p{Lu}/u.test(word)))
    .every((word) => known.includes(word.toLowerCase()));
}
