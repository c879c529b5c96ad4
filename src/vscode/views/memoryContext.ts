import type { MemoryRecord } from '../../memory/types';
import { namesCommit } from '../commands/compareSource';
import { citesFile } from '../commands/openSource';

/** Of a row, for the menus (contributions.ts): `memory.<kind>`, `.cited` with a file, `.commit` where that is known, `.pinned`. */
export function memoryContext(record: MemoryRecord): string {
  const cited = citesFile(record);
  return [
    'memory',
    record.kind,
    ...(cited ? ['cited'] : []),
    ...(cited && namesCommit(record) ? ['commit'] : []),
    ...(record.pinned ? ['pinned'] : []),
  ].join('.');
}
