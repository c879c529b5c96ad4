import { detectProject, type DetectionDependencies } from '../../src/project/detection';
import type { DetectedProject, Detection } from '../../src/project/types';
import type { InMemoryFiles } from './inMemoryFiles';

/** Configuration of a repository whose origin is `octo/app`. */
export const ORIGIN = '[remote "origin"]\n\turl = git@github.com:octo/app.git\n';

export function detect(
  files: InMemoryFiles,
  path: string,
  changes: Partial<DetectionDependencies> = {},
): Promise<Detection> {
  return detectProject(path, { files, home: '/home/me', trusted: true, now: () => 0, ...changes });
}

/** What is detected where it has to be one project. */
export async function project(...args: Parameters<typeof detect>): Promise<DetectedProject> {
  const detection = await detect(...args);
  if (detection.kind !== 'project') throw new Error(`Not one project: ${JSON.stringify(detection)}`);
  return detection.project;
}

/** `kind value` of each locator. */
export function kinds({ locators }: DetectedProject): string[] {
  return locators.map(({ kind, value }) => `${kind} ${value}`);
}
