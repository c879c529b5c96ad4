import * as z from 'zod';
import { promptToLink, type RecordedPrompts } from '../memory/prompts';
import {
  ensureSession,
  manualSessionId,
  projectOfManualSession,
  sessionById,
  type SessionRow,
} from '../memory/sessions';
import type { ProjectRecord } from '../project/catalog';
import { normaliseProjectName } from '../project/projectName';
import type { Transaction } from '../store/types';
import { nameForm, nonBlank } from './parameters';
import { readScope, writeScope, type ProjectCall, type WriteScope } from './projectScope';
import type { CallContext } from './tool';
import { failed, type Failed } from './toolFailure';

export const sessionParameter = {
  session_id: z
    .string()
    .optional()
    .describe(
      'Session it belongs to; its project is the one that counts. Defaults to manual-save-{project}.',
    ),
};

/** Where a write goes, and the session that it is part of. */
export interface SessionScope {
  readonly kind: 'session';
  readonly target: WriteScope;
  readonly sessionId: string;
  /** Whether the call names the session. */
  readonly given: boolean;
  /** Whether a session that has ended takes it all the same. */
  readonly afterEnd?: boolean;
}

type SessionCall = ProjectCall & { readonly session_id?: string | undefined };

/**
 * The session of a save, and with it the project: a session that was started in another project takes the save there,
 * whatever is open here. Without one, the stable session of the project that is open.
 */
export async function sessionScope(
  context: CallContext,
  call: SessionCall,
  paths: readonly string[] = [],
): Promise<SessionScope | Failed> {
  const named = nonBlank(call.session_id);
  const sessionId = named === undefined ? undefined : nameForm(named);
  const place = sessionId === undefined ? undefined : await placeOf(sessionId, context);
  if (place?.kind === 'error') return place;
  const target = await writeScope(context, call, paths, { session: place?.project });
  if (target.kind === 'error') return target;
  const manual = manualSessionId(target.area.name);
  return {
    kind: 'session',
    target,
    sessionId: sessionId ?? manual,
    given: sessionId !== undefined && sessionId !== manual,
  };
}

interface Place {
  readonly kind: 'place';
  /** Absent: the session of saves without one, in a project that is about to be written to for the first time. */
  readonly project?: ProjectRecord;
}

/** The project that a named session is of. Creates nothing, and opens no database that is not meant here anyway. */
async function placeOf(sessionId: string, context: CallContext): Promise<Place | Failed> {
  const catalog = await context.host.catalog();
  const manual = projectOfManualSession(sessionId);
  const started = await catalog.projectOfSession(sessionId);
  const project = started ?? (manual === undefined ? undefined : await ofManual(manual, sessionId, context));
  if (project !== undefined) return { kind: 'place', project };
  // Of a session that is only in a database: one that a merge brought there, or of a name before the last.
  const here = await readScope(context, {});
  if (here.kind === 'error') return here;
  for (const area of here.projects) {
    const known = await context.host.use(area, (opened) => opened.read((db) => sessionById(db, sessionId)));
    const found = known && (await catalog.byId(area.id));
    if (found !== undefined) return { kind: 'place', project: found };
  }
  if (manual !== undefined && here.header.project === manual) return { kind: 'place' };
  return noSuchSession(sessionId);
}

/** The project of that name, where the session is its own or is there. */
async function ofManual(
  name: string,
  sessionId: string,
  { host }: CallContext,
): Promise<ProjectRecord | undefined> {
  const normal = normaliseProjectName(name);
  if (normal.kind === 'error') return undefined;
  const project = await (await host.catalog()).byName(normal.name);
  if (project === undefined || project.name === name) return project;
  const area = { kind: 'project', id: project.id, name: project.name } as const;
  const known = await host.use(area, (opened) => opened.read((db) => sessionById(db, sessionId)));
  return known && project;
}

/** The session as it is, started by its first save where nobody has. Undefined: it has ended, and takes no more. */
export function enterSession(
  tx: Transaction,
  { sessionId, target, afterEnd }: SessionScope,
  now: string,
): SessionRow | undefined {
  const session = ensureSession(tx, sessionId, target.header.project_path, now);
  return session.ended_at === null || afterEnd === true ? session : undefined;
}

/** UUID of the prompt that a save in this session answers. */
export function answeredPrompt(
  tx: Transaction,
  { sessionId, target, given }: SessionScope,
  { prompts, date }: { readonly prompts: RecordedPrompts; readonly date: Date },
): string | undefined {
  const recorded = prompts.lastOf(target.area.id, sessionId);
  return promptToLink(tx, { recorded, sessionId, given }, date);
}

export function noSuchSession(sessionId: string): Failed {
  return failed(
    'session_not_found',
    `No session has the id ${sessionId.slice(0, 80)}. Nothing was saved. Start it with mem_session_start, or leave session_id out to use the stable session of the project.`,
  );
}

export function sessionEnded(sessionId: string): Failed {
  return failed(
    'session_ended',
    `The session ${sessionId.slice(0, 80)} has ended, and stays so. Nothing was saved. Start another one with mem_session_start, or leave session_id out.`,
  );
}
