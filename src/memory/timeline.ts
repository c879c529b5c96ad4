import type { Reader } from '../store/types';
import { LIVE, memoryByUuid, type MemoryRow } from './memoryRow';
import { RecordReader } from './record';
import type { Area, MemoryRecord } from './types';

export interface Timeline {
  readonly focus: MemoryRecord;
  /** Oldest first, the last one right before the focus. */
  readonly before: readonly MemoryRecord[];
  readonly after: readonly MemoryRecord[];
  readonly beforeTotal: number;
  readonly afterTotal: number;
}

/** What was saved around a memory in the same session, in the order in which it was first saved. */
export function timeline(
  db: Reader,
  area: Area,
  uuid: string,
  around: { readonly before: number; readonly after: number },
  now: string,
): Timeline | undefined {
  const focus = memoryByUuid(db, uuid);
  if (focus === undefined) return undefined;
  const reader = new RecordReader(db, area, now);
  const side = (comparison: '<' | '>', order: 'ASC' | 'DESC', limit: number) => {
    const where = `${LIVE} AND session_id IS ? AND (created_at, id) ${comparison} (?, ?)`;
    const params = [now, focus.session_id, focus.created_at, focus.id];
    const total =
      db.query<{ n: number }>(`SELECT count(*) AS n FROM memory WHERE ${where}`, params)[0]?.n ?? 0;
    const rows = db.query<MemoryRow>(
      `SELECT * FROM memory WHERE ${where} ORDER BY created_at ${order}, id ${order} LIMIT ?`,
      [...params, limit],
    );
    return { total, records: rows.map((row) => reader.record(row)) };
  };
  const before = side('<', 'DESC', around.before);
  const after = side('>', 'ASC', around.after);
  return {
    focus: reader.record(focus),
    before: [...before.records].reverse(),
    after: after.records,
    beforeTotal: before.total,
    afterTotal: after.total,
  };
}
