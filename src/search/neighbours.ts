import { analyze } from './analyze';
import { inverseDocumentFrequency } from './bm25';
import { compareCodePoints } from './exactText';
import type { SearchIndex } from './searchIndex';
import { TermMarks } from './termMarks';
import { BESIDE, GAP, MAX_SEQUENCE } from './termOrder';

/** A document that is near another one. */
export interface Neighbour {
  readonly id: string;
  /** Cosine of the two documents' words, each weighted by its idf and counted once: 0..1. */
  readonly similarity: number;
  /** How many words both hold. */
  readonly shared: number;
  /** Whether it holds any word that stands in one of the names asked for. */
  readonly named: boolean;
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
  const weight = weigher(index);
  own.clear();
  let norm = 0;
  for (const term of words(index, slot)) if (own.add(term)) norm += weight(term);
  const inNames = new Set(names.flatMap((name) => termsInName(index, name)));
  return candidates(index, slot, names, weight)
    .map((other) => compare(index, { norm, inNames, weight }, other))
    .sort((a, b) => b.similarity - a.similarity || compareCodePoints(a.id, b.id));
}

/** Slots of the documents that share most of the telling terms. */
function candidates(
  index: SearchIndex,
  slot: number,
  names: readonly string[],
  weight: Weigher,
): readonly number[] {
  const { postings } = index;
  const weights = new Map<number, number>();
  for (const term of new Set([...termsOfNames(index, names), ...rarestTerms(index, slot)])) {
    const start = postings.starts[term]!;
    const added = weight(term);
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

/** Numbers of the terms that stand for the names and that few enough documents hold. */
function termsOfNames(index: SearchIndex, names: readonly string[]): readonly number[] {
  return names.flatMap((name) => {
    const [token] = analyze(name);
    const term = index.dictionary.find(token?.wholes[0] ?? token?.parts[0] ?? '');
    return term >= 0 && isShared(index, term) ? [term] : [];
  });
}

/** Numbers of every term by which a document that holds the name may be known, whole or in part. */
function termsInName(index: SearchIndex, name: string): readonly number[] {
  return analyze(name)
    .flatMap(({ wholes, parts }) => [...wholes, ...parts])
    .map((term) => index.dictionary.find(term))
    .filter((term) => term >= 0);
}

/** Numbers of the rarest terms of a document, none of them held by it alone. */
function rarestTerms(index: SearchIndex, slot: number): readonly number[] {
  const { counts } = index.postings;
  return [...new Set(entries(index, slot).map((entry) => (entry & ~BESIDE) >>> 0))]
    .filter((term) => isShared(index, term))
    .map((term) => ({ term, text: index.dictionary.term(term) ?? '' }))
    .sort((a, b) => counts[a.term]! - counts[b.term]! || compareCodePoints(a.text, b.text))
    .slice(0, TELLING_TERMS)
    .map(({ term }) => term);
}

function isShared({ postings }: SearchIndex, term: number): boolean {
  return postings.counts[term]! > 1 && postings.counts[term]! <= MOST_HOLDING;
}

/** Words of the document whose neighbours are looked for, and of the one it is compared with. Used again each time. */
const own = new TermMarks();
const met = new TermMarks();

/** The document with the words in `own`, to be compared with others. */
interface Compared {
  /** Sum of the weights of its words. */
  readonly norm: number;
  readonly inNames: ReadonlySet<number>;
  readonly weight: Weigher;
}

function compare(index: SearchIndex, { norm, inNames, weight }: Compared, slot: number): Neighbour {
  let shared = 0;
  let product = 0;
  let otherNorm = 0;
  let named = false;
  met.clear();
  for (const entry of entries(index, slot)) {
    if (!named && inNames.has((entry & ~BESIDE) >>> 0)) named = true;
    if (entry >= BESIDE || !met.add(entry)) continue;
    const square = weight(entry);
    otherNorm += square;
    if (!own.has(entry)) continue;
    shared++;
    product += square;
  }
  const norms = Math.sqrt(norm * otherNorm);
  return {
    id: index.ids.at(slot) ?? '',
    similarity: norms === 0 ? 0 : Math.min(1, product / norms),
    shared,
    named,
  };
}

/** The square of a term's idf, as a whole number. */
type Weigher = (term: number) => number;

function weigher(index: SearchIndex): Weigher {
  const byCount = new Map<number, number>();
  return (term) => {
    const count = index.postings.counts[term]!;
    let weight = byCount.get(count);
    if (weight === undefined) {
      weight = Math.round(PRECISION * inverseDocumentFrequency(index.size, count) ** 2);
      byCount.set(count, weight);
    }
    return weight;
  };
}

/** Numbers of the words of a document: without the forms that stand beside them. */
function words(index: SearchIndex, slot: number): readonly number[] {
  return entries(index, slot).filter((entry) => entry < BESIDE);
}

function entries(index: SearchIndex, slot: number): readonly number[] {
  return [...read.subarray(0, index.order.read(slot, read))].filter((entry) => entry !== GAP);
}

/** The entries of the document looked at. */
const read = new Uint32Array(MAX_SEQUENCE);
