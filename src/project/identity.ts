import { baseNameOf, isHomePath, isRootPath, parentOf, pathBelow, pathKey } from './filePath';
import type { GitRepository } from './gitRepository';
import { nameFromText } from './projectName';
import type { ProjectWarning } from './projectWarning';
import type { DetectedProject, Locator } from './types';

/** For folders whose name holds nothing that can be read. */
const UNNAMED = 'unnamed';

/**
 * Identity of a repository. Undefined for one without a remote at the home folder or a drive's root: those
 * give no project its name.
 */
export function repositoryIdentity(repository: GitRepository, home: string): DetectedProject | undefined {
  const { root, commonDir, commonDirIdentity, linkedWorktree, remote } = repository;
  const locators: Locator[] = [{ kind: 'common_dir', value: pathKey(commonDir) }];
  // The folder of a linked worktree is soon another's: the shared directory identifies it.
  if (!linkedWorktree) locators.push({ kind: 'root', value: pathKey(root) });
  // By this it is known when it was moved, also without a remote. No path begins so.
  if (commonDirIdentity !== undefined)
    locators.push({ kind: 'common_dir', value: `id:${commonDirIdentity}` });
  if (remote === undefined) {
    if (isRootPath(root) || isHomePath(root, home)) return undefined;
    const name = nameFromText(repository.name) ?? UNNAMED;
    return { source: 'git_root', name, alternativeNames: withParent(name, root), path: root, locators };
  }
  const name = nameFromText(remote.repo) ?? UNNAMED;
  const owner = nameFromText(remote.owner ?? '');
  const owned = owner === undefined ? undefined : `${owner}/${name}`;
  return {
    source: 'git_remote',
    name,
    alternativeNames: [...(owned === undefined ? [] : [owned]), ...withParent(name, root)],
    path: root,
    locators: [{ kind: 'remote', value: remote.value }, ...locators],
    remote: remote.display,
  };
}

/** Identity of a plain folder (a real path): the path itself. */
export function folderIdentity(path: string, warning?: ProjectWarning): DetectedProject {
  const name = nameFromText(baseNameOf(path)) ?? UNNAMED;
  return {
    source: 'dir_basename',
    name,
    alternativeNames: withParent(name, path),
    path,
    locators: [{ kind: 'root', value: pathKey(path) }],
    ...(warning === undefined ? {} : { warning }),
  };
}

/**
 * Identity of a workspace without a disk, however its URI is escaped. What follows `+` in the authority is a
 * revision or a session. Undefined for the root of a file system: it names nothing.
 */
export function uriIdentity(uri: string): DetectedProject | undefined {
  const [, scheme = '', authority = '', path = ''] = /^([^:]+):(?:\/\/([^/?#]*))?([^?#]*)/u.exec(uri) ?? [];
  const host = decoded(authority.slice(authority.lastIndexOf('@') + 1))
    .replace(/\+.*$/su, '')
    .toLowerCase();
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded);
  const last = segments.at(-1);
  if (last === undefined) return undefined;
  const name = nameFromText(last) ?? UNNAMED;
  const owner = nameFromText(segments.at(-2) ?? '');
  const value = `${scheme.toLowerCase()}://${host}/${segments.map(encodeURIComponent).join('/')}`;
  return {
    source: 'workspace_uri',
    name,
    alternativeNames: owner === undefined ? [] : [`${owner}/${name}`],
    path: value,
    locators: [{ kind: 'workspace_uri', value }],
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).toWellFormed();
  } catch {
    return text.toWellFormed();
  }
}

/** A project named by the person who started the program. The folder plays no part. */
export function overrideIdentity(name: string, path: string): DetectedProject {
  return {
    source: 'process_override',
    name,
    alternativeNames: [],
    path,
    locators: [{ kind: 'name', value: name }],
  };
}

/**
 * A project named by a file in `folder`, which is `undeclared` or a folder inside it. Below the root, the
 * locators are those of the root with the way down added: parts of one repository stay apart.
 */
export function declaredIdentity(
  name: string,
  folder: string,
  undeclared: DetectedProject | undefined,
): DetectedProject {
  const below = undeclared === undefined ? '' : pathBelow(folder, undeclared.path);
  const places = (undeclared?.locators ?? []).filter(({ kind }) => kind !== 'root');
  return {
    source: 'config',
    name,
    alternativeNames: [],
    path: folder,
    locators: [
      { kind: 'name', value: name },
      ...places.map(({ kind, value }) => ({ kind, value: below === '' ? value : `${value}#${below}` })),
      ...(keepsRoot(undeclared) ? [{ kind: 'root', value: pathKey(folder) } as const] : []),
    ],
    ...(undeclared?.remote === undefined ? {} : { remote: undeclared.remote }),
    ...(undeclared === undefined ? {} : { undeclared }),
  };
}

/** Whether both are certainly one project: they share a remote, a git directory, a folder or a name. */
export function sharesLocator(a: DetectedProject, b: DetectedProject): boolean {
  return a.locators.some((one) =>
    b.locators.some(({ kind, value }) => kind === one.kind && value === one.value),
  );
}

/** One of each project, in order of first appearance. */
export function distinctProjects(projects: readonly DetectedProject[]): DetectedProject[] {
  const distinct: DetectedProject[] = [];
  for (const project of projects) {
    if (!distinct.some((known) => sharesLocator(known, project))) distinct.push(project);
  }
  return distinct;
}

/** A linked worktree has no root locator, and a name declared in it adds none. */
function keepsRoot(undeclared: DetectedProject | undefined): boolean {
  return undeclared === undefined || undeclared.locators.some(({ kind }) => kind === 'root');
}

function withParent(name: string, path: string): string[] {
  const parent = nameFromText(baseNameOf(parentOf(path)));
  return parent === undefined ? [] : [`${name} (${parent})`];
}
