import type { Reader } from '../store/types';
import { freshnessOf, newestHash, noFiles, type FileStates, type Freshness } from './freshness';
import { isLive, memoryByUuid, type MemoryRow } from './memoryRow';
import type { MemoryStatus } from './types';

/** As many sources of a summary, and sources of those, are followed, nearest first. */
const MOST_SOURCES = 500;
/** Worst first. */
const STATUSES: readonly MemoryStatus[] = ['conflict', 'stale', 'unverified'];

/** What the sources of memories say of them: files and documents that they cite, memories that they summarise. */
export class SourcesOfRecords {
  readonly #db: Reader;
  readonly #now: string;
  readonly #files: FileStates;
  /** Many summaries have the same sources. */
  readonly #memories = new Map<string, MemoryRow | undefined>();
  /** By uuid: asked for the memory itself and for each summary of it. */
  readonly #freshness = new Map<string, Freshness>();
  /** By source_id: many memories cite the same one. */
  readonly #newestHashes = new Map<string, ReturnType<typeof newestHash>>();

  constructor(db: Reader, now: string, files: FileStates = noFiles) {
    this.#db = db;
    this.#now = now;
    this.#files = files;
  }

  /** Live memories that a summary was made of, and those that they were made of. */
  below(row: MemoryRow): readonly MemoryRow[] {
    const found: MemoryRow[] = [];
    const seen = new Set([row.uuid]);
    const queue = [...derivedIds(row)];
    for (let id = queue.shift(); id !== undefined && found.length < MOST_SOURCES; id = queue.shift()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const source = this.#live(id);
      if (source === undefined) continue;
      found.push(source);
      queue.push(...derivedIds(source));
    }
    return found;
  }

  /** Ids of what it was made of that is forgotten, expired or deleted for good: it says nothing of its status any more. */
  missing(row: MemoryRow): readonly string[] {
    return derivedIds(row).filter((id) => this.#live(id) === undefined);
  }

  /** Undefined where no source is cited. */
  freshness(row: MemoryRow): Freshness | undefined {
    if (row.source_id === null) return undefined;
    let freshness = this.#freshness.get(row.uuid);
    if (freshness === undefined) {
      freshness = freshnessOf(row, this.#files.of(row), this.#newerHash(row, row.source_id));
      this.#freshness.set(row.uuid, freshness);
    }
    return freshness;
  }

  /** The hash of the newest memory of the same source, where that is newer than this one. */
  #newerHash(row: MemoryRow, sourceId: string): string | undefined {
    if (!this.#newestHashes.has(sourceId))
      this.#newestHashes.set(sourceId, newestHash(this.#db, sourceId, this.#now));
    const newest = this.#newestHashes.get(sourceId);
    const isNewer =
      newest !== undefined &&
      (newest.sequence > row.sequence || (newest.sequence === row.sequence && newest.id > row.id));
    return isNewer ? (newest.source_hash ?? undefined) : undefined;
  }

  /** Whether the source of a memory, or of one below it, is stale. */
  isStale(row: MemoryRow): boolean {
    // Asked of each, so that every file is looked at that the answer may depend on.
    return [row, ...this.below(row)].filter((each) => this.freshness(each)?.status === 'stale').length > 0;
  }

  /** The worst status of a memory and of those below it. */
  status(rows: readonly MemoryRow[], isInConflict: (row: MemoryRow) => boolean): MemoryStatus {
    const found = new Set<MemoryStatus>();
    for (const row of rows) {
      if (isInConflict(row)) found.add('conflict');
      if (this.freshness(row)?.status === 'stale') found.add('stale');
    }
    return STATUSES.find((status) => found.has(status)) ?? 'unverified';
  }

  #live(uuid: string): MemoryRow | undefined {
    if (!this.#memories.has(uuid)) this.#memories.set(uuid, memoryByUuid(this.#db, uuid));
    const row = this.#memories.get(uuid);
    return row !== undefined && isLive(row, this.#now) ? row : undefined;
  }
}

/** The lowest confidence that any of the memories states: a summary is worth no more than what it was made of. */
export function weakestConfidence(rows: readonly MemoryRow[]): number | undefined {
  const stated = rows.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  return stated.length === 0 ? undefined : Math.min(...stated);
}

export function derivedIds(row: MemoryRow): readonly string[] {
  return row.derived_from === null ? [] : (JSON.parse(row.derived_from) as string[]);
}
