import { saturation } from './bm25';
import type { FieldNorms } from './bm25';
import type { Candidate } from './candidates';
import type { Collection } from './collection';
import { bigramSet, bitCount, diceSimilarity, gramSignature, hasSimilarTerms } from './grams';
import { parameters } from './parameters';
import type { QueryTerm, QueryWord } from './query';
import { BESIDE, GAP, MAX_SEQUENCE } from './searchIndex';
import type { SearchIndex } from './searchIndex';

/** A form of the query that other terms may be similar to. */
interface SimilarForm {
  readonly place: number;
  readonly gain: number;
  readonly idf: number;
  readonly bigrams: ReadonlySet<number>;
  readonly low: number;
  readonly high: number;
  readonly size: number;
}

/** How a term of the index meets the forms of the query. */
interface Meeting {
  /** Place of the form that is the term, or -1. */
  readonly exact: number;
  readonly similar: readonly { readonly place: number; readonly gain: number }[];
}

/** What the second stage knows of one index during one search. */
interface View {
  readonly index: SearchIndex;
  readonly norms: FieldNorms;
  /** By term number: 0 not looked at yet, 1 meets nothing, else 2 + place in `meetings`. */
  readonly marks: Uint16Array;
  readonly meetings: Meeting[];
}

/** Share of the wanted similarity that hashed signatures must show before the terms themselves are compared. */
const SIGNATURE_SHARE = 0.85;

/**
 * Adds to the scores by words what costs more to know: the best term similar to each word of the query (Dice's
 * coefficient of character bigrams), and words that are neighbours in the query and in the text.
 */
export function addNearness(
  collection: Collection,
  words: readonly QueryWord[],
  terms: readonly QueryTerm[],
  candidates: readonly Candidate[],
): void {
  const nearness = new Nearness(collection, words, terms);
  for (const candidate of candidates) candidate.score += nearness.of(candidate);
}

class Nearness {
  readonly #collection: Collection;
  readonly #terms: readonly QueryTerm[];
  readonly #similarForms: readonly SimilarForm[];
  /** Weight of a pair of neighbours, by place of the left times the number of terms plus place of the right. */
  readonly #pairs = new Map<number, number>();
  readonly #views = new Map<SearchIndex, View>();
  readonly #best: Float64Array;

  constructor(collection: Collection, words: readonly QueryWord[], terms: readonly QueryTerm[]) {
    this.#collection = collection;
    this.#terms = terms;
    this.#best = new Float64Array(terms.length);
    this.#similarForms = terms.flatMap(({ term, weight, stop }, place) => {
      if (stop || !hasSimilarTerms(term)) return [];
      const [low, high] = gramSignature(term);
      const size = bitCount(low) + bitCount(high);
      const gain = parameters.similarWeight * weight;
      return [{ place, gain, idf: collection.idf(term), bigrams: bigramSet(term), low, high, size }];
    });
    const places = new Map(terms.map(({ term }, place) => [term, place]));
    const sequence = words.flatMap(({ token }) => token.parts.map((part) => places.get(part) ?? -1));
    for (let i = 0; i + 1 < sequence.length; i++) {
      const [left, right] = [sequence[i]!, sequence[i + 1]!];
      if (left < 0 || right < 0 || left === right) continue;
      const [a, b] = [terms[left]!, terms[right]!];
      const idf = (collection.idf(a.term) + collection.idf(b.term)) / 2;
      this.#pairs.set(
        left * terms.length + right,
        parameters.pairWeight * Math.min(a.weight, b.weight) * idf,
      );
    }
  }

  of({ index, slot }: Candidate): number {
    const view = this.#view(index);
    const { norms, marks, meetings } = view;
    const best = this.#best.fill(0);
    const { forward, forwardStarts, forwardCounts } = index;
    const start = forwardStarts[slot]!;
    const end = start + Math.min(MAX_SEQUENCE, forwardCounts[slot]!);
    let pairCounts: Map<number, number> | undefined;
    let previous = -1;
    for (let at = start; at < end; at++) {
      const entry = forward[at]!;
      if (entry >= BESIDE) {
        if (entry === GAP) previous = -1;
        continue;
      }
      let mark = marks[entry]!;
      if (mark === 0) marks[entry] = mark = this.#meet(view, entry);
      if (mark === 1) {
        previous = -1;
        continue;
      }
      const { exact, similar } = meetings[mark - 2]!;
      if (previous >= 0 && exact >= 0) {
        const pair = previous * this.#terms.length + exact;
        if (this.#pairs.has(pair)) {
          pairCounts ??= new Map();
          pairCounts.set(pair, (pairCounts.get(pair) ?? 0) + 1);
        }
      }
      previous = exact;
      if (similar.length === 0) continue;
      const saturated = saturation(index.postings.find(entry, slot), slot, norms);
      for (const { place, gain } of similar) best[place] = Math.max(best[place]!, gain * saturated);
    }
    let sum = 0;
    for (const gain of best) sum += gain;
    if (pairCounts === undefined) return sum;
    for (const [pair, weight] of this.#pairs) {
      const count = (pairCounts.get(pair) ?? 0) * norms.content[slot]!;
      sum += (weight * count) / (parameters.k1 + count);
    }
    return sum;
  }

  #view(index: SearchIndex): View {
    let view = this.#views.get(index);
    if (view === undefined) {
      const marks = new Uint16Array(index.dictionary.capacity);
      view = { index, norms: this.#collection.norms(index), marks, meetings: [] };
      this.#views.set(index, view);
      this.#terms.forEach(({ term }, exact) => {
        const number = index.dictionary.find(term);
        if (number >= 0) marks[number] = this.#meet(view!, number, exact);
      });
    }
    return view;
  }

  #meet({ index, meetings }: View, number: number, exact = -1): number {
    const low = index.dictionary.signatures[2 * number]!;
    const high = index.dictionary.signatures[2 * number + 1]!;
    const size = bitCount(low) + bitCount(high);
    let similar: { place: number; gain: number }[] | undefined;
    if (size > 0) {
      let bigrams: ReadonlySet<number> | undefined;
      for (const form of this.#similarForms) {
        const shared = bitCount(low & form.low) + bitCount(high & form.high);
        if (2 * shared < SIGNATURE_SHARE * parameters.minDice * (size + form.size) || form.place === exact)
          continue;
        const term = index.dictionary.term(number) ?? '';
        bigrams ??= bigramSet(term);
        const similarity = diceSimilarity(form.bigrams, bigrams);
        if (similarity < parameters.minDice) continue;
        const idf = Math.min(form.idf, this.#collection.idf(term));
        (similar ??= []).push({ place: form.place, gain: form.gain * similarity * similarity * idf });
      }
    }
    if ((exact < 0 && similar === undefined) || meetings.length > 0xfff0) return 1;
    return 1 + meetings.push({ exact, similar: similar ?? [] });
  }
}
