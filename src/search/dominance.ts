import { attributesFrequency, contentFrequency, titleFrequency } from './postings';
import type { Candidate } from './candidates';
import type { QueryTerm } from './query';
import type { SearchIndex } from './searchIndex';

/** More than an index tells apart: see `SearchIndex`. */
const MAX_TITLE_LENGTHS = 2 ** 16;
const MAX_KINDS = 2 ** 8;

/**
 * Keeps a law the second stage could break: of two documents of one kind whose fields are equally long, the one that
 * holds every term of the query at least as often, and one of them more often, ranks first. Its score is raised above
 * the other's by the least that shows. `byWordsAlone`: nothing but the terms made the scores of the first stage, so
 * these are in the order of the counts.
 */
export function respectDominance(
  terms: readonly QueryTerm[],
  candidates: readonly Candidate[],
  byWordsAlone: boolean,
): void {
  const groups = new Map<number, Candidate[]>();
  const kinds: string[] = [];
  for (const candidate of candidates) {
    const key = keyOf(candidate, kinds);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [candidate]);
    else group.push(candidate);
  }
  const numbers = new Map<SearchIndex, readonly number[]>();
  const numbersIn = (index: SearchIndex): readonly number[] => {
    const known = numbers.get(index) ?? terms.map(({ term }) => index.dictionary.find(term));
    numbers.set(index, known);
    return known;
  };
  for (const group of groups.values()) {
    if (group.length > 1) restoreOrder(numbersIn, group, byWordsAlone);
  }
}

/** The same for documents of one kind whose fields are equally long. `kinds`: the names of the kinds met, in any order. */
function keyOf({ index, slot }: Candidate, kinds: string[]): number {
  const name = index.kindNames[index.kinds[slot]!]!;
  let kind = kinds.indexOf(name);
  if (kind < 0) kind = kinds.push(name) - 1;
  return (index.contentLengths[slot]! * MAX_TITLE_LENGTHS + index.titleLengths[slot]!) * MAX_KINDS + kind;
}

/**
 * Only pairs that changed places are compared: the dominated one first in the order of counts and of scores. Changes the
 * order of the group.
 */
function restoreOrder(
  numbersIn: (index: SearchIndex) => readonly number[],
  group: Candidate[],
  byWordsAlone: boolean,
): void {
  const counts = new Map<Candidate, TermCounts>();
  const countsOf = (candidate: Candidate): TermCounts => {
    const known = counts.get(candidate) ?? countTerms(numbersIn(candidate.index), candidate);
    counts.set(candidate, known);
    return known;
  };
  group.sort((a, b) => (byWordsAlone ? a.byWords - b.byWords : countsOf(a).sum - countsOf(b).sum));
  let highest = -Infinity;
  for (let at = 0; at < group.length; at++) {
    const upper = group[at]!;
    for (let before = 0; before < at && highest >= upper.score; before++) {
      const lower = group[before]!;
      if (lower.score < upper.score || !dominates(countsOf(upper), countsOf(lower))) continue;
      upper.score = lower.score * (1 + 1e-9);
    }
    highest = Math.max(highest, upper.score);
  }
}

interface TermCounts {
  /** Packed frequencies, by place of the term. */
  readonly packed: Uint16Array;
  readonly sum: number;
}

function countTerms(numbers: readonly number[], { index, slot }: Candidate): TermCounts {
  const packed = new Uint16Array(numbers.length);
  let sum = 0;
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place]!;
    if (number < 0) continue;
    const found = index.postings.find(number, slot);
    packed[place] = found;
    sum += contentFrequency(found) + titleFrequency(found) + attributesFrequency(found);
  }
  return { packed, sum };
}

function dominates(upper: TermCounts, lower: TermCounts): boolean {
  if (upper.sum <= lower.sum) return false;
  for (let place = 0; place < upper.packed.length; place++) {
    const above = upper.packed[place]!;
    const below = lower.packed[place]!;
    if (contentFrequency(above) < contentFrequency(below)) return false;
    if (titleFrequency(above) < titleFrequency(below)) return false;
    if (attributesFrequency(above) < attributesFrequency(below)) return false;
  }
  return true;
}
