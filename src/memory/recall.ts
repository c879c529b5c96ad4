import { analyze } from '../search/analyze';
import { matchedWords } from '../search/matchedWords';
import { search } from '../search/search';
import type { SearchIndex } from '../search/searchIndex';
import { lookUpAbsentWords } from '../search/semantic/absentWords';
import { nearestWords } from '../search/semantic/nearestWords';
import type { WordVectors } from '../search/semantic/wordVectors';
import { snippet } from '../search/snippet';
import type { SearchResult } from '../search/types';
import type { Reader, SqlValue } from '../store/types';
import { graphRelations } from './archivist';
import { readCiting, type FileLook } from './fileLook';
import { citationsOf } from './freshness';
import { inSlices } from './inSlices';
import type { MemoryArea } from './memoryArea';
import { findMemories, inOrder, type Found, type Rank, type RankedMemory } from './found';
import { LIVE } from './memoryRow';
import { foldType } from './observations';
import type { Relation } from './relations';
import type { MemoryHit, MemoryRecord, SearchAnswer, SearchQuery } from './types';

/** Bytes of a preview. */
const PREVIEW_BYTES = 400;
/** Words shown as the reason of a hit. */
const MOST_WORDS = 16;
/** The reason of a hit that its words alone would not have brought, and how many of its words are shown with it. */
const BY_MEANING = 'meaning';
const NEAREST_WORDS = 3;
/** Statuses follow from neighbours and are not in the index: a status filter looks through this many hits. */
const STATUS_FILTER_DEPTH = 200;

/** The table of word vectors, which takes a moment to read. */
export interface TableOfWordVectors {
  /** Undefined until it has been read. */
  readonly now: WordVectors | undefined;
  /** Undefined where there is none. Does not reject. */
  read(): Promise<WordVectors | undefined>;
}

/**
 * Searches all areas as one: best first, the newest version of a fact before its older ones. `looks` are at the files
 * of each area; `wordVectors`: the table for nearness in meaning, where it is wanted. While it is being read words alone
 * answer, unless they find nothing: that nothing is known may be said only when both have looked.
 */
export async function recall(
  areas: readonly MemoryArea[],
  query: SearchQuery,
  now: string,
  looks: readonly FileLook[],
  wordVectors: TableOfWordVectors | undefined,
): Promise<SearchAnswer> {
  // Asked for before the index is read, so that both are read side by side.
  void wordVectors?.read();
  const opened = await Promise.all(areas.map((area) => area.index()));
  const indexes = opened.map(({ index }) => index);
  // This read catches up first, so that the index holds what other processes wrote until now; those below go on from it.
  const filtered = isFiltered(query);
  const ids = union(
    await Promise.all(
      areas.map((area) => area.read((db) => (filtered ? admitted(db, query, now) : expired(db, now)))),
    ),
  );
  const { prefix = false } = query;
  const rank = async (table: WordVectors | undefined): Promise<SearchResult> => {
    if (table !== undefined) await inSlices(lookUpAbsentWords(indexes, query.query, table, prefix));
    return search(indexes, query.query, {
      limit: query.status === undefined ? query.limit : STATUS_FILTER_DEPTH,
      match: query.match ?? 'any',
      prefix,
      ...(filtered ? { only: ids } : { except: ids }),
      ...(table === undefined ? {} : { meaning: table }),
    });
  };
  let table = wordVectors?.now;
  if (table !== undefined) void giveVectors(areas, table, false);
  let result = await rank(table);
  if (result.hits.length === 0) {
    table ??= await wordVectors?.read();
    if (table !== undefined) {
      await giveVectors(areas, table, true);
      result = await rank(table);
    }
  }
  const found = await Promise.all(
    areas.map(async (area, at) => {
      const look = looks[at];
      if (look === undefined) return undefined;
      const ids = result.hits.map(({ id }) => id);
      await look.lookAhead(area, (db) => citationsOf(db, ids));
      return readCiting(area, look, (db) => findMemories(db, look, ids, now), 'readOn');
    }),
  );
  const byId = new Map<string, Found>();
  for (const part of found) for (const [id, item] of part ?? []) if (!byId.has(id)) byId.set(id, item);

  const all = inOrder(result.hits, byId, query);
  const shown = all.slice(0, query.limit);
  const relations = await relationsOfHits(areas, indexes, looks, shown, now);
  return {
    hits: shown.map(({ memory: { record }, ...rank }) => ({
      record,
      ...textsOf(record, rank, query, table),
      relations: relations.get(record.id) ?? [],
    })),
    // A fact's newest version is shown also where only an older one matched.
    total: query.status === undefined ? Math.max(result.total, all.length) : all.length,
    missing: result.missing,
    complete: opened.every(({ complete }) => complete),
  };
}

async function giveVectors(
  areas: readonly MemoryArea[],
  table: WordVectors,
  awaited: boolean,
): Promise<void> {
  await Promise.all(areas.map((area) => area.useWordVectors(table, awaited)));
}

/** Links are looked for of what is shown alone, and where it was found. */
async function relationsOfHits(
  areas: readonly MemoryArea[],
  indexes: readonly SearchIndex[],
  looks: readonly FileLook[],
  hits: readonly RankedMemory[],
  now: string,
): Promise<ReadonlyMap<string, readonly Relation[]>> {
  const parts = await Promise.all(
    areas.map(async (area, at) => {
      const index = indexes[at];
      const rows = hits
        .filter(({ memory }) => memory.record.area === looks[at]?.area)
        .map(({ memory }) => memory.row);
      if (index === undefined || rows.length === 0) return [];
      return [...(await area.readOn((db) => graphRelations(db, index, rows, now)))];
    }),
  );
  return new Map(parts.flat());
}

/** What a hit shows of its text, and why it was found. */
function textsOf(
  record: MemoryRecord,
  { score, terms, byMeaning }: Rank,
  query: SearchQuery,
  table: WordVectors | undefined,
): Pick<MemoryHit, 'score' | 'preview' | 'why'> {
  const texts = searchedTexts(record);
  const nearest = byMeaning && table ? nearestWords(query.query, texts, table, NEAREST_WORDS) : [];
  const words = matchedWords(texts, terms, MOST_WORDS);
  return {
    score,
    preview: snippet(record.content, [...terms, ...formsOf(nearest)], PREVIEW_BYTES),
    why: byMeaning ? [...new Set([BY_MEANING, ...nearest, ...words])].slice(0, MOST_WORDS) : words,
  };
}

/** The best of several searches. A word is missing only where none of them held it. */
export function mergeAnswers(answers: readonly SearchAnswer[], limit: number): SearchAnswer {
  const [only] = answers;
  if (answers.length === 1 && only !== undefined) return only;
  return {
    hits: answers
      .flatMap((answer) => answer.hits)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit),
    total: answers.reduce((sum, answer) => sum + answer.total, 0),
    missing: (only?.missing ?? []).filter((word) => answers.every((answer) => answer.missing.includes(word))),
    complete: answers.every(({ complete }) => complete),
  };
}

function isFiltered({ kind, scope, workspace, type }: SearchQuery): boolean {
  return [kind, scope, workspace, type].some((wanted) => wanted !== undefined);
}

/** Ids of the live memories that the filters let through. */
function admitted(db: Reader, query: SearchQuery, now: string): ReadonlySet<string> {
  const conditions: string[] = [];
  const params: SqlValue[] = [];
  for (const column of ['kind', 'scope', 'workspace'] as const) {
    const wanted = query[column];
    if (wanted === undefined) continue;
    conditions.push(`${column} = ?`);
    params.push(wanted);
  }
  if (query.type !== undefined) {
    conditions.push(`type = CASE kind WHEN 'fact' THEN ? ELSE ? END`);
    params.push(query.type.trim().toLowerCase(), foldType(query.type).type);
  }
  const rows = db.query<{ uuid: string }>(
    `SELECT uuid FROM memory WHERE ${LIVE} AND ${conditions.join(' AND ')}`,
    [now, ...params],
  );
  return new Set(rows.map((row) => row.uuid));
}

/** Without a filter only expired memories are left out, by an index of their own: few expire, and most live. */
function expired(db: Reader, now: string): ReadonlySet<string> {
  const rows = db.query<{ uuid: string }>(
    `SELECT uuid FROM memory INDEXED BY memory_expiring WHERE expires_at IS NOT NULL AND expires_at <= ?`,
    [now],
  );
  return new Set(rows.map((row) => row.uuid));
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first] = sets;
  return sets.length === 1 && first !== undefined ? first : new Set(sets.flatMap((set) => [...set]));
}

/** The forms of words by which their places in a text are found. */
function formsOf(words: readonly string[]): readonly string[] {
  return analyze(words.join(' ')).flatMap(({ wholes, parts }) => [...wholes, ...parts]);
}

function searchedTexts({ label, content, type, sourceId, key }: MemoryRecord): readonly string[] {
  return [label, content, type, sourceId, key].filter((text) => text !== undefined);
}
