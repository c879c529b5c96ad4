import type { Reader, Row, Transaction } from '../store/types';

export interface SessionRow extends Row {
  readonly id: number;
  readonly session_id: string;
  readonly directory: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly summary: string | null;
  readonly sequence: number;
}

/** The session of saves that name none: one for each project, stable. */
export function manualSessionId(projectName: string): string {
  return `manual-save-${projectName}`;
}

export function sessionExists(db: Reader, sessionId: string): boolean {
  return db.query('SELECT 1 FROM session WHERE session_id = ?', [sessionId]).length > 0;
}

/** Starts the session unless it is known; an existing one stays as it is. */
export function ensureSession(
  tx: Transaction,
  sessionId: string,
  directory: string | undefined,
  now: string,
): void {
  if (sessionExists(tx, sessionId)) return;
  tx.put('session', {
    session_id: sessionId,
    directory: directory ?? null,
    started_at: now,
    sequence: tx.sequence,
  });
}

/** Sessions of another project; those that are known here stay as they are. */
export function copySessions(tx: Transaction, sessions: readonly SessionRow[]): void {
  for (const { id: _, ...session } of sessions)
    if (!sessionExists(tx, session.session_id)) tx.put('session', { ...session, sequence: tx.sequence });
}

/** Takes copies back: those that no memory here belongs to. `projectName`: of this database. */
export function withdrawSessions(
  tx: Transaction,
  sessions: readonly SessionRow[],
  projectName: string,
): void {
  for (const { session_id } of sessions) {
    if (session_id === manualSessionId(projectName)) continue;
    if (tx.query('SELECT 1 FROM memory WHERE session_id = ? LIMIT 1', [session_id]).length > 0) continue;
    for (const { id } of tx.query<SessionRow>('SELECT * FROM session WHERE session_id = ?', [session_id]))
      tx.delete('session', id);
  }
}
