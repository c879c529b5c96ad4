import type { Reader } from '../store/types';
import { noFiles, type FileStates } from './freshness';
import { LIVE, type MemoryRow } from './memoryRow';
import { RecordReader } from './record';
import type { Area, MemoryRecord } from './types';

/** The place of a memory in the order pinned, newest, so that a page goes on where the last one ended. */
export interface PageMark {
  readonly pinned: number;
  readonly sequence: number;
  readonly row: number;
}

export interface LivePage {
  readonly records: readonly MemoryRecord[];
  /** Where the next page begins; absent after the last memory. */
  readonly next?: PageMark;
}

/** Live memories, pinned first, then newest first. What is saved meanwhile shifts no later page. */
export function livePage(
  db: Reader,
  area: Area,
  after: PageMark | undefined,
  limit: number,
  now: string,
  files: FileStates = noFiles,
): LivePage {
  const rows = db.query<MemoryRow>(
    `SELECT * FROM memory WHERE ${LIVE} AND (? IS NULL OR (pinned, sequence, id) < (?, ?, ?))
     ORDER BY pinned DESC, sequence DESC, id DESC LIMIT ?`,
    [
      now,
      after?.pinned ?? null,
      after?.pinned ?? null,
      after?.sequence ?? null,
      after?.row ?? null,
      limit + 1,
    ],
  );
  const shown = rows.slice(0, limit);
  const reader = new RecordReader(db, area, now, files);
  const last = shown.at(-1);
  return {
    records: shown.map((row) => reader.record(row)),
    ...(last === undefined || rows.length <= limit
      ? {}
      : { next: { pinned: last.pinned, sequence: last.sequence, row: last.id } }),
  };
}
