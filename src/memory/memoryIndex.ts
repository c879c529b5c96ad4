import { INDEX_VERSION, indexFromParts, indexToParts } from '../search/indexParts';
import { SearchIndex } from '../search/searchIndex';
import { TABLE_VERSION, type WordVectors } from '../search/semantic/wordVectors';
import type { SearchDocument } from '../search/types';
import type { ChangedRows, Derivation, DerivationName } from '../store/derivation';
import type { Reader, Row } from '../store/types';
import type { MemoryRow } from './memoryRow';

/** The search index that the compaction worker keeps beside each base of an area. */
export const memoryIndexName: DerivationName = {
  name: 'memory-index',
  version: `${INDEX_VERSION}v${TABLE_VERSION}`,
};

/** Rows taken from the database at a time. */
export const PAGE = 250;

/** `readTable`: the table of word vectors, if there is one. It is called only where an index is made. */
export function memoryIndex(readTable: () => WordVectors | undefined): Derivation {
  return {
    ...memoryIndexName,
    derive(db, earlier) {
      const index = earlier === undefined ? new SearchIndex() : indexFromParts(earlier.parts);
      index.wordVectors = readTable();
      if (earlier === undefined) addAll(db, index);
      else addChanged(db, index, earlier.changed);
      addMissingVectors(db, index);
      return indexToParts(index);
    },
  };
}

function addAll(db: Reader, index: SearchIndex): void {
  let after = 0;
  for (let page = livePage(db, after); page.length > 0; page = livePage(db, after)) {
    for (const row of page) bringUpToDate(index, row);
    after = page.at(-1)?.id ?? after;
  }
}

function addChanged(db: Reader, index: SearchIndex, changed: ChangedRows): void {
  for (const ids of pages([...changed.ids('memory')])) {
    const rows = rowsOf(db, ids);
    removeGone(index, ids, rows);
    for (const row of rows) bringUpToDate(index, row);
  }
}

/** Of memories that were indexed while there was no table. */
function addMissingVectors(db: Reader, index: SearchIndex): void {
  if (index.wordVectors === undefined) return;
  for (const ids of pages(index.withoutVectors()))
    for (const text of textsOf(db, ids)) giveVector(index, text);
}

/** Live memories, expired ones among them, in the order of their rows. */
export function livePage(db: Reader, after: number): readonly MemoryRow[] {
  return db.query<MemoryRow>('SELECT * FROM memory WHERE deleted_at IS NULL AND id > ? ORDER BY id LIMIT ?', [
    after,
    PAGE,
  ]);
}

/** What of a memory its vector is made of. */
export type MemoryText = Pick<MemoryRow, 'uuid' | 'title' | 'key' | 'content'>;

/** The texts of the rows as they are now; fewer than ids where some are gone. */
export function textsOf(db: Reader, ids: readonly number[]): readonly MemoryText[] {
  return db.query<MemoryText & Row>(
    `SELECT uuid, title, memory.key, content
     FROM json_each(?) AS wanted JOIN memory ON memory.id = wanted.value`,
    [JSON.stringify(ids)],
  );
}

/**
 * Makes the vector of a memory that was indexed while there was no table: the one that it would have got then. Whoever
 * has one keeps it: its text may be newer than the one given.
 */
export function giveVector(index: SearchIndex, text: MemoryText): void {
  const slot = index.slotOf(text.uuid);
  if (slot < 0 || index.wordVectors === undefined || !index.vectors.isMissing(slot)) return;
  index.vectors.set(slot, index.wordVectors.documentDirection([titleOf(text), text.content]));
  index.revision++;
}

/** The ids, a page at a time. */
export function* pages(ids: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < ids.length; from += PAGE) yield ids.slice(from, from + PAGE);
}

/** The rows as they are now; fewer than ids where some are gone. */
export function rowsOf(db: Reader, ids: readonly number[]): readonly MemoryRow[] {
  return db.query<MemoryRow>(
    'SELECT memory.* FROM json_each(?) AS wanted JOIN memory ON memory.id = wanted.value',
    [JSON.stringify(ids)],
  );
}

/**
 * Takes out what the index has under these numbers and is not among the rows any more: it was purged or moved to
 * another project, and its number may serve a new memory.
 */
export function removeGone(index: SearchIndex, ids: readonly number[], rows: readonly MemoryRow[]): void {
  const gone = new Set(ids);
  for (const { id, uuid } of rows) if (index.has(uuid)) gone.delete(id);
  index.removeNumbered(gone);
}

/** Makes the index say of a memory what its row says. */
export function bringUpToDate(index: SearchIndex, row: MemoryRow): void {
  if (row.deleted_at === null) index.add(searchDocument(row));
  else index.remove(row.uuid);
}

/** Pinned before sure before unsure: only ties are broken by it. */
function tieWeight(row: MemoryRow): number {
  return row.pinned === 1 ? 1 : 0.8 * (row.confidence ?? 0.7);
}

function titleOf({ title, key }: MemoryText): string {
  return title ?? key ?? '';
}

function searchDocument(row: MemoryRow): SearchDocument {
  return {
    id: row.uuid,
    kind: row.kind,
    fields: {
      title: titleOf(row),
      content: row.content,
      ...(row.type === null ? {} : { type: row.type }),
      ...(row.source_id === null ? {} : { source: row.source_id }),
      ...(row.title === null || row.key === null ? {} : { key: row.key }),
    },
    sequence: row.sequence,
    weight: tieWeight(row),
    number: row.id,
  };
}
