/** Every number of the ranking, in one place. One set for all languages and kinds of text; see README.md. */
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
  readonly expansionWeight: number;

  readonly minDice: number;
  readonly similarWeight: number;
  readonly pairWeight: number;

  readonly feedbackWeight: number;
  readonly feedbackDocuments: number;
  readonly feedbackTerms: number;
  readonly feedbackShared: number;
  readonly feedbackOwn: number;
  readonly feedbackRaw: number;
  readonly maxExp: number;
  readonly expandDice: number;
  /** Status, confidence and pin: at most this share of a score. */
  readonly recordWeight: number;
  /** How many of the best by words are ranked again by what costs more. */
  readonly secondStage: number;
}

export const parameters: RankingParameters = {
  k1: 1.2,
  contentB: 0.75,
  titleB: 0.5,
  titleWeight: 2,
  attributesWeight: 0.5,
  stopWeight: 0.3,
  wholeWeight: 1,
  partWeight: 0.7,
  expansionWeight: 0.2,
  minDice: 0.4,
  similarWeight: 0.8,
  pairWeight: 0.3,
  feedbackWeight: 0.15,
  feedbackDocuments: 10,
  feedbackTerms: 30,
  feedbackShared: 2,
  feedbackOwn: 0,
  feedbackRaw: 0,
  maxExp: 12,
  expandDice: 0.5,
  recordWeight: 0.03,
  secondStage: 256,
};
