/** Numbers in 0..1 that come out the same in every run (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws made-up words as often as words of a language are drawn: the nth with probability 1/n. */
export class ZipfWords {
  readonly #words: readonly string[];
  readonly #sums: Float64Array;
  readonly #random: () => number;

  constructor(size: number, seed: number) {
    this.#random = randomNumbers(seed);
    const words = new Set<string>();
    while (words.size < size) words.add(this.#word());
    this.#words = [...words];
    this.#sums = new Float64Array(size);
    let sum = 0;
    for (let rank = 0; rank < size; rank++) this.#sums[rank] = sum += 1 / (rank + 1);
  }

  /** One word after the other up to about `length` characters. */
  text(length: number): string {
    const words: string[] = [];
    for (let written = 0; written < length;) {
      const word = this.next();
      words.push(word);
      written += word.length + 1;
    }
    return words.join(' ');
  }

  next(): string {
    const target = this.#random() * (this.#sums.at(-1) ?? 0);
    let low = 0;
    let high = this.#sums.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sums[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return this.#words[low] ?? '';
  }

  #word(): string {
    const pick = (letters: string): string => letters[Math.floor(this.#random() * letters.length)] ?? '';
    const syllables = 1 + Math.floor(this.#random() * 3);
    let word = '';
    for (let i = 0; i < syllables; i++) word += pick('bcdfghklmnprstvz') + pick('aeiou') + pick('lmnrst');
    return word;
  }
}
