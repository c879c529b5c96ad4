import { createReadStream, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { tokenizedWords } from '../../src/search/semantic/tokens';
import { sharesMeasuredText } from './measuredTexts';
import { LEFT_OUT, SOURCES } from './sources';

/*
 * Usage: node tools/run.mjs tools/semantic/vocabulary.ts OUT PAIRS.jsonl[.gz]...
 *
 * Writes into OUT what train.py reads: vocabulary.tsv (token, count, documents), stream.i32 (the tokens of all texts in
 * their order, -1 between texts, for counting what stands together) and pairs.i32 (for each pair its source, the
 * lengths of its sides, their tokens). A pair is {"s": source, "q": text, "d": text}, or {"s", "x", "en"} for a text
 * and its English translation. Where PROJECT_MEMORY_EVAL names the folder of the retrieval sets, a pair that shares a
 * passage with one of their texts is left out.
 */

const VOCABULARY = 40_000;
const LEAST_COUNT = 8;
const LEAST_TEXTS = 3;
/** Distinct tokens looked at of a question and of what answers it. */
const MAX_QUESTION = 32;
const MAX_ANSWER = 80;

interface Pair {
  readonly source: string;
  readonly question: readonly number[];
  readonly answer: readonly number[];
}

const [out, ...files] = process.argv.slice(2);
if (out === undefined || files.length === 0) throw new Error('Say where to write and which pairs to read.');

const evaluation = process.env['PROJECT_MEMORY_EVAL'];
const isMeasured = evaluation === undefined ? () => false : sharesMeasuredText(evaluation);
let measured = 0;

const numbers = new Map<string, number>();
const words: string[] = [];
const counts: number[] = [];
const texts: number[] = [];
/** Of each text the number of its first token, so that the same text of several pairs counts once. */
const seen = new Set<string>();
const stream: number[] = [];
const pairs: Pair[] = [];

function numbersOf(text: string): number[] {
  const found: number[] = [];
  for (const { tokens } of tokenizedWords(text)) {
    for (const token of tokens) {
      if (/^\d{3,}$/.test(token)) continue;
      let number = numbers.get(token);
      if (number === undefined) {
        number = words.push(token) - 1;
        numbers.set(token, number);
        counts.push(0);
        texts.push(0);
      }
      found.push(number);
    }
  }
  return found;
}

function countText(text: string, found: readonly number[]): void {
  const key = text.slice(0, 300);
  if (seen.has(key)) return;
  seen.add(key);
  for (const number of found) counts[number]!++;
  for (const number of new Set(found)) texts[number]!++;
  for (const number of found) stream.push(number);
  stream.push(-1);
}

for (const file of files) {
  const raw = createReadStream(file);
  const lines = createInterface({ input: file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw });
  for await (const line of lines) {
    const pair = JSON.parse(line) as Record<'s' | 'q' | 'd' | 'x' | 'en', string | undefined>;
    const source = pair.s ?? '';
    if (!isLicensed(source)) continue;
    const sides = [pair.q ?? pair.x ?? '', pair.d ?? pair.en ?? ''];
    if (sides.some(isMeasured)) {
      measured++;
      continue;
    }
    const [question, answer] = sides.map((text) => {
      const found = numbersOf(text);
      countText(text, found);
      return found;
    });
    pairs.push({ source, question: question ?? [], answer: answer ?? [] });
  }
}

/** `x-ru/react` is React's documentation beside its Russian translation; `py/numpy` NumPy's code beside its docstrings. */
function isLicensed(source: string): boolean {
  const name = source.split('/').at(-1) ?? '';
  return !LEFT_OUT.includes(source) && (name in SOURCES || source in SOURCES);
}

const kept = words
  .map((word, number) => ({ word, number, count: counts[number]!, texts: texts[number]! }))
  .filter((entry) => entry.count >= LEAST_COUNT && entry.texts >= LEAST_TEXTS)
  .sort((a, b) => b.count - a.count || a.number - b.number)
  .slice(0, VOCABULARY);
const renumbered = new Int32Array(words.length).fill(-1);
kept.forEach(({ number }, place) => (renumbered[number] = place));

const sources: string[] = [];
const packed: number[] = [];
let usable = 0;
for (const { source, question, answer } of pairs) {
  const [q, d] = [distinct(question, MAX_QUESTION), distinct(answer, MAX_ANSWER)];
  if (q.length < 1 || d.length < 2) continue;
  if (!sources.includes(source)) sources.push(source);
  packed.push(sources.indexOf(source), q.length, d.length, ...q, ...d);
  usable++;
}

function distinct(found: readonly number[], limit: number): number[] {
  return [...new Set(found.map((number) => renumbered[number]!).filter((place) => place >= 0))].slice(
    0,
    limit,
  );
}

mkdirSync(out, { recursive: true });
const write = (name: string, values: readonly number[]): void =>
  writeFileSync(path.join(out, name), new Uint8Array(Int32Array.from(values).buffer));
writeFileSync(
  path.join(out, 'vocabulary.tsv'),
  kept.map((entry) => `${entry.word}\t${entry.count}\t${entry.texts}`).join('\n'),
);
writeFileSync(path.join(out, 'sources.txt'), sources.join('\n'));
write(
  'stream.i32',
  // What is not in the vocabulary keeps its place: words do not come nearer by what stood between them.
  stream.map((number) => (number < 0 ? -1 : renumbered[number]! < 0 ? -2 : renumbered[number]!)),
);
write('pairs.i32', packed);
console.log(
  `${seen.size} texts, ${stream.length} tokens, ${kept.length} in the vocabulary, ${usable} pairs of ${sources.length} sources; ${measured} pairs left out that share a passage with the retrieval sets`,
);
