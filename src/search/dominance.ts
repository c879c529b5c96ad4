import { attributesFrequency, contentFrequency, titleFrequency } from './postings';
import type { Candidate } from './candidates';
import type { QueryTerm } from './query';

/**
 * Keeps a law the second stage could break: of two documents of one kind whose fields are equally long, the one that
 * holds every term of the query at least as often, and one of them more often, ranks first. Its score is raised above
 * the other's by the least that shows.
 */
export function respectDominance(terms: readonly QueryTerm[], candidates: readonly Candidate[]): void {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { index, slot } = candidate;
    const kind = index.kindNames[index.kinds[slot]!];
    const key = `${index.titleLengths[slot]} ${index.contentLengths[slot]} ${kind}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [candidate]);
    else group.push(candidate);
  }
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const counted = group.map((candidate) => ({ candidate, counts: countTerms(terms, candidate) }));
    counted.sort((a, b) => a.counts.sum - b.counts.sum);
    for (const [i, upper] of counted.entries()) {
      for (const lower of counted.slice(0, i)) {
        if (lower.candidate.score < upper.candidate.score || !dominates(upper.counts, lower.counts)) continue;
        upper.candidate.score = lower.candidate.score * (1 + 1e-9);
      }
    }
  }
}

interface TermCounts {
  /** Packed frequencies, by place of the term. */
  readonly packed: Uint16Array;
  readonly sum: number;
}

function countTerms(terms: readonly QueryTerm[], { index, slot }: Candidate): TermCounts {
  const packed = new Uint16Array(terms.length);
  let sum = 0;
  terms.forEach(({ term }, place) => {
    const number = index.dictionary.find(term);
    if (number < 0) return;
    packed[place] = index.postings.find(number, slot);
    sum += fieldCounts(packed[place]!).reduce((a, b) => a + b);
  });
  return { packed, sum };
}

function fieldCounts(packed: number): number[] {
  return [contentFrequency(packed), titleFrequency(packed), attributesFrequency(packed)];
}

function dominates(upper: TermCounts, lower: TermCounts): boolean {
  if (upper.sum <= lower.sum) return false;
  return upper.packed.every((packed, place) => {
    const below = fieldCounts(lower.packed[place]!);
    return fieldCounts(packed).every((count, field) => count >= below[field]!);
  });
}
