import type { MemoryHost } from '../memory/memoryHost';
import { lastPrompts, promptOf, type Prompt } from '../memory/prompts';
import { lastSessions, type SessionSummary } from '../memory/sessions';
import type { Area } from '../memory/types';
import { byteLength, fit, preview } from './views';

const SUMMARY_BYTES = 300;
const PROMPT_BYTES = 200;

type ProjectArea = Area & { readonly kind: 'project' };

/** How many of each a briefing may show, and the bytes that they take together. */
export interface WorkLimits {
  readonly sessions: number;
  readonly prompts: number;
  readonly bytes: number;
}

/**
 * The last sessions and prompts of the projects, newest first, as far as they fit: sessions in at most half of the
 * bytes, prompts in what they leave. A section without anything is left out.
 */
export async function recentWork(
  areas: readonly ProjectArea[],
  limits: WorkLimits,
  host: MemoryHost,
): Promise<Record<string, readonly object[]>> {
  const sessions: { readonly at: string; readonly view: object }[] = [];
  const prompts: { readonly at: string; readonly view: object }[] = [];
  for (const area of areas) {
    const project = areas.length > 1 ? area.name : undefined;
    const work = await host.use(area, (opened) =>
      opened.read((db) => ({
        sessions: lastSessions(db, limits.sessions, host.timestamp()),
        prompts: lastPrompts(db, limits.prompts).map(promptOf),
      })),
    );
    for (const last of work.sessions)
      sessions.push({ at: last.session.started_at, view: sessionItem(last, project) });
    for (const last of work.prompts) prompts.push({ at: last.createdAt, view: promptItem(last, project) });
  }
  // Databases have no common order: between two of them the times decide.
  const newest = (items: { at: string; view: object }[], most: number): object[] => {
    if (areas.length > 1) items.sort((a, b) => (a.at > b.at ? -1 : a.at < b.at ? 1 : 0));
    return items.slice(0, most).map(({ view }) => view);
  };
  const shown = fit(newest(sessions, limits.sessions), Math.floor(limits.bytes / 2));
  const left = limits.bytes - byteLength(JSON.stringify(shown));
  const asked = fit(newest(prompts, limits.prompts), left);
  return {
    ...(shown.length === 0 ? {} : { sessions: shown }),
    ...(asked.length === 0 ? {} : { prompts: asked }),
  };
}

function sessionItem({ session, summary }: SessionSummary, project: string | undefined): object {
  const { session_id, started_at, ended_at } = session;
  return {
    id: session_id,
    ...(project === undefined ? {} : { project }),
    started_at,
    ...(ended_at === null ? {} : { ended_at }),
    ...(summary === undefined ? {} : { summary: preview(summary, SUMMARY_BYTES) }),
  };
}

function promptItem({ id, sessionId, content, createdAt }: Prompt, project: string | undefined): object {
  return {
    id,
    ...(project === undefined ? {} : { project }),
    session_id: sessionId,
    content: preview(content, PROMPT_BYTES),
    created_at: createdAt,
  };
}
