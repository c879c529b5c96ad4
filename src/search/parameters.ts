/**
 * The numbers of the ranking in one place: one set for all languages and kinds of text. README.md says how they were
 * found.
 */
export interface RankingParameters {
  /** BM25F: how soon repeats of a term stop counting. */
  readonly k1: number;
  /** BM25F: how much the length of a field counts, 0..1, and what a count in the field weighs. */
  readonly contentB: number;
  readonly titleB: number;
  readonly titleWeight: number;
  readonly attributesWeight: number;
  /** Forms of a query word beside a plain word's 1. */
  readonly stopWeight: number;
  readonly wholeWeight: number;
  readonly partWeight: number;
  /** Corrections of an absent word and completions of one being typed, times their similarity. */
  readonly expansionWeight: number;
  /** Least similarity, 0..1: for a term to count as similar, and for it to find documents. */
  readonly minDice: number;
  readonly findDice: number;
  /** What a similar term weighs before the second stage; next to nothing. */
  readonly findWeight: number;
  /** Second stage: a similar term, times the square of its similarity; a pair of words close to each other. */
  readonly similarWeight: number;
  readonly pairWeight: number;
  /** Feedback: its share of the best score, the documents it reads, its terms, and how many documents share a term. */
  readonly feedbackWeight: number;
  readonly feedbackDocuments: number;
  readonly feedbackTerms: number;
  readonly feedbackShared: number;
  /** Status, confidence and pin: at most this share of a score. */
  readonly recordWeight: number;
  /** How many of the best by words the second stage ranks again. */
  readonly secondStage: number;
  /** Nearness in meaning: its share of the best score, and of what all words of the query weigh. */
  readonly meaningWeight: number;
  readonly meaningMass: number;
  /** The least cosine, 0..1, at which a document is found that holds no word of the query. */
  readonly leastMeaning: number;
  /** Terms near an absent word in meaning: how many, times their cosine what they weigh, and the least cosine. */
  readonly maxSynonyms: number;
  readonly synonymWeight: number;
  readonly leastSynonym: number;
  readonly leastLatinSynonym: number;
}

export const parameters: RankingParameters = {
  k1: 1,
  contentB: 0.62,
  titleB: 0.5,
  titleWeight: 2,
  attributesWeight: 0.5,
  stopWeight: 0.35,
  wholeWeight: 1,
  partWeight: 0.6,
  expansionWeight: 0.1,
  minDice: 0.4,
  findDice: 0.6,
  findWeight: 1e-9,
  similarWeight: 0.9,
  pairWeight: 0.4,
  feedbackWeight: 0.15,
  feedbackDocuments: 10,
  feedbackTerms: 30,
  feedbackShared: 2,
  recordWeight: 0.03,
  secondStage: 100,
  meaningWeight: 0.8,
  meaningMass: 0.05,
  leastMeaning: 0.4,
  maxSynonyms: 8,
  synonymWeight: 0.4,
  leastSynonym: 0.4,
  leastLatinSynonym: 0.5,
};
