import type { Reader } from '../store/types';
import { relationsOf, type RelationRow } from './judgments';
import { isLive, LIVE, memoryByUuid, type MemoryRow } from './memoryRow';

/** How a memory stands among the live ones of its database, by their keys and by what was judged. */
export interface Standing {
  readonly version: { readonly n: number; readonly of: number };
  /** What counts in its place. */
  readonly supersededBy?: MemoryRow;
  /** Oldest first. */
  readonly conflictsWith: readonly MemoryRow[];
}

/** Live versions of one text under one key, oldest first; of a fact or a topic all versions under its key. */
interface Versions {
  readonly members: readonly MemoryRow[];
  /** The one that counts among them. */
  readonly current: MemoryRow;
}

/** Live memories of one key and place, oldest first. */
interface Family {
  readonly members: readonly MemoryRow[];
  readonly positions: ReadonlyMap<string, number>;
  /** Of statements by `body_hash`; of a fact or a topic there is one, under the empty string. */
  readonly versions: ReadonlyMap<string, Versions>;
}

interface Link {
  readonly row: RelationRow;
  readonly other: MemoryRow;
}

/** Judgments that say of two statements of one key that they do not contradict each other. */
const SETTLING: ReadonlySet<string> = new Set(['compatible', 'scoped', 'not_conflict']);

/** Memories that are looked at to find what supersedes one. */
const MOST_ABOVE = 64;

const ALONE: Standing = { version: { n: 1, of: 1 }, conflictsWith: [] };

/** Tells how memories stand as of `now`. Looks up what it is asked about, by index, and remembers it. */
export class Standings {
  readonly #db: Reader;
  readonly #now: string;
  readonly #families = new Map<string, Family>();
  readonly #links = new Map<string, readonly Link[]>();
  readonly #standings = new Map<string, Standing>();
  /** By uuid: what counts in its place. */
  readonly #tops = new Map<string, MemoryRow>();
  #anyJudged: boolean | undefined;

  constructor(db: Reader, now: string) {
    this.#db = db;
    this.#now = now;
  }

  of(row: MemoryRow): Standing {
    let standing = this.#standings.get(row.uuid);
    if (standing === undefined) {
      standing = this.#of(row);
      this.#standings.set(row.uuid, standing);
    }
    return standing;
  }

  #of(row: MemoryRow): Standing {
    if (!isLive(row, this.#now)) return ALONE;
    const family = this.#family(row);
    const position = family?.positions.get(row.uuid);
    if (position === undefined && !this.#judged) return ALONE;
    const supersededBy = this.#superseder(row);
    return {
      version: position === undefined ? ALONE.version : { n: position + 1, of: family?.members.length ?? 1 },
      ...(supersededBy === undefined ? {} : { supersededBy }),
      conflictsWith: this.#conflicts(row),
    };
  }

  /** What stands first of all that is shown together with a memory: what supersedes it, or the newest of its key. */
  leader(row: MemoryRow): MemoryRow {
    const top = this.#superseder(row) ?? row;
    const inPlay = this.#family(top)?.members.filter((member) => this.#superseder(member) === undefined);
    return inPlay?.at(-1) ?? top;
  }

  /** Most databases hold no judgment, and one question tells. */
  get #judged(): boolean {
    return (this.#anyJudged ??=
      this.#db.query(`SELECT 1 FROM relation WHERE relation IN ('supersedes', 'conflicts_with', 'compatible',
        'scoped', 'not_conflict') LIMIT 1`).length > 0);
  }

  #family(row: MemoryRow): Family | undefined {
    if (row.key === null || !isLive(row, this.#now)) return undefined;
    const { column, value } = placeOf(row);
    const name = JSON.stringify([row.kind, value, row.key]);
    let family = this.#families.get(name);
    if (family === undefined) {
      const members = this.#db.query<MemoryRow>(
        `SELECT * FROM memory WHERE kind = ? AND key = ? AND ${column} IS ? AND ${LIVE} ORDER BY sequence, id`,
        [row.kind, row.key, value, this.#now],
      );
      family = {
        members,
        positions: new Map(members.map((member, index) => [member.uuid, index])),
        versions: this.#versionsOf(members),
      };
      this.#families.set(name, family);
    }
    return family;
  }

  #versionsOf(members: readonly MemoryRow[]): ReadonlyMap<string, Versions> {
    const groups = new Map<string, MemoryRow[]>();
    for (const member of members) {
      const text = textOf(member);
      const group = groups.get(text);
      if (group === undefined) groups.set(text, [member]);
      else group.push(member);
    }
    return new Map(
      [...groups].map(([text, group]) => [text, { members: group, current: this.#current(group) }]),
    );
  }

  /**
   * Of several versions the newest counts, unless an older one was judged to take its place. Of one text nothing can
   * be judged.
   */
  #current(members: readonly MemoryRow[]): MemoryRow {
    const newest = members.at(-1) as MemoryRow;
    if (members.length < 2 || newest.kind === 'statement') return newest;
    const ids = new Set(members.map(({ uuid }) => uuid));
    const free = members.filter((member) => !this.#judgedAbove(member).some(({ uuid }) => ids.has(uuid)));
    return free.at(-1) ?? newest;
  }

  /** The versions that a memory is one of; itself where it has no key. */
  #versions(row: MemoryRow): Versions {
    return this.#family(row)?.versions.get(textOf(row)) ?? { members: [row], current: row };
  }

  /** Judgments of a memory and another live one. */
  #judgments(uuid: string): readonly Link[] {
    if (!this.#judged) return [];
    let links = this.#links.get(uuid);
    if (links === undefined) {
      links = relationsOf(this.#db, uuid)
        .filter(({ relation }) => relation !== 'pending' && relation !== 'orphaned')
        .flatMap((row) => {
          const other = memoryByUuid(this.#db, row.memory_a === uuid ? row.memory_b : row.memory_a);
          return other !== undefined && isLive(other, this.#now) ? [{ row, other }] : [];
        });
      this.#links.set(uuid, links);
    }
    return links;
  }

  /** What was judged to take a memory's place. A text that was written after the judgment was not judged. */
  #judgedAbove({ uuid, sequence }: MemoryRow): readonly MemoryRow[] {
    return this.#judgments(uuid)
      .filter(({ row }) => row.relation === 'supersedes' && row.memory_b === uuid && row.sequence >= sequence)
      .map(({ other }) => other);
  }

  /** What stands directly above a memory: the version that counts, or what takes the place of that one. */
  #above(row: MemoryRow): readonly MemoryRow[] {
    const { members, current } = this.#versions(row);
    if (current.uuid !== row.uuid) return [current];
    if (row.kind !== 'statement') return this.#judgedAbove(row);
    const ids = new Set(members.map(({ uuid }) => uuid));
    return members
      .flatMap((member) => this.#judgedAbove({ ...member, sequence: current.sequence }))
      .filter(({ uuid }) => !ids.has(uuid));
  }

  /**
   * What counts in the place of a memory in the end: of all that stand above it, the newest that nothing stands above.
   * Where they stand in a circle, which judgments can only make together with a move or a restored memory, the newest
   * of the circle counts.
   */
  #superseder(row: MemoryRow): MemoryRow | undefined {
    let top = this.#tops.get(row.uuid);
    if (top === undefined) {
      top = this.#top(row);
      this.#tops.set(row.uuid, top);
    }
    return top.uuid === row.uuid ? undefined : top;
  }

  #top(row: MemoryRow): MemoryRow {
    const seen = new Map([[row.uuid, row]]);
    const tops: MemoryRow[] = [];
    for (const member of seen.values()) {
      const above = this.#above(member);
      if (above.length === 0) tops.push(member);
      for (const next of above) if (seen.size < MOST_ABOVE) seen.set(next.uuid, next);
    }
    return (tops.length > 0 ? tops : [...seen.values()]).reduce(newer);
  }

  /** The version that counts, unless another memory takes its place. */
  #inPlay(row: MemoryRow): MemoryRow | undefined {
    const { current } = this.#versions(row);
    return this.#superseder(current) === undefined ? current : undefined;
  }

  /**
   * Statements with one key and different normalised content contradict each other until one is judged to supersede
   * the other, or both to be right; any two memories do that were judged to. What is superseded is in nobody's way.
   */
  #conflicts(row: MemoryRow): readonly MemoryRow[] {
    const own = this.#inPlay(row);
    if (own === undefined) return [];
    const judgments = this.#versions(row).members.flatMap(({ uuid }) => this.#judgments(uuid));
    const found = new Map<string, MemoryRow>();
    const add = (other: MemoryRow): void => {
      const counts = this.#inPlay(other);
      if (counts !== undefined && counts.uuid !== own.uuid) found.set(counts.uuid, counts);
    };
    if (row.kind === 'statement') {
      const settled = new Set(
        judgments
          .filter(({ row: { relation } }) => SETTLING.has(relation))
          .map(({ other }) => other.body_hash),
      );
      for (const [text, { current }] of this.#family(row)?.versions ?? [])
        if (!settled.has(text)) add(current);
    }
    for (const { row: judged, other } of judgments) if (judged.relation === 'conflicts_with') add(other);
    return [...found.values()].sort(compareAge);
  }
}

function textOf({ kind, body_hash }: MemoryRow): string {
  return kind === 'statement' ? body_hash : '';
}

function newer(one: MemoryRow, other: MemoryRow): MemoryRow {
  return compareAge(one, other) < 0 ? other : one;
}

function compareAge(one: MemoryRow, other: MemoryRow): number {
  return one.sequence - other.sequence || one.id - other.id;
}

/** Where a key is one: a workspace for statements, a category for facts, a scope for topics. */
function placeOf({ kind, workspace, type, scope }: MemoryRow): {
  readonly column: 'workspace' | 'type' | 'scope';
  readonly value: string | null;
} {
  switch (kind) {
    case 'statement':
      return { column: 'workspace', value: workspace };
    case 'fact':
      return { column: 'type', value: type };
    case 'observation':
      return { column: 'scope', value: scope };
  }
}
