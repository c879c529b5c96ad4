import type { ProjectRecord } from './catalog';
import type { ProjectWarning } from './projectWarning';
import type { Candidate, ProjectSource } from './types';

export type ProjectErrorCode =
  | 'ambiguous_project'
  | 'invalid_project'
  | 'invalid_project_choice'
  | 'recovery_token_required'
  | 'invalid_recovery_token'
  | 'unknown_project'
  | 'project_disabled'
  | 'project_detection_failed'
  | 'session_project_mismatch';

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
  /** What keeps the project from being known, so that only the user's own memories can be read. */
  readonly failure?: ProjectFailure;
}

/** What a call says of its project. */
export interface WriteRequest {
  readonly project?: string;
  /** Paths that the call names. */
  readonly paths?: readonly string[];
  /** Of an ambiguous_project answer; counts only together with {@link CHOICE_REASON}. */
  readonly recoveryToken?: string;
  readonly choiceReason?: string;
  /** Project of the session that the call names: it decides. */
  readonly session?: ProjectRecord;
  /** Whether naming a project that nobody knows creates it. */
  readonly create?: boolean;
  readonly signal?: AbortSignal;
}

/** The one reason by which a call may bring the person's choice. */
export const CHOICE_REASON = 'user_selected_after_ambiguous_project';

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
  readonly warning?: ProjectWarning;
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
