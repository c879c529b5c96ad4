import { neighbours, type Neighbour } from '../search/neighbours';
import type { SearchIndex } from '../search/searchIndex';
import type { Reader, Row } from '../store/types';
import { anchorsOf, type Anchor } from './anchors';
import { LIVE, type MemoryRow } from './memoryRow';
import { labelOf } from './record';
import { holdsJudgments, statedRelations, tellingJudgments, type Relation } from './relations';

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
/** What of a content can be a title (`labelOf`), so that a long one is not read for nothing. */
const CONTENT_FOR_TITLE = "CASE WHEN title IS NULL AND key IS NULL THEN content ELSE '' END";

/** What of a memory its links depend on. */
type LinkedRow = Pick<MemoryRow, 'uuid' | 'title' | 'key' | 'content' | 'source_id'>;

const RELATIONS = { path: 'same_path', issue: 'same_issue', symbol: 'same_symbol' } as const;

/** What a memory names, and what was found of the others in the index. */
interface Surroundings {
  readonly anchors: readonly Anchor[];
  /** What shares no name and is not near either needs not be read. */
  readonly telling: readonly Neighbour[];
}

/** One end of links. */
interface Linking extends Surroundings {
  readonly row: MemoryRow;
}

/** What was found out about memories of one index, by uuid. It holds as long as the index stays the same. */
interface Findings {
  readonly revision: number;
  readonly surroundings: Map<string, Surroundings>;
  /** Of others. */
  readonly anchors: Map<string, ReadonlySet<string>>;
}

const findings = new WeakMap<SearchIndex, Findings>();
/** Memories about which findings are kept: searches that follow one another find much of the same. */
const MOST_KEPT = 1_000;

function findingsOf(index: SearchIndex): Findings {
  let found = findings.get(index);
  if (found?.revision !== index.revision) {
    found = { revision: index.revision, surroundings: new Map(), anchors: new Map() };
    findings.set(index, found);
  }
  return found;
}

function keep<T>(map: Map<string, T>, uuid: string, found: T): T {
  const [oldest] = map.keys();
  if (map.size >= MOST_KEPT && oldest !== undefined) map.delete(oldest);
  map.set(uuid, found);
  return found;
}

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
  return new Archivist(db, now, findingsOf(index), [linkingOf(index, row)]).links()[0] ?? [];
}

/**
 * The judged links, the stated ones and the archivist's of the memories of one answer, one to each other memory and at
 * most ten each; by uuid.
 */
export function graphRelations(
  db: Reader,
  index: SearchIndex,
  rows: readonly MemoryRow[],
  now: string,
): ReadonlyMap<string, readonly Relation[]> {
  const judged = holdsJudgments(db);
  const stated = statedRelations(db, rows, now);
  const links = new Archivist(
    db,
    now,
    findingsOf(index),
    rows.map((row) => linkingOf(index, row)),
  ).links();
  return new Map(
    rows.map((row, at) => {
      const seen = new Set<string>();
      const all = [
        ...(judged ? tellingJudgments(db, row, now) : []),
        ...(stated.get(row.uuid) ?? []),
        ...(links[at] ?? []),
      ];
      return [
        row.uuid,
        all
          .map(({ judgment: _, ...relation }) => relation)
          .filter(({ id }) => !seen.has(id) && seen.add(id))
          .slice(0, MOST_LINKS),
      ];
    }),
  );
}

function linkingOf(index: SearchIndex, row: MemoryRow): Linking {
  const { surroundings } = findingsOf(index);
  const found = surroundings.get(row.uuid) ?? keep(surroundings, row.uuid, surroundingsOf(index, row));
  return { row, ...found };
}

function surroundingsOf(index: SearchIndex, row: MemoryRow): Surroundings {
  const anchors = anchorsOfRow(row);
  const names = anchors.map(({ name }) => name);
  const telling = neighbours(index, row.uuid, names).filter(
    (other) => other.named || isNear(other.similarity, other.shared),
  );
  return { anchors, telling };
}

/** Finds the links of several memories. What is near to many of them is read and looked through once. */
class Archivist {
  readonly #db: Reader;
  readonly #now: string;
  readonly #all: readonly Linking[];
  readonly #findings: Findings;
  readonly #titles = new Map<string, string>();
  /** Of the others that may share a name. */
  readonly #anchors = new Map<string, ReadonlySet<string>>();
  readonly #sources = new Map<string, readonly Relation[]>();

  constructor(db: Reader, now: string, known: Findings, all: readonly Linking[]) {
    this.#db = db;
    this.#now = now;
    this.#findings = known;
    this.#all = all;
  }

  /** In the order of the memories. */
  links(): readonly (readonly Relation[])[] {
    this.#readOthers();
    return this.#all.map((linking) => this.#linksOf(linking));
  }

  #linksOf({ row, anchors, telling }: Linking): readonly Relation[] {
    const sources = this.#sameSource(row);
    const known = new Set(sources.map(({ id }) => id));
    const found = telling.map((other) => {
      const title = this.#titles.get(other.id);
      return title === undefined || known.has(other.id) ? undefined : this.#relate(anchors, other, title);
    });
    return [...sources, ...found.filter((relation) => relation !== undefined)]
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_LINKS);
  }

  /** Of those that are live the titles; the texts only where there may be names in common that are not known. */
  #readOthers(): void {
    const withNames = new Set<string>();
    const near = new Set<string>();
    for (const { anchors, telling } of this.#all)
      for (const { id } of telling) (anchors.length > 0 ? withNames : near).add(id);
    const { anchors: known } = this.#findings;
    const toRead: string[] = [];
    for (const id of withNames) {
      const anchors = known.get(id);
      if (anchors === undefined) toRead.push(id);
      else this.#anchors.set(id, anchors);
    }
    for (const row of this.#live('content', toRead)) {
      this.#titles.set(row.uuid, labelOf(row));
      this.#anchors.set(row.uuid, keep(known, row.uuid, new Set(anchorsOfRow(row).map(keyOf))));
    }
    const untold = [...this.#anchors.keys(), ...near].filter((id) => !this.#titles.has(id));
    for (const row of this.#live(CONTENT_FOR_TITLE, [...new Set(untold)]))
      this.#titles.set(row.uuid, labelOf(row));
  }

  #live(content: string, uuids: readonly string[]): readonly LinkedRow[] {
    if (uuids.length === 0) return [];
    return this.#db.query<LinkedRow & Row>(
      `SELECT uuid, title, key, ${content} AS content, source_id
       FROM (SELECT value AS wanted FROM json_each(?)) CROSS JOIN memory ON uuid = wanted WHERE ${LIVE}`,
      [JSON.stringify(uuids), this.#now],
    );
  }

  /** The newest that cite the same source. */
  #sameSource({ uuid, source_id: source }: MemoryRow): readonly Relation[] {
    if (source === null) return [];
    let citing = this.#sources.get(source);
    if (citing === undefined) {
      citing = this.#db
        .query<LinkedRow & Row>(
          `SELECT uuid, title, key, ${CONTENT_FOR_TITLE} AS content, source_id FROM memory
           WHERE source_id = ? AND ${LIVE} ORDER BY sequence DESC, id DESC LIMIT ?`,
          [source, this.#now, MOST_LINKS + 1],
        )
        .map((other) => ({
          id: other.uuid,
          title: labelOf(other),
          relation: 'same_source',
          score: SOURCE_SCORE,
          via: source,
        }));
      this.#sources.set(source, citing);
    }
    return citing.filter(({ id }) => id !== uuid).slice(0, MOST_LINKS);
  }

  #relate(own: readonly Anchor[], other: Neighbour, title: string): Relation | undefined {
    const link = { id: other.id, title };
    const theirs = own.length === 0 ? undefined : this.#anchors.get(other.id);
    const common = theirs === undefined ? [] : own.filter((anchor) => theirs.has(keyOf(anchor)));
    const [strongest] = [...common].sort((a, b) => NAME_SCORE[b.kind] - NAME_SCORE[a.kind]);
    if (strongest !== undefined) {
      const names = common.filter(({ kind }) => kind === strongest.kind).map(({ name }) => name);
      return {
        ...link,
        relation: RELATIONS[strongest.kind],
        score: rounded(NAME_SCORE[strongest.kind] + LIKENESS_SHARE * other.similarity),
        via: names.slice(0, NAMES_SHOWN).join(', '),
      };
    }
    if (!isNear(other.similarity, other.shared)) return undefined;
    return { ...link, relation: 'near', score: rounded(other.similarity), via: 'text' };
  }
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
