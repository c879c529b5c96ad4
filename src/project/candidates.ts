import type { Catalog, ProjectRecord } from './catalog';
import { baseNameOf, isAbsolutePath, isInside, joinPath, parentOf, pathKey } from './filePath';
import type { Candidate, DetectedProject, FilePort } from './types';

/** A project that could be meant here, with what the catalog knows of it. */
export interface ProjectOption {
  readonly candidate: Candidate;
  /** Absent for a project that is offered because of what the catalog says alone. */
  readonly detected?: DetectedProject;
  readonly record?: ProjectRecord;
  /** A file in this place names the project, and the person has not agreed to that. */
  readonly joining?: DetectedProject;
  /** Another repository lies where this project's lay: its places become the project's, too, when it is chosen. */
  readonly learns?: DetectedProject;
  /** Where the place itself does not decide: a path inside it says nothing. */
  readonly contested: boolean;
}

/** One option for each distinct project; names of projects that are not in the catalog are free and differ. */
export async function projectOptions(
  catalog: Catalog,
  detected: readonly DetectedProject[],
): Promise<ProjectOption[]> {
  const options: ProjectOption[] = [];
  for (const place of detected) {
    for (const option of await optionsOf(catalog, place, options, false)) {
      if (!options.some((other) => isSame(other, option))) options.push(option);
    }
  }
  return options;
}

async function optionsOf(
  catalog: Catalog,
  detected: DetectedProject,
  earlier: readonly ProjectOption[],
  contested: boolean,
): Promise<ProjectOption[]> {
  const match = await catalog.find(detected, new Set(earlier.map(({ candidate }) => candidate.name)));
  switch (match.kind) {
    case 'none':
      return [{ candidate: candidateOf(detected, match.name), detected, contested }];
    case 'project': {
      const candidate = candidateOf(detected, match.project.name, match.project.id);
      return [{ candidate, detected, record: match.project, contested }];
    }
    case 'replaced':
      return [
        { ...recordOption(match.former, detected, true), learns: detected },
        {
          candidate: candidateOf(detected, match.name),
          detected: { ...detected, apart: true },
          contested: true,
        },
      ];
    case 'several':
      return match.projects.map((record) => recordOption(record, detected, true));
    case 'unagreed': {
      const declared = { ...recordOption(match.declared, detected, true), joining: detected };
      if (detected.undeclared === undefined) return [declared];
      return [declared, ...(await optionsOf(catalog, detected.undeclared, [...earlier, declared], true))];
    }
  }
}

function recordOption(record: ProjectRecord, detected: DetectedProject, contested: boolean): ProjectOption {
  return {
    candidate: {
      name: record.name,
      path: record.path ?? '',
      id: record.id,
      source: detected.source,
      ...(record.remote === undefined ? {} : { remote: record.remote }),
    },
    record,
    contested,
  };
}

export function candidateOf(detected: DetectedProject, name: string, id?: string): Candidate {
  return {
    name,
    path: detected.path,
    source: detected.source,
    ...(id === undefined ? {} : { id }),
    ...(detected.remote === undefined ? {} : { remote: detected.remote }),
  };
}

/** The option that a surface hands back as its candidate. */
export function optionFor(
  options: readonly ProjectOption[],
  candidate: Candidate,
): ProjectOption | undefined {
  return options.find(({ candidate: { id, name, path } }) =>
    candidate.id === undefined ? name === candidate.name && path === candidate.path : id === candidate.id,
  );
}

/**
 * The one option in whose folder the paths of a call lie: absolute ones, or relative ones that exist below
 * exactly one. Undefined when they say nothing, or not the same.
 */
export async function optionAtPaths(
  files: FilePort,
  options: readonly ProjectOption[],
  paths: readonly string[],
): Promise<ProjectOption | undefined> {
  const found = new Set<ProjectOption>();
  for (const path of paths) {
    const option = await optionAt(files, options, path.replace(/#.*$/su, ''));
    if (option !== undefined) found.add(option);
  }
  const [only] = found;
  return found.size === 1 && only?.contested === false ? only : undefined;
}

async function optionAt(
  files: FilePort,
  options: readonly ProjectOption[],
  path: string,
): Promise<ProjectOption | undefined> {
  if (path.trim() === '') return undefined;
  const placed = options.filter(({ detected }) => detected !== undefined);
  if (isAbsolutePath(path)) {
    const real = await realPathOf(files, path);
    const around = placed.filter(({ candidate }) => isInside(real, candidate.path));
    // Of folders inside each other, the inner one is meant.
    return around.sort((a, b) => pathKey(b.candidate.path).length - pathKey(a.candidate.path).length)[0];
  }
  const holding: ProjectOption[] = [];
  for (const option of placed) {
    const full = joinPath(option.candidate.path, path);
    if (isInside(full, option.candidate.path) && (await files.lstat(full)) !== undefined)
      holding.push(option);
  }
  return holding.length === 1 ? holding[0] : undefined;
}

/** Also of a file that is still to be made: the folder around it is there. */
async function realPathOf(files: FilePort, path: string): Promise<string> {
  const real = await files.realPath(path);
  const parent = parentOf(path);
  if (real !== undefined || parent === path) return real ?? path;
  return joinPath(await realPathOf(files, parent), baseNameOf(path));
}

function isSame(a: ProjectOption, b: ProjectOption): boolean {
  if (a.record !== undefined || b.record !== undefined) return a.record?.id === b.record?.id;
  return pathKey(a.candidate.path) === pathKey(b.candidate.path);
}
