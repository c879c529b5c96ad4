import { baseNameOf, isHomePath, isRootPath, joinPath, parentOf, resolvePath } from './filePath';
import { parseGitConfig, type GitConfigEntry } from './gitConfig';
import { normaliseRemote, type Remote } from './remoteUrl';
import type { FilePort } from './types';

/** What the files of a repository say of its identity (git-scm.com/docs/gitrepository-layout). */
export interface GitRepository {
  /** Real path of the work tree, or of a bare repository itself. */
  readonly root: string;
  /** Real path of the directory that all worktrees of this repository share. */
  readonly commonDir: string;
  /** Of that directory, wherever it is moved; absent where the disk tells none. */
  readonly commonDirIdentity?: string;
  /** The root is a worktree added with `git worktree add`. */
  readonly linkedWorktree: boolean;
  /** `origin`, else the only remote, else the upstream of the current branch. */
  readonly remote?: Remote;
  /** What the main repository's folder is called. */
  readonly name: string;
}

export type GitLookup =
  | { readonly kind: 'repository'; readonly repository: GitRepository }
  /** There is a `.git` here, but it leads to no repository. */
  | { readonly kind: 'broken'; readonly root: string; readonly fault: string }
  | { readonly kind: 'none' };

/**
 * The repository around `folder` (a real path), found by reading its files: a git process for each save
 * would cost more than the save. A repository at the home folder or a drive's root holds only itself: the
 * folders below are no part of it.
 */
export async function findRepository(files: FilePort, folder: string, home: string): Promise<GitLookup> {
  for (let current = folder; ; current = parentOf(current)) {
    if (current !== folder && (isRootPath(current) || isHomePath(current, home))) return { kind: 'none' };
    const found = await repositoryAt(files, current);
    if (found.kind !== 'none') return found;
    if (current === folder) {
      const bare = await bareRepositoryAt(files, folder);
      if (bare.kind !== 'none') return bare;
    }
    if (parentOf(current) === current) return { kind: 'none' };
  }
}

/** The repository whose work tree is `root` (a real path), if it is one. */
export async function repositoryAt(files: FilePort, root: string): Promise<GitLookup> {
  const dotGit = joinPath(root, '.git');
  const stat = await files.lstat(dotGit);
  if (stat === undefined) return { kind: 'none' };
  let gitDir = dotGit;
  const pointer = stat.kind === 'directory' ? undefined : await files.readText(dotGit);
  if (stat.kind === 'file' || pointer !== undefined) {
    const target = /^gitdir:[ \t]*([^\r\n]+)/.exec(pointer ?? '')?.[1]?.trimEnd();
    if (target === undefined)
      return { kind: 'broken', root, fault: `${dotGit} does not begin with "gitdir:"` };
    gitDir = resolvePath(root, target);
  }
  // There, not readable: the HEAD of an old repository without commits is a link to nothing.
  if ((await files.lstat(joinPath(gitDir, 'HEAD'))) === undefined) {
    if (stat.kind === 'directory') {
      // An empty `.git` folder is nothing to git either: the search goes on above it.
      if ((await files.readDirectory(dotGit)) !== undefined) return { kind: 'none' };
      return { kind: 'broken', root, fault: `${dotGit} cannot be read` };
    }
    return { kind: 'broken', root, fault: `${dotGit} points to ${gitDir}, which is no git directory` };
  }
  return { kind: 'repository', repository: await describe(files, root, gitDir) };
}

async function bareRepositoryAt(files: FilePort, folder: string): Promise<GitLookup> {
  if (baseNameOf(folder) === '.git') return { kind: 'none' };
  if ((await files.lstat(joinPath(folder, 'objects')))?.kind !== 'directory') return { kind: 'none' };
  if ((await files.lstat(joinPath(folder, 'refs')))?.kind !== 'directory') return { kind: 'none' };
  if ((await files.lstat(joinPath(folder, 'HEAD'))) === undefined) return { kind: 'none' };
  return { kind: 'repository', repository: await describe(files, folder, folder) };
}

async function describe(files: FilePort, root: string, gitDir: string): Promise<GitRepository> {
  const shared = (await files.readText(joinPath(gitDir, 'commondir')))?.trim();
  const commonPath = shared === undefined || shared === '' ? gitDir : resolvePath(gitDir, shared);
  const commonDir = (await files.realPath(commonPath)) ?? commonPath;
  const commonDirIdentity = (await files.lstat(commonDir))?.identity;
  const linkedWorktree = commonPath !== gitDir;
  // `.git`, or a bare repository kept hidden beside its worktrees: the folder around it has the name.
  const main = baseNameOf(commonDir).startsWith('.') ? parentOf(commonDir) : commonDir;
  const config = parseGitConfig((await files.readText(joinPath(commonDir, 'config'))) ?? '');
  const remote = await chooseRemote(files, gitDir, linkedWorktree ? main : root, config);
  return {
    root,
    commonDir,
    ...(commonDirIdentity === undefined ? {} : { commonDirIdentity }),
    linkedWorktree,
    name: baseNameOf(linkedWorktree ? main : root).replace(/(?!^)\.git$/, ''),
    ...(remote === undefined ? {} : { remote }),
  };
}

async function chooseRemote(
  files: FilePort,
  gitDir: string,
  root: string,
  config: readonly GitConfigEntry[],
): Promise<Remote | undefined> {
  const urls = new Map<string, string>();
  for (const { section, subsection, key, value } of config) {
    if (section !== 'remote' || key !== 'url' || subsection === undefined) continue;
    // The first of several URLs is the one git fetches from.
    if (value !== '' && !urls.has(subsection)) urls.set(subsection, value);
  }
  const only = urls.size === 1 ? [...urls.values()][0] : undefined;
  const url = urls.get('origin') ?? only ?? urls.get((await upstreamRemote(files, gitDir, config)) ?? '');
  if (url === undefined) return undefined;
  return normaliseRemote(/^\.{1,2}(?:[\\/]|$)/.test(url) ? resolvePath(root, url) : url);
}

async function upstreamRemote(
  files: FilePort,
  gitDir: string,
  config: readonly GitConfigEntry[],
): Promise<string | undefined> {
  const head = await files.readText(joinPath(gitDir, 'HEAD'));
  const branch = /^ref:\s*refs\/heads\/(.+?)\s*$/.exec(head ?? '')?.[1];
  if (branch === undefined) return undefined;
  return config.findLast(
    (entry) => entry.section === 'branch' && entry.subsection === branch && entry.key === 'remote',
  )?.value;
}
