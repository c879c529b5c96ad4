import type { ProjectRecord } from './catalog';
import type { ProjectOption } from './candidates';
import { similarNames } from './projectName';
import { CHOICE_REASON, type ProjectErrorCode, type ProjectFailure } from './resolution';
import { TOKEN_MINUTES, type TokenFault } from './recoveryTokens';

/** Where the project stays open, and what could be meant. */
export interface OpenPlace {
  readonly source: 'ambiguous' | 'none';
  readonly path?: string;
  readonly options: readonly ProjectOption[];
  /** How many folders there was no time to look at: the list of options may be short. */
  readonly unseen: number;
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

export function sessionElsewhere(project: string, named: string): ProjectFailure {
  return failure(
    'session_project_mismatch',
    `The session belongs to the project "${project}", not to "${named}". Nothing was saved. Leave project out, or use a session of "${named}".`,
    { session_project: project },
  );
}

/** Also where there is no project at all: then the known ones are offered, newest use first. */
export function ambiguousProject(
  place: OpenPlace,
  known: readonly ProjectRecord[],
  token: string,
): ProjectFailure {
  const { source, path, options, unseen } = place;
  const names = offeredNames(place, known);
  return failure('ambiguous_project', `${describePlace(place)} Nothing was saved.`, {
    project_source: source,
    ...(path === undefined ? {} : { project_path: path }),
    available_projects: names,
    project_candidates: options.map(({ candidate: { name, path: root, id } }) => ({
      name,
      path: root,
      ...(id === undefined ? {} : { id }),
    })),
    ...(unseen > 0 ? { warning: unseenNote(unseen) } : {}),
    recovery_token: token,
    recovery_instructions: recovery(names, token),
  });
}

/** What the user may pick from: what could be meant here, then every other project. */
function offeredNames({ options }: OpenPlace, known: readonly ProjectRecord[]): readonly string[] {
  return [...new Set([...options.map(({ candidate }) => candidate.name), ...known.map(({ name }) => name)])];
}

export function invalidProjectChoice(
  name: string | undefined,
  place: OpenPlace,
  known: readonly ProjectRecord[],
): ProjectFailure {
  const fault =
    name === undefined ? 'The call names no project that the user picked.' : `"${name}" was not offered.`;
  return failure(
    'invalid_project_choice',
    `${fault} Nothing was saved. Pass the one of available_projects that the user picked.`,
    { available_projects: offeredNames(place, known) },
  );
}

const NEW_TOKEN =
  'Repeat the call without project, recovery_token and project_choice_reason to be told what can be chosen and to get a new token; then ask the user.';

export function recoveryTokenRequired(): ProjectFailure {
  return failure(
    'recovery_token_required',
    `project_choice_reason counts only together with the recovery_token of an ambiguous_project answer. Nothing was saved. ${NEW_TOKEN}`,
  );
}

const TOKEN_FAULTS: Readonly<Record<TokenFault, string>> = {
  unknown: 'This recovery_token is not known to this process.',
  expired: `This recovery_token is older than ${TOKEN_MINUTES} minutes.`,
  elsewhere: 'The folders or the projects in them have changed since this recovery_token was given out.',
  spent: 'Another project was chosen with this recovery_token.',
};

export function invalidRecoveryToken(fault: TokenFault): ProjectFailure {
  return failure('invalid_recovery_token', `${TOKEN_FAULTS[fault]} Nothing was saved. ${NEW_TOKEN}`);
}

function unseenNote(unseen: number): string {
  return `Looking for repositories took too long: ${unseen} folders were not looked at, so the list may be short.`;
}

export function describePlace({ options, unseen, reason }: OpenPlace): string {
  if (options.length === 0) return `There is no project here: ${reason ?? 'nothing was found.'}`;
  const joining = options.find((option) => option.joining !== undefined);
  if (joining !== undefined) {
    return `A file here names the project "${joining.candidate.name}", which does not know this folder: the person has to agree once.`;
  }
  const former = options.find(({ learns }) => learns !== undefined);
  if (former !== undefined) {
    return `Another repository lies where that of the project "${former.candidate.name}" lay: the person says whether it is the same project or one of its own.`;
  }
  if (options.length > 1 && options.every(({ contested }) => contested)) {
    const names = listed(options.map(({ candidate }) => candidate.name));
    return `This folder leads to different projects: ${names}. The person chooses one, or merges them.`;
  }
  const several = `Several projects could be meant here: ${listed(options.map(({ candidate }) => candidate.name))}.`;
  return unseen > 0 ? `${several} ${unseenNote(unseen)}` : several;
}

const NAMES_IN_SENTENCE = 12;

/** The first of many names; the rest is counted. */
export function listed(names: readonly string[]): string {
  const rest = names.length - NAMES_IN_SENTENCE;
  return rest <= 0 ? names.join(', ') : `${names.slice(0, NAMES_IN_SENTENCE).join(', ')} and ${rest} more`;
}

function recovery(names: readonly string[], token: string): string {
  const retry =
    names.length === 0
      ? []
      : [
          'Then repeat the call with project set to the one of available_projects that the user picked,',
          `recovery_token ${token} and project_choice_reason ${CHOICE_REASON}; the token is good for ${TOKEN_MINUTES} minutes.`,
        ];
  return [
    'Ask the user which project is meant; do not choose yourself.',
    ...retry,
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
