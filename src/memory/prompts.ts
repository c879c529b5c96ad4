import { randomUUID } from 'node:crypto';
import type { Reader, Row, Transaction } from '../store/types';
import { bodyHash } from './memoryRow';
import { isoMicroseconds, minutesEarlier } from './timestamp';

/** What a person asked of an agent, as the table `prompt` holds it. Never changed once it is there. */
export interface PromptRow extends Row {
  readonly id: number;
  readonly uuid: string;
  readonly session_id: string;
  readonly content: string;
  /** As of a memory: equal for texts that say the same. */
  readonly body_hash: string;
  readonly saved_by: string;
  readonly created_at: string;
  readonly sequence: number;
}

/** A prompt as whoever reads a memory that answers it sees it. */
export interface Prompt {
  readonly id: string;
  readonly sessionId: string;
  readonly content: string;
  readonly createdAt: string;
}

/** The same text again this soon was sent once: an agent and a hook may both record it. */
const SAME_PROMPT_MS = 2_000;

/** A save without a session answers the project's last prompt, if that is no older. */
const RECENT_MINUTES = 30;

/** `date` and `now` are the same moment. */
export function recordPrompt(
  tx: Transaction,
  prompt: { readonly sessionId: string; readonly content: string; readonly savedBy: string },
  now: string,
  date: Date,
): PromptRow {
  const hash = bodyHash(prompt.content);
  // Whichever of two clocks is ahead.
  const [from, to] = [-SAME_PROMPT_MS, SAME_PROMPT_MS].map((ms) =>
    isoMicroseconds(new Date(date.getTime() + ms)),
  );
  const [same] = tx.query<PromptRow>(
    `SELECT * FROM prompt WHERE created_at BETWEEN ? AND ? AND session_id = ? AND body_hash = ?
     ORDER BY sequence DESC, id DESC LIMIT 1`,
    [from ?? now, to ?? now, prompt.sessionId, hash],
  );
  if (same !== undefined) return same;
  const row = {
    uuid: randomUUID(),
    session_id: prompt.sessionId,
    content: prompt.content,
    body_hash: hash,
    saved_by: prompt.savedBy,
    created_at: now,
    sequence: tx.sequence,
  };
  return { ...row, id: tx.put('prompt', row) };
}

/**
 * Which prompt a memory answers: the one this process recorded last for the project and session, else the session's
 * last; else, when the save names no session, the project's last of the past half hour. Answers its UUID.
 */
export function promptToLink(
  db: Reader,
  save: {
    /** What this process recorded last for the project and session. */
    readonly recorded: string | undefined;
    readonly sessionId: string;
    /** Whether the save names its session. */
    readonly given: boolean;
  },
  date: Date,
): string | undefined {
  // It may be deleted for good by now.
  const own = save.recorded === undefined ? undefined : promptByUuid(db, save.recorded);
  if (own !== undefined) return own.uuid;
  const [ofSession] = db.query<PromptRow>(
    'SELECT * FROM prompt WHERE session_id = ? ORDER BY sequence DESC, id DESC LIMIT 1',
    [save.sessionId],
  );
  if (ofSession !== undefined || save.given) return ofSession?.uuid;
  const [last] = lastPrompts(db, 1);
  return last !== undefined && last.created_at >= minutesEarlier(date, RECENT_MINUTES)
    ? last.uuid
    : undefined;
}

export function promptByUuid(db: Reader, uuid: string): PromptRow | undefined {
  return db.query<PromptRow>('SELECT * FROM prompt WHERE uuid = ?', [uuid])[0];
}

/** Newest first. */
export function lastPrompts(db: Reader, limit: number): readonly PromptRow[] {
  return db.query<PromptRow>('SELECT * FROM prompt ORDER BY sequence DESC, id DESC LIMIT ?', [limit]);
}

export function countPrompts(db: Reader): number {
  return db.query<{ n: number }>('SELECT count(*) AS n FROM prompt')[0]?.n ?? 0;
}

export function promptOf({ uuid, session_id, content, created_at }: PromptRow): Prompt {
  return { id: uuid, sessionId: session_id, content, createdAt: created_at };
}

/** The prompt that a memory answers; none once it was deleted for good. */
export function linkedPrompt(db: Reader, id: string | undefined): Prompt | undefined {
  const row = id === undefined ? undefined : promptByUuid(db, id);
  return row && promptOf(row);
}

/** Places that are remembered: more than one process meets. */
const CAPACITY = 1_000;

/** The prompts that this process recorded last, by project and session. */
export class RecordedPrompts {
  readonly #last = new Map<string, string>();

  note(projectId: string, sessionId: string, uuid: string): void {
    const place = placeOf(projectId, sessionId);
    this.#last.delete(place);
    this.#last.set(place, uuid);
    for (const oldest of this.#last.keys()) {
      if (this.#last.size <= CAPACITY) return;
      this.#last.delete(oldest);
    }
  }

  lastOf(projectId: string, sessionId: string): string | undefined {
    return this.#last.get(placeOf(projectId, sessionId));
  }
}

function placeOf(projectId: string, sessionId: string): string {
  return JSON.stringify([projectId, sessionId]);
}
