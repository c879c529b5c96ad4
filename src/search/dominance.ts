import { attributesFrequency, contentFrequency, titleFrequency } from './postings';
import type { Candidate } from './candidates';
import type { QueryTerm } from './query';
import type { SearchIndex } from './searchIndex';

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
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { index, slot } = candidate;
    const kind = index.kindNames[index.kinds[slot]!];
    const key = `${index.titleLengths[slot]} ${index.contentLengths[slot]} ${kind}`;
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

/** Only pairs that changed places are compared: the dominated one first in the order of counts and of scores. */
function restoreOrder(
  numbersIn: (index: SearchIndex) => readonly number[],
  group: readonly Candidate[],
  byWordsAlone: boolean,
): void {
  const members = group.map((candidate) => ({
    candidate,
    counts: lazily(() => countTerms(numbersIn(candidate.index), candidate)),
  }));
  members.sort((a, b) =>
    byWordsAlone ? a.candidate.byWords - b.candidate.byWords : a.counts().sum - b.counts().sum,
  );
  members.forEach((upper, place) => {
    for (const lower of members.slice(0, place)) {
      if (lower.candidate.score < upper.candidate.score || !dominates(upper.counts(), lower.counts()))
        continue;
      upper.candidate.score = lower.candidate.score * (1 + 1e-9);
    }
  });
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

interface TermCounts {
  /** Packed frequencies, by place of the term. */
  readonly packed: Uint16Array;
  readonly sum: number;
}

function countTerms(numbers: readonly number[], { index, slot }: Candidate): TermCounts {
  const packed = Uint16Array.from(numbers, (number) => (number < 0 ? 0 : index.postings.find(number, slot)));
  let sum = 0;
  for (const found of packed) {
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
