/** Every code a tool answers with. */
export const errorCodes = [
  'invalid_params',
  'invalid_project',
  'invalid_project_choice',
  'recovery_token_required',
  'invalid_recovery_token',
  'ambiguous_project',
  'unknown_project',
  'project_mismatch',
  'project_disabled',
  'project_detection_failed',
  'session_not_found',
  'session_ended',
  'session_project_mismatch',
  'memory_not_found',
  'memory_deleted',
  'edit_not_found',
  'edit_ambiguous',
  'relation_not_found',
  'invalid_relation',
  'cross_project_relation',
  'invalid_search',
  'rejected_by_guard',
  'declined',
  'cancelled',
  'limit_exceeded',
  'rate_limited',
  'idempotency_conflict',
  'store_busy',
  'store_unavailable',
  'schema_too_new',
  'read_only',
  'purge_pending',
] as const;

export type ToolErrorCode = (typeof errorCodes)[number];

export interface ToolFailure {
  readonly code: ToolErrorCode;
  readonly message: string;
  /** Stand beside `error` in the envelope. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface Failed {
  readonly kind: 'error';
  readonly failure: ToolFailure;
}

export function failed(
  code: ToolErrorCode,
  message: string,
  details?: Readonly<Record<string, unknown>>,
): Failed {
  return { kind: 'error', failure: { code, message, ...(details === undefined ? {} : { details }) } };
}

export function envelope(failure: ToolFailure): string {
  return JSON.stringify({ error: { code: failure.code, message: failure.message }, ...failure.details });
}

export function invalidParams(message: string, details?: Readonly<Record<string, unknown>>): Failed {
  return failed('invalid_params', message, details);
}

export function rejectedByGuard(seen: string): Failed {
  return failed('rejected_by_guard', `Memory rejected by Security Guard: ${seen}`);
}
