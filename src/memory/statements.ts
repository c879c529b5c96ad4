import type { Reader, Transaction } from '../store/types';
import { insertMemory, isLive, memoryByUuid, type MemoryRow } from './memoryRow';

export interface StatementInput {
  readonly content: string;
  readonly workspace: string;
  readonly scope: string;
  readonly source: string;
  readonly sourceId?: string;
  readonly sourceHash?: string;
  /** Of SourceFiles.take. */
  readonly sourceHashTaken?: string;
  readonly sourceRevision?: string;
  readonly factKey?: string;
  /** 0..1 */
  readonly confidence: number;
  readonly derivedFrom: readonly string[];
  readonly savedBy: string;
}

export type StatementSaved =
  { readonly kind: 'saved'; readonly row: MemoryRow } | { readonly kind: 'unknown_sources' };

/** Append-only: nothing is overwritten; versions and conflicts follow from what stands side by side. */
export function saveStatement(tx: Transaction, input: StatementInput, now: string): StatementSaved {
  const derivedFrom = sourcesOf(input);
  if (!knowsSources(tx, derivedFrom, now)) return { kind: 'unknown_sources' };
  const row = insertMemory(
    tx,
    {
      kind: 'statement',
      key: input.factKey ?? null,
      content: input.content,
      scope: input.scope,
      workspace: input.workspace,
      source: input.source,
      source_id: input.sourceId ?? null,
      source_hash: input.sourceHash ?? null,
      source_hash_taken: input.sourceHashTaken ?? null,
      source_revision: input.sourceRevision ?? null,
      confidence: input.confidence,
      derived_from: derivedFrom.length === 0 ? null : JSON.stringify(derivedFrom),
      saved_by: input.savedBy,
    },
    now,
  );
  return { kind: 'saved', row };
}

/** Ids of what a statement summarises, each once, sorted. */
export function sourcesOf({ derivedFrom }: Pick<StatementInput, 'derivedFrom'>): readonly string[] {
  return [...new Set(derivedFrom)].sort();
}

/** Whether every id is a live memory of this database. */
export function knowsSources(db: Reader, uuids: readonly string[], now: string): boolean {
  return uuids.every((uuid) => {
    const row = memoryByUuid(db, uuid);
    return row !== undefined && isLive(row, now);
  });
}
