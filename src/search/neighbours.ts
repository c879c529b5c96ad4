import { analyze } from './analyze';
import { compareCodePoints } from './exactText';
import { IdfSquares } from './idfSquares';
import type { SearchIndex } from './searchIndex';
import { SlotSums } from './slotSums';
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

/**
 * The documents nearest to one of the same index, best first. What holds one of `names` (paths, identifiers) is among
 * them however little else it shares, as far as there is room. The time it takes is bounded, however large the index.
 * The same documents give the same answer in every process.
 */
export function neighbours(index: SearchIndex, id: string, names: readonly string[]): readonly Neighbour[] {
  const { counts } = index.postings;
  const slot = index.slotOf(id);
  if (slot < 0) return [];
  squares.use(index.size);
  own.clear();
  let norm = 0;
  for (const term of words(index, slot)) if (own.add(term)) norm += squares.of(counts[term]!);
  const inNames = new Set(names.flatMap((name) => termsInName(index, name)));
  return candidates(index, slot, names)
    .map((other) => compare(index, { norm, inNames }, other))
    .sort((a, b) => b.similarity - a.similarity || compareCodePoints(a.id, b.id));
}

/** Slots of the documents that share most of the telling terms. */
function candidates(index: SearchIndex, slot: number, names: readonly string[]): readonly number[] {
  const { postings } = index;
  shares.clear();
  for (const term of new Set([...termsOfNames(index, names), ...rarestTerms(index, slot)])) {
    const start = postings.starts[term]!;
    const added = squares.of(postings.counts[term]!);
    for (let at = start; at < start + postings.counts[term]!; at++) {
      const other = postings.slots[at]!;
      if (other !== slot) shares.add(other, added);
    }
  }
  return shares
    .greatest(CANDIDATES)
    .sort(
      (a, b) =>
        shares.of(b) - shares.of(a) ||
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

/** Numbers of the rarest terms of a document, none of them held by it alone, in any order. */
function rarestTerms(index: SearchIndex, slot: number): readonly number[] {
  const { counts } = index.postings;
  const shared: number[] = [];
  met.clear();
  for (const entry of entries(index, slot)) {
    const term = (entry & ~BESIDE) >>> 0;
    if (entry !== GAP && isShared(index, term) && met.add(term)) shared.push(term);
  }
  if (shared.length <= TELLING_TERMS) return shared;
  shared.sort((a, b) => counts[a]! - counts[b]!);
  const last = counts[shared[TELLING_TERMS - 1]!]!;
  const rarer = shared.filter((term) => counts[term]! < last);
  // Only among equally rare ones do the words themselves decide, which are slower to come by.
  const equal = shared
    .filter((term) => counts[term] === last)
    .map((term) => ({ term, text: index.dictionary.term(term) ?? '' }))
    .sort((a, b) => compareCodePoints(a.text, b.text))
    .map(({ term }) => term);
  return [...rarer, ...equal].slice(0, TELLING_TERMS);
}

function isShared({ postings }: SearchIndex, term: number): boolean {
  return postings.counts[term]! > 1 && postings.counts[term]! <= MOST_HOLDING;
}

// What follows is used again each time, so that nothing is made for each document.

/** Words of the document whose neighbours are looked for, and of the one it is compared with. */
const own = new TermMarks();
const met = new TermMarks();
const squares = new IdfSquares();
/** What the documents share with the one whose neighbours are looked for. */
const shares = new SlotSums();

/** The document with the words in `own`, to be compared with others. */
interface Compared {
  /** Sum of the weights of its words. */
  readonly norm: number;
  readonly inNames: ReadonlySet<number>;
}

function compare(index: SearchIndex, { norm, inNames }: Compared, slot: number): Neighbour {
  const { counts } = index.postings;
  let shared = 0;
  let product = 0;
  let otherNorm = 0;
  let named = false;
  met.clear();
  for (const entry of entries(index, slot)) {
    if (entry === GAP) continue;
    if (!named && inNames.size > 0 && inNames.has((entry & ~BESIDE) >>> 0)) named = true;
    if (entry >= BESIDE || !met.add(entry)) continue;
    const square = squares.of(counts[entry]!);
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

/** Numbers of the words of a document: without the forms that stand beside them. */
function words(index: SearchIndex, slot: number): readonly number[] {
  return [...entries(index, slot)].filter((entry) => entry < BESIDE);
}

/** As they stand in the index: with the gaps between fields. Good until the next call. */
function entries(index: SearchIndex, slot: number): Uint32Array {
  return read.subarray(0, index.order.read(slot, read));
}

const read = new Uint32Array(MAX_SEQUENCE);
