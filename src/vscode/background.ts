import type { Background } from '../memory/background';
import type { MemoryRecord } from '../memory/types';
import type { MemorySession } from './session';

/** What a person may want to know of a memory beside its record. */
export async function backgroundOf(session: MemorySession, record: MemoryRecord): Promise<Background> {
  const { engine } = await import('./engine');
  const host = await session.host();
  return host.use(record.area, (opened) =>
    opened.read((db) => engine.backgroundOf(db, record, host.reviewMonths, host.timestamp())),
  );
}
