import { compareCodePoints } from './exactText';
import { weightOf, type Frequencies, type Words } from './likeness';
import { BESIDE } from './searchIndex';
import type { SearchIndex } from './searchIndex';

/** Places in posting lists that are looked at, rarest words first: the time is bounded, however large the index. */
const MOST_POSTINGS = 20_000;
/** Words of a document are counted up to here, as its order is kept no further. */
const MOST_WORDS = 1_024;

interface Found {
  readonly slot: number;
  readonly likeness: number;
}

/**
 * Ids of the documents that share most with a text that need not be in the index, best first and at most `limit`: by
 * the weight of the shared words and the lengths alone. `likeness` says of each how much it is worth. The same
 * documents give the same answer in every process.
 */
export function mostAlike(index: SearchIndex, words: Words, limit: number): readonly string[] {
  const terms = sharedTerms(index, words);
  const shared = new Map<number, number>();
  let own = 0;
  let left = MOST_POSTINGS;
  const { slots, starts, counts } = index.postings;
  for (const term of terms) {
    const count = counts[term]!;
    const weight = weightOf({ documents: index.size }, count);
    own += weight;
    if (count > left) continue;
    left -= count;
    for (let at = starts[term]!; at < starts[term]! + count; at++) {
      const slot = slots[at]!;
      shared.set(slot, (shared.get(slot) ?? 0) + weight);
    }
  }
  // Words that no document holds make every likeness smaller, but none in relation to another.
  const usual = terms.length === 0 ? 0 : own / terms.length;
  const best: Found[] = [];
  for (const [slot, weight] of shared) {
    const length = Math.min(MOST_WORDS, index.titleLengths[slot]! + index.contentLengths[slot]!);
    keepBest(index, best, { slot, likeness: weight / (own + usual * length) }, limit);
  }
  return best.map(({ slot }) => index.ids.at(slot) ?? '');
}

/** How often words stand in an index. */
export function frequenciesIn(index: SearchIndex): Frequencies {
  return {
    documents: index.size,
    of(word) {
      const term = index.dictionary.find(word);
      return term < 0 ? 0 : index.postings.counts[term]!;
    },
  };
}

/** Numbers of the terms of a text that any document holds, rarest first; stop words only where there is nothing else. */
function sharedTerms(index: SearchIndex, words: Words): readonly number[] {
  const { counts } = index.postings;
  const present = [...words]
    .map(([word, { stop }]) => ({ word, stop, term: index.dictionary.find(word) }))
    .filter(({ term }) => term >= 0 && term < BESIDE);
  const telling = present.filter(({ stop }) => !stop);
  return (telling.length > 0 ? telling : present)
    .sort((a, b) => counts[a.term]! - counts[b.term]! || compareCodePoints(a.word, b.word))
    .map(({ term }) => term);
}

/** Keeps the list sorted, best first, and no longer than `limit`. */
function keepBest(index: SearchIndex, best: Found[], found: Found, limit: number): void {
  const worst = best[limit - 1];
  if (worst !== undefined && compare(index, worst, found) <= 0) return;
  let at = Math.min(best.length, limit - 1);
  while (at > 0 && compare(index, best[at - 1]!, found) > 0) {
    best[at] = best[at - 1]!;
    at--;
  }
  best[at] = found;
}

/** By likeness, then the newer, then by id: no order of insertion shows through. */
function compare(index: SearchIndex, one: Found, other: Found): number {
  return (
    other.likeness - one.likeness ||
    index.sequences[other.slot]! - index.sequences[one.slot]! ||
    compareCodePoints(index.ids.at(one.slot) ?? '', index.ids.at(other.slot) ?? '')
  );
}
