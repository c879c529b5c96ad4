import type { ReplacedVersion } from '../memory/passport';
import type { MemoryRecord } from '../memory/types';
import type { MemorySession } from './session';

/** What a memory said before, newest first. */
export async function replacedVersions(
  session: MemorySession,
  { area, id }: MemoryRecord,
): Promise<readonly ReplacedVersion[]> {
  const { engine } = await import('./engine');
  return (await session.host()).use(area, (opened) => opened.read((db) => engine.replacedVersions(db, id)));
}

/** The text of one version, the present one included. Undefined: it is not kept any more. */
export async function textOf(
  session: MemorySession,
  record: MemoryRecord,
  revision: number,
): Promise<string | undefined> {
  if (revision === record.revision) return record.content;
  const versions = await replacedVersions(session, record);
  return versions.find((version) => version.revision === revision)?.content;
}
