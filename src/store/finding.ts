/** What the doctor looks at. The names are part of its report. */
export type CheckName =
  | 'version'
  | 'state'
  | 'bases'
  | 'logs'
  | 'integrity'
  | 'derived'
  | 'set_aside'
  | 'temporary_files'
  | 'permissions'
  | 'disk'
  | 'key'
  | 'projects'
  | 'moves';

/** `warning`: worth knowing, nothing is wrong now. `error`: something is lost, unsafe or in the way. */
export type FindingStatus = 'ok' | 'warning' | 'error';

/** The outcome of one check, or one thing it found. */
export interface Finding {
  readonly check: CheckName;
  readonly status: FindingStatus;
  /** One sentence; with the next step, when something is wrong. */
  readonly message: string;
  /** A repair would do something about it. */
  readonly repairable?: boolean;
}
