import type { Reader, Row, Transaction } from '../store/types';
import { LIVE } from './memoryRow';

/** A stretch of an agent's work: what is saved in it belongs together in time. */
export interface SessionRow extends Row {
  readonly id: number;
  /** As the agent named it. */
  readonly session_id: string;
  /** Absolute path of the folder that was worked in. */
  readonly directory: string | null;
  readonly started_at: string;
  /** Once set, it stays. */
  readonly ended_at: string | null;
  readonly summary: string | null;
  readonly sequence: number;
}

/** A session, and what it was about: what its end said, else its newest summary among the memories. */
export interface SessionSummary {
  readonly session: SessionRow;
  readonly summary?: string;
}

const MANUAL = 'manual-save-';

/** The session of saves that name none: one for each project, stable. It never ends. */
export function manualSessionId(projectName: string): string {
  return `${MANUAL}${projectName}`;
}

/** Name of the project whose saves without a session have this id. */
export function projectOfManualSession(sessionId: string): string | undefined {
  return sessionId.startsWith(MANUAL) ? sessionId.slice(MANUAL.length) : undefined;
}

export function sessionById(db: Reader, sessionId: string): SessionRow | undefined {
  return db.query<SessionRow>('SELECT * FROM session WHERE session_id = ?', [sessionId])[0];
}

/** Starts the session unless it is known; an existing one stays as it is. */
export function ensureSession(
  tx: Transaction,
  sessionId: string,
  directory: string | undefined,
  now: string,
): SessionRow {
  const known = sessionById(tx, sessionId);
  if (known !== undefined) return known;
  const session = {
    session_id: sessionId,
    directory: directory ?? null,
    started_at: now,
    ended_at: null,
    summary: null,
    sequence: tx.sequence,
  };
  return { ...session, id: tx.put('session', session) };
}

/** Ended once, it stays ended since then. A summary replaces the one before; without one that stays. */
export function endSession(
  tx: Transaction,
  session: SessionRow,
  summary: string | undefined,
  now: string,
): SessionRow {
  const ended = { ...session, ended_at: session.ended_at ?? now, summary: summary ?? session.summary };
  tx.put('session', ended);
  return ended;
}

/** The sessions started last, newest first; the one of saves without a session only where it has a summary. */
export function lastSessions(db: Reader, limit: number, now: string): readonly SessionSummary[] {
  // Ordered by themselves: summaries may be long.
  const ids = db.query<Pick<SessionRow, 'id'>>(
    `SELECT id FROM session WHERE substr(session_id, 1, ${MANUAL.length}) <> '${MANUAL}' OR summary IS NOT NULL
       OR EXISTS (SELECT 1 FROM memory WHERE type = 'session_summary' AND memory.session_id = session.session_id
         AND ${LIVE})
     ORDER BY sequence DESC, id DESC LIMIT ?`,
    [now, limit],
  );
  return ids
    .flatMap(({ id }) => db.query<SessionRow>('SELECT * FROM session WHERE id = ?', [id]))
    .map((session) => {
      const summary = session.summary ?? summaryAmongMemories(db, session.session_id, now);
      return { session, ...(summary === undefined ? {} : { summary }) };
    });
}

/** The sessions started last that were ended with a summary, newest first. */
export function lastSummarised(db: Reader, limit: number): readonly (SessionRow & { summary: string })[] {
  return db.query<SessionRow & { summary: string }>(
    'SELECT * FROM session WHERE summary IS NOT NULL ORDER BY sequence DESC, id DESC LIMIT ?',
    [limit],
  );
}

function summaryAmongMemories(db: Reader, sessionId: string, now: string): string | undefined {
  return db.query<{ content: string }>(
    `SELECT content FROM memory WHERE type = 'session_summary' AND session_id = ? AND ${LIVE}
     ORDER BY sequence DESC, id DESC LIMIT 1`,
    [sessionId, now],
  )[0]?.content;
}

export function countSessions(db: Reader): number {
  return db.query<{ n: number }>('SELECT count(*) AS n FROM session')[0]?.n ?? 0;
}

/**
 * Sessions of another project, oldest first; those that are known here stay as they are. Two databases have no common
 * order, so each stands behind the last one here that was started before it.
 */
export function copySessions(tx: Transaction, sessions: readonly SessionRow[]): void {
  const here = tx.query<SessionRow>('SELECT * FROM session ORDER BY started_at, id');
  let [at, sequence] = [0, 0];
  for (const { id: _, ...session } of [...sessions].sort(byStart)) {
    for (let next = here[at]; next !== undefined && next.started_at <= session.started_at; next = here[++at])
      sequence = Math.max(sequence, next.sequence);
    if (sessionById(tx, session.session_id) === undefined) tx.put('session', { ...session, sequence });
  }
}

function byStart(a: SessionRow, b: SessionRow): number {
  return a.started_at < b.started_at ? -1 : a.started_at > b.started_at ? 1 : a.id - b.id;
}

/** What became of copied sessions at the other end, brought back to where they are from. */
export function updateSessions(tx: Transaction, copies: readonly SessionRow[]): void {
  for (const { session_id, ended_at, summary } of copies) {
    const here = sessionById(tx, session_id);
    if (here === undefined) continue;
    const merged = { ...here, ended_at: here.ended_at ?? ended_at, summary: summary ?? here.summary };
    if (merged.ended_at !== here.ended_at || merged.summary !== here.summary) tx.put('session', merged);
  }
}

/** Takes copies back: those that no memory and no prompt here belongs to. `projectName`: of this database. */
export function withdrawSessions(
  tx: Transaction,
  sessions: readonly SessionRow[],
  projectName: string,
): void {
  for (const { session_id } of sessions) {
    if (session_id === manualSessionId(projectName)) continue;
    const used = ['memory', 'prompt'].some(
      (table) => tx.query(`SELECT 1 FROM ${table} WHERE session_id = ? LIMIT 1`, [session_id]).length > 0,
    );
    const copy = used ? undefined : sessionById(tx, session_id);
    if (copy !== undefined) tx.delete('session', copy.id);
  }
}

/** Removes summaries that repeat one of the texts, from word to word; letter case and white space aside. */
export function purgeSummaries(tx: Transaction, texts: readonly string[]): void {
  const wanted = texts.map(plain).filter((text) => text !== '');
  for (const session of tx.query<SessionRow>('SELECT * FROM session WHERE summary IS NOT NULL')) {
    const summary = plain(session.summary ?? '');
    if (wanted.some((text) => repeats(summary, text))) tx.put('session', { ...session, summary: null });
  }
}

/** `5` is no part of `15`: a short text would take every summary with it. */
function repeats(summary: string, text: string): boolean {
  const inWord = /[\p{L}\p{M}\p{N}]/u;
  for (let at = summary.indexOf(text); at >= 0; at = summary.indexOf(text, at + 1)) {
    const [before = '', after = ''] = [summary[at - 1], summary[at + text.length]];
    const begins = !inWord.test(before) || !inWord.test(text.charAt(0));
    if (begins && (!inWord.test(after) || !inWord.test(text.charAt(text.length - 1)))) return true;
  }
  return false;
}

function plain(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
