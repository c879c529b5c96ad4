import type { Reader } from '../store/types';
import { LIVE, memoryByUuid, isLive, type MemoryRow } from './memoryRow';
import { derivedIds, labelOf } from './record';

/** A link to another live memory that follows from what the two say of themselves. */
export interface Relation {
  readonly id: string;
  readonly title: string;
  readonly relation: 'derived_from' | 'source_of' | 'same_source';
  /** 0..1; 1 is a link the saver stated. */
  readonly score: number;
  /** What ties the two: a field's name, or the shared source. */
  readonly via: string;
}

const RELATION_LIMIT = 10;
const SHARED_SOURCE_SCORE = 0.8;

/** At most ten, the stated ones first. */
export function relationsOf(db: Reader, row: MemoryRow, now: string): readonly Relation[] {
  const relations = [...statedSources(db, row, now), ...summaries(db, row, now), ...sameSource(db, row, now)];
  const seen = new Set([row.uuid]);
  return relations
    .filter((relation) => !seen.has(relation.id) && seen.add(relation.id))
    .slice(0, RELATION_LIMIT);
}

function statedSources(db: Reader, row: MemoryRow, now: string): Relation[] {
  return derivedIds(row)
    .map((id) => memoryByUuid(db, id))
    .filter((source) => source !== undefined && isLive(source, now))
    .map((source) => link(source as MemoryRow, 'derived_from', 1, 'derived_from'));
}

function summaries(db: Reader, row: MemoryRow, now: string): Relation[] {
  return db
    .query<MemoryRow>(
      `SELECT * FROM memory INDEXED BY memory_derived WHERE derived_from IS NOT NULL AND instr(derived_from, ?) > 0 AND ${LIVE}
       ORDER BY sequence DESC, id DESC LIMIT ?`,
      [row.uuid, now, RELATION_LIMIT],
    )
    .map((summary) => link(summary, 'source_of', 1, 'derived_from'));
}

function sameSource(db: Reader, row: MemoryRow, now: string): Relation[] {
  if (row.source_id === null) return [];
  return db
    .query<MemoryRow>(
      `SELECT * FROM memory WHERE source_id = ? AND ${LIVE} ORDER BY sequence DESC, id DESC LIMIT ?`,
      [row.source_id, now, RELATION_LIMIT + 1],
    )
    .map((other) => link(other, 'same_source', SHARED_SOURCE_SCORE, row.source_id ?? ''));
}

function link(row: MemoryRow, relation: Relation['relation'], score: number, via: string): Relation {
  return { id: row.uuid, title: labelOf(row), relation, score, via };
}
