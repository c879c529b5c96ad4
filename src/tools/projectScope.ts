import { userArea } from '../memory/memoryHost';
import type { Area } from '../memory/types';
import type { ProjectRecord } from '../project/catalog';
import type { OpenFolders } from '../project/openFolders';
import type { ProjectFailure } from '../project/resolution';
import type { ProjectSource } from '../project/types';
import { nonBlank } from './parameters';
import type { ToolContext } from './tool';
import { failed, type Failed, type ToolFailure } from './toolFailure';
import { byteLength, fit } from './views';

/** The fields of every answer about a project. */
export interface ProjectHeader {
  readonly project?: string;
  readonly project_source: ProjectSource;
  readonly project_path?: string;
}

export interface WriteScope {
  readonly kind: 'scope';
  readonly area: Area & { readonly kind: 'project' };
  readonly header: ProjectHeader & { readonly project: string };
  readonly warning?: string;
}

export interface ReadScope {
  readonly kind: 'scope';
  /** The projects, then the user's own. */
  readonly areas: readonly Area[];
  readonly projects: readonly (Area & { readonly kind: 'project' })[];
  readonly header: ProjectHeader;
  /** Several projects could be meant: all were read. */
  readonly ambiguous: boolean;
  readonly hint?: string;
  /** What keeps the project from being known: only the user's own memories were read. */
  readonly failure?: ToolFailure;
}

/** The parameters that every tool that writes accepts (see `projectParameters`). */
export interface ProjectCall {
  readonly project?: string | undefined;
  readonly recovery_token?: string | undefined;
  readonly project_choice_reason?: string | undefined;
}

/** Where the memories of a project are kept, and where the files lie that they cite. */
function projectArea({ id, name }: ProjectRecord, open: OpenFolders): Area & { readonly kind: 'project' } {
  const folders = open.get(id);
  return { kind: 'project', id, name, ...(folders === undefined ? {} : { folders }) };
}

/** The project a write goes to. Asks the person where the surface can; creates the project on its first write. */
export async function writeScope(
  context: ToolContext,
  input: ProjectCall,
  paths: readonly string[] = [],
  more: {
    /** Project of the session that the call names. */
    readonly session?: ProjectRecord | undefined;
    /** Whether naming a project that nobody knows creates it. */
    readonly create?: boolean;
  } = {},
): Promise<WriteScope | Failed> {
  const { project: named, recovery_token: token, project_choice_reason: reason } = input;
  const resolution = await context.projects.forWrite({
    ...(named === undefined ? {} : { project: named }),
    ...(token === undefined ? {} : { recoveryToken: token }),
    ...(reason === undefined ? {} : { choiceReason: reason }),
    paths,
    ...(more.session === undefined ? {} : { session: more.session }),
    ...(more.create === undefined ? {} : { create: more.create }),
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  });
  if (resolution.kind === 'error') return projectFailed(resolution);
  const { project, source, path, warning } = resolution;
  return {
    kind: 'scope',
    area: projectArea(project, await context.projects.openFolders()),
    header: {
      project: project.name,
      project_source: source,
      ...(path === undefined ? {} : { project_path: path }),
    },
    ...(warning === undefined ? {} : { warning }),
  };
}

/**
 * What a read looks through: never fails on ambiguity or on a fault of the place, creates nothing. A blank
 * project is an absent one.
 */
export async function readScope(
  context: ToolContext,
  input: { readonly project?: string | undefined; readonly all_projects?: boolean | undefined },
): Promise<ReadScope | Failed> {
  const named = nonBlank(input.project);
  const { resolution, open } = await context.projects.forReadHere({
    ...(named === undefined ? {} : { project: named }),
    allProjects: input.all_projects ?? false,
  });
  if (resolution.kind === 'error') return projectFailed(resolution);
  const projects = resolution.projects.map((project) => projectArea(project, open));
  return {
    kind: 'scope',
    areas: [...projects, userArea],
    projects,
    header: {
      ...(resolution.name === undefined ? {} : { project: resolution.name }),
      project_source: resolution.source,
      ...(resolution.path === undefined ? {} : { project_path: resolution.path }),
    },
    ambiguous: resolution.ambiguous,
    ...(resolution.hint === undefined ? {} : { hint: resolution.hint }),
    ...(resolution.failure === undefined ? {} : { failure: projectFailed(resolution.failure).failure }),
  };
}

/**
 * What a call looks through that changes memories it has to find first. Like a write, it refuses a blank
 * project, and hears the person's choice that it brings.
 */
export async function changeScope(context: ToolContext, input: ProjectCall): Promise<ReadScope | Failed> {
  const blank = input.project !== undefined && nonBlank(input.project) === undefined;
  const claims = nonBlank(input.project_choice_reason) !== undefined;
  return blank || claims ? chosenScope(context, input) : readScope(context, input);
}

/** The one project that a write would go to, and the user's own memories. */
export async function chosenScope(context: ToolContext, input: ProjectCall): Promise<ReadScope | Failed> {
  const chosen = await writeScope(context, input);
  if (chosen.kind === 'error') return chosen;
  const { area, header } = chosen;
  return { kind: 'scope', areas: [area, userArea], projects: [area], header, ambiguous: false };
}

/** Lists of projects take at most these many bytes of an answer each. */
const NAMES_BYTES = 2_000;
const CANDIDATES_BYTES = 4_500;

/** As a tool answers it: lists of very many projects are cut, and how many are missing is said. */
export function projectFailed({ code, message, details }: ProjectFailure): Failed {
  const cut: Record<string, unknown> = {};
  let missing = 0;
  for (const [field, bytes] of [
    ['available_projects', NAMES_BYTES],
    ['project_candidates', CANDIDATES_BYTES],
  ] as const) {
    const list = details[field];
    if (!Array.isArray(list) || byteLength(JSON.stringify(list)) <= bytes) continue;
    const shown = fit(list as readonly unknown[], bytes);
    cut[field] = shown;
    missing = Math.max(missing, list.length - shown.length);
  }
  if (missing === 0) return failed(code, message, details);
  const warning = [details['warning'], `${missing} projects are not listed; they can be named all the same.`]
    .filter((part) => typeof part === 'string')
    .join(' ');
  return failed(code, message, { ...details, ...cut, warning });
}
