import { detectOverride, detectProject, type DetectionDependencies } from './detection';
import { isUri } from './filePath';
import { distinctProjects } from './identity';
import type { DetectedProject, Detection } from './types';

/** What the open folders, taken together, say of the project. */
export interface WindowDetection {
  /** Real paths where they exist, in the order of the window. */
  readonly folders: readonly string[];
  /** Every place where a project was found: those of one project, as its worktrees, each for itself. */
  readonly places: readonly DetectedProject[];
  readonly detection: Detection;
}

/** One project if all folders that are a project are the same one; else ambiguous. */
export async function detectWindow(
  folders: readonly string[],
  deps: DetectionDependencies,
): Promise<WindowDetection> {
  const real = await Promise.all(
    folders.map(async (folder) => (isUri(folder) ? folder : ((await deps.files.realPath(folder)) ?? folder))),
  );
  const detections: Detection[] = [];
  for (const folder of real) detections.push(await detectProject(folder, deps));
  return { folders: real, places: detections.flatMap(projectsOf), detection: combine(detections, deps) };
}

function combine(detections: readonly Detection[], deps: DetectionDependencies): Detection {
  const [first] = detections;
  if (first === undefined) return detectNowhere(deps);
  if (detections.length === 1) return first;
  const failure = detections.find(({ kind }) => kind === 'failed');
  if (failure !== undefined) return failure;
  const candidates = distinctProjects(detections.flatMap(projectsOf));
  const [only] = candidates;
  if (only === undefined) return first;
  const unseen = detections.reduce((sum, detection) => sum + unseenIn(detection), 0);
  if (candidates.length === 1 && unseen === 0) return { kind: 'project', project: only };
  return { kind: 'ambiguous', path: only.path, candidates, unseen };
}

function detectNowhere({ trusted, override = '' }: DetectionDependencies): Detection {
  if (trusted && override.trim() !== '') return detectOverride(override, '');
  return { kind: 'none', reason: 'No folder is open.' };
}

/** How many folders there was no time to look at. */
export function unseenIn(detection: Detection): number {
  return detection.kind === 'ambiguous' ? detection.unseen : 0;
}

function projectsOf(detection: Detection): readonly DetectedProject[] {
  if (detection.kind === 'project') return [detection.project];
  return detection.kind === 'ambiguous' ? detection.candidates : [];
}
