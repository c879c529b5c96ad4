import type { ProjectRecord } from './catalog';
import type { Candidate, ProjectSource } from './types';

export type ProjectErrorCode =
  | 'ambiguous_project'
  | 'invalid_project'
  | 'unknown_project'
  | 'project_disabled'
  | 'project_detection_failed';

/** An expected refusal: nothing was written. `details` stand beside the message in the answer. */
export interface ProjectFailure {
  readonly kind: 'error';
  readonly code: ProjectErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface ReadProjects {
  readonly kind: 'projects';
  /** Those that hold something; a project begins with its first write. */
  readonly projects: readonly ProjectRecord[];
  /** Name of the one project that is meant, also before its first write. */
  readonly name?: string;
  readonly source: ProjectSource;
  readonly path?: string;
  /** Several could be meant: all of them are in `projects`. */
  readonly ambiguous: boolean;
  readonly hint?: string;
}

export type ReadResolution = ReadProjects | ProjectFailure;

export interface WriteProject {
  readonly kind: 'project';
  readonly project: ProjectRecord;
  readonly source: ProjectSource;
  readonly path?: string;
  readonly warning?: string;
}

export type WriteResolution = WriteProject | ProjectFailure;

/** What is known of the present project, without any error. */
export interface CurrentProject {
  readonly project?: string;
  /** Absent before the first write, or while the catalog is closed. */
  readonly id?: string;
  readonly source: ProjectSource;
  readonly path?: string;
  readonly folders: readonly string[];
  /** What could be meant; the project itself when there is just one. */
  readonly candidates: readonly Candidate[];
  /** All projects, newest use first; empty while the catalog is closed. */
  readonly known: readonly ProjectRecord[];
  readonly warning?: string;
  /** Why there is no project, or no single one, and what helps. */
  readonly hint?: string;
  /** The person wants no project memory in these folders. */
  readonly disabled: boolean;
}

/** What became of the person's choice in the picker. */
export type ChoiceOutcome =
  | { readonly kind: 'chosen'; readonly name: string }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'dismissed' }
  | ProjectFailure;
