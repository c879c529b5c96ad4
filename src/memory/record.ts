import type { Reader } from '../store/types';
import { isExpired, LIVE, memoryByUuid, type MemoryRow } from './memoryRow';
import type { Area, MemoryRecord, MemoryStatus } from './types';

interface Standing {
  readonly status: MemoryStatus;
  readonly version: { readonly n: number; readonly of: number };
  readonly supersededBy?: string;
  readonly conflictsWith: readonly string[];
}

/** Versions of one fact, oldest first, with what each needs to know of the others. */
interface Family {
  readonly members: readonly MemoryRow[];
  readonly positions: ReadonlyMap<string, number>;
  /** By `body_hash`. */
  readonly newestOfEachText: ReadonlyMap<string, MemoryRow>;
}

const ALONE: Standing = { status: 'unverified', version: { n: 1, of: 1 }, conflictsWith: [] };

/** Sources of sources are followed this deep; a chain of summaries longer than that is no summary. */
const SOURCE_DEPTH = 8;

/** Turns rows into records, with the statuses that follow from their neighbours as of `now`. */
export class RecordReader {
  readonly #db: Reader;
  readonly #area: Area;
  readonly #now: string;
  readonly #families = new Map<string, Family>();
  /** Sources of summaries: many summaries cite the same ones. */
  readonly #sources = new Map<string, MemoryRow | undefined>();

  constructor(db: Reader, area: Area, now: string) {
    this.#db = db;
    this.#area = area;
    this.#now = now;
  }

  record(row: MemoryRow): MemoryRecord {
    const standing = this.#standing(row);
    const derivedFrom = derivedIds(row);
    return {
      id: row.uuid,
      area: this.#area,
      kind: row.kind,
      label: labelOf(row),
      ...(row.type === null ? {} : { type: row.type }),
      ...(row.key === null ? {} : { key: row.key }),
      content: row.content,
      scope: row.scope,
      ...(row.workspace === null ? {} : { workspace: row.workspace }),
      ...(row.source === null ? {} : { source: row.source }),
      ...(row.source_context === null ? {} : { sourceContext: row.source_context }),
      ...(row.source_id === null ? {} : { sourceId: row.source_id }),
      ...(row.source_hash === null ? {} : { sourceHash: row.source_hash }),
      ...(row.source_revision === null ? {} : { sourceRevision: row.source_revision }),
      ...(row.confidence === null ? {} : { confidence: row.confidence }),
      status: this.#worst(row, standing.status, new Set([row.uuid]), 0),
      savedBy: row.saved_by,
      derivedFrom,
      ...(row.tool_name === null ? {} : { toolName: row.tool_name }),
      ...(row.session_id === null ? {} : { sessionId: row.session_id }),
      pinned: row.pinned === 1,
      revision: row.revision,
      duplicateCount: row.duplicate_count,
      version: standing.version,
      ...(standing.supersededBy === undefined ? {} : { supersededBy: standing.supersededBy }),
      conflictsWith: standing.conflictsWith,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
      expired: isExpired(row, this.#now),
      ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at }),
      sequence: row.sequence,
    };
  }

  /** Live records of the same key and place, oldest first; the row alone when it has no family. */
  family(row: MemoryRow): readonly MemoryRow[] {
    return this.#familyOf(row)?.members ?? [row];
  }

  #familyOf(row: MemoryRow): Family | undefined {
    if (row.key === null || row.deleted_at !== null) return undefined;
    const { column, value } = placeOf(row);
    const name = JSON.stringify([row.kind, value, row.key]);
    let family = this.#families.get(name);
    if (family === undefined) {
      const members = this.#db.query<MemoryRow>(
        `SELECT * FROM memory WHERE kind = ? AND key = ? AND ${column} IS ? AND ${LIVE}
         ORDER BY sequence, id`,
        [row.kind, row.key, value, this.#now],
      );
      family = {
        members,
        positions: new Map(members.map((member, index) => [member.uuid, index])),
        newestOfEachText: new Map(members.map((member) => [member.body_hash, member])),
      };
      this.#families.set(name, family);
    }
    return family;
  }

  /**
   * Conflict: live statements with one fact_key and different normalised content, none chosen. The same content
   * again is a newer version. Facts and topics are rewritten where they stand: of several, which only a merge of
   * projects brings about, the newest counts.
   */
  #standing(row: MemoryRow): Standing {
    const family = this.#familyOf(row);
    if (family === undefined || family.members.length < 2) return ALONE;
    const { members, positions, newestOfEachText } = family;
    const position = positions.get(row.uuid);
    if (position === undefined) return ALONE;
    const version = { n: position + 1, of: members.length };
    if (row.kind !== 'statement') {
      const newest = members.at(-1) ?? row;
      const superseded = newest.uuid === row.uuid ? {} : { supersededBy: newest.uuid };
      return { status: 'unverified', version, conflictsWith: [], ...superseded };
    }
    const newestOfThisText = newestOfEachText.get(row.body_hash);
    const conflictsWith = [...newestOfEachText.values()]
      .filter((member) => member.body_hash !== row.body_hash)
      .map((member) => member.uuid);
    return {
      status: conflictsWith.length > 0 ? 'conflict' : 'unverified',
      version,
      ...(newestOfThisText !== undefined && newestOfThisText.uuid !== row.uuid
        ? { supersededBy: newestOfThisText.uuid }
        : {}),
      conflictsWith,
    };
  }

  #source(uuid: string): MemoryRow | undefined {
    if (!this.#sources.has(uuid)) this.#sources.set(uuid, memoryByUuid(this.#db, uuid));
    return this.#sources.get(uuid);
  }

  /** A summary takes the worst status of its sources, transitively. */
  #worst(row: MemoryRow, own: MemoryStatus, seen: Set<string>, depth: number): MemoryStatus {
    if (own === 'conflict' || depth === SOURCE_DEPTH) return own;
    let worst = own;
    for (const id of derivedIds(row)) {
      if (seen.has(id)) continue;
      seen.add(id);
      const source = this.#source(id);
      if (source === undefined || source.deleted_at !== null) continue;
      const status = this.#worst(source, this.#standing(source).status, seen, depth + 1);
      if (status === 'conflict') return status;
      if (status === 'stale') worst = status;
    }
    return worst;
  }
}

/** Where a key is one: a workspace for statements, a category for facts, a scope for topics. */
function placeOf({ kind, workspace, type, scope }: MemoryRow): {
  readonly column: 'workspace' | 'type' | 'scope';
  readonly value: string | null;
} {
  switch (kind) {
    case 'statement':
      return { column: 'workspace', value: workspace };
    case 'fact':
      return { column: 'type', value: type };
    case 'observation':
      return { column: 'scope', value: scope };
  }
}

export function derivedIds(row: MemoryRow): readonly string[] {
  return row.derived_from === null ? [] : (JSON.parse(row.derived_from) as string[]);
}

const LABEL_LENGTH = 80;

/** What a person reads in a list. */
export function labelOf(row: Pick<MemoryRow, 'title' | 'key' | 'content'>): string {
  const named = row.title ?? row.key;
  if (named !== null) return named;
  const line = row.content.trimStart().split(/\r?\n/u, 1)[0] ?? '';
  const points = [...line];
  return points.length <= LABEL_LENGTH ? line : `${points.slice(0, LABEL_LENGTH - 1).join('')}…`;
}
