import type { Reader, Transaction } from '../store/types';
import type { ProjectRow } from './catalogSchema';
import type { ChangeDetails, ChangeRefusal, MoveIntent, NamedProject, ProjectChange } from './projectChange';

export interface ChangeRow {
  readonly id: number;
  readonly uuid: string;
  /** JSON of ChangeDetails, or of what a person decided about memories (catalogDecisions.ts). */
  readonly details: string;
  readonly changed_at: string;
  readonly changed_by: string;
  readonly undone_at: string | null;
}

/** In SQL: the row is no change of projects. */
export const DECISION = "json_extract(details, '$.kind') = 'decision'";

interface IntentRow {
  readonly id: number;
  readonly uuid: string;
  readonly source: string;
  readonly target: string;
  /** JSON of MovedMemories. */
  readonly what: string;
}

export function recordChange(
  tx: Transaction,
  uuid: string,
  details: ChangeDetails,
  by: string,
  now: Date,
): void {
  tx.put('project_change', {
    uuid,
    details: JSON.stringify(details),
    changed_at: now.toISOString(),
    changed_by: by,
    undone_at: null,
  });
}

/** The newest change of projects that was not taken back. */
export function latestChange(db: Reader): ProjectChange | undefined {
  const [row] = db.query<ChangeRow>(
    `SELECT * FROM project_change WHERE undone_at IS NULL AND NOT ${DECISION} ORDER BY id DESC LIMIT 1`,
  );
  if (row === undefined) return undefined;
  const { uuid: id, details, changed_at: at, changed_by: by } = row;
  return { id, details: JSON.parse(details) as ChangeDetails, at, by };
}

export function putIntent(tx: Transaction, { id, source, target, what }: MoveIntent, now: Date): void {
  tx.put('intent', {
    uuid: id,
    source: source.id,
    target: target.id,
    what: JSON.stringify(what),
    started_at: now.toISOString(),
  });
}

/** Moves that may be unfinished, oldest first. */
export function pendingIntents(db: Reader): MoveIntent[] {
  return db
    .query<IntentRow>('SELECT * FROM intent ORDER BY id')
    .map(({ uuid, source, target, what }): MoveIntent => {
      return {
        id: uuid,
        source: namedById(db, source),
        target: namedById(db, target),
        what: JSON.parse(what) as MoveIntent['what'],
      };
    });
}

export function clearIntent(tx: Transaction, uuid: string): void {
  for (const { id } of tx.query<{ id: number }>('SELECT id FROM intent WHERE uuid = ?', [uuid]))
    tx.delete('intent', id);
}

/** Two moves of one database at once would run into each other: the first is finished before the next begins. */
export function unfinishedWith(db: Reader, projectIds: readonly string[]): ChangeRefusal | undefined {
  const busy = pendingIntents(db).find(({ source, target }) =>
    [source, target].some(({ id }) => projectIds.includes(id)),
  );
  if (busy === undefined) return undefined;
  return {
    kind: 'refused',
    reason: 'unfinished',
    message: `Memories of "${busy.source.name}" are still on their way to "${busy.target.name}". Try again in a moment.`,
  };
}

export function named({ uuid, name }: ProjectRow): NamedProject {
  return { id: uuid, name };
}

/** The project of this id itself, also a merged or forgotten one: its database is meant. */
function namedById(db: Reader, uuid: string): NamedProject {
  const [row] = db.query<ProjectRow>('SELECT * FROM project WHERE uuid = ?', [uuid]);
  return { id: uuid, name: row?.name ?? uuid };
}
