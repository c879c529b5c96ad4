import type { Transaction } from '../store/types';
import type { ProjectRecord } from './catalog';
import { freeName, newLocators } from './catalogLookup';
import type { ProjectRow } from './catalogSchema';
import type { DetectedProject } from './types';

/** In SQL: neither part of another project nor forgotten. */
export const LIVING = 'merged_into IS NULL AND forgotten_at IS NULL';

/** What is known of a project before it is in the catalog. */
export type NewProject = Pick<DetectedProject, 'name' | 'alternativeNames' | 'locators'> &
  Partial<DetectedProject>;

/** Under the first of its names that is free, with those of its locators that no project holds. */
export function insertProject(tx: Transaction, uuid: string, detected: NewProject, now: Date): ProjectRow {
  const row = {
    uuid,
    name: freeName(tx, detected),
    path: detected.path === '' ? null : (detected.path ?? null),
    remote: detected.remote ?? null,
    created_at: now.toISOString(),
    ...usedNow(tx, now),
    merged_into: null,
    forgotten_at: null,
  };
  const inserted = { ...row, id: tx.put('project', row) };
  putLocators(tx, inserted, detected);
  return inserted;
}

export function putProject(tx: Transaction, row: ProjectRow): void {
  tx.put('project', { ...row });
}

export function putLocators(
  tx: Transaction,
  row: ProjectRow,
  detected: Pick<DetectedProject, 'locators'>,
): void {
  for (const { kind, value } of newLocators(tx, detected)) {
    tx.put('locator', { project: row.id, kind, value });
  }
}

export function usedNow(tx: Transaction, now: Date): Pick<ProjectRow, 'last_used_at' | 'last_used_sequence'> {
  return { last_used_at: now.toISOString(), last_used_sequence: tx.sequence };
}

export function recordOf(row: ProjectRow): ProjectRecord {
  return {
    id: row.uuid,
    name: row.name,
    ...(row.path === null ? {} : { path: row.path }),
    ...(row.remote === null ? {} : { remote: row.remote }),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
