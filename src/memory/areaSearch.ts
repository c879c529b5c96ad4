import { Turns } from '../store/turns';
import { POOL_CAPACITY, type AreaPool } from './areaPool';
import { FileLook } from './fileLook';
import { mergeAnswers, recall } from './recall';
import type { SourceFiles } from './sourceFiles';
import type { Area, SearchAnswer, SearchQuery } from './types';
import type { WordVectorsFile } from './wordVectorsFile';

export interface AreaSearchParts {
  readonly pool: AreaPool;
  readonly sources: SourceFiles;
  readonly timestamp: () => string;
  /** Where there is one, and whether it is wanted now. */
  readonly wordVectors: WordVectorsFile | undefined;
  readonly byMeaning: () => boolean;
}

/** Searches several areas as one, with no more of them open than the pool holds. */
export class AreaSearch {
  readonly #parts: AreaSearchParts;
  readonly #wide = new Turns();

  constructor(parts: AreaSearchParts) {
    this.#parts = parts;
  }

  /**
   * More areas than are open at once are searched in turns, whose best hits are merged. One such search waits for the
   * other, so that together they have no more open.
   */
  search(areas: readonly Area[], query: SearchQuery): Promise<SearchAnswer> {
    return areas.length <= POOL_CAPACITY
      ? this.#inTurns(areas, query)
      : this.#wide.take(() => this.#inTurns(areas, query));
  }

  async #inTurns(areas: readonly Area[], query: SearchQuery): Promise<SearchAnswer> {
    const { pool, sources, timestamp, byMeaning, wordVectors } = this.#parts;
    const table = byMeaning() ? wordVectors : undefined;
    const answers: SearchAnswer[] = [];
    for (let from = 0; from === 0 || from < areas.length; from += POOL_CAPACITY) {
      const turn = areas.slice(from, from + POOL_CAPACITY);
      const looks = turn.map((area) => new FileLook(sources, area));
      answers.push(await pool.useAll(turn, (opened) => recall(opened, query, timestamp(), looks, table)));
    }
    return mergeAnswers(answers, query.limit);
  }
}
