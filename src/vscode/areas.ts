import type { Area, MemoryRecord } from '../memory/types';
import type { ProjectRecord } from '../project/catalog';
import type { OpenFolders } from '../project/openFolders';
import type { MemorySession } from './session';

export const userArea: Area = { kind: 'user' };

/** `open`: where files lie that memories of the project cite; without it they are not looked at. */
export function projectArea({ id, name }: ProjectRecord, open?: OpenFolders): Area {
  const folders = open?.get(id);
  return { kind: 'project', id, name, ...(folders === undefined ? {} : { folders }) };
}

/** By what names it in the address of a document: `user`, or the id of a project. */
export async function areaNamed(session: MemorySession, name: string): Promise<Area | undefined> {
  if (name === 'user') return userArea;
  const project = await (await (await session.host()).catalog()).byId(name);
  return project && projectArea(project, await session.projects.openFolders());
}

/** Everything this window may read: the project (or all candidates while it is ambiguous) and the user's facts. */
export async function readableAreas(session: MemorySession): Promise<readonly Area[]> {
  const reading = await session.projects.forRead({});
  if (reading.kind === 'error') return [userArea];
  const open = await session.projects.openFolders();
  return [...reading.projects.map((project) => projectArea(project, open)), userArea];
}

/** A memory of this window by its id, also a forgotten one. */
export async function userOrProjectMemory(
  session: MemorySession,
  id: string,
): Promise<MemoryRecord | undefined> {
  return (await session.host()).find(id, await readableAreas(session));
}
