import type { ProjectRecord } from './catalog';
import type { ProjectWarning } from './projectWarning';

/** Why a memory belongs to the project it was given. */
export type ProjectSource =
  | 'process_override'
  | 'config'
  | 'git_remote'
  | 'git_root'
  | 'git_child'
  | 'dir_basename'
  | 'workspace_uri'
  | 'ambiguous'
  | 'none'
  | 'call_path'
  | 'remembered_choice'
  | 'user_selected_after_ambiguous_project'
  | 'session_project'
  | 'known_project'
  | 'all_projects';

/** What ties a place on disk to a project in the catalog. */
export interface Locator {
  readonly kind: 'remote' | 'common_dir' | 'root' | 'name' | 'workspace_uri' | 'part';
  /** Normalised: equal values are the same place. Never holds credentials. */
  readonly value: string;
}

/** A place that was recognised as one project. It need not be in the catalog yet. */
export interface DetectedProject {
  readonly source: ProjectSource;
  /** Proposed display name, normalised, e.g. the repository's name. */
  readonly name: string;
  /** Longer names to try when another project holds `name`: `owner/app`, `app (parent)`. */
  readonly alternativeNames: readonly string[];
  /** Real path of the project's root; empty when an override names the project and no folder is open. */
  readonly path: string;
  readonly locators: readonly Locator[];
  /** The remote as people read it, without credentials. */
  readonly remote?: string;
  /** The folder looked at, seen from `path`: `packages/a`. Absent where it is `path` itself. */
  readonly within?: string;
  readonly warning?: ProjectWarning;
  /** The person said that this is not the project which lay in its folder before. */
  readonly apart?: true;
  /** Of a project named by a file in the folder: what the folder would be without that file. */
  readonly undeclared?: DetectedProject;
}

export type Detection =
  | { readonly kind: 'project'; readonly project: DetectedProject }
  | {
      readonly kind: 'ambiguous';
      readonly path: string;
      readonly candidates: readonly DetectedProject[];
      /** How many child folders there was no time to look at: there may be more candidates. */
      readonly unseen: number;
    }
  | { readonly kind: 'none'; readonly path?: string; readonly reason: string }
  | { readonly kind: 'failed'; readonly path: string; readonly message: string };

/** Where files of a project lie on this machine, for the one who asks. Both paths are real and absolute. */
export interface ProjectFolder {
  /** What the paths that memories cite are seen from. */
  readonly base: string;
  /** Nothing outside it is ever looked at: the project's root, or the part of it that was split off. */
  readonly within: string;
}

export interface Candidate {
  readonly name: string;
  readonly path: string;
  /** Project id when the catalog knows it. */
  readonly id?: string;
  readonly remote?: string;
  readonly source: ProjectSource;
}

/** What a surface offers when the project is ambiguous: a picker in the editor; later elicitation over MCP. */
export type AskProject = (
  question: { readonly candidates: readonly Candidate[]; readonly known: readonly ProjectRecord[] },
  signal: AbortSignal | undefined,
) => Promise<ProjectChoice>;

export type ProjectChoice =
  | { readonly kind: 'candidate'; readonly candidate: Candidate }
  | { readonly kind: 'known'; readonly project: ProjectRecord }
  | { readonly kind: 'new'; readonly name: string }
  /** "No project memory here": remembered, project writes answer project_disabled. */
  | { readonly kind: 'disabled' }
  | { readonly kind: 'dismissed' };

export interface FileStat {
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly mtimeMs: number;
  readonly size: number;
  /** Stays the same when the file or folder is moved on its disk, and is no other's. Absent: the disk tells none. */
  readonly identity?: string;
}

/** The few questions detection asks the disk. Absent, unreadable and not-a-directory answer undefined. */
export interface FilePort {
  /** At most 1 MiB is read. */
  readText(path: string): Promise<string | undefined>;
  /** Does not follow a final symlink. */
  lstat(path: string): Promise<FileStat | undefined>;
  /** The same without waiting: holds the event loop for as long as the disk takes. */
  lstatNow(path: string): FileStat | undefined;
  readDirectory(
    path: string,
  ): Promise<readonly { readonly name: string; readonly kind: FileStat['kind'] }[] | undefined>;
  /** Symlinks resolved, in the case the file system holds. */
  realPath(path: string): Promise<string | undefined>;
}
