import { compareCodePoints } from './exactText';
import type { SearchIndex } from './searchIndex';

/** A document some query term was found in. */
export interface Candidate {
  readonly index: SearchIndex;
  readonly slot: number;
  /** Score of the first stage. */
  readonly byWords: number;
  score: number;
}

/** Best first: by score, then the newer, then by id. A total order, so no order of insertion shows through. */
export function compareCandidates(left: Candidate, right: Candidate): number {
  return right.score - left.score || compareAge(left, right);
}

export function compareAge(left: Candidate, right: Candidate): number {
  return (
    right.index.sequences[right.slot]! - left.index.sequences[left.slot]! ||
    compareCodePoints(left.index.ids.at(left.slot) ?? '', right.index.ids.at(right.slot) ?? '')
  );
}

/** Keeps the best `limit` of the candidates offered (a binary heap, worst on top). */
export class BestCandidates {
  readonly #heap: Candidate[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What a score must reach to have a chance: 0 while there is room. */
  get least(): number {
    return this.#heap.length < this.#limit ? 0 : (this.#heap[0]?.score ?? 0);
  }

  offer(index: SearchIndex, slot: number, score: number, byWords: number): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push({ index, slot, byWords, score });
      this.#up(heap.length - 1);
      return;
    }
    const worst = heap[0];
    if (worst === undefined) return;
    const candidate = { index, slot, byWords, score };
    if (compareCandidates(worst, candidate) <= 0) return;
    heap[0] = candidate;
    this.#down();
  }

  /** Best first; the heap is empty afterwards. */
  take(): Candidate[] {
    return this.#heap.splice(0).sort(compareCandidates);
  }

  #up(from: number): void {
    const heap = this.#heap;
    for (let child = from; child > 0;) {
      const parent = (child - 1) >> 1;
      if (compareCandidates(heap[parent]!, heap[child]!) >= 0) return;
      [heap[parent], heap[child]] = [heap[child]!, heap[parent]!];
      child = parent;
    }
  }

  #down(): void {
    const heap = this.#heap;
    for (let parent = 0; ;) {
      let worst = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < heap.length && compareCandidates(heap[child]!, heap[worst]!) > 0) worst = child;
      }
      if (worst === parent) return;
      [heap[parent], heap[worst]] = [heap[worst]!, heap[parent]!];
      parent = worst;
    }
  }
}
