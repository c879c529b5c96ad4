import type { Reader, Transaction } from '../store/types';
import { relationOfPair, relationsOf, type RelationRow } from './judgments';
import { memoryByUuid } from './memoryRow';

/** A relation as it was in the source of a move. */
export interface PackedRelation {
  readonly row: RelationRow;
  /** The second memory was rewritten since it was judged. */
  readonly outdated: boolean;
}

/**
 * Relations go along with the second of their ends: while one end is here and the other there, a pair's relation lies
 * where both have been, says nothing, and is found again when both come together there. So no text about a memory lies
 * where that memory has never been, and deleting it for good finds all of it.
 */
export function packRelations(db: Reader, uuids: readonly string[]): readonly PackedRelation[] {
  const rows = new Map(uuids.flatMap((uuid) => relationsOf(db, uuid)).map((row) => [row.id, row]));
  return [...rows.values()].map((row) => {
    const target = memoryByUuid(db, row.memory_b);
    return { row, outdated: target !== undefined && target.sequence > row.sequence };
  });
}

/** Takes over what was said of pairs that are both here now; of two judgments of one pair the later counts. */
export function bringRelations(tx: Transaction, relations: readonly PackedRelation[]): void {
  for (const { row, outdated } of relations) {
    const { id: _, ...relation } = row;
    const target = memoryByUuid(tx, row.memory_b);
    if (target === undefined || memoryByUuid(tx, row.memory_a) === undefined) continue;
    const here = relationOfPair(tx, row.memory_a, row.memory_b);
    if (here !== undefined && (here.judged_at ?? '') >= (row.judged_at ?? '')) continue;
    tx.put('relation', {
      ...relation,
      ...(here === undefined ? {} : { id: here.id }),
      sequence: outdated ? target.sequence - 1 : tx.sequence,
    });
  }
}

/** Those that lie in this database too, wherever their ends are. */
export function arrivedRelations(db: Reader, relations: readonly PackedRelation[]): ReadonlySet<string> {
  const here = relations.filter(({ row }) => relationOfPair(db, row.memory_a, row.memory_b) !== undefined);
  return new Set(here.map(({ row }) => row.judgment_id));
}

/** Whether anything was said of a memory's pairs since they were packed. */
export function haveChanged(db: Reader, uuid: string, packed: readonly PackedRelation[]): boolean {
  const images = new Set(packed.map(({ row }) => JSON.stringify(row)));
  return relationsOf(db, uuid).some((row) => !images.has(JSON.stringify(row)));
}

/** Removes the relations of a memory that has left, where the other end has left too and they have arrived. */
export function leaveRelations(tx: Transaction, uuid: string, arrived: ReadonlySet<string>): void {
  for (const { id, judgment_id, memory_a, memory_b } of relationsOf(tx, uuid)) {
    const other = memory_a === uuid ? memory_b : memory_a;
    if (arrived.has(judgment_id) && memoryByUuid(tx, other) === undefined) tx.delete('relation', id);
  }
}
