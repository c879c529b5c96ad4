import type { Reader } from '../store/types';
import type { ProjectRow } from './catalogSchema';
import { MAX_PROJECT_NAME } from './projectName';
import type { DetectedProject, Locator } from './types';

/** What the catalog's rows say of a detected project. */
export type RowMatch =
  | { readonly kind: 'none' }
  | { readonly kind: 'project'; readonly row: ProjectRow }
  /** Its locators lead to different projects. */
  | { readonly kind: 'several'; readonly rows: readonly ProjectRow[] }
  /** A file in the folder names a project that knows nothing of this folder. */
  | { readonly kind: 'unagreed'; readonly declared: ProjectRow; readonly own?: ProjectRow };

/**
 * Any place that is known is enough. A name alone is not, unless it was given by the one who started the
 * program: a cloned repository must not reach another project's memory by naming it.
 */
export function matchProject(db: Reader, detected: DetectedProject): RowMatch {
  const located = new Map<number, ProjectRow>();
  let named: ProjectRow | undefined;
  for (const locator of detected.locators) {
    const row = locator.kind === 'name' ? rowByName(db, locator.value) : rowByLocator(db, locator);
    if (locator.kind === 'name') named ??= row;
    else if (row !== undefined) located.set(row.id, row);
  }
  if (located.size > 1) return { kind: 'several', rows: [...located.values()] };
  const [own] = located.values();
  if (named === undefined) return own === undefined ? { kind: 'none' } : { kind: 'project', row: own };
  if (own?.id === named.id || detected.source === 'process_override') return { kind: 'project', row: named };
  return { kind: 'unagreed', declared: named, ...(own === undefined ? {} : { own }) };
}

export function rowByLocator(db: Reader, { kind, value }: Locator): ProjectRow | undefined {
  return living(
    db,
    db.query<ProjectRow>(
      'SELECT project.* FROM locator JOIN project ON project.id = locator.project WHERE kind = ? AND value = ?',
      [kind, value],
    )[0],
  );
}

/** By display name, else by that of a project merged into it or one declared for it. `name` is normalised. */
export function rowByName(db: Reader, name: string): ProjectRow | undefined {
  return (
    living(
      db,
      db.query<ProjectRow>(
        'SELECT * FROM project WHERE name = ? AND forgotten_at IS NULL ORDER BY merged_into IS NOT NULL, id',
        [name],
      )[0],
    ) ?? rowByLocator(db, { kind: 'name', value: name })
  );
}

export function rowByUuid(db: Reader, uuid: string): ProjectRow | undefined {
  return living(db, db.query<ProjectRow>('SELECT * FROM project WHERE uuid = ?', [uuid])[0]);
}

export function rowById(db: Reader, id: number): ProjectRow | undefined {
  return living(db, db.query<ProjectRow>('SELECT * FROM project WHERE id = ?', [id])[0]);
}

/** The project itself, or the one it became part of. Undefined once that was forgotten. */
function living(db: Reader, row: ProjectRow | undefined): ProjectRow | undefined {
  let found = row;
  while (found !== undefined && found.merged_into !== null)
    [found] = db.query<ProjectRow>('SELECT * FROM project WHERE id = ?', [found.merged_into]);
  return found?.forgotten_at === null ? found : undefined;
}

/** The first of the proposed names that nobody holds, else the first of them with a number. */
export function freeName(
  db: Reader,
  { name, alternativeNames }: Pick<DetectedProject, 'name' | 'alternativeNames'>,
  taken: ReadonlySet<string> = new Set(),
): string {
  const isFree = (candidate: string): boolean =>
    !taken.has(candidate) && rowByName(db, candidate) === undefined;
  const proposed = [name, ...alternativeNames].filter(({ length }) => length <= MAX_PROJECT_NAME);
  let candidate = proposed.find(isFree);
  for (let number = 2; candidate === undefined; number++) {
    const suffix = ` (${number})`;
    const numbered = name.slice(0, MAX_PROJECT_NAME - suffix.length).toWellFormed() + suffix;
    if (isFree(numbered)) candidate = numbered;
  }
  return candidate;
}

/** Those of the locators that no project holds yet. */
export function newLocators(db: Reader, detected: Pick<DetectedProject, 'locators'>): Locator[] {
  return detected.locators.filter(
    (locator) =>
      db.query('SELECT id FROM locator WHERE kind = ? AND value = ?', [locator.kind, locator.value])
        .length === 0,
  );
}
