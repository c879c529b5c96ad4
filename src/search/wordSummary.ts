import { analyze } from './analyze';
import { exactHash } from './exactText';

/** Words a summary holds at most. */
export const MAX_SUMMARY_WORDS = 2_048;
/** A hash of 32 bits, and how many texts hold the word, at most 65,535. */
const ENTRY_BYTES = 6;

/**
 * Which words stand in how many of some short texts, in at most 12 kilobytes: hashes, from which no text can be read
 * back. Texts are taken until there is no more room, so the weightiest are to come first.
 */
export class WordSummary {
  readonly #counts = new Map<number, number>();

  /** @returns false when there is no room for the text. */
  add(text: string): boolean {
    const hashes = hashesOf(text);
    const fresh = hashes.filter((hash) => !this.#counts.has(hash)).length;
    if (this.#counts.size + fresh > MAX_SUMMARY_WORDS) return false;
    for (const hash of hashes) this.#counts.set(hash, (this.#counts.get(hash) ?? 0) + 1);
    return true;
  }

  /** Sorted, so that the same texts give the same bytes. */
  toBytes(): Uint8Array {
    const entries = [...this.#counts].sort(([a], [b]) => a - b);
    const bytes = new Uint8Array(entries.length * ENTRY_BYTES);
    const view = new DataView(bytes.buffer);
    entries.forEach(([hash, count], place) => {
      view.setUint32(place * ENTRY_BYTES, hash);
      view.setUint16(place * ENTRY_BYTES + 4, Math.min(count, 0xffff));
    });
    return bytes;
  }
}

/**
 * How many of the summed-up texts at least share a word with the query: as many as hold the most used one. Words that
 * say little by themselves count only when the query has no others.
 */
export function textsSharingAWord(summary: Uint8Array, query: string): number {
  const tokens = analyze(query);
  const telling = tokens.filter(({ stop }) => !stop);
  let most = 0;
  for (const { wholes, parts } of telling.length > 0 ? telling : tokens) {
    for (const form of [...wholes, ...parts]) most = Math.max(most, countOf(summary, hashOf(form)));
  }
  return most;
}

function hashesOf(text: string): number[] {
  return [...new Set(analyze(text).flatMap(({ wholes, parts }) => [...wholes, ...parts].map(hashOf)))];
}

function hashOf(form: string): number {
  return exactHash(form)[0];
}

function countOf(summary: Uint8Array, hash: number): number {
  const view = new DataView(summary.buffer, summary.byteOffset, summary.byteLength);
  let low = 0;
  let high = Math.floor(summary.length / ENTRY_BYTES) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = view.getUint32(middle * ENTRY_BYTES);
    if (found === hash) return view.getUint16(middle * ENTRY_BYTES + 4);
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}
