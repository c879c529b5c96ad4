import type { Reader } from '../store/types';
import { noFiles, type FileStates } from './freshness';
import { LIVE, type MemoryRow } from './memoryRow';
import { RecordReader } from './record';
import type { Area, MemoryRecord } from './types';

/** Why a memory is in a briefing; also the order of the sections. */
export type BriefingSection = 'pinned' | 'user' | 'decisions' | 'recent' | 'titles';

export interface BriefingItem {
  readonly section: BriefingSection;
  readonly record: MemoryRecord;
}

const PINNED_LIMIT = 20;
const USER_LIMIT = 30;
const DECISION_LIMIT = 20;
const TITLE_LIMIT = 80;

/**
 * What to know at the start of a task, most important first: pinned; the user's preferences and profile;
 * policies and decisions; the newest of the rest, `recent` of them with their text and more as titles only.
 * Expired, forgotten and superseded memories are left out.
 */
export function brief(
  db: Reader,
  area: Area,
  recent: number,
  scope: string | undefined,
  now: string,
  files: FileStates = noFiles,
): readonly BriefingItem[] {
  const reader = new RecordReader(db, area, now, files);
  const seen = new Set<string>();
  const items: BriefingItem[] = [];
  const take = (section: BriefingSection, where: string, limit: number): void => {
    const rows = db.query<MemoryRow>(
      `SELECT * FROM memory WHERE ${LIVE} AND (? IS NULL OR scope = ?) AND ${where}
       ORDER BY sequence DESC, id DESC LIMIT ?`,
      [now, scope ?? null, scope ?? null, limit + seen.size],
    );
    let taken = 0;
    for (const row of rows) {
      if (taken === limit) return;
      if (seen.has(row.uuid)) continue;
      const record = reader.record(row);
      if (record.supersededBy !== undefined) continue;
      seen.add(row.uuid);
      items.push({ section, record });
      taken++;
    }
  };
  take('pinned', 'pinned = 1', PINNED_LIMIT);
  if (area.kind === 'user') {
    take('user', "type IN ('preferences', 'profile')", USER_LIMIT);
    return items;
  }
  take('decisions', "type IN ('policy', 'decision')", DECISION_LIMIT);
  take('recent', '1', recent);
  take('titles', '1', TITLE_LIMIT);
  return items;
}
