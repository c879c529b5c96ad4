import type { Reader, Transaction } from '../store/types';
import { rowById, rowByUuid } from './catalogLookup';

/** `granted`: the area is this project's; `denied`: another's; `deleted`: was deleted, never used again. */
export type WorkspaceClaim = 'granted' | 'denied' | 'deleted';

/** Every project has an area of this name. */
const SHARED = 'default';

interface WorkspaceRow {
  readonly id: number;
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

export function deleteClaim(tx: Transaction, name: string, projectId: string): boolean {
  const row = workspaceRow(tx, name);
  if (row === undefined || !isOf(tx, row, projectId) || row.deleted !== 0) return false;
  tx.put('workspace', { id: row.id, name, project: row.project, deleted: 1 });
  return true;
}

/** Also what a merged project had. The names of a forgotten project's areas stay taken. */
function isOf(db: Reader, row: WorkspaceRow, projectId: string): boolean {
  return rowById(db, row.project)?.uuid === projectId;
}

function workspaceRow(db: Reader, name: string): WorkspaceRow | undefined {
  return db.query<WorkspaceRow>('SELECT * FROM workspace WHERE name = ?', [name])[0];
}
