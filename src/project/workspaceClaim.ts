import type { Reader, Row, Transaction } from '../store/types';
import { rowById, rowByUuid } from './catalogLookup';

/** `granted`: the area is this project's; `denied`: another's; `deleted`: was deleted, never used again. */
export type WorkspaceClaim = 'granted' | 'denied' | 'deleted';

/** `deleted`: by this call; `deleted_before`: of this project, and not there any more; `denied`: not of this project. */
export type WorkspaceDeletion = 'deleted' | 'deleted_before' | 'denied';

/** Every project has an area of this name. */
const SHARED = 'default';

interface WorkspaceRow extends Row {
  readonly id: number;
  readonly name: string;
  readonly project: number;
  readonly deleted: number;
}

/** What is already settled for this name, if anything. */
export function claimOn(db: Reader, name: string, projectId: string): WorkspaceClaim | undefined {
  if (name === SHARED) return 'granted';
  const row = workspaceRow(db, name);
  if (row === undefined) return undefined;
  if (row.deleted !== 0) return 'deleted';
  return isOf(db, row, projectId) ? 'granted' : 'denied';
}

/** Throws when the project is unknown. */
export function putClaim(tx: Transaction, name: string, projectId: string): WorkspaceClaim {
  const claim = claimOn(tx, name, projectId);
  if (claim !== undefined) return claim;
  const project = rowByUuid(tx, projectId);
  if (project === undefined) throw new Error(`There is no project ${projectId}`);
  tx.put('workspace', { name, project: project.id, deleted: 0 });
  return 'granted';
}

/** The row stays: the name is taken for good. */
export function deleteClaim(tx: Transaction, name: string, projectId: string): WorkspaceDeletion {
  const row = workspaceRow(tx, name);
  if (row === undefined || !isOf(tx, row, projectId)) return 'denied';
  if (row.deleted !== 0) return 'deleted_before';
  tx.put('workspace', { ...row, deleted: 1 });
  return 'deleted';
}

/** Names of the project's own areas that were not deleted, in alphabetical order. */
export function claimsOf(db: Reader, projectId: string): readonly string[] {
  return db
    .query<WorkspaceRow>('SELECT * FROM workspace WHERE deleted = 0 ORDER BY name')
    .filter((row) => isOf(db, row, projectId))
    .map(({ name }) => name);
}

/**
 * Areas that all memories of which went to another project go with them; deleted ones stay as they are. A merged
 * project's areas need no passing on: its row leads to the other, and comes back with an undo.
 */
export function passClaims(tx: Transaction, names: readonly string[], fromId: string, toId: string): void {
  const target = rowByUuid(tx, toId);
  if (target === undefined) return;
  for (const name of names) {
    const row = workspaceRow(tx, name);
    if (row !== undefined && row.deleted === 0 && isOf(tx, row, fromId))
      tx.put('workspace', { ...row, project: target.id });
  }
}

/** Also what a merged project had. The names of a forgotten project's areas stay taken. */
function isOf(db: Reader, row: WorkspaceRow, projectId: string): boolean {
  return rowById(db, row.project)?.uuid === projectId;
}

function workspaceRow(db: Reader, name: string): WorkspaceRow | undefined {
  return db.query<WorkspaceRow>('SELECT * FROM workspace WHERE name = ?', [name])[0];
}
