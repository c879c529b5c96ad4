import type { Reader } from '../store/types';
import { LIVE, memoryByUuid, isLive, type MemoryRow } from './memoryRow';
import { labelOf } from './record';
import { derivedIds } from './sourcesOfRecords';

/** A link to another live memory. */
export interface Relation {
  readonly id: string;
  readonly title: string;
  /** The first two were stated by the saver, the others are the archivist's. */
  readonly relation:
    'derived_from' | 'source_of' | 'same_source' | 'same_path' | 'same_issue' | 'same_symbol' | 'near';
  /** 0..1; 1 is a link the saver stated. */
  readonly score: number;
  /** What ties the two: a field's name, the shared source or the names that both use; `text` when they say much the same. */
  readonly via: string;
}

const RELATION_LIMIT = 10;

/** Links that the savers stated, at most ten. */
export function statedRelations(db: Reader, row: MemoryRow, now: string): readonly Relation[] {
  return [...statedSources(db, row, now), ...summaries(db, row, now)].slice(0, RELATION_LIMIT);
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

function link(row: MemoryRow, relation: Relation['relation'], score: number, via: string): Relation {
  return { id: row.uuid, title: labelOf(row), relation, score, via };
}
