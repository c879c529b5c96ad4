import { compareCodePoints } from './exactText';
import type { SearchIndex } from './searchIndex';

/** Where a document is. */
export interface Place {
  readonly index: SearchIndex;
  readonly slot: number;
}

/** A document some query term was found in. */
export interface Candidate extends Place {
  /** Score of the first stage. */
  readonly byWords: number;
  score: number;
}

/** Best first: by score, then the newer, then by id. A total order, so no order of insertion shows through. */
export function compareCandidates(left: Candidate, right: Candidate): number {
  return right.score - left.score || compareAge(left, right);
}

/** The newer first, then by id. */
export function compareAge(left: Place, right: Place): number {
  return (
    right.index.sequences[right.slot]! - left.index.sequences[left.slot]! ||
    compareCodePoints(left.index.ids.at(left.slot) ?? '', right.index.ids.at(right.slot) ?? '')
  );
}

/** The best `limit` of some candidates, best first: few of many, for which not all are sorted. */
export function bestOf(candidates: readonly Candidate[], limit: number): Candidate[] {
  const best: Candidate[] = [];
  for (const candidate of candidates) {
    let at = Math.min(best.length, limit);
    while (at > 0 && compareCandidates(candidate, best[at - 1]!) < 0) at--;
    if (at < limit) best.splice(at, 0, candidate);
    if (best.length > limit) best.pop();
  }
  return best;
}

/**
 * Keeps the best `limit` of the candidates offered: a binary heap, worst on top, in arrays of numbers, since thousands
 * are offered and few stay.
 */
export class BestCandidates {
  readonly #indexes: readonly SearchIndex[];
  readonly #limit: number;
  #size = 0;
  readonly #scores: Float64Array;
  readonly #places: Uint32Array;
  readonly #slots: Uint32Array;

  constructor(indexes: readonly SearchIndex[], limit: number) {
    this.#indexes = indexes;
    this.#limit = limit;
    this.#scores = new Float64Array(limit);
    this.#places = new Uint32Array(limit);
    this.#slots = new Uint32Array(limit);
  }

  get isFull(): boolean {
    return this.#size === this.#limit;
  }

  /** What a score must reach to have a chance: 0 while there is room. */
  get least(): number {
    return this.#size < this.#limit ? 0 : (this.#scores[0] ?? Infinity);
  }

  /** `place`: of the document's index among the indexes. */
  offer(place: number, slot: number, score: number): void {
    if (this.#size < this.#limit) this.#up(this.#size++, place, slot, score);
    else if (this.#limit > 0 && this.#isBefore(place, slot, score, 0)) this.#down(place, slot, score);
  }

  /** Best first, each with the score that it was offered with. */
  take(): Candidate[] {
    const taken: Candidate[] = [];
    for (let at = 0; at < this.#size; at++) {
      const index = this.#indexes[this.#places[at]!]!;
      taken.push({ index, slot: this.#slots[at]!, byWords: 0, score: this.#scores[at]! });
    }
    return taken.sort(compareCandidates);
  }

  /** Whether a candidate is better than the one at a place of the heap. */
  #isBefore(place: number, slot: number, score: number, at: number): boolean {
    if (score !== this.#scores[at]!) return score > this.#scores[at]!;
    const candidate = { index: this.#indexes[place]!, slot };
    return compareAge(candidate, { index: this.#indexes[this.#places[at]!]!, slot: this.#slots[at]! }) < 0;
  }

  #put(at: number, place: number, slot: number, score: number): void {
    this.#scores[at] = score;
    this.#places[at] = place;
    this.#slots[at] = slot;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#places[from]!, this.#slots[from]!, this.#scores[from]!);
  }

  /** Puts a candidate into the free place at the end, or above. */
  #up(end: number, place: number, slot: number, score: number): void {
    let at = end;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#isBefore(place, slot, score, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, place, slot, score);
  }

  /** Puts a candidate in place of the worst, or below. */
  #down(place: number, slot: number, score: number): void {
    let at = 0;
    for (;;) {
      let worst = 2 * at + 1;
      if (worst >= this.#size) break;
      if (worst + 1 < this.#size && this.#isWorse(worst + 1, worst)) worst++;
      if (!this.#isBefore(place, slot, score, worst)) break;
      this.#move(worst, at);
      at = worst;
    }
    this.#put(at, place, slot, score);
  }

  #isWorse(one: number, other: number): boolean {
    return !this.#isBefore(this.#places[one]!, this.#slots[one]!, this.#scores[one]!, other);
  }
}
