import type { Reader } from '../store/types';
import { LIVE, memoryByUuid, isLive, type MemoryRow } from './memoryRow';
import { relationsOf, type JudgedRelation, type RelationRow } from './judgments';
import { labelOf } from './record';
import { derivedIds } from './sourcesOfRecords';

/** A link to another live memory. */
export interface Relation {
  readonly id: string;
  readonly title: string;
  /** The first two were stated by the saver, the next are the archivist's, the others were judged. */
  readonly relation:
    | 'derived_from'
    | 'source_of'
    | 'same_source'
    | 'same_path'
    | 'same_issue'
    | 'same_symbol'
    | 'near'
    | JudgedRelation
    | 'superseded_by'
    | 'pending';
  /** 0..1; 1 is a link that was stated, or judged by somebody who did not say how sure they were. */
  readonly score: number;
  /** What ties the two: a field's name, the shared source or the names that both use; `text` when they say much the same. */
  readonly via: string;
  /** Of a pair that was judged, or is to be. */
  readonly judgment?: RelationRow;
}

const RELATION_LIMIT = 10;

/** Links that the savers stated of these memories, at most ten each; by uuid. */
export function statedRelations(
  db: Reader,
  rows: readonly MemoryRow[],
  now: string,
): ReadonlyMap<string, readonly Relation[]> {
  const made = summaries(db, rows, now);
  return new Map(
    rows.map((row) => {
      const links = [...statedSources(db, row, now), ...(made.get(row.uuid) ?? [])];
      return [row.uuid, links.slice(0, RELATION_LIMIT)];
    }),
  );
}

/** What was judged of a memory and another live one, and what waits for a judgment; newest first, at most ten. */
export function judgments(db: Reader, row: MemoryRow, now: string): readonly Relation[] {
  return judgmentsAmong(db, row, relationsOf(db, row.uuid), now);
}

/** Relations that say what one memory is to the other. */
const TELLING: readonly JudgedRelation[] = [
  'related',
  'compatible',
  'scoped',
  'conflicts_with',
  'supersedes',
];

/** Whether anything was judged here: in most databases nothing was, and one question tells. */
export function holdsJudgments(db: Reader): boolean {
  const marks = TELLING.map(() => '?').join(', ');
  return db.query(`SELECT 1 FROM relation WHERE relation IN (${marks}) LIMIT 1`, TELLING).length > 0;
}

/** Judgments that say what one memory is to the other; at most ten. */
export function tellingJudgments(db: Reader, row: MemoryRow, now: string): readonly Relation[] {
  const telling = relationsOf(db, row.uuid).filter(({ relation }) => isTelling(relation));
  return judgmentsAmong(db, row, telling, now);
}

function isTelling(relation: RelationRow['relation']): boolean {
  return (TELLING as readonly string[]).includes(relation);
}

function judgmentsAmong(
  db: Reader,
  row: MemoryRow,
  rows: readonly RelationRow[],
  now: string,
): readonly Relation[] {
  const found: Relation[] = [];
  for (const judgment of [...rows].sort((a, b) => b.sequence - a.sequence || b.id - a.id)) {
    if (found.length === RELATION_LIMIT) break;
    const relation = judgmentOf(db, row, judgment, now);
    if (relation !== undefined) found.push(relation);
  }
  return found;
}

function judgmentOf(db: Reader, row: MemoryRow, judgment: RelationRow, now: string): Relation | undefined {
  if (judgment.relation === 'orphaned') return undefined;
  const isFirst = judgment.memory_a === row.uuid;
  const other = memoryByUuid(db, isFirst ? judgment.memory_b : judgment.memory_a);
  if (other === undefined || !isLive(other, now)) return undefined;
  const relation = judgment.relation === 'supersedes' && !isFirst ? 'superseded_by' : judgment.relation;
  const score = (judgment.relation === 'pending' ? judgment.score : judgment.confidence) ?? 1;
  return { ...link(other, relation, score, 'judgment'), judgment };
}

function statedSources(db: Reader, row: MemoryRow, now: string): Relation[] {
  return derivedIds(row)
    .map((id) => memoryByUuid(db, id))
    .filter((source) => source !== undefined && isLive(source, now))
    .map((source) => link(source as MemoryRow, 'derived_from', 1, 'derived_from'));
}

/** The newest memories that were made of each of these, in one pass over all that were made of others. */
function summaries(
  db: Reader,
  rows: readonly MemoryRow[],
  now: string,
): ReadonlyMap<string, readonly Relation[]> {
  const found = new Map<string, Relation[]>();
  const pairs = db.query<LinkEnd & { readonly made_of: string }>(
    `SELECT uuid, title, key, content, made_of FROM (
       SELECT uuid, title, memory.key, content, wanted.value AS made_of,
         row_number() OVER (PARTITION BY wanted.value ORDER BY sequence DESC, memory.id DESC) AS place
       FROM memory INDEXED BY memory_derived CROSS JOIN json_each(?) AS wanted
       WHERE derived_from IS NOT NULL AND instr(derived_from, wanted.value) > 0 AND ${LIVE})
     WHERE place <= ? ORDER BY place`,
    [JSON.stringify(rows.map(({ uuid }) => uuid)), now, RELATION_LIMIT],
  );
  for (const { made_of: source, ...summary } of pairs) {
    const links = found.get(source) ?? [];
    links.push(link(summary, 'source_of', 1, 'derived_from'));
    found.set(source, links);
  }
  return found;
}

/** What of a memory is shown at the end of a link. */
type LinkEnd = Pick<MemoryRow, 'uuid' | 'title' | 'key' | 'content'>;

function link(row: LinkEnd, relation: Relation['relation'], score: number, via: string): Relation {
  return { id: row.uuid, title: labelOf(row), relation, score, via };
}
