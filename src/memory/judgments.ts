import { randomBytes } from 'node:crypto';
import type { Reader, Row, Transaction } from '../store/types';

/** What one memory can be judged to be to another; `supersedes`: the first takes the place of the second. */
export const judgedRelations = [
  'related',
  'compatible',
  'scoped',
  'conflicts_with',
  'supersedes',
  'not_conflict',
] as const;

export type JudgedRelation = (typeof judgedRelations)[number];

/**
 * A row of the table `relation`: two memories of one database, proposed to be judged (`pending`), judged, or of which
 * one was deleted for good (`orphaned`). A pair stands there once, in one direction or the other. Whether both ends
 * are live is looked at when it is read, so that forgetting one and bringing it back needs no change here.
 */
export interface RelationRow extends Row {
  readonly id: number;
  /** `rel-` and 16 hex digits. */
  readonly judgment_id: string;
  /** UUIDs of the two ends. Of a proposal the first is the memory that was being saved. */
  readonly memory_a: string;
  readonly memory_b: string;
  readonly relation: JudgedRelation | 'pending' | 'orphaned';
  /** 0..1: how surely the two say the same or contradict; null where nobody proposed the pair. */
  readonly score: number | null;
  readonly reason: string | null;
  readonly evidence: string | null;
  /** 0..1 */
  readonly confidence: number | null;
  /** The model that compared the two, as it names itself. */
  readonly model: string | null;
  readonly session_id: string | null;
  readonly created_at: string;
  readonly judged_at: string | null;
  /** Set by the surface: `person`, `chat tool`, or the MCP client's name. */
  readonly judged_by: string | null;
  readonly sequence: number;
}

/** Of a pair that nobody has judged. */
const UNJUDGED = {
  reason: null,
  evidence: null,
  confidence: null,
  model: null,
  session_id: null,
  judged_at: null,
  judged_by: null,
} as const;

export function newJudgmentId(): string {
  return `rel-${randomBytes(8).toString('hex')}`;
}

export function relationById(db: Reader, judgmentId: string): RelationRow | undefined {
  return db.query<RelationRow>('SELECT * FROM relation WHERE judgment_id = ?', [judgmentId])[0];
}

/** The relation of two memories, whichever of them stands first in it. */
export function relationOfPair(db: Reader, one: string, other: string): RelationRow | undefined {
  return db.query<RelationRow>(
    `SELECT * FROM relation WHERE memory_a = ? AND memory_b = ?
     UNION ALL SELECT * FROM relation WHERE memory_a = ? AND memory_b = ?`,
    [one, other, other, one],
  )[0];
}

/** Every relation that a memory has or had a part in. */
export function relationsOf(db: Reader, uuid: string): readonly RelationRow[] {
  return db.query<RelationRow>(
    'SELECT * FROM relation WHERE memory_a = ? UNION ALL SELECT * FROM relation WHERE memory_b = ? ORDER BY id',
    [uuid, uuid],
  );
}

/** Proposes a pair that is not related yet to be judged. `saved`: the memory that raised the question. */
export function proposeRelation(
  tx: Transaction,
  saved: string,
  other: string,
  score: number,
  now: string,
): string {
  const judgmentId = newJudgmentId();
  tx.put('relation', {
    ...UNJUDGED,
    judgment_id: judgmentId,
    memory_a: saved,
    memory_b: other,
    relation: 'pending',
    score,
    created_at: now,
    sequence: tx.sequence,
  });
  return judgmentId;
}

/** Of a memory that is deleted for good: nothing of what was said of it stays, since that may quote it. */
export function orphanRelations(tx: Transaction, uuid: string): void {
  for (const row of relationsOf(tx, uuid)) {
    if (row.relation === 'orphaned') continue;
    tx.put('relation', { ...row, ...UNJUDGED, score: null, relation: 'orphaned', sequence: tx.sequence });
  }
}
