import type { ProjectFolder } from '../project/types';
import type { Freshness } from './freshness';
import type { Relation } from './relations';

/** Where a memory is kept: the store of one project, or the user's own. */
export type Area =
  | { readonly kind: 'user' }
  | {
      readonly kind: 'project';
      readonly id: string;
      readonly name: string;
      /** Where its files lie for the one who asks; none: what its memories cite is not looked at. */
      readonly folders?: readonly ProjectFolder[];
    };

/** fact: the `memory` tool; observation: `mem_save` and the person; statement: `remember`. */
export type MemoryKind = 'fact' | 'observation' | 'statement';

/** Computed when read, never stored. */
export type MemoryStatus = 'unverified' | 'stale' | 'conflict';

/** Why a memory is not to be taken at its word. */
export interface Caveat {
  readonly relation: 'superseded_by' | 'conflicts_with';
  readonly otherId: string;
  /** What a person reads in a list. */
  readonly otherTitle: string;
}

/** One memory as stored, with what is derived from its neighbours at the moment of reading. */
export interface MemoryRecord {
  /** UUID v4, unique over all databases. */
  readonly id: string;
  readonly area: Area;
  readonly kind: MemoryKind;
  /** Title of an observation; key of a fact; fact_key or the first line of a statement. */
  readonly label: string;
  /** Category of a fact, type of an observation; absent for statements. */
  readonly type?: string;
  /** Fact key, topic_key or fact_key. */
  readonly key?: string;
  readonly content: string;
  readonly scope: string;
  /** `remember` workspace; shown to people as an area of the project. */
  readonly workspace?: string;
  /** As the saver declared it. Not to be trusted: see savedBy. */
  readonly source?: string;
  readonly sourceContext?: string;
  readonly sourceId?: string;
  readonly sourceHash?: string;
  /** What was seen of the file that `sourceId` names when it was saved (SourceFiles.take says in which form). */
  readonly sourceHashTaken?: string;
  readonly sourceRevision?: string;
  /** How the source stands now; absent where none is cited. A summary takes its sources' in `status` alone. */
  readonly freshness?: Freshness;
  /** 0..1, of a summary no higher than that of its weakest source; an observation has none. */
  readonly confidence?: number;
  readonly status: MemoryStatus;
  /** Set by the surface, never by the text: `person`, `chat tool`, or the MCP client's name. */
  readonly savedBy: string;
  readonly derivedFrom: readonly string[];
  /** Those of `derivedFrom` that were forgotten or deleted, or have expired: they say nothing of its status. */
  readonly missingSources: readonly string[];
  readonly toolName?: string;
  readonly sessionId?: string;
  /** The prompt that it answers. */
  readonly promptId?: string;
  readonly pinned: boolean;
  /** How often the text was rewritten, from 1. */
  readonly revision: number;
  /** How often the same text was saved again. */
  readonly duplicateCount: number;
  /** Position among the live records of one fact_key, oldest first. */
  readonly version: { readonly n: number; readonly of: number };
  readonly supersededBy?: string;
  readonly conflictsWith: readonly string[];
  /** What supersedes it, and the newest that contradict it, at most five. */
  readonly caveats: readonly Caveat[];
  /** ISO 8601 UTC with microseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When it was last marked as reviewed. */
  readonly reviewedAt?: string;
  readonly expiresAt?: string;
  readonly expired: boolean;
  readonly deletedAt?: string;
  /** Commit order; the higher, the newer. */
  readonly sequence: number;
}

export interface MemoryPage {
  readonly records: readonly MemoryRecord[];
  readonly total: number;
}

export interface ListOptions {
  readonly offset: number;
  readonly limit: number;
  readonly kind?: MemoryKind;
  readonly type?: string;
  /** Expired facts are shown to people until cleaned up; never to models. */
  readonly includeExpired?: boolean;
}

/** Live memories by type (facts: by category), largest group first. */
export interface TypeCount {
  readonly type: string;
  readonly count: number;
}

export interface SearchQuery {
  readonly query: string;
  readonly limit: number;
  readonly match?: 'any' | 'all';
  /** Search as you type: the last word is a prefix. */
  readonly prefix?: boolean;
  readonly kind?: MemoryKind;
  /** Type of an observation or a synonym of one, or category of a fact; in any case. */
  readonly type?: string;
  readonly scope?: string;
  readonly workspace?: string;
  readonly status?: MemoryStatus;
}

export interface MemoryHit {
  readonly record: MemoryRecord;
  readonly score: number;
  /** <= 400 bytes, centred on the match, cut on grapheme boundaries. */
  readonly preview: string;
  /** The terms that matched; none for the newest version of a fact of which only an older one did. */
  readonly why: readonly string[];
  readonly relations: readonly Relation[];
}

export interface SearchAnswer {
  readonly hits: readonly MemoryHit[];
  readonly total: number;
  /** Words of the query found in no memory. */
  readonly missing: readonly string[];
  /** False while an index is being rebuilt: older memories may be missing. */
  readonly complete: boolean;
}

/** What the person's save gives; the guard has passed it. */
export interface ObservationInput {
  readonly title: string;
  readonly content: string;
  readonly type: string;
  readonly scope: string;
  readonly topicKey?: string;
  readonly toolName?: string;
  readonly sessionId?: string;
  /** The prompt that it answers. */
  readonly promptId?: string;
  readonly sourceId?: string;
  /** Of SourceFiles.take. */
  readonly sourceHashTaken?: string;
  readonly savedBy: string;
}

export type SaveStatus = 'inserted' | 'revised' | 'deduplicated';
