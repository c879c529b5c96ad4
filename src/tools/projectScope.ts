import { userArea } from '../memory/memoryHost';
import type { Area } from '../memory/types';
import type { ProjectSource } from '../project/types';
import type { ToolContext } from './tool';
import { failed, type Failed } from './toolFailure';

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
}

/** The project a write goes to. Asks the person where the surface can; creates the project on its first write. */
export async function writeScope(
  context: ToolContext,
  input: { readonly project?: string | undefined },
  paths: readonly string[] = [],
): Promise<WriteScope | Failed> {
  const resolution = await context.projects.forWrite({
    ...(input.project === undefined ? {} : { project: input.project }),
    paths,
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  });
  if (resolution.kind === 'error') {
    return failed(resolution.code, resolution.message, resolution.details);
  }
  const { project, source, path, warning } = resolution;
  return {
    kind: 'scope',
    area: { kind: 'project', id: project.id, name: project.name },
    header: {
      project: project.name,
      project_source: source,
      ...(path === undefined ? {} : { project_path: path }),
    },
    ...(warning === undefined ? {} : { warning }),
  };
}

/** What a read looks through: never fails on ambiguity, creates nothing. */
export async function readScope(
  context: ToolContext,
  input: { readonly project?: string | undefined; readonly all_projects?: boolean | undefined },
): Promise<ReadScope | Failed> {
  const resolution = await context.projects.forRead({
    ...(input.project === undefined ? {} : { project: input.project }),
    allProjects: input.all_projects ?? false,
  });
  if (resolution.kind === 'error') {
    return failed(resolution.code, resolution.message, resolution.details);
  }
  const projects = resolution.projects.map((project): Area & { kind: 'project' } => ({
    kind: 'project',
    id: project.id,
    name: project.name,
  }));
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
  };
}
