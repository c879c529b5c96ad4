import { gramSignature, hasSimilarTerms } from './grams';
import { grown } from './regions';

/** Letters at the beginning that similar terms share. */
const HEAD = 3;

/** The terms of an index, numbered; the number of a term that is gone serves another. */
export class Dictionary {
  readonly #numbers = new Map<string, number>();
  readonly #terms: (string | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #heads = new Map<string, number[]>();
  /** Two 32-bit words a term: the set of its character bigrams, hashed; zero for terms nothing is similar to. */
  signatures = new Uint32Array(0);

  /** Numbers handed out so far, free ones included. */
  get capacity(): number {
    return this.#terms.length;
  }

  /** The number of a term, or -1. */
  find(term: string): number {
    return this.#numbers.get(term) ?? -1;
  }

  /** The term of a number; undefined for a free one. */
  term(number: number): string | undefined {
    return this.#terms[number];
  }

  /** Numbers of the terms of letters that begin like this one, itself included, in no order. */
  sharingHead(term: string): readonly number[] {
    return this.#heads.get(term.slice(0, HEAD)) ?? [];
  }

  add(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#terms.length;
    this.#terms[number] = term;
    this.#numbers.set(term, number);
    this.signatures = grown(this.signatures, 2 * number + 2);
    if (!hasSimilarTerms(term)) return number;
    const [low, high] = gramSignature(term);
    this.signatures[2 * number] = low;
    this.signatures[2 * number + 1] = high;
    const head = term.slice(0, HEAD);
    const sharing = this.#heads.get(head);
    if (sharing === undefined) this.#heads.set(head, [number]);
    else sharing.push(number);
    return number;
  }

  delete(number: number): void {
    const term = this.#terms[number];
    if (term === undefined) return;
    this.#numbers.delete(term);
    this.#terms[number] = undefined;
    this.#free.push(number);
    this.signatures[2 * number] = 0;
    this.signatures[2 * number + 1] = 0;
    const head = term.slice(0, HEAD);
    const sharing = this.#heads.get(head);
    if (sharing === undefined) return;
    const at = sharing.indexOf(number);
    if (at < 0) return;
    sharing[at] = sharing[sharing.length - 1]!;
    sharing.pop();
    if (sharing.length === 0) this.#heads.delete(head);
  }
}
