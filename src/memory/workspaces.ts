import type { Reader } from '../store/types';
import { LIVE } from './memoryRow';

/** A named area of a project, as a person is shown it. */
export interface Workspace {
  readonly name: string;
  /** Live ones. */
  readonly memories: number;
}

/** The live memories of an area, in the order in which they were saved. */
export function memoriesOfWorkspace(db: Reader, name: string, now: string): readonly string[] {
  return db
    .query<{ uuid: string }>(
      `SELECT uuid FROM memory WHERE workspace = ? AND ${LIVE} ORDER BY sequence, id`,
      [name, now],
    )
    .map(({ uuid }) => uuid);
}

export function countsOfWorkspaces(db: Reader, names: readonly string[], now: string): readonly Workspace[] {
  const counts = new Map(
    db
      .query<{ workspace: string; n: number }>(
        `SELECT workspace, count(*) AS n FROM memory WHERE workspace IS NOT NULL AND ${LIVE} GROUP BY workspace`,
        [now],
      )
      .map(({ workspace, n }) => [workspace, n]),
  );
  return names.map((name) => ({ name, memories: counts.get(name) ?? 0 }));
}

/** Names of the areas of memories that one move brought here. */
export function workspacesThatCame(db: Reader, move: string): readonly string[] {
  return db
    .query<{ workspace: string }>(
      `SELECT DISTINCT workspace FROM passage JOIN memory ON memory.uuid = passage.memory
       WHERE passage.move = ? AND way = 'in' AND workspace IS NOT NULL ORDER BY workspace`,
      [move],
    )
    .map(({ workspace }) => workspace);
}

/** Those of the areas that hold no memory here, not even a forgotten one, which an undo would bring back. */
export function workspacesWithoutMemories(db: Reader, names: readonly string[]): readonly string[] {
  return names.filter(
    (name) => db.query('SELECT 1 FROM memory WHERE workspace = ? LIMIT 1', [name]).length === 0,
  );
}
