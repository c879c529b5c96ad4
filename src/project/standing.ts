import { candidateOf, optionAtPaths, projectOptions, type ProjectOption } from './candidates';
import type { Catalog, FoldersChoice, ProjectRecord } from './catalog';
import type { OpenPlace } from './failures';
import type { ProjectWarning } from './projectWarning';
import type { DetectedProject, Detection, FilePort, ProjectSource } from './types';
import { unseenIn } from './windowDetection';

/** The one project that is meant, in the catalog or not yet. */
export interface Settled {
  readonly kind: 'settled';
  readonly name: string;
  readonly source: ProjectSource;
  readonly path?: string;
  readonly warning?: ProjectWarning;
  readonly record?: ProjectRecord;
  /** The place it was found at; new locators are learned from it. */
  readonly detected?: DetectedProject;
  readonly options: readonly ProjectOption[];
}

export interface Open extends OpenPlace {
  readonly kind: 'open';
}

/** Where a call stands, once detection, the catalog, its paths and the person's choice were heard. */
export type Standing =
  | Settled
  | Open
  /** The person wants no project memory here. */
  | { readonly kind: 'disabled' }
  | { readonly kind: 'failed'; readonly path: string; readonly message: string };

/**
 * Order: the person's "not here"; the one project that was found, unless the person chose another in its
 * stead; a path of the call; the choice made before. What the program was started with stands above all.
 */
export async function standingOf(
  detection: Detection,
  deps: {
    readonly catalog: Catalog;
    readonly files: FilePort;
    readonly choice: FoldersChoice | undefined;
    readonly paths: readonly string[];
  },
): Promise<Standing> {
  const overridden = detection.kind === 'project' && detection.project.source === 'process_override';
  const choice = overridden ? undefined : deps.choice;
  if (choice?.kind === 'disabled') return { kind: 'disabled' };
  if (detection.kind === 'failed') return detection;
  const places = placesOf(detection);
  const options = await projectOptions(deps.catalog, places);
  const [first] = options;
  const unseen = unseenIn(detection);
  if (first !== undefined && options.length === 1 && first.joining === undefined && unseen === 0) {
    const replaced = choice?.insteadOf !== undefined && choice.insteadOf === identityKey(places);
    return replaced ? chosen(choice.project, options) : settledOn(first, first.candidate.source, options);
  }
  const atPath = await optionAtPaths(deps.files, options, deps.paths);
  if (atPath !== undefined) return settledOn(atPath, 'call_path', options);
  if (choice !== undefined && choice.insteadOf === undefined) return chosen(choice.project, options);
  return openPlace(detection, options, unseen);
}

/** What is known without the catalog: enough for a status bar. */
export function standingWithoutCatalog(detection: Detection): Standing {
  if (detection.kind === 'failed') return detection;
  const options = placesOf(detection).map((detected) => ({
    candidate: candidateOf(detected, detected.name),
    detected,
    contested: false,
  }));
  const [first] = options;
  if (detection.kind === 'project' && first !== undefined) {
    return settledOn(first, first.candidate.source, options);
  }
  return openPlace(detection, options, unseenIn(detection));
}

/** Names what was found, so that a choice made in its stead ends when something else is found. */
export function identityKey(places: readonly DetectedProject[]): string | undefined {
  const [place] = places;
  const locator = places.length === 1 ? place?.locators[0] : undefined;
  return locator === undefined ? undefined : `${locator.kind} ${locator.value}`;
}

export function placesOf(detection: Detection): readonly DetectedProject[] {
  if (detection.kind === 'project') return [detection.project];
  return detection.kind === 'ambiguous' ? detection.candidates : [];
}

export function settledOn(
  option: ProjectOption,
  source: ProjectSource,
  options: readonly ProjectOption[],
): Settled {
  const { candidate, detected, record } = option;
  return {
    kind: 'settled',
    name: candidate.name,
    source,
    options,
    ...(candidate.path === '' ? {} : { path: candidate.path }),
    ...(detected?.warning === undefined ? {} : { warning: detected.warning }),
    ...(record === undefined ? {} : { record }),
    ...(detected === undefined ? {} : { detected }),
  };
}

/** Remembered: the project may be one of the options, or any other that the person chose. */
function chosen(project: ProjectRecord, options: readonly ProjectOption[]): Settled {
  const option = options.find(({ record }) => record?.id === project.id);
  if (option !== undefined) return settledOn(option, 'remembered_choice', options);
  return {
    kind: 'settled',
    name: project.name,
    source: 'remembered_choice',
    record: project,
    options,
    ...(project.path === undefined ? {} : { path: project.path }),
  };
}

function openPlace(
  detection: Exclude<Detection, { kind: 'failed' }>,
  options: readonly ProjectOption[],
  unseen: number,
): Open {
  const path = detection.kind === 'project' ? detection.project.path : detection.path;
  return {
    kind: 'open',
    source: detection.kind === 'none' ? 'none' : 'ambiguous',
    options,
    unseen,
    ...(path === undefined || path === '' ? {} : { path }),
    ...(detection.kind === 'none' ? { reason: detection.reason } : {}),
  };
}
