import type { Reader } from '../store/types';
import type { FileStates } from './freshness';
import { isExpired, type MemoryRow } from './memoryRow';
import { derivedIds, SourcesOfRecords, weakestConfidence } from './sourcesOfRecords';
import { Standings } from './standing';
import type { Area, Caveat, MemoryRecord } from './types';

/** Turns rows into records, with the statuses that follow from their neighbours as of `now`. */
export class RecordReader {
  readonly #area: Area;
  readonly #now: string;
  readonly #standings: Standings;
  readonly #sources: SourcesOfRecords;

  /** `files`: what is known of the files that memories cite; without it they are not looked at. */
  constructor(db: Reader, area: Area, now: string, files?: FileStates) {
    this.#area = area;
    this.#now = now;
    this.#standings = new Standings(db, now);
    this.#sources = new SourcesOfRecords(db, now, files);
  }

  record(row: MemoryRow): MemoryRecord {
    const standing = this.#standings.of(row);
    const { supersededBy, conflictsWith } = standing;
    const withSources = [row, ...this.#sources.below(row)];
    const freshness = this.#sources.freshness(row);
    const confidence = row.confidence === null ? undefined : weakestConfidence(withSources);
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
      ...(row.source_hash_taken === null ? {} : { sourceHashTaken: row.source_hash_taken }),
      ...(row.source_revision === null ? {} : { sourceRevision: row.source_revision }),
      ...(freshness === undefined ? {} : { freshness }),
      ...(confidence === undefined ? {} : { confidence }),
      status: this.#sources.status(withSources, (each) => this.#standings.of(each).conflictsWith.length > 0),
      savedBy: row.saved_by,
      derivedFrom: derivedIds(row),
      missingSources: this.#sources.missing(row),
      ...(row.tool_name === null ? {} : { toolName: row.tool_name }),
      ...(row.session_id === null ? {} : { sessionId: row.session_id }),
      ...(row.prompt_id === null ? {} : { promptId: row.prompt_id }),
      pinned: row.pinned === 1,
      revision: row.revision,
      duplicateCount: row.duplicate_count,
      version: standing.version,
      ...(supersededBy === undefined ? {} : { supersededBy: supersededBy.uuid }),
      conflictsWith: conflictsWith.map(({ uuid }) => uuid),
      caveats: [
        ...(supersededBy === undefined ? [] : [caveat('superseded_by', supersededBy)]),
        ...conflictsWith.slice(-CONFLICTS_NAMED).map((other) => caveat('conflicts_with', other)),
      ],
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      ...(row.reviewed_at === null ? {} : { reviewedAt: row.reviewed_at }),
      ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
      expired: isExpired(row, this.#now),
      ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at }),
      sequence: row.sequence,
    };
  }

  /** What stands first of all that is shown together with a memory: what supersedes it, or the newest of its key. */
  leader(row: MemoryRow): MemoryRow {
    return this.#standings.leader(row);
  }
}

/** The newest contradictions are named; any of them leads to the others. */
const CONFLICTS_NAMED = 5;

function caveat(relation: Caveat['relation'], other: MemoryRow): Caveat {
  return { relation, otherId: other.uuid, otherTitle: labelOf(other) };
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
