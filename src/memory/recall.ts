import { analyze } from '../search/analyze';
import { matchedWords } from '../search/matchedWords';
import { search } from '../search/search';
import type { SearchIndex } from '../search/searchIndex';
import { nearestWords } from '../search/semantic/nearestWords';
import type { WordVectors } from '../search/semantic/wordVectors';
import { snippet } from '../search/snippet';
import type { SearchHit, SearchResult } from '../search/types';
import type { Reader, SqlValue } from '../store/types';
import { graphRelations } from './archivist';
import { readCiting, type FileLook } from './fileLook';
import { citationsOf } from './freshness';
import type { MemoryArea } from './memoryArea';
import { isLive, LIVE, memoryByUuid, type MemoryRow } from './memoryRow';
import { foldType } from './observations';
import { RecordReader } from './record';
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
  // Each read catches up first, so that the index holds what other processes wrote until now.
  const filtered = isFiltered(query);
  const ids = union(
    await Promise.all(
      areas.map((area) => area.read((db) => (filtered ? admitted(db, query, now) : expired(db, now)))),
    ),
  );
  const rank = (table: WordVectors | undefined): SearchResult =>
    search(indexes, query.query, {
      limit: query.status === undefined ? query.limit : STATUS_FILTER_DEPTH,
      match: query.match ?? 'any',
      prefix: query.prefix ?? false,
      ...(filtered ? { only: ids } : { except: ids }),
      ...(table === undefined ? {} : { meaning: table }),
    });
  let table = wordVectors?.now;
  const vectors = table && giveVectors(areas, table);
  let result = rank(table);
  if (result.hits.length === 0) {
    table ??= await wordVectors?.read();
    await (vectors ?? (table && giveVectors(areas, table)));
    if (table !== undefined) result = rank(table);
  }
  const found = await Promise.all(
    areas.map(async (area, at) => {
      const look = looks[at];
      if (look === undefined) return undefined;
      await look.lookAhead(area, (db) =>
        citationsOf(
          db,
          result.hits.map(({ id }) => id),
        ),
      );
      return readCiting(area, look, (db) => resolve(db, look, result.hits, now));
    }),
  );
  const byId = new Map<string, Found>();
  for (const part of found) for (const [id, item] of part ?? []) if (!byId.has(id)) byId.set(id, item);

  const hits = unfold(result.hits, byId, query, table);
  return {
    hits: await withRelations(areas, indexes, hits.slice(0, query.limit), now),
    // A fact's newest version is shown also where only an older one matched.
    total: query.status === undefined ? Math.max(result.total, hits.length) : hits.length,
    missing: result.missing,
    complete: opened.every(({ complete }) => complete),
  };
}

async function giveVectors(areas: readonly MemoryArea[], table: WordVectors): Promise<void> {
  await Promise.all(areas.map((area) => area.useWordVectors(table)));
}

/** Links are looked for of what is shown alone. */
async function withRelations(
  areas: readonly MemoryArea[],
  indexes: readonly SearchIndex[],
  hits: readonly Hit[],
  now: string,
): Promise<readonly MemoryHit[]> {
  const relations = new Map<string, MemoryHit['relations']>();
  await Promise.all(
    areas.map((area, at) =>
      area.read((db) => {
        const index = indexes[at];
        for (const { record } of hits) {
          const row = memoryByUuid(db, record.id);
          if (row !== undefined && index !== undefined)
            relations.set(record.id, graphRelations(db, index, row, now));
        }
      }),
    ),
  );
  return hits.map((hit) => ({ ...hit, relations: relations.get(hit.record.id) ?? [] }));
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

type Hit = Omit<MemoryHit, 'relations'>;

interface Found {
  readonly record: MemoryRecord;
  /** What stands first of all that belongs together: itself, what supersedes it, or the newest version of its fact. */
  readonly leader: MemoryRecord;
}

function resolve(
  db: Reader,
  look: FileLook,
  hits: readonly SearchHit[],
  now: string,
): ReadonlyMap<string, Found> {
  const reader = new RecordReader(db, look.area, now, look);
  const found = new Map<string, Found>();
  const known = new Map<string, MemoryRecord>();
  const recordOf = (row: MemoryRow): MemoryRecord => {
    let record = known.get(row.uuid);
    if (record === undefined) {
      record = reader.record(row);
      known.set(row.uuid, record);
    }
    return record;
  };
  for (const hit of hits) {
    const row: MemoryRow | undefined = memoryByUuid(db, hit.id);
    if (row === undefined || !isLive(row, now)) continue;
    found.set(hit.id, { record: recordOf(row), leader: recordOf(reader.leader(row)) });
  }
  return found;
}

/**
 * Hits in order; where one is superseded, or a version of a fact, what counts instead stands first and takes its place,
 * and the others of those that were found follow it, newest first.
 */
function unfold(
  ranked: readonly SearchHit[],
  byId: ReadonlyMap<string, Found>,
  query: SearchQuery,
  table: WordVectors | undefined,
): Hit[] {
  const hits: Hit[] = [];
  const shown = new Set<string>();
  const show = (record: MemoryRecord, { score, terms, byMeaning }: Omit<SearchHit, 'id'>): void => {
    if (shown.has(record.id)) return;
    shown.add(record.id);
    if (!passes(record, query)) return;
    const texts = searchedTexts(record);
    const nearest = byMeaning && table ? nearestWords(query.query, texts, table, NEAREST_WORDS) : [];
    const words = matchedWords(texts, terms, MOST_WORDS);
    hits.push({
      record,
      score,
      preview: snippet(record.content, [...terms, ...formsOf(nearest)], PREVIEW_BYTES),
      why: byMeaning ? [...new Set([BY_MEANING, ...nearest, ...words])].slice(0, MOST_WORDS) : words,
    });
  };
  const ranks = new Map(ranked.map((hit) => [hit.id, hit]));
  const followers = new Map<string, MemoryRecord[]>();
  for (const { record, leader } of byId.values())
    if (record.id !== leader.id) followers.set(leader.id, [...(followers.get(leader.id) ?? []), record]);
  for (const hit of settleTies(ranked, byId)) {
    const found = byId.get(hit.id);
    if (found === undefined) continue;
    const { leader } = found;
    show(leader, ranks.get(leader.id) ?? { score: hit.score, terms: [], byMeaning: false });
    const rest = (followers.get(leader.id) ?? []).sort((a, b) => b.sequence - a.sequence);
    for (const record of rest) show(record, ranks.get(record.id) ?? hit);
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

/** The forms of words by which their places in a text are found. */
function formsOf(words: readonly string[]): readonly string[] {
  return analyze(words.join(' ')).flatMap(({ wholes, parts }) => [...wholes, ...parts]);
}

function searchedTexts({ label, content, type, sourceId }: MemoryRecord): readonly string[] {
  return [label, content, type, sourceId].filter((text) => text !== undefined);
}

/** Among neighbours of equal score a doubtful memory stands last; all else keeps its order. */
function settleTies(ranked: readonly SearchHit[], byId: ReadonlyMap<string, Found>): readonly SearchHit[] {
  const doubtful = (hit: SearchHit): boolean => byId.get(hit.id)?.record.status !== 'unverified';
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
