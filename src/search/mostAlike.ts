import { compareCodePoints } from './exactText';
import { weightOf, type Frequencies, type Words } from './likeness';
import { grown } from './regions';
import type { SearchIndex } from './searchIndex';
import { TermMarks } from './termMarks';
import { BESIDE, MAX_SEQUENCE } from './termOrder';

/** Places in posting lists that are looked at, rarest words first: the time is bounded, however large the index. */
const MOST_POSTINGS = 20_000;
/** Documents whose words are counted one by one. */
const COUNTED = 32;

interface Found {
  readonly slot: number;
  readonly likeness: number;
}

/**
 * Ids of the documents that share most with a text that need not be in the index, best first and at most 32. `likeness`
 * says of each how much it is worth. The same documents give the same answer in every process.
 */
export function mostAlike(index: SearchIndex, words: Words): readonly string[] {
  const terms = sharedTerms(index, words);
  sought.clear();
  for (const term of terms) sought.add(term);
  const own = weightOfAll(index, words);
  return sharingMost(index, terms)
    .map((slot) => ({ slot, likeness: shareOf(index, slot, own) }))
    .sort((a, b) => compare(index, a, b))
    .map(({ slot }) => index.ids.at(slot) ?? '');
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
    .filter(({ term }) => term >= 0);
  const telling = present.filter(({ stop }) => !stop);
  return (telling.length > 0 ? telling : present)
    .sort((a, b) => counts[a.term]! - counts[b.term]! || compareCodePoints(a.word, b.word))
    .map(({ term }) => term);
}

/** By slot: weight of the shared words; all zero between two calls. */
let weights = new Float64Array(0);
/** Slots that have a weight. */
let met = new Uint32Array(0);

/** Slots of the documents that share most, by the weight of the shared words and the lengths alone. */
function sharingMost(index: SearchIndex, terms: readonly number[]): readonly number[] {
  weights = grown(weights, index.capacity);
  met = grown(met, index.capacity);
  let metCount = 0;
  let own = 0;
  let left = MOST_POSTINGS;
  const { slots, starts, counts } = index.postings;
  for (const term of terms) {
    const count = counts[term]!;
    const weight = weightOf(index.size, count);
    own += weight;
    if (count > left) continue;
    left -= count;
    for (let at = starts[term]!; at < starts[term]! + count; at++) {
      const slot = slots[at]!;
      if (weights[slot] === 0) met[metCount++] = slot;
      weights[slot]! += weight;
    }
  }
  const usual = terms.length === 0 ? 0 : own / terms.length;
  const best: Found[] = [];
  for (let i = 0; i < metCount; i++) {
    const slot = met[i]!;
    const length = Math.min(MAX_SEQUENCE, index.titleLengths[slot]! + index.contentLengths[slot]!);
    keepBest(index, best, { slot, likeness: weights[slot]! / (own + usual * length) });
    weights[slot] = 0;
  }
  return best.map(({ slot }) => slot);
}

/** Terms of the text, and of the document it is compared with; used again each time. */
const sought = new TermMarks();
const counted = new TermMarks();
/** The entries of the document looked at. */
const entries = new Uint32Array(MAX_SEQUENCE);

/** Weight of the shared words as part of the weight of all words of both, each counted once. `own`: of the text's. */
function shareOf(index: SearchIndex, slot: number, own: number): number {
  counted.clear();
  let shared = 0;
  let others = 0;
  const count = index.order.read(slot, entries);
  for (let at = 0; at < count; at++) {
    const term = entries[at]!;
    if (term >= BESIDE || !counted.add(term)) continue;
    const weight = weightOf(index.size, index.postings.counts[term]!);
    if (sought.has(term)) shared += weight;
    else others += weight;
  }
  return shared / (own + others);
}

function weightOfAll(index: SearchIndex, words: Words): number {
  const frequencies = frequenciesIn(index);
  let sum = 0;
  for (const [word, { stop }] of words) if (!stop) sum += weightOf(index.size, frequencies.of(word));
  return sum;
}

/** Keeps the list sorted, best first, and short. */
function keepBest(index: SearchIndex, best: Found[], found: Found): void {
  const worst = best[COUNTED - 1];
  if (worst !== undefined && compare(index, worst, found) <= 0) return;
  let at = Math.min(best.length, COUNTED - 1);
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
