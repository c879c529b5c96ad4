import { childRepositories } from './childRepositories';
import { isHomePath, isRootPath, isUri, parentOf, pathBelow } from './filePath';
import { findRepository } from './gitRepository';
import {
  declaredIdentity,
  distinctProjects,
  folderIdentity,
  overrideIdentity,
  repositoryIdentity,
  uriIdentity,
} from './identity';
import { findDeclaration } from './projectFile';
import { normaliseProjectName } from './projectName';
import type { DetectedProject, Detection, FilePort } from './types';

export interface DetectionDependencies {
  readonly files: FilePort;
  /** Project named by the one who started the program; blank is none. */
  readonly override?: string | undefined;
  /** The user's home folder. */
  readonly home: string;
  /** False: nothing in the workspace may say which project it is. */
  readonly trusted: boolean;
  /** For the look at child folders, in milliseconds. */
  readonly deadlineMs?: number;
  /** Milliseconds. */
  readonly now: () => number;
}

const DEADLINE_MS = 200;

/**
 * Which project `path` (a folder, a file, or the URI of a workspace without a disk) belongs to, and why.
 * First that answers: override, `.project-memory.json`, remote, repository, only child repository, several
 * child repositories (ambiguous), the folder itself. Looking creates nothing.
 */
export async function detectProject(path: string, deps: DetectionDependencies): Promise<Detection> {
  if (!deps.trusted) return none(path, 'The workspace is not trusted: its project is not looked at.');
  const { files } = deps;
  const folder = isUri(path) ? path : await realFolder(files, path);
  if (deps.override !== undefined && deps.override.trim() !== '') {
    return detectOverride(deps.override, folder ?? path);
  }
  if (folder === undefined) return none(path, `${path} is not a folder that can be read.`);
  if (isUri(folder)) {
    const project = uriIdentity(folder);
    return project === undefined ? nameless(folder) : { kind: 'project', project };
  }

  // Compared with real paths: a home folder is a link on many a machine.
  const home = (await files.realPath(deps.home)) ?? deps.home;
  const lookup = await findRepository(files, folder, home);
  const top =
    lookup.kind === 'none' ? folder : lookup.kind === 'broken' ? lookup.root : lookup.repository.root;
  const declaration = await findDeclaration(files, folder, top);
  if (declaration.kind === 'failed') return declaration;
  let own: DetectedProject | undefined;
  if (lookup.kind === 'repository') own = repositoryIdentity(lookup.repository, home);
  else if (!isRootPath(top) && !isHomePath(top, home))
    own = folderIdentity(
      top,
      lookup.kind === 'broken' ? { kind: 'brokenRepository', fault: lookup.fault } : undefined,
    );

  if (declaration.kind === 'declared') {
    const declared = declaredIdentity(declaration.name, declaration.folder, own);
    return { kind: 'project', project: seenFrom(folder, declared) };
  }
  if (own === undefined) {
    return none(top, `${top} is the home folder or a file system's root: it is no project by itself.`);
  }
  if (lookup.kind !== 'none') return { kind: 'project', project: seenFrom(folder, own) };
  return detectChildren(folder, own, deps);
}

/** A folder inside a project may be a part of it that was split off. */
function seenFrom(folder: string, project: DetectedProject): DetectedProject {
  const within = pathBelow(folder, project.path);
  return within === '' ? project : { ...project, within };
}

/** The project that an override names; `path` is empty where no folder is open. */
export function detectOverride(override: string, path: string): Detection {
  const name = normaliseProjectName(override);
  if (name.kind === 'name') return { kind: 'project', project: overrideIdentity(name.name, path) };
  return { kind: 'failed', path, message: `The project set for this program is not usable. ${name.message}` };
}

async function detectChildren(
  folder: string,
  own: DetectedProject,
  { files, home, deadlineMs = DEADLINE_MS, now }: DetectionDependencies,
): Promise<Detection> {
  const end = now() + deadlineMs;
  const scan = await childRepositories(files, folder, () => now() >= end);
  const children: DetectedProject[] = [];
  let failure: Detection | undefined;
  for (const { repository, declaration } of scan.children) {
    const identity = repositoryIdentity(repository, home);
    if (declaration.kind === 'failed') failure ??= declaration;
    if (declaration.kind === 'declared') {
      children.push(declaredIdentity(declaration.name, repository.root, identity));
    } else if (identity !== undefined) children.push(identity);
  }
  const candidates = distinctProjects(children);
  const [first] = candidates;
  if (first === undefined) {
    if (scan.unseen === 0) return { kind: 'project', project: own };
    const warning = { kind: 'unseenFolders', count: scan.unseen } as const;
    return { kind: 'project', project: { ...own, warning } };
  }
  if (candidates.length > 1 || scan.unseen > 0) {
    return { kind: 'ambiguous', path: folder, candidates, unseen: scan.unseen };
  }
  if (failure !== undefined) return failure;
  const warning = { kind: 'onlyRepository', folder, repository: first.path } as const;
  const source = first.source === 'config' ? first.source : 'git_child';
  return { kind: 'project', project: { ...first, source, warning } };
}

async function realFolder(files: FilePort, path: string): Promise<string | undefined> {
  const real = await files.realPath(path);
  if (real === undefined) return undefined;
  const stat = await files.lstat(real);
  if (stat?.kind === 'directory') return real;
  return stat?.kind === 'file' ? parentOf(real) : undefined;
}

function none(path: string, reason: string): Detection {
  return { kind: 'none', path, reason };
}

function nameless(path: string): Detection {
  return none(path, `${path} is the home folder or a file system's root: it is no project by itself.`);
}
