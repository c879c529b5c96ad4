import type { Reader, Transaction } from '../store/types';
import { parseCitedFile } from './citedFile';
import { isSha256 } from './fileHashes';
import { newestHash } from './freshness';
import { memoryByUuid, type MemoryRow } from './memoryRow';
import { rewriteMemory, type Rewritten, type SourceState } from './rewriting';
import type { SourceFiles } from './sourceFiles';
import type { Area, MemoryRecord } from './types';

/** What was found of a cited file at this moment; nothing where there is none. */
export interface PresentSource {
  /** SHA-256 of the whole content, with its label. */
  readonly hash?: string;
  /** As SourceFiles.take tells it. */
  readonly taken?: string;
}

/** Looks at the file that a memory cites, as a save does. */
export async function presentSource(
  files: SourceFiles,
  area: Area,
  sourceId: string | undefined,
): Promise<PresentSource> {
  const folders = area.kind === 'project' ? area.folders : undefined;
  const file = sourceId === undefined ? undefined : parseCitedFile(sourceId);
  if (folders === undefined || file === undefined || sourceId === undefined) return {};
  const taken = await files.take(folders, sourceId);
  const whole = file.lines === undefined ? taken : await files.take(folders, file.path);
  return {
    ...(taken === undefined ? {} : { taken }),
    ...(whole === undefined || !isSha256(whole) ? {} : { hash: whole }),
  };
}

/**
 * What a memory says of its source once somebody has looked at both: the file as it is, and the hash of it where one was
 * given. A hash that no file can be held against becomes that of the newest memory of the source. Of a file, or lines,
 * that are gone nothing is left to compare.
 */
export function confirmedState(
  db: Reader,
  row: Pick<MemoryRow, 'source_id' | 'source_hash'>,
  { hash, taken }: PresentSource,
  now: string,
): SourceState {
  const { source_id: sourceId, source_hash: given } = row;
  const seen = { source_hash_taken: taken ?? null };
  if (given === null || sourceId === null) return { source_hash: given, ...seen };
  if (hash !== undefined && isSha256(given)) return { source_hash: hash, ...seen };
  return { source_hash: newestHash(db, sourceId, now)?.source_hash ?? given, ...seen };
}

/** The memory still holds though its source has changed: it counts as made from the source as that is now. */
export function confirmSource(
  tx: Transaction,
  { id, revision }: Pick<MemoryRecord, 'id' | 'revision'>,
  present: PresentSource,
  by: string,
  now: string,
): Rewritten {
  const row = memoryByUuid(tx, id);
  if (row === undefined) return { kind: 'gone' };
  return rewriteMemory(tx, { id, seen: revision, source: confirmedState(tx, row, present, now) }, by, now);
}
