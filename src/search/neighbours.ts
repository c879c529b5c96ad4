import { analyze } from './analyze';
import { inverseDocumentFrequency } from './bm25';
import { compareCodePoints } from './exactText';
import { BESIDE, GAP, MAX_SEQUENCE } from './searchIndex';
import type { SearchIndex } from './searchIndex';

/** A document that is near another one. */
export interface Neighbour {
  readonly id: string;
  /** Cosine of the two documents' words, each weighted by its idf and counted once: 0..1. */
  readonly similarity: number;
  /** How many words both hold. */
  readonly shared: number;
}

/** Terms of a document that its neighbours are looked for by: the rarest that any other document holds. */
const TELLING_TERMS = 24;
/** What more documents than this hold brings none of them near. */
const MOST_HOLDING = 256;
/** Documents that are compared word by word. */
const CANDIDATES = 24;
/** Squares of idf are counted in thousandths: the sum of whole numbers is the same in every order. */
const PRECISION = 1_000;

/**
 * The documents nearest to one of the same index, best first. What holds one of `names` (paths, identifiers) is among
 * them however little else it shares, as far as there is room. The time it takes is bounded, however large the index.
 * The same documents give the same answer in every process.
 */
export function neighbours(index: SearchIndex, id: string, names: readonly string[]): readonly Neighbour[] {
  const slot = index.slotOf(id);
  if (slot < 0) return [];
  const own = new Set(words(index, slot));
  let norm = 0;
  for (const term of own) norm += weight(index, term);
  return candidates(index, slot, names)
    .map((other) => compare(index, own, norm, other))
    .sort((a, b) => b.similarity - a.similarity || compareCodePoints(a.id, b.id));
}

/** Slots of the documents that share most of the telling terms. */
function candidates(index: SearchIndex, slot: number, names: readonly string[]): readonly number[] {
  const { postings } = index;
  const weights = new Map<number, number>();
  for (const term of tellingTerms(index, slot, names)) {
    const start = postings.starts[term]!;
    const added = weight(index, term);
    for (let at = start; at < start + postings.counts[term]!; at++) {
      const other = postings.slots[at]!;
      weights.set(other, (weights.get(other) ?? 0) + added);
    }
  }
  weights.delete(slot);
  const least = [...weights.values()].sort((a, b) => b - a)[CANDIDATES - 1] ?? 0;
  return [...weights.keys()]
    .filter((other) => weights.get(other)! >= least)
    .sort(
      (a, b) =>
        weights.get(b)! - weights.get(a)! ||
        index.sequences[b]! - index.sequences[a]! ||
        compareCodePoints(index.ids.at(a) ?? '', index.ids.at(b) ?? ''),
    )
    .slice(0, CANDIDATES);
}

/** Numbers of the terms of `names` and of the rarest others, none of them held by this document alone. */
function tellingTerms(index: SearchIndex, slot: number, names: readonly string[]): readonly number[] {
  const { counts } = index.postings;
  const isShared = (term: number): boolean => counts[term]! > 1 && counts[term]! <= MOST_HOLDING;
  const named = names.flatMap((name) => {
    const [token] = analyze(name);
    const term = index.dictionary.find(token?.wholes[0] ?? token?.parts[0] ?? '');
    return term >= 0 && isShared(term) ? [term] : [];
  });
  const rarest = [...new Set(entries(index, slot).map((entry) => (entry & ~BESIDE) >>> 0))]
    .filter(isShared)
    .sort((a, b) => counts[a]! - counts[b]! || compareTerms(index, a, b))
    .slice(0, TELLING_TERMS);
  return [...new Set([...named, ...rarest])];
}

function compareTerms({ dictionary }: SearchIndex, a: number, b: number): number {
  return compareCodePoints(dictionary.term(a) ?? '', dictionary.term(b) ?? '');
}

function compare(index: SearchIndex, own: ReadonlySet<number>, norm: number, slot: number): Neighbour {
  let shared = 0;
  let product = 0;
  let otherNorm = 0;
  for (const term of new Set(words(index, slot))) {
    const square = weight(index, term);
    otherNorm += square;
    if (!own.has(term)) continue;
    shared++;
    product += square;
  }
  const norms = Math.sqrt(norm * otherNorm);
  return {
    id: index.ids.at(slot) ?? '',
    similarity: norms === 0 ? 0 : Math.min(1, product / norms),
    shared,
  };
}

/** The square of a term's idf, as a whole number. */
function weight(index: SearchIndex, term: number): number {
  return Math.round(PRECISION * inverseDocumentFrequency(index.size, index.postings.counts[term]!) ** 2);
}

/** Numbers of the words of a document: without the forms that stand beside them. */
function words(index: SearchIndex, slot: number): readonly number[] {
  return entries(index, slot).filter((entry) => entry < BESIDE);
}

function entries(index: SearchIndex, slot: number): readonly number[] {
  const start = index.forwardStarts[slot]!;
  const count = Math.min(index.forwardCounts[slot]!, MAX_SEQUENCE);
  const found: number[] = [];
  for (let at = start; at < start + count; at++) {
    const entry = index.forward[at]!;
    if (entry !== GAP) found.push(entry);
  }
  return found;
}
