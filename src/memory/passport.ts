import type { SearchIndex } from '../search/searchIndex';
import type { Reader } from '../store/types';
import { archivistLinks } from './archivist';
import { noFiles, type FileStates } from './freshness';
import { isLive, LIVE, memoryByUuid, type MemoryRow } from './memoryRow';
import { RecordReader } from './record';
import { judgments, statedRelations, type Relation } from './relations';
import type { Area, MemoryRecord } from './types';

const HISTORY_LIMIT = 20;

export interface ReplacedVersion {
  readonly revision: number;
  readonly content: string;
  readonly replacedAt: string;
  readonly replacedBy: string;
}

export interface Passport {
  readonly record: MemoryRecord;
  /** What a summary was made of, as far as it is live; in the order of its ids. */
  readonly sources: readonly MemoryRecord[];
  /** Replaced versions, newest first. */
  readonly history: readonly ReplacedVersion[];
  /** Judged, or waiting to be, and stated by the savers. */
  readonly relations: readonly Relation[];
  /** Found by the archivist. */
  readonly graphRelations: readonly Relation[];
  readonly before: readonly MemoryRecord[];
  readonly after: readonly MemoryRecord[];
}

/** A whole memory with its history, links and neighbours in commit order; also a forgotten one. */
export function passport(
  db: Reader,
  index: SearchIndex,
  area: Area,
  uuid: string,
  neighbours: { readonly before: number; readonly after: number },
  now: string,
  files: FileStates = noFiles,
): Passport | undefined {
  const row = memoryByUuid(db, uuid);
  if (row === undefined) return undefined;
  const reader = new RecordReader(db, area, now, files);
  const near = (comparison: string, order: string, limit: number): MemoryRecord[] =>
    db
      .query<MemoryRow>(
        `SELECT * FROM memory WHERE ${LIVE} AND (sequence, id) ${comparison} (?, ?)
         ORDER BY sequence ${order}, id ${order} LIMIT ?`,
        [now, row.sequence, row.id, limit],
      )
      .map((neighbour) => reader.record(neighbour));
  const record = reader.record(row);
  const missing = new Set(record.missingSources);
  const stated = statedRelations(db, [row], now).get(row.uuid) ?? [];
  return {
    record,
    sources: record.derivedFrom
      .filter((id) => !missing.has(id))
      .flatMap((id) => memoryByUuid(db, id) ?? [])
      .map((source) => reader.record(source)),
    history: versionsOf(db, row),
    relations: isLive(row, now) ? [...judgments(db, row, now), ...stated] : stated,
    graphRelations: isLive(row, now) ? archivistLinks(db, index, row, now) : [],
    before: near('<', 'DESC', neighbours.before).reverse(),
    after: near('>', 'ASC', neighbours.after),
  };
}

/** What a memory said before, newest first, at most 20 versions; of one that is not there, none. `id`: UUID */
export function replacedVersions(db: Reader, id: string): readonly ReplacedVersion[] {
  const row = memoryByUuid(db, id);
  return row === undefined ? [] : versionsOf(db, row);
}

function versionsOf(db: Reader, row: MemoryRow): readonly ReplacedVersion[] {
  return db
    .query<{ revision: number; image: string; replaced_at: string; replaced_by: string }>(
      `SELECT revision, image, replaced_at, replaced_by FROM history WHERE memory_id = ?
       ORDER BY sequence DESC, id DESC LIMIT ?`,
      [row.id, HISTORY_LIMIT],
    )
    .map((version) => ({
      revision: version.revision,
      content: (JSON.parse(version.image) as MemoryRow).content,
      replacedAt: version.replaced_at,
      replacedBy: version.replaced_by,
    }));
}

/** Live memories with this key, newest first: facts, topics and statements alike. */
export function liveByKey(
  db: Reader,
  keys: readonly string[],
  workspace: string | undefined,
  now: string,
): readonly MemoryRow[] {
  const names = [...new Set(keys)];
  return db.query<MemoryRow>(
    `SELECT * FROM memory WHERE ${LIVE} AND key IN (${names.map(() => '?').join(', ')})
     AND (kind <> 'statement' OR ? IS NULL OR workspace = ?) ORDER BY sequence DESC, id DESC`,
    [now, ...names, workspace ?? null, workspace ?? null],
  );
}

export function liveBySource(
  db: Reader,
  sourceId: string,
  workspace: string | undefined,
  now: string,
): readonly MemoryRow[] {
  return db.query<MemoryRow>(
    `SELECT * FROM memory WHERE ${LIVE} AND source_id = ? AND (workspace IS NULL OR ? IS NULL OR workspace = ?)
     ORDER BY sequence DESC, id DESC`,
    [now, sourceId, workspace ?? null, workspace ?? null],
  );
}

export function liveKeys(db: Reader, now: string): readonly string[] {
  return db
    .query<{
      key: string;
    }>(`SELECT DISTINCT key FROM memory WHERE ${LIVE} AND key IS NOT NULL ORDER BY key`, [now])
    .map((row) => row.key);
}
