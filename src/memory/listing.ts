import type { Reader } from '../store/types';
import { noFiles, type FileStates } from './freshness';
import { LIVE, type MemoryRow } from './memoryRow';
import { RecordReader } from './record';
import type { Area, ListOptions, MemoryPage, TypeCount } from './types';

/** Newest first, pinned on top. */
export function listMemories(
  db: Reader,
  area: Area,
  options: ListOptions,
  now: string,
  files: FileStates = noFiles,
): MemoryPage {
  const where = `deleted_at IS NULL AND (? = 1 OR expires_at IS NULL OR expires_at > ?)
    AND (? IS NULL OR kind = ?) AND (? IS NULL OR coalesce(type, kind) = ?)`;
  const params = [
    options.includeExpired === true ? 1 : 0,
    now,
    options.kind ?? null,
    options.kind ?? null,
    options.type ?? null,
    options.type ?? null,
  ];
  const [counted] = db.query<{ total: number }>(
    `SELECT count(*) AS total FROM memory WHERE ${where}`,
    params,
  );
  const rows = db.query<MemoryRow>(
    `SELECT * FROM memory WHERE ${where} ORDER BY pinned DESC, sequence DESC, id DESC LIMIT ? OFFSET ?`,
    [...params, options.limit, options.offset],
  );
  const reader = new RecordReader(db, area, now, files);
  return { records: rows.map((row) => reader.record(row)), total: counted?.total ?? 0 };
}

/** Groups of the sidebar. A statement has no type: its group is `statement`. */
export function countTypes(db: Reader): readonly TypeCount[] {
  return db.query<{ type: string; count: number }>(
    `SELECT coalesce(type, kind) AS type, count(*) AS count FROM memory WHERE deleted_at IS NULL
     GROUP BY coalesce(type, kind) ORDER BY count DESC, type`,
  );
}

export function countLive(db: Reader, now: string): number {
  return db.query<{ n: number }>(`SELECT count(*) AS n FROM memory WHERE ${LIVE}`, [now])[0]?.n ?? 0;
}
