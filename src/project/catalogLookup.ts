import type { Reader } from '../store/types';
import type { ProjectRow } from './catalogSchema';
import { MAX_PROJECT_NAME } from './projectName';
import type { DetectedProject, Locator } from './types';

/** What the catalog's rows say of a detected project. */
export type RowMatch =
  | { readonly kind: 'none' }
  | { readonly kind: 'project'; readonly row: ProjectRow }
  /** Its folder was this project's, and another repository lies there now, with a remote that nobody has. */
  | { readonly kind: 'replaced'; readonly former: ProjectRow }
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
  const former = [...located.values()].filter(({ id }) => wasThere(db, id, detected));
  if (located.size > former.length || detected.apart === true)
    for (const { id } of former) located.delete(id);
  else if (named === undefined && former[0] !== undefined && hasRemote(detected))
    return former.length === 1 ? { kind: 'replaced', former: former[0] } : { kind: 'several', rows: former };
  if (located.size > 1) return { kind: 'several', rows: [...located.values()] };
  const [own] = located.values();
  if (named === undefined) return own === undefined ? { kind: 'none' } : { kind: 'project', row: own };
  if (own?.id === named.id || detected.source === 'process_override') return { kind: 'project', row: named };
  return { kind: 'unagreed', declared: named, ...(own === undefined ? {} : { own }) };
}

/** Begins the locator of a git directory by its number on the disk. */
const BY_NUMBER = 'id:';

/**
 * Whether a project is known here by its folder alone, while its git directories have other numbers on the disk than
 * the one that lies here now: it was removed, and its place taken.
 */
function wasThere(db: Reader, project: number, { locators }: DetectedProject): boolean {
  if (!locators.some(isNumbered)) return false;
  const known = db.query<Locator>('SELECT kind, value FROM locator WHERE project = ?', [project]);
  if (!known.some(isNumbered)) return false;
  const shared = locators.filter((one) =>
    known.some(({ kind, value }) => kind === one.kind && value === one.value),
  );
  return shared.length > 0 && shared.every((one) => isFolder(one));
}

function isNumbered({ kind, value }: Locator): boolean {
  return kind === 'common_dir' && value.startsWith(BY_NUMBER);
}

function isFolder(locator: Locator): boolean {
  return locator.kind === 'root' || (locator.kind === 'common_dir' && !isNumbered(locator));
}

function hasRemote({ locators }: DetectedProject): boolean {
  return locators.some(({ kind }) => kind === 'remote');
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
