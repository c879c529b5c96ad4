import type { Reader, Transaction } from '../store/types';
import { rowById, rowByUuid } from './catalogLookup';
import type { ProjectRow } from './catalogSchema';

/** Which project a session belongs to, so that a call that names the session need not open every database. */
interface SessionPlaceRow {
  readonly id: number;
  readonly session_id: string;
  /** Row id of the project that it was started in. */
  readonly project: number;
}

/** The project itself, or the one that it became part of. Undefined for a session of a forgotten one, too. */
export function projectOfSession(db: Reader, sessionId: string): ProjectRow | undefined {
  const place = placeOf(db, sessionId);
  return place && rowById(db, place.project);
}

/** The first project to start a session of this id keeps it. Throws when the project is unknown. */
export function putSessionPlace(tx: Transaction, sessionId: string, projectId: string): ProjectRow {
  const held = projectOfSession(tx, sessionId);
  if (held !== undefined) return held;
  const project = rowByUuid(tx, projectId);
  if (project === undefined) throw new Error(`There is no project ${projectId}`);
  const place = placeOf(tx, sessionId);
  tx.put('session', {
    ...(place === undefined ? {} : { id: place.id }),
    session_id: sessionId,
    project: project.id,
  });
  return project;
}

function placeOf(db: Reader, sessionId: string): SessionPlaceRow | undefined {
  return db.query<SessionPlaceRow & { readonly [column: string]: string | number }>(
    'SELECT * FROM session WHERE session_id = ?',
    [sessionId],
  )[0];
}
