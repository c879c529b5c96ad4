import type { WordVectors } from '../search/semantic/wordVectors';
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
   * other, so that together they have no more open. Words alone answer while the table of word vectors is being read,
   * unless they find nothing: that nothing is known may be said only when both have looked.
   */
  async search(areas: readonly Area[], query: SearchQuery): Promise<SearchAnswer> {
    const hadTable = this.#table() !== undefined;
    const answer = await this.#all(areas, query);
    if (answer.hits.length > 0 || hadTable || !this.#parts.byMeaning()) return answer;
    const table = await this.#parts.wordVectors?.read();
    return table === undefined ? answer : this.#all(areas, query);
  }

  #all(areas: readonly Area[], query: SearchQuery): Promise<SearchAnswer> {
    return areas.length <= POOL_CAPACITY
      ? this.#inTurns(areas, query)
      : this.#wide.take(() => this.#inTurns(areas, query));
  }

  async #inTurns(areas: readonly Area[], query: SearchQuery): Promise<SearchAnswer> {
    const { pool, sources, timestamp } = this.#parts;
    const answers: SearchAnswer[] = [];
    for (let from = 0; from === 0 || from < areas.length; from += POOL_CAPACITY) {
      const turn = areas.slice(from, from + POOL_CAPACITY);
      const looks = turn.map((area) => new FileLook(sources, area));
      answers.push(
        await pool.useAll(turn, (opened) => recall(opened, query, timestamp(), looks, () => this.#table())),
      );
    }
    return mergeAnswers(answers, query.limit);
  }

  /** The table, where it is wanted and has been read; begins to read it. */
  #table(): WordVectors | undefined {
    return this.#parts.byMeaning() ? this.#parts.wordVectors?.now : undefined;
  }
}
