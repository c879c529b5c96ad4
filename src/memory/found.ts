import type { SearchHit } from '../search/types';
import type { Reader } from '../store/types';
import type { FileLook } from './fileLook';
import { isLive, memoriesByUuid, type MemoryRow } from './memoryRow';
import { foldType } from './observations';
import { RecordReader } from './record';
import type { MemoryRecord, SearchQuery } from './types';

/** A memory as it is shown, and the row that it was read from. */
export interface FoundMemory {
  readonly record: MemoryRecord;
  readonly row: MemoryRow;
}

/** What the index found, as its database has it. */
export interface Found {
  readonly memory: FoundMemory;
  /** What stands first of all that belongs together: itself, what supersedes it, or the newest version of its fact. */
  readonly leader: FoundMemory;
}

/** What the index says of a hit. */
export type Rank = Omit<SearchHit, 'id'>;

export interface RankedMemory extends Rank {
  readonly memory: FoundMemory;
}

/** Those of the memories that are live in a database, by uuid. */
export function findMemories(
  db: Reader,
  look: FileLook,
  uuids: readonly string[],
  now: string,
): ReadonlyMap<string, Found> {
  const reader = new RecordReader(db, look.area, now, look);
  const found = new Map<string, Found>();
  const known = new Map<string, FoundMemory>();
  const memoryOf = (row: MemoryRow): FoundMemory => {
    let memory = known.get(row.uuid);
    if (memory === undefined) {
      memory = { record: reader.record(row), row };
      known.set(row.uuid, memory);
    }
    return memory;
  };
  for (const row of memoriesByUuid(db, uuids))
    if (isLive(row, now))
      found.set(row.uuid, { memory: memoryOf(row), leader: memoryOf(reader.leader(row)) });
  return found;
}

/**
 * Hits in order; where one is superseded, or a version of a fact, what counts instead stands first and takes its place,
 * and the others of those that were found follow it, newest first.
 */
export function inOrder(
  ranked: readonly SearchHit[],
  byId: ReadonlyMap<string, Found>,
  query: SearchQuery,
): readonly RankedMemory[] {
  const hits: RankedMemory[] = [];
  const shown = new Set<string>();
  const show = (memory: FoundMemory, { score, terms, byMeaning }: Rank): void => {
    const { record } = memory;
    if (shown.has(record.id)) return;
    shown.add(record.id);
    if (passes(record, query)) hits.push({ memory, score, terms, byMeaning });
  };
  const ranks = new Map(ranked.map((hit) => [hit.id, hit]));
  const followers = new Map<string, FoundMemory[]>();
  for (const { memory, leader } of byId.values()) {
    const [id, first] = [memory.record.id, leader.record.id];
    if (id !== first) followers.set(first, [...(followers.get(first) ?? []), memory]);
  }
  for (const hit of settleTies(ranked, byId)) {
    const found = byId.get(hit.id);
    if (found === undefined) continue;
    const first = found.leader.record.id;
    show(found.leader, ranks.get(first) ?? { score: hit.score, terms: [], byMeaning: false });
    const rest = (followers.get(first) ?? []).sort((a, b) => b.record.sequence - a.record.sequence);
    for (const memory of rest) show(memory, ranks.get(memory.record.id) ?? hit);
  }
  return hits;
}

/** What is shown in the place of a hit may be of another kind. */
function passes(record: MemoryRecord, query: SearchQuery): boolean {
  const fields = ['kind', 'scope', 'workspace', 'status'] as const;
  if (fields.some((field) => query[field] !== undefined && record[field] !== query[field])) return false;
  if (query.type === undefined) return true;
  return (
    record.type === (record.kind === 'fact' ? query.type.trim().toLowerCase() : foldType(query.type).type)
  );
}

/** Among neighbours of equal score a doubtful memory stands last; all else keeps its order. */
function settleTies(ranked: readonly SearchHit[], byId: ReadonlyMap<string, Found>): readonly SearchHit[] {
  const doubtful = (hit: SearchHit): boolean => byId.get(hit.id)?.memory.record.status !== 'unverified';
  const settled: SearchHit[] = [];
  for (let from = 0; from < ranked.length;) {
    let to = from + 1;
    while (to < ranked.length && ranked[to]?.score === ranked[from]?.score) to++;
    const tied = ranked.slice(from, to);
    settled.push(...tied.filter((hit) => !doubtful(hit)), ...tied.filter(doubtful));
    from = to;
  }
  return settled;
}
