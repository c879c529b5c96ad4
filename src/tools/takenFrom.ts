import type { Area } from '../memory/types';
import type { CallContext } from './tool';

/** What is kept of the file that a save cites (SourceFiles.take), so that a change of it is noticed later. */
export async function takenFrom(
  area: Area,
  sourceId: string | undefined,
  { host }: CallContext,
): Promise<string | undefined> {
  if (sourceId === undefined || area.kind === 'user' || area.folders === undefined) return undefined;
  return host.sources.take(area.folders, sourceId);
}
