import type { Reader } from '../store/types';
import type { RelationRow } from './judgments';
import { isLive, LIVE, memoryByUuid, type MemoryRow } from './memoryRow';
import { RecordReader } from './record';
import type { Area, MemoryRecord } from './types';

/** How much of a database waits for somebody's judgment. */
export interface Attention {
  /** Contradictions: a key with several statements counts once, and so does a judged pair. */
  readonly conflicts: number;
  /** Proposed pairs of live memories. */
  readonly pending: number;
}

/** Two memories that were proposed to be judged. */
export interface PendingJudgment {
  /** For `judge`. */
  readonly judgmentId: string;
  /** The memory that raised the question when it was saved, and what it may repeat or contradict. */
  readonly saved: MemoryRecord;
  readonly other: MemoryRecord;
  /** 0..1 */
  readonly score: number;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** Memories that contradict each other, at least two; of those that are versions of one text only the newest. */
export interface Conflict {
  readonly records: readonly MemoryRecord[];
  /** Of a pair that was judged to conflict; absent where the key alone says so. */
  readonly judgmentId?: string;
}

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly total: number;
}

export function attention(db: Reader, area: Area, now: string): Attention {
  return { conflicts: findConflicts(db, area, now).length, pending: countPending(db, now) };
}

const PENDING = `FROM relation
  JOIN memory AS saved ON saved.uuid = relation.memory_a
  JOIN memory AS other ON other.uuid = relation.memory_b
  WHERE relation.relation = 'pending'
    AND ${ofTable('saved')} AND ${ofTable('other')}`;

/** Newest first. */
export function pendingJudgments(db: Reader, area: Area, page: Page, now: string): PageOf<PendingJudgment> {
  const rows = db.query<RelationRow>(
    `SELECT relation.* ${PENDING} ORDER BY relation.sequence DESC, relation.id DESC LIMIT ? OFFSET ?`,
    [now, now, page.limit, page.offset],
  );
  const reader = new RecordReader(db, area, now);
  return {
    items: rows.map((row) => ({
      judgmentId: row.judgment_id,
      saved: reader.record(memoryByUuid(db, row.memory_a) as MemoryRow),
      other: reader.record(memoryByUuid(db, row.memory_b) as MemoryRow),
      score: row.score ?? 0,
      createdAt: row.created_at,
    })),
    total: countPending(db, now),
  };
}

function countPending(db: Reader, now: string): number {
  return db.query<{ n: number }>(`SELECT count(*) AS n ${PENDING}`, [now, now])[0]?.n ?? 0;
}

/** Newest first. */
export function conflicts(db: Reader, area: Area, page: Page, now: string): PageOf<Conflict> {
  const all = findConflicts(db, area, now);
  return { items: all.slice(page.offset, page.offset + page.limit), total: all.length };
}

/** Only keys with several texts and judged pairs are looked at, so that the time follows from how many those are. */
function findConflicts(db: Reader, area: Area, now: string): readonly Conflict[] {
  const reader = new RecordReader(db, area, now);
  const found = [...conflictsOfKeys(db, reader, now), ...judgedConflicts(db, reader, now)];
  const newest = ({ records }: Conflict): number => Math.max(...records.map(({ sequence }) => sequence));
  return found.sort((a, b) => newest(b) - newest(a));
}

function conflictsOfKeys(db: Reader, reader: RecordReader, now: string): readonly Conflict[] {
  const keys = db.query<{ key: string; workspace: string | null }>(
    `SELECT key, workspace FROM memory WHERE kind = 'statement' AND key IS NOT NULL AND ${LIVE}
     GROUP BY key, workspace HAVING min(body_hash) <> max(body_hash)`,
    [now],
  );
  return keys.flatMap(({ key, workspace }) => {
    const versions = db.query<MemoryRow>(
      `SELECT * FROM memory WHERE kind = 'statement' AND key = ? AND workspace IS ? AND ${LIVE}
       ORDER BY sequence, id`,
      [key, workspace, now],
    );
    const newestOfEachText = new Map(versions.map((row) => [row.body_hash, row]));
    const records = [...newestOfEachText.values()].map((row) => reader.record(row)).filter(isInConflict);
    return records.length < 2 ? [] : [{ records }];
  });
}

function judgedConflicts(db: Reader, reader: RecordReader, now: string): readonly Conflict[] {
  const rows = db.query<RelationRow>(
    "SELECT * FROM relation WHERE relation = 'conflicts_with' ORDER BY sequence DESC, id DESC",
  );
  return rows.flatMap((row) => {
    const [a, b] = [memoryByUuid(db, row.memory_a), memoryByUuid(db, row.memory_b)];
    if (a === undefined || b === undefined || !isLive(a, now) || !isLive(b, now)) return [];
    if (isOneKey(a, b)) return [];
    const records = [reader.record(a), reader.record(b)];
    return records.every(isInConflict) ? [{ records, judgmentId: row.judgment_id }] : [];
  });
}

/** They are told of by their key. */
function isOneKey(a: MemoryRow, b: MemoryRow): boolean {
  const statements = a.kind === 'statement' && b.kind === 'statement';
  return statements && a.key !== null && a.key === b.key && a.workspace === b.workspace;
}

function isInConflict({ conflictsWith }: MemoryRecord): boolean {
  return conflictsWith.length > 0;
}

/** `LIVE` of a table that the query names. */
function ofTable(name: string): string {
  return LIVE.replaceAll(/\b(deleted_at|expires_at)\b/g, `${name}.$1`);
}
