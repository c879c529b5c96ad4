import type { ProjectRecord } from './catalog';
import type { ProjectOption } from './candidates';
import { similarNames } from './projectName';
import type { ProjectErrorCode, ProjectFailure } from './resolution';

/** Where the project stays open, and what could be meant. */
export interface OpenPlace {
  readonly source: 'ambiguous' | 'none';
  readonly path?: string;
  readonly options: readonly ProjectOption[];
  /** The list of options may be short. */
  readonly incomplete: boolean;
  /** Why there is no project at all. */
  readonly reason?: string;
}

export function invalidProject(message: string): ProjectFailure {
  return failure('invalid_project', message);
}

export function disabledProject(names: readonly string[]): ProjectFailure {
  return failure(
    'project_disabled',
    'The person switched project memory off for these folders. Nothing was saved. Do not retry; facts of the user can still be saved.',
    { available_projects: names },
  );
}

export function untrustedWorkspace(): ProjectFailure {
  return failure(
    'project_disabled',
    'This workspace is not trusted, so nothing is saved to a project. Do not retry; facts of the user can still be saved.',
  );
}

export function detectionFailed(path: string, message: string): ProjectFailure {
  return failure('project_detection_failed', message, path === '' ? {} : { project_path: path });
}

export function unknownProject(
  name: string,
  detected: string | undefined,
  names: readonly string[],
): ProjectFailure {
  const similar = similarNames(name, names);
  const message = [
    `No project is called "${name}".`,
    ...(similar.length === 0 ? [] : [`Similar: ${similar.join(', ')}.`]),
    ...(detected === undefined ? [] : [`The project here is "${detected}".`]),
    detected === undefined ? 'Pass one of available_projects.' : 'Leave project out to use it.',
  ].join(' ');
  return failure('unknown_project', message, {
    ...(detected === undefined ? {} : { detected_project: detected }),
    available_projects: names,
  });
}

/** Also where there is no project at all: then the known ones are offered, newest use first. */
export function ambiguousProject(place: OpenPlace, known: readonly ProjectRecord[]): ProjectFailure {
  const { source, path, options, incomplete } = place;
  const names = [
    ...new Set([...options.map(({ candidate }) => candidate.name), ...known.map(({ name }) => name)]),
  ];
  return failure('ambiguous_project', `${describePlace(place)} Nothing was saved.`, {
    project_source: source,
    ...(path === undefined ? {} : { project_path: path }),
    available_projects: names,
    project_candidates: options.map(({ candidate: { name, path: root, id } }) => ({
      name,
      path: root,
      ...(id === undefined ? {} : { id }),
    })),
    ...(incomplete ? { warning: 'Looking for repositories took too long: the list may be short.' } : {}),
    recovery_instructions: recovery(options, known),
  });
}

export function describePlace({ options, reason }: OpenPlace): string {
  if (options.length === 0) return `There is no project here: ${reason ?? 'nothing was found.'}`;
  const joining = options.find((option) => option.joining !== undefined);
  if (joining !== undefined) {
    return `A file here names the project "${joining.candidate.name}", which does not know this folder: the person has to agree once.`;
  }
  return `Several projects could be meant here: ${options.map(({ candidate }) => candidate.name).join(', ')}.`;
}

/** Says only what is accepted now: a project that was never written to cannot be named. */
function recovery(options: readonly ProjectOption[], known: readonly ProjectRecord[]): string {
  const contested = new Set(
    options.filter(({ joining }) => joining !== undefined).map(({ record }) => record?.id),
  );
  const offered = options.filter(({ record, joining }) => record !== undefined && joining === undefined);
  const nameable =
    options.length > 0
      ? offered.map(({ candidate }) => candidate.name)
      : known.filter(({ id }) => !contested.has(id)).map(({ name }) => name);
  return [
    'Ask the user which project is meant; do not choose yourself.',
    ...(nameable.length === 0
      ? []
      : [`Then repeat the call with project set to the chosen one of: ${nameable.join(', ')}.`]),
    'The user can also choose in the Project Memory item of the status bar, or open the folder of just one project; then repeat the call as it was.',
  ].join(' ');
}

function failure(
  code: ProjectErrorCode,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): ProjectFailure {
  return { kind: 'error', code, message, details };
}
