import { readOpen, readSettled } from './answers';
import type { ProjectOption } from './candidates';
import type { Catalog, ProjectRecord } from './catalog';
import { invalidProject, sessionElsewhere, unknownProject } from './failures';
import { normaliseProjectName, similarNames } from './projectName';
import type { ReadResolution, WriteResolution } from './resolution';
import type { Settled, Standing } from './standing';

/** A read that names its project. A project found here may be named before its first write. */
export async function readNamed(text: string, catalog: Catalog, standing: Standing): Promise<ReadResolution> {
  const name = normaliseProjectName(text);
  if (name.kind === 'error') return invalidProject(name.message);
  const known = await catalog.byName(name.name);
  if (standing.kind === 'settled' && isNamed(standing, name.name, known)) return readSettled(standing);
  if (standing.kind === 'open' && isJoining(standing.options, known)) return readOpen(standing);
  if (known !== undefined) {
    return {
      kind: 'projects',
      projects: [known],
      name: known.name,
      source: 'known_project',
      ambiguous: false,
      ...(known.path === undefined ? {} : { path: known.path }),
    };
  }
  const options = standing.kind === 'open' ? standing.options : [];
  const option = options.find(({ candidate }) => candidate.name === name.name);
  if (option === undefined) return unknownProject(name.name, detectedName(standing), await namesOf(catalog));
  const { source, path } = option.candidate;
  return { kind: 'projects', projects: [], name: name.name, source, path, ambiguous: false };
}

/**
 * A write that names its project, normalised. Nothing is created by naming it, unless `create` says so. Undefined: the
 * name is that of the project which stands, or the person has to say.
 */
export async function writeNamed(
  name: string,
  catalog: Catalog,
  standing: Standing,
  create: boolean,
): Promise<WriteResolution | undefined> {
  const known = await catalog.byName(name);
  if (standing.kind === 'settled' && isNamed(standing, name, known)) return undefined;
  if (standing.kind === 'open' && isJoining(standing.options, known)) return undefined;
  if (known !== undefined) {
    await catalog.touch(known.id);
    return {
      kind: 'project',
      project: known,
      source: 'known_project',
      ...(known.path === undefined ? {} : { path: known.path }),
      ...(standing.kind === 'settled' ? { warning: `The project here is "${standing.name}".` } : {}),
    };
  }
  if (standing.kind === 'failed') return undefined;
  if (standing.kind === 'open' && standing.options.some(({ candidate }) => candidate.name === name)) {
    return undefined;
  }
  const names = await namesOf(catalog);
  return create ? createNamed(name, catalog, names) : unknownProject(name, detectedName(standing), names);
}

async function createNamed(
  name: string,
  catalog: Catalog,
  known: readonly string[],
): Promise<WriteResolution> {
  const creation = await catalog.create(name);
  if (creation.kind === 'error') return invalidProject(creation.message);
  const { project } = creation;
  const similar = similarNames(name, known);
  const nearby = similar.length === 0 ? '' : ` There are similar ones: ${similar.join(', ')}.`;
  return {
    kind: 'project',
    project,
    source: 'known_project',
    ...(creation.kind === 'created' ? { warning: `A project "${project.name}" was created.${nearby}` } : {}),
  };
}

/** A write of a session that is known: it goes where the session was started, wherever the call is made. */
export async function writeOfSession(
  session: ProjectRecord,
  named: string | undefined,
  catalog: Catalog,
): Promise<WriteResolution> {
  if (named !== undefined && named !== session.name && (await catalog.byName(named))?.id !== session.id)
    return sessionElsewhere(session.name, named);
  await catalog.touch(session.id);
  return {
    kind: 'project',
    project: session,
    source: 'session_project',
    ...(session.path === undefined ? {} : { path: session.path }),
  };
}

/** All projects, newest use first. */
export async function namesOf(catalog: Catalog): Promise<string[]> {
  return (await catalog.list()).map(({ name }) => name);
}

function detectedName(standing: Standing): string | undefined {
  return standing.kind === 'settled' ? standing.name : undefined;
}

/** Also by a name that a file declared for it once. */
function isNamed(settled: Settled, name: string, known: ProjectRecord | undefined): boolean {
  return settled.name === name || (known !== undefined && known.id === settled.record?.id);
}

/** Naming a project that a file here claims does not replace the person's agreement. */
function isJoining(options: readonly ProjectOption[], known: ProjectRecord | undefined): boolean {
  return options.some(({ joining, record }) => joining !== undefined && record?.id === known?.id);
}
