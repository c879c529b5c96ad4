import type { WordVectors } from './semantic/wordVectors';

/** A text to be found. Everything ranking may use is in here: the index reads no clock and no database. */
export interface SearchDocument {
  /** Unique over all indexes searched together (a UUID). */
  readonly id: string;
  /** Field lengths are normalised against documents of the same kind. */
  readonly kind: string;
  readonly fields: {
    /** Title of an observation, key of a fact or statement. */
    readonly title: string;
    readonly content: string;
    readonly type?: string;
    readonly source?: string;
    /** Of a document that has a title beside it. */
    readonly key?: string;
  };
  /** Commit order; the higher, the newer. Breaks ties. */
  readonly sequence: number;
  /** 0..1: status, confidence and pin folded into one small tie-breaking weight. */
  readonly weight?: number;
  /** What its keeper numbers it by, a safe integer: see `SearchIndex.removeNumbered`. */
  readonly number?: number;
}

export interface SearchOptions {
  readonly limit: number;
  /** `any` (default): some query term matches; `all`: every one. */
  readonly match?: 'any' | 'all';
  /** The last word is still being typed: match it as a prefix too. */
  readonly prefix?: boolean;
  /** Looks for nearness in meaning too, by the table that made the vectors of the indexes. */
  readonly meaning?: WordVectors;
  /** Ids of the documents that may be ranked; all when absent. */
  readonly only?: ReadonlySet<string>;
  /** Ids of documents that are not ranked. */
  readonly except?: ReadonlySet<string>;
}

export interface SearchHit {
  readonly id: string;
  readonly score: number;
  /** The forms of the index by which it was found: `matchedWords` says what they are in its text. */
  readonly terms: readonly string[];
  /** Its words alone would not have brought it among the hits: it is near the query in meaning. */
  readonly byMeaning: boolean;
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** Documents that matched before `limit` cut them. */
  readonly total: number;
  /** Query words that no document holds in any form; function words only where there are no others. None beside an exact match. */
  readonly missing: readonly string[];
}
