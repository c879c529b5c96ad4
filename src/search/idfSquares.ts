import { inverseDocumentFrequency } from './bm25';

/** Squares of idf are counted in thousandths: the sum of whole numbers is the same in every order. */
const PRECISION = 1_000;
const UNKNOWN = 2 ** 32 - 1;

/** Squares of idf as whole numbers, each worked out once for as long as the number of documents stays. */
export class IdfSquares {
  #documents = -1;
  /** By the number of documents that hold a term. */
  #squares = new Uint32Array(0);

  /** Among how many documents `of` is asked about terms from now on. */
  use(documents: number): void {
    if (documents === this.#documents) return;
    this.#documents = documents;
    if (this.#squares.length <= documents) this.#squares = new Uint32Array(2 * documents + 1);
    this.#squares.fill(UNKNOWN);
  }

  /** `holding`: documents that hold the term. */
  of(holding: number): number {
    let square = this.#squares[holding]!;
    if (square === UNKNOWN) {
      square = Math.round(PRECISION * inverseDocumentFrequency(this.#documents, holding) ** 2);
      this.#squares[holding] = square;
    }
    return square;
  }
}
