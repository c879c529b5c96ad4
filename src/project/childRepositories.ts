import { joinPath } from './filePath';
import { repositoryAt, type GitRepository } from './gitRepository';
import type { FilePort } from './types';

/** Folders of dependencies and of build results: a repository there is nobody's work. */
const SKIPPED: ReadonlySet<string> = new Set([
  'node_modules',
  'vendor',
  '.venv',
  '__pycache__',
  'target',
  'dist',
  'build',
]);

/** How many children are looked at side by side, between two looks at the clock. */
const BATCH = 16;

export interface ChildScan {
  /** By name of their folder. */
  readonly repositories: readonly GitRepository[];
  /** The time ran out: there may be more. */
  readonly incomplete: boolean;
}

/**
 * The repositories directly below `folder` (a real path). Hidden folders and symlinked ones are passed over.
 * `expired` is asked between batches.
 */
export async function childRepositories(
  files: FilePort,
  folder: string,
  expired: () => boolean,
): Promise<ChildScan> {
  const names = ((await files.readDirectory(folder)) ?? [])
    .filter(({ name, kind }) => kind === 'directory' && !name.startsWith('.') && !SKIPPED.has(name))
    .map(({ name }) => name)
    .sort();
  const repositories: GitRepository[] = [];
  for (let start = 0; start < names.length; start += BATCH) {
    if (expired()) return { repositories, incomplete: true };
    const batch = names.slice(start, start + BATCH);
    const found = await Promise.all(batch.map((name) => repositoryAt(files, joinPath(folder, name))));
    for (const lookup of found) if (lookup.kind === 'repository') repositories.push(lookup.repository);
  }
  return { repositories, incomplete: false };
}
