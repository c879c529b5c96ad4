import type { Reader, Transaction } from '../store/types';

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
