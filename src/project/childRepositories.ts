import { joinPath } from './filePath';
import { repositoryAt, type GitRepository } from './gitRepository';
import { declarationIn, type Declaration } from './projectFile';
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

export interface ChildRepository {
  readonly repository: GitRepository;
  readonly declaration: Declaration;
}

export interface ChildScan {
  /** By name of their folder. */
  readonly children: readonly ChildRepository[];
  /** How many folders there was no time to look at. */
  readonly unseen: number;
}

/**
 * The repositories directly below `folder` (a real path). Hidden folders and symlinked ones are passed over.
 * `expired` is asked between batches: the first is always looked at, since a busy machine must not make one project of
 * three repositories.
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
  const children: ChildRepository[] = [];
  for (let start = 0; start < names.length; start += BATCH) {
    if (start > 0 && expired()) return { children, unseen: names.length - start };
    const batch = names.slice(start, start + BATCH);
    const found = await Promise.all(batch.map((name) => childAt(files, joinPath(folder, name))));
    children.push(...found.filter((child) => child !== undefined));
  }
  return { children, unseen: 0 };
}

async function childAt(files: FilePort, folder: string): Promise<ChildRepository | undefined> {
  const lookup = await repositoryAt(files, folder);
  if (lookup.kind !== 'repository') return undefined;
  return { repository: lookup.repository, declaration: await declarationIn(files, folder) };
}
