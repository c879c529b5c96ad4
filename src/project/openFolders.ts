import type { ProjectOption } from './candidates';
import type { Catalog } from './catalog';
import { isInside, isUri } from './filePath';
import type { Standing } from './standing';
import type { ProjectFolder } from './types';

/** By the project's id. */
export type OpenFolders = ReadonlyMap<string, readonly ProjectFolder[]>;

/**
 * Where files of the known projects lie among the open folders, which are real paths: in the clone, worktree or part of
 * a repository that is open now. A project that is only claimed by a file, or known by its name alone, has none here.
 */
export async function openFoldersOf(
  standing: Standing,
  folders: readonly string[],
  catalog: Catalog,
): Promise<OpenFolders> {
  const found = new Map<string, ProjectFolder[]>();
  if (standing.kind === 'disabled' || standing.kind === 'failed') return found;
  const onDisk = folders.filter((folder) => folder !== '' && !isUri(folder));
  for (const option of standing.options) {
    const { record } = option;
    if (record === undefined) continue;
    const known = found.get(record.id) ?? [];
    found.set(record.id, [...known, ...(await foldersOfOption(option, onDisk, catalog))]);
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

/** Paths may be seen from the root, from the part of it that is the project, or from a folder of it that is open. */
async function foldersOfOption(
  { detected, joining }: ProjectOption,
  open: readonly string[],
  catalog: Catalog,
): Promise<ProjectFolder[]> {
  if (detected === undefined || joining !== undefined || detected.path === '' || isUri(detected.path))
    return [];
  const { path: within } = await catalog.innermostPart(detected);
  const bases = [detected.path, within, ...open.filter((folder) => isInside(folder, within))];
  return [...new Set(bases)].map((base) => ({ base, within }));
}
