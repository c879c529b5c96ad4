import type { ProjectOption } from './candidates';
import type { Catalog } from './catalog';
import { isInside, isUri } from './filePath';
import { sharesLocator } from './identity';
import type { Standing } from './standing';
import type { DetectedProject, ProjectFolder } from './types';
import type { WindowDetection } from './windowDetection';

/** By the project's id. */
export type OpenFolders = ReadonlyMap<string, readonly ProjectFolder[]>;

/**
 * Where files of the known projects lie among the open folders, which are real paths: in the clone, worktree or part of
 * a repository that is open now, in each of them where several are. A project that is only claimed by a file, or known by
 * its name alone, has none here.
 */
export async function openFoldersOf(
  standing: Standing,
  { folders, places }: WindowDetection,
  catalog: Catalog,
): Promise<OpenFolders> {
  const found = new Map<string, ProjectFolder[]>();
  if (standing.kind === 'disabled' || standing.kind === 'failed') return found;
  const onDisk = folders.filter((folder) => folder !== '' && !isUri(folder));
  for (const option of standing.options) {
    const { record } = option;
    if (record === undefined) continue;
    const known = found.get(record.id) ?? [];
    found.set(record.id, [...known, ...(await foldersOfOption(option, places, onDisk, catalog))]);
  }
  // The person chose another project for these folders than what was found in them.
  const chosen = standing.kind === 'settled' ? standing.record : undefined;
  if (chosen !== undefined && !found.has(chosen.id))
    found.set(
      chosen.id,
      onDisk.map((folder) => ({ base: folder, within: folder })),
    );
  return found;
}

async function foldersOfOption(
  { detected, joining }: ProjectOption,
  places: readonly DetectedProject[],
  open: readonly string[],
  catalog: Catalog,
): Promise<readonly ProjectFolder[]> {
  if (detected === undefined || joining !== undefined) return [];
  const others = places.filter(({ path }) => path !== detected.path).filter(isOneRepository(detected));
  const found: ProjectFolder[] = [];
  for (const place of [detected, ...others]) found.push(...(await foldersOfPlace(place, open, catalog)));
  return found;
}

/** Worktrees and clones. That a file there names the project says nothing: anybody can write one. */
function isOneRepository(detected: DetectedProject): (place: DetectedProject) => boolean {
  const withoutName = (place: DetectedProject): DetectedProject => ({
    ...place,
    locators: place.locators.filter(({ kind }) => kind !== 'name'),
  });
  return (place) => sharesLocator(withoutName(detected), withoutName(place));
}

/** Paths may be seen from the root, from the part of it that is the project, or from a folder of it that is open. */
async function foldersOfPlace(
  place: DetectedProject,
  open: readonly string[],
  catalog: Catalog,
): Promise<readonly ProjectFolder[]> {
  if (place.path === '' || isUri(place.path)) return [];
  const { path: within } = await catalog.innermostPart(place);
  const bases = [place.path, within, ...open.filter((folder) => isInside(folder, within))];
  return [...new Set(bases)].map((base) => ({ base, within }));
}
