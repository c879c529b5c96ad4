/** Hash of a pair of UTF-16 code units to 0..63. */
function pairHash(first: number, second: number): number {
  return Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) >>> 26;
}

/** Letters alone can be alike: 5432 is not nearly 5433, and two letters are too few to tell. */
export function hasSimilarTerms(term: string): boolean {
  return term.length >= 3 && /^[\p{L}\p{M}]+$/u.test(term);
}

/** The set of character bigrams of a term, with its borders, as 64 bits. Equal terms have equal signatures. */
export function gramSignature(term: string): [low: number, high: number] {
  let low = 0;
  let high = 0;
  let previous = 0;
  for (let i = 0; i <= term.length; i++) {
    const current = i < term.length ? term.charCodeAt(i) : 0;
    const bit = pairHash(previous, current);
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit - 32);
    previous = current;
  }
  return [low >>> 0, high >>> 0];
}

/** Bits set in a 32-bit word. */
export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Dice's coefficient (1945) of the character bigrams of two terms, their beginnings marked: twice the shared bigrams
 * over all, 0..1. Of a bigram that repeats, each copy counts.
 */
export function diceSimilarity(left: string, right: string): number {
  let shared = 0;
  // Bigrams of `right` that have met theirs; past the 32nd they may meet several.
  let taken = 0;
  for (let i = 0; i < left.length; i++) {
    const first = i === 0 ? 0 : left.charCodeAt(i - 1);
    const second = left.charCodeAt(i);
    for (let j = 0; j < right.length; j++) {
      if (right.charCodeAt(j) !== second || (j === 0 ? 0 : right.charCodeAt(j - 1)) !== first) continue;
      if (j < 32 && (taken & (1 << j)) !== 0) continue;
      if (j < 32) taken |= 1 << j;
      shared++;
      break;
    }
  }
  return (2 * shared) / (left.length + right.length);
}
