import { neighbours } from '../search/neighbours';
import type { SearchIndex } from '../search/searchIndex';
import type { Reader } from '../store/types';
import { anchorsOf, type Anchor } from './anchors';
import { LIVE, type MemoryRow } from './memoryRow';
import { labelOf } from './record';
import { statedRelations, tellingJudgments, type Relation } from './relations';

/** Links of one memory. */
const MOST_LINKS = 10;
const SOURCE_SCORE = 0.8;
/** Of two texts without a name in common: the nearest unrelated ones of a project seldom come so far. */
const NEAR_SIMILARITY = 0.3;
/** One or two words in common are chance, however rare. */
const NEAR_WORDS = 3;
/** What a shared name alone is worth; the texts' likeness adds to it. */
const NAME_SCORE = { path: 0.7, issue: 0.7, symbol: 0.6 } as const;
const LIKENESS_SHARE = 0.2;
const NAMES_SHOWN = 3;

/** What of a memory its links depend on. */
type LinkedRow = Pick<MemoryRow, 'uuid' | 'title' | 'key' | 'content' | 'source_id'>;

const RELATIONS = { path: 'same_path', issue: 'same_issue', symbol: 'same_symbol' } as const;

/**
 * Links of a memory to others that cite the same source, name the same file, symbol or issue, or say nearly the same:
 * best first and at most ten. Nothing is stored: they are a function of the live memories at this moment, so every
 * process shows the same, a save does nothing for them, and what is forgotten, purged, moved or brought back takes
 * its links along.
 */
export function archivistLinks(
  db: Reader,
  index: SearchIndex,
  row: MemoryRow,
  now: string,
): readonly Relation[] {
  const sources = sameSource(db, row, now);
  const known = new Set(sources.map(({ id }) => id));
  const own = anchorsOfRow(row);
  const names = own.map(({ name }) => name);
  // What shares no name and is not near either needs not be read.
  const telling = neighbours(index, row.uuid, names).filter(
    (other) => other.named || isNear(other.similarity, other.shared),
  );
  const found = telling.map(({ id, similarity, shared }) => {
    const [other] = db.query<LinkedRow>(
      `SELECT uuid, title, key, content, source_id FROM memory WHERE uuid = ? AND ${LIVE}`,
      [id, now],
    );
    return other === undefined || known.has(id) ? undefined : relate(own, other, similarity, shared);
  });
  return [...sources, ...found.filter((relation) => relation !== undefined)]
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_LINKS);
}

/** The judged links, the stated ones and the archivist's, one to each memory and at most ten. */
export function graphRelations(
  db: Reader,
  index: SearchIndex,
  row: MemoryRow,
  now: string,
): readonly Relation[] {
  const seen = new Set<string>();
  const judged = tellingJudgments(db, row, now);
  return [...judged, ...statedRelations(db, row, now), ...archivistLinks(db, index, row, now)]
    .map(({ judgment: _, ...relation }) => relation)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .slice(0, MOST_LINKS);
}

/** The newest that cite the same source. */
function sameSource(db: Reader, row: MemoryRow, now: string): readonly Relation[] {
  if (row.source_id === null) return [];
  const via = row.source_id;
  return db
    .query<MemoryRow>(
      `SELECT * FROM memory WHERE source_id = ? AND uuid <> ? AND ${LIVE} ORDER BY sequence DESC, id DESC LIMIT ?`,
      [row.source_id, row.uuid, now, MOST_LINKS],
    )
    .map((other) => ({
      id: other.uuid,
      title: labelOf(other),
      relation: 'same_source',
      score: SOURCE_SCORE,
      via,
    }));
}

function relate(
  own: readonly Anchor[],
  other: LinkedRow,
  similarity: number,
  sharedWords: number,
): Relation | undefined {
  const theirs = new Set(anchorsOfRow(other).map(keyOf));
  const common = own.filter((anchor) => theirs.has(keyOf(anchor)));
  const [strongest] = [...common].sort((a, b) => NAME_SCORE[b.kind] - NAME_SCORE[a.kind]);
  const link = { id: other.uuid, title: labelOf(other) };
  if (strongest !== undefined) {
    const names = common.filter(({ kind }) => kind === strongest.kind).map(({ name }) => name);
    return {
      ...link,
      relation: RELATIONS[strongest.kind],
      score: rounded(NAME_SCORE[strongest.kind] + LIKENESS_SHARE * similarity),
      via: names.slice(0, NAMES_SHOWN).join(', '),
    };
  }
  if (!isNear(similarity, sharedWords)) return undefined;
  return { ...link, relation: 'near', score: rounded(similarity), via: 'text' };
}

function isNear(similarity: number, sharedWords: number): boolean {
  return similarity >= NEAR_SIMILARITY && sharedWords >= NEAR_WORDS;
}

function keyOf({ kind, name }: Anchor): string {
  return `${kind} ${name}`;
}

function anchorsOfRow({ title, content, source_id }: LinkedRow): readonly Anchor[] {
  return anchorsOf([title, source_id, content].filter((text) => text !== null).join('\n'));
}

function rounded(score: number): number {
  return Math.round(score * 100) / 100;
}
