import type { Reader } from '../store/types';
import { conflicts, pendingJudgments, type Conflict, type PageOf, type PendingJudgment } from './attention';
import { FileLook, readCiting } from './fileLook';
import type { FileStates } from './freshness';
import type { MemoryHost } from './memoryHost';
import { LIVE, memoryByUuid, type MemoryRow } from './memoryRow';
import { RecordReader } from './record';
import { dueForReview } from './reviews';
import { SourcesOfRecords } from './sourcesOfRecords';
import { Standings } from './standing';
import { daysLater } from './timestamp';
import type { Area, MemoryRecord } from './types';

/** Why a memory waits for a person, most pressing first. */
export const attentionReasons = ['conflict', 'judgment', 'stale', 'expiring', 'review'] as const;

export type AttentionReason = (typeof attentionReasons)[number];

/** What of one database a person should look at. */
export interface NeedsAttention {
  readonly conflict: PageOf<Conflict>;
  readonly judgment: PageOf<PendingJudgment>;
  /** Of those that nothing took the place of, newest first. */
  readonly stale: PageOf<MemoryRecord>;
  /** Soonest first. */
  readonly expiring: PageOf<MemoryRecord>;
  /** Longest due first. */
  readonly review: PageOf<MemoryRecord>;
}

/** What expires this soon is told of, unless it was to live no longer from the first. */
const EXPIRING_DAYS = 7;
/** Memories whose sources are looked at without a pause: the extension host is shared. */
const SLICE = 100;

/** `limits`: how many of each are wanted; totals count all. */
export async function needsAttention(
  host: MemoryHost,
  area: Area,
  limits: Readonly<Record<AttentionReason, number>>,
): Promise<NeedsAttention> {
  const stale = await staleMemories(host, area, limits.stale);
  return host.read(area, (db) => {
    const now = host.timestamp();
    const due = dueForReview(db, area, host.reviewMonths, limits.review, now);
    return {
      conflict: conflicts(db, area, { offset: 0, limit: limits.conflict }, now),
      judgment: pendingJudgments(db, area, { offset: 0, limit: limits.judgment }, now),
      stale,
      expiring: expiringMemories(db, area, limits.expiring, now, daysLater(host.now(), EXPIRING_DAYS)),
      review: { items: due.records, total: due.total },
    };
  });
}

/** Looks at each cited file once, and makes records only of what is wanted. */
function staleMemories(host: MemoryHost, area: Area, limit: number): Promise<PageOf<MemoryRecord>> {
  const look = new FileLook(host.sources, area);
  return host.use(area, async (opened) => {
    const found: Stale[] = [];
    for (let before: number | undefined = Number.MAX_SAFE_INTEGER; before !== undefined;) {
      const below: number = before;
      const slice = await readCiting(opened, look, (db) => staleSlice(db, look, below, host.timestamp()));
      found.push(...slice.stale);
      before = slice.next;
      if (before !== undefined) await new Promise(setImmediate);
    }
    found.sort((a, b) => b.sequence - a.sequence || b.id - a.id);
    const items = await readCiting(opened, look, (db) => {
      const reader = new RecordReader(db, area, host.timestamp(), look);
      return found.slice(0, limit).flatMap(({ uuid }) => {
        const row = memoryByUuid(db, uuid);
        return row === undefined ? [] : [reader.record(row)];
      });
    });
    return { items, total: found.length };
  });
}

type Stale = Pick<MemoryRow, 'id' | 'uuid' | 'sequence'>;

/** Stale ones among the next memories that cite a source, by falling row ids. */
function staleSlice(
  db: Reader,
  files: FileStates,
  below: number,
  now: string,
): { readonly stale: readonly Stale[]; readonly next?: number } {
  const rows = db.query<MemoryRow>(
    `SELECT * FROM memory WHERE source_id IS NOT NULL AND id < ? AND ${LIVE} ORDER BY id DESC LIMIT ?`,
    [below, now, SLICE],
  );
  const sources = new SourcesOfRecords(db, now, files);
  const standings = new Standings(db, now);
  const stale = rows
    .filter(
      (row) => sources.freshness(row)?.status === 'stale' && standings.of(row).supersededBy === undefined,
    )
    .map(({ id, uuid, sequence }) => ({ id, uuid, sequence }));
  const last = rows.at(-1);
  return { stale, ...(rows.length < SLICE || last === undefined ? {} : { next: last.id }) };
}

function expiringMemories(
  db: Reader,
  area: Area,
  limit: number,
  now: string,
  soon: string,
): PageOf<MemoryRecord> {
  const rows = db.query<MemoryRow>(
    `SELECT * FROM memory WHERE deleted_at IS NULL AND expires_at > ? AND expires_at <= ? ORDER BY expires_at, id`,
    [now, soon],
  );
  const longLived = rows.filter(({ updated_at, expires_at }) => {
    const saved = new Date(updated_at);
    return expires_at !== null && expires_at > daysLater(saved, EXPIRING_DAYS);
  });
  const reader = new RecordReader(db, area, now);
  return { items: longLived.slice(0, limit).map((row) => reader.record(row)), total: longLived.length };
}
