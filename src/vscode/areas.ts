import type { Area, MemoryRecord } from '../memory/types';
import type { ProjectRecord } from '../project/catalog';
import type { MemorySession } from './session';

export const userArea: Area = { kind: 'user' };

export function projectArea(project: ProjectRecord): Area {
  return { kind: 'project', id: project.id, name: project.name };
}

/** Everything this window may read: the project (or all candidates while it is ambiguous) and the user's facts. */
export async function readableAreas(session: MemorySession): Promise<readonly Area[]> {
  const reading = await session.projects.forRead({});
  return reading.kind === 'projects' ? [...reading.projects.map(projectArea), userArea] : [userArea];
}

/** A memory of this window by its id, also a forgotten one. */
export async function userOrProjectMemory(
  session: MemorySession,
  id: string,
): Promise<MemoryRecord | undefined> {
  return (await session.host()).find(id, await readableAreas(session));
}
