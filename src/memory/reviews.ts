import type { Reader, Transaction } from '../store/types';
import { memoryByUuid, replaceMemory, type MemoryRow } from './memoryRow';
import { RecordReader } from './record';
import { Standings } from './standing';
import type { Area, MemoryKind, MemoryRecord } from './types';

/** The types of observations that come up for review. */
export const reviewedTypes = ['decision', 'policy', 'preference'] as const;

/** Calendar months, at least one, after which an observation of the type needs review. */
export type ReviewMonths = Readonly<Record<(typeof reviewedTypes)[number], number>>;

export const REVIEW_MONTHS: ReviewMonths = { decision: 6, policy: 12, preference: 3 };

interface Reviewable {
  readonly kind: MemoryKind;
  readonly type?: string;
  readonly updatedAt: string;
  readonly reviewedAt?: string;
}

/**
 * When a memory needs review: so many months after its text last changed or it was last reviewed, whichever is later.
 * ISO 8601 UTC; undefined for what is never reviewed.
 */
export function reviewAfter(record: Reviewable, months: ReviewMonths): string | undefined {
  const type = reviewedTypes.find((name) => name === record.type);
  if (record.kind !== 'observation' || type === undefined) return undefined;
  const { updatedAt, reviewedAt = '' } = record;
  return monthsLater(reviewedAt > updatedAt ? reviewedAt : updatedAt, months[type]);
}

/**
 * The same day and time that many calendar months later, or the last day of a shorter month: of 31 August, half a
 * year later, 28 February. In UTC; `time` is in the form that `timestamp` gives.
 */
export function monthsLater(time: string, months: number): string {
  const [year = 0, month = 1, day = 1] = time.slice(0, 10).split('-').map(Number);
  const months0 = year * 12 + (month - 1) + months;
  const [newYear, newMonth] = [Math.floor(months0 / 12), (months0 % 12) + 1];
  const last = new Date(Date.UTC(newYear, newMonth, 0)).getUTCDate();
  const padded = (value: number, width: number): string => String(value).padStart(width, '0');
  const date = [padded(newYear, 4), padded(newMonth, 2), padded(Math.min(day, last), 2)].join('-');
  return date + time.slice(10);
}

export interface DueForReview {
  /** Longest due first. */
  readonly records: readonly MemoryRecord[];
  readonly total: number;
}

/** Live memories whose review is due, at most `limit` of them. */
export function dueForReview(
  db: Reader,
  area: Area,
  months: ReviewMonths,
  limit: number,
  now: string,
): DueForReview {
  const due = dueIds(db, months, now).sort((a, b) => (a.after < b.after ? -1 : a.after > b.after ? 1 : 0));
  const standings = new Standings(db, now);
  // What another memory took the place of is settled.
  const rows = due
    .flatMap(({ uuid }) => memoryByUuid(db, uuid) ?? [])
    .filter((row) => standings.of(row).supersededBy === undefined);
  const reader = new RecordReader(db, area, now);
  return { records: rows.slice(0, limit).map((row) => reader.record(row)), total: rows.length };
}

type DueRow = Pick<MemoryRow, 'uuid' | 'kind' | 'type' | 'updated_at' | 'reviewed_at'>;

/** No month is shorter than 28 days: what changed later than that is not due, and not read. */
const SHORTEST_MONTH_MS = 28 * 24 * 60 * 60 * 1000;

function dueIds(db: Reader, months: ReviewMonths, now: string): { uuid: string; after: string }[] {
  return reviewedTypes.flatMap((type) => {
    const changed = new Date(Date.parse(now) - months[type] * SHORTEST_MONTH_MS).toISOString();
    // The words of the index `memory_reviewable`, which SQLite then uses.
    const rows = db.query<DueRow>(
      `SELECT uuid, kind, type, updated_at, reviewed_at FROM memory
       WHERE kind = 'observation' AND type IN ('decision', 'policy', 'preference')
         AND type = ? AND updated_at <= ? AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`,
      [type, changed, now],
    );
    return rows.flatMap(({ uuid, kind, updated_at, reviewed_at }) => {
      const reviewed = reviewed_at === null ? {} : { reviewedAt: reviewed_at };
      const after = reviewAfter({ kind, type, updatedAt: updated_at, ...reviewed }, months);
      return after !== undefined && after <= now ? [{ uuid, after }] : [];
    });
  });
}

/** Its time starts anew today. A mark: it makes the memory no newer. Undefined: there is no such live memory. */
export function markReviewed(tx: Transaction, uuid: string, now: string): MemoryRow | undefined {
  const row = memoryByUuid(tx, uuid);
  if (row === undefined || row.deleted_at !== null) return undefined;
  return replaceMemory(tx, row, { reviewed_at: now });
}
