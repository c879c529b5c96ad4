import { optionFor, type ProjectOption } from './candidates';
import type { Catalog, ProjectRecord } from './catalog';
import { describePlace, detectionFailed, invalidProject, listed } from './failures';
import { warningSentence } from './projectWarning';
import type { CurrentProject, ProjectFailure, ReadProjects, WriteResolution } from './resolution';
import type { Open, Settled, Standing } from './standing';
import type { ProjectChoice } from './types';

export function readSettled({ name, source, path, warning, record }: Settled): ReadProjects {
  return {
    kind: 'projects',
    projects: record === undefined ? [] : [record],
    name,
    source,
    ambiguous: false,
    ...(path === undefined ? {} : { path }),
    ...(warning === undefined ? {} : { hint: warningSentence(warning) }),
  };
}

/** All that could be meant, but not what a file here claims without the person's agreement. */
export function readOpen(open: Open): ReadProjects {
  const projects = open.options.flatMap(({ record, joining }) =>
    record === undefined || joining !== undefined ? [] : [record],
  );
  const plain = { kind: 'projects', projects, source: open.source, hint: describePlace(open) } as const;
  const path = open.path === undefined ? {} : { path: open.path };
  if (open.options.length === 0) return { ...plain, ...path, ambiguous: false };
  return { ...plain, ...path, ambiguous: true, hint: `${plain.hint} ${readNote(projects)}` };
}

function readNote(projects: readonly ProjectRecord[]): string {
  if (projects.length === 0)
    return 'No project was searched: none of them has memories that may be read here.';
  return `Searched: ${listed(projects.map(({ name }) => name))}.`;
}

/** A fault of the place takes nothing away that is the user's own. */
export function readFailed(path: string, message: string): ReadProjects {
  return {
    kind: 'projects',
    projects: [],
    source: 'none',
    ambiguous: false,
    hint: `Only the user's own facts were looked at: ${message}`,
    failure: detectionFailed(path, message),
    ...(path === '' ? {} : { path }),
  };
}

export function currentOf(
  standing: Standing,
  folders: readonly string[],
  known: readonly ProjectRecord[],
): CurrentProject {
  const common = { folders, known, candidates: [], disabled: false };
  switch (standing.kind) {
    case 'disabled':
      return {
        ...common,
        source: 'none',
        disabled: true,
        hint: 'The person switched project memory off for these folders.',
      };
    case 'failed':
      return {
        ...common,
        source: 'none',
        hint: standing.message,
        ...(standing.path === '' ? {} : { path: standing.path }),
      };
    case 'open':
      return {
        ...common,
        source: standing.source,
        candidates: standing.options.map(({ candidate }) => candidate),
        hint: describePlace(standing),
        ...(standing.path === undefined ? {} : { path: standing.path }),
      };
    case 'settled': {
      const { name, record, source, path, warning, options } = standing;
      return {
        ...common,
        project: name,
        source,
        candidates: options.map(({ candidate }) => candidate),
        ...(record === undefined ? {} : { id: record.id }),
        ...(path === undefined ? {} : { path }),
        ...(warning === undefined ? {} : { warning }),
      };
    }
  }
}

/** The catalog's project of a place, created if need be. Undefined: the place is not one project any more. */
export async function ensuredProject(
  catalog: Catalog,
  { name, record, detected }: Pick<Settled, 'name' | 'record' | 'detected'>,
): Promise<ProjectRecord | undefined> {
  if (detected === undefined) return record;
  const offered = { ...detected, name, alternativeNames: [detected.name, ...detected.alternativeNames] };
  const match = await catalog.ensure(record === undefined ? offered : detected);
  return match.kind === 'project' ? match.project : undefined;
}

/** The project of a choice, created if need be. Undefined: what was chosen is gone meanwhile. */
export async function chosenProject(
  catalog: Catalog,
  choice: Exclude<ProjectChoice, { kind: 'disabled' | 'dismissed' }>,
  options: readonly ProjectOption[],
): Promise<ProjectRecord | ProjectFailure | undefined> {
  switch (choice.kind) {
    case 'known':
      return catalog.byId(choice.project.id);
    case 'new': {
      const creation = await catalog.create(choice.name);
      if (creation.kind === 'created') return creation.project;
      if (creation.kind === 'error') return invalidProject(creation.message);
      return invalidProject(
        `A project "${creation.project.name}" exists already: choose it, or another name.`,
      );
    }
    case 'candidate': {
      const option = optionFor(options, choice.candidate);
      if (option === undefined) return undefined;
      const { candidate, record, detected, joining, learns } = option;
      const place = joining ?? learns;
      if (record !== undefined && place !== undefined) await catalog.attach(record.id, place);
      return ensuredProject(catalog, {
        name: candidate.name,
        ...(record === undefined ? {} : { record }),
        ...(detected === undefined ? {} : { detected }),
      });
    }
  }
}

/** The person's word counts more than the call's: the difference is said. */
export function withWarning(resolution: WriteResolution, named: string | undefined): WriteResolution {
  if (resolution.kind === 'error' || named === undefined || resolution.project.name === named)
    return resolution;
  if (resolution.source !== 'user_selected_after_ambiguous_project') return resolution;
  return { ...resolution, warning: `The user chose "${resolution.project.name}", not "${named}".` };
}
