import type { SessionRow } from '../memory/sessions';
import { preview } from './views';

const SUMMARY_PREVIEW_BYTES = 2_000;

/** A session as the tools that start and end one answer it. */
export function sessionView(session: SessionRow, project: string): Record<string, unknown> {
  const { session_id, directory, started_at, ended_at, summary } = session;
  return {
    id: session_id,
    project,
    ...(directory === null ? {} : { directory }),
    started_at,
    ...(ended_at === null ? {} : { ended_at }),
    ...(summary === null ? {} : { summary: preview(summary, SUMMARY_PREVIEW_BYTES) }),
  };
}
