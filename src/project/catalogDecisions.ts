import { randomUUID } from 'node:crypto';
import type { Reader, Store } from '../store/types';
import { DECISION, type ChangeRow } from './changeRows';

/** Of these that are kept; older ones can be taken back by hand alone. */
const MOST_KEPT = 200;

/** Something that a person decided about memories of one database, and how to take it back. */
export interface KeptDecision<T> {
  /** UUID v4. */
  readonly id: string;
  /** Id of the project; the empty string: the person's own memories. */
  readonly place: string;
  /** In the form of whoever decides: the catalog only keeps it. */
  readonly details: T;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/**
 * What a person decided about memories, so that any window can take it back, also after a restart. Beside the changes
 * of projects and apart from them: each has a newest one of its own. No text of a memory belongs in here, since what is
 * deleted for good is looked for in its own databases alone.
 */
export class CatalogDecisions {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(store: Store, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /** Answers its id. */
  keep(place: string, details: object, by: string): Promise<string> {
    return this.#store.write((tx) => {
      const id = randomUUID();
      const tooOld = tx.query<{ id: number }>(
        `SELECT id FROM project_change WHERE ${DECISION} ORDER BY id DESC LIMIT -1 OFFSET ?`,
        [MOST_KEPT - 1],
      );
      tx.put('project_change', {
        uuid: id,
        details: JSON.stringify({ kind: 'decision', place, decided: details }),
        changed_at: this.#now().toISOString(),
        changed_by: by,
        undone_at: null,
      });
      for (const row of tooOld) tx.delete('project_change', row.id);
      return id;
    });
  }

  /** The newest in these places that was not taken back. */
  latest<T>(places: readonly string[]): Promise<KeptDecision<T> | undefined> {
    return this.#store.read((db) => {
      const [row] = db.query<ChangeRow>(
        `SELECT * FROM project_change WHERE undone_at IS NULL AND ${DECISION}
           AND json_extract(details, '$.place') IN (${places.map(() => '?').join(', ')})
         ORDER BY id DESC LIMIT 1`,
        [...places],
      );
      if (row === undefined) return undefined;
      const { place, decided } = JSON.parse(row.details) as { place: string; decided: T };
      return { id: row.uuid, place, details: decided, at: row.changed_at };
    });
  }

  /** It was taken back. False: it had been before. */
  finish(id: string): Promise<boolean> {
    return this.#store.write((tx) => {
      const row = unfinished(tx, id);
      if (row !== undefined) tx.put('project_change', { ...row, undone_at: this.#now().toISOString() });
      return row !== undefined;
    });
  }
}

function unfinished(db: Reader, id: string): ChangeRow | undefined {
  return db.query<ChangeRow>('SELECT * FROM project_change WHERE uuid = ? AND undone_at IS NULL', [id])[0];
}
