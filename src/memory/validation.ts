import type { Reader } from '../store/types';
import { sameHash } from './fileHashes';
import type { FileStates } from './freshness';
import type { MemoryHost } from './memoryHost';
import { LIVE, type MemoryRow } from './memoryRow';
import { RecordReader } from './record';
import { SourcesOfRecords } from './sourcesOfRecords';
import type { Area } from './types';

/** Memories that are looked at without a pause: the process may be shared. */
const SLICE = 250;

/** Which memories are checked; absent is any. */
export interface ValidationFilter {
  readonly sourceId?: string;
  readonly workspace?: string;
  readonly scope?: string;
  /** What the caller knows the source's hash to be now. */
  readonly currentHash?: string;
}

/** Ids in the order in which the memories were first saved; one may be in both lists. */
export interface Validation {
  readonly checked: number;
  readonly stale: readonly string[];
  readonly conflict: readonly string[];
}

/** Looks at live memories of an area and at what they cite. Changes nothing. */
export async function validateMemories(
  host: MemoryHost,
  area: Area,
  filter: ValidationFilter,
): Promise<Validation> {
  let checked = 0;
  const stale: string[] = [];
  const conflict: string[] = [];
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after;
    const slice = await host.read(area, (db, files) =>
      validateSlice(db, area, filter, from, { now: host.timestamp(), files }),
    );
    checked += slice.checked;
    stale.push(...slice.stale);
    conflict.push(...slice.conflict);
    after = slice.next;
    if (after !== undefined) await new Promise(setImmediate);
  }
  return { checked, stale, conflict };
}

function validateSlice(
  db: Reader,
  area: Area,
  { sourceId, workspace, scope, currentHash }: ValidationFilter,
  after: number,
  { now, files }: { readonly now: string; readonly files: FileStates },
): Validation & { readonly next?: number } {
  const conditions = [
    ['source_id = ?', sourceId],
    ['workspace = ?', workspace],
    ['scope = ?', scope],
  ].flatMap(([sql, value]) => (sql === undefined || value === undefined ? [] : [{ sql, value }]));
  const rows = db.query<MemoryRow>(
    `SELECT * FROM memory WHERE id > ? AND ${LIVE} ${conditions.map(({ sql }) => `AND ${sql}`).join(' ')}
     ORDER BY id LIMIT ?`,
    [after, now, ...conditions.map(({ value }) => value), SLICE],
  );
  const sources = new SourcesOfRecords(db, now, files);
  const reader = new RecordReader(db, area, now, files);
  const last = rows.at(-1);
  return {
    checked: rows.length,
    stale: rows
      .filter((row) => sources.isStale(row) || isOfAnotherHash(row, currentHash))
      .map(({ uuid }) => uuid),
    conflict: rows.filter((row) => reader.record(row).status === 'conflict').map(({ uuid }) => uuid),
    ...(rows.length < SLICE || last === undefined ? {} : { next: last.id }),
  };
}

function isOfAnotherHash(
  { source_hash: given, source_hash_taken: taken }: MemoryRow,
  current?: string,
): boolean {
  const known = given ?? taken;
  return current !== undefined && known !== null && !sameHash(known, current);
}
