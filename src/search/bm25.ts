import { attributesFrequency, contentFrequency, titleFrequency } from './postings';
import { parameters } from './parameters';

/*
 * BM25F (Robertson, Zaragoza and Taylor 2004; Robertson and Zaragoza 2009, section 3.5): the counts of a term in the
 * fields of a document, each normalised by the length of its own field, are added before they saturate.
 */

/** What the counts of each document's fields are multiplied with, by slot: the field's weight over its length. */
export interface FieldNorms {
  readonly title: Float32Array;
  readonly content: Float32Array;
}

/** ln(1 + (N - n + 0.5) / (n + 0.5)): never negative (Robertson and Spärck Jones 1976, as Lucene writes it). */
export function inverseDocumentFrequency(documents: number, holding: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

/** 1 - b + b * length / average; 1 where no field of the kind has a word. */
export function lengthFactor(length: number, average: number, b: number): number {
  return average === 0 ? 1 : 1 - b + (b * length) / average;
}

/** The saturated count of a term in a document, 0..1: f / (k1 + f), from its packed frequencies. */
export function saturation(packed: number, slot: number, norms: FieldNorms): number {
  const count =
    contentFrequency(packed) * norms.content[slot]! +
    titleFrequency(packed) * norms.title[slot]! +
    attributesFrequency(packed) * parameters.attributesWeight;
  return count / (parameters.k1 + count);
}
