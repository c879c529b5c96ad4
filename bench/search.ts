import { resolve } from 'node:path';
import MiniSearch from 'minisearch';
import { search } from '../src/search/search';
import { SearchIndex } from '../src/search/searchIndex';
import { Fts5, findSqlite } from './fts5';
import { measureQuality, readRetrievalSets } from './retrievalSets';
import type { Quality } from './retrievalSets';
import { ZipfWords } from './zipfTexts';

interface Text {
  readonly id: string;
  readonly text: string;
}

type Engine = (documents: readonly Text[]) => (query: string) => readonly string[];

const LIMIT = 15;

/** Prints the quality of the ranking beside its peers, then its speed. */
export async function run(): Promise<void> {
  const Sqlite = await findSqlite();
  const engines = new Map<string, Engine>();
  if (Sqlite === undefined) {
    console.log(
      'FTS5 is left out: better-sqlite3 is not installed (npm install --no-save better-sqlite3@12).',
    );
  } else {
    engines.set('FTS5, any word', (documents) => {
      const peer = new Fts5(Sqlite, documents, 'unicode61');
      return (query) => peer.search(query, LIMIT);
    });
    engines.set('FTS5 porter, any', (documents) => {
      const peer = new Fts5(Sqlite, documents, 'porter unicode61');
      return (query) => peer.search(query, LIMIT);
    });
  }
  engines.set('MiniSearch', (documents) => {
    const peer = new MiniSearch({ fields: ['text'] });
    peer.addAll(documents);
    return (query) =>
      peer
        .search(query, { fuzzy: 0.2, prefix: true })
        .slice(0, LIMIT)
        .map((hit) => String(hit.id));
  });
  engines.set('Project Memory', (documents) => {
    const index = indexOf(documents);
    return (query) => search([index], query, { limit: LIMIT }).hits.map((hit) => hit.id);
  });
  printQuality(engines);
  for (const size of [10_000, 100_000]) printSpeed(size, Sqlite);
}

function indexOf(documents: readonly Text[]): SearchIndex {
  const index = new SearchIndex();
  documents.forEach(({ id, text }, sequence) => {
    index.add({ id, kind: 'observation', fields: { title: '', content: text }, sequence });
  });
  return index;
}

function printQuality(engines: ReadonlyMap<string, Engine>): void {
  const folder = resolve(process.env['PROJECT_MEMORY_EVAL'] ?? '../shared/eval');
  const sets = readRetrievalSets(folder);
  if (sets === undefined) {
    console.log('No quality table: set PROJECT_MEMORY_EVAL to the folder of the retrieval sets.');
    return;
  }
  console.log('Quality, recall at 15 / nDCG at 10:');
  const names = [...engines.keys()];
  const sums = names.map(() => ({ recall: 0, ndcg: 0 }));
  printRow(['set', ...names]);
  for (const set of sets) {
    const measured = [...engines.values()].map((engine) => measureQuality(set, engine));
    measured.forEach(({ recall, ndcg }, i) => {
      const sum = sums[i];
      if (sum === undefined) return;
      sum.recall += recall / sets.length;
      sum.ndcg += ndcg / sets.length;
    });
    printRow([set.name, ...measured.map(formatQuality)]);
  }
  printRow(['mean', ...sums.map(formatQuality)]);
}

function formatQuality({ recall, ndcg }: Quality): string {
  return `${recall.toFixed(3)}/${ndcg.toFixed(3)}`;
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(22) : cell.padStart(18))).join(''));
}

function printSpeed(size: number, Sqlite: Awaited<ReturnType<typeof findSqlite>>): void {
  const words = new ZipfWords(Math.round(400 * Math.sqrt(size)), 1);
  const documents = Array.from({ length: size }, (_, i) => ({ id: `memory-${i}`, text: words.text(600) }));
  const queries = Array.from({ length: 200 }, () => [1, 2, 3, 4].map(() => words.next()).join(' '));
  const textBytes = documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

  console.log(`\nSpeed, ${size} memories of 600 characters, 200 queries of 4 Zipf-drawn words:`);
  const heapBefore = heapBytes();
  const started = performance.now();
  const index = indexOf(documents);
  const indexing = performance.now() - started;
  const heap = heapBytes() - heapBefore;
  const memory = Object.entries<number>({ ...index.memoryBytes });
  const all = memory.reduce((sum, [, bytes]) => sum + bytes, 0);
  const parts = memory.map(([part, bytes]) => `${part} ${(bytes / textBytes).toFixed(2)}`);
  console.log(
    `indexing ${indexing.toFixed(0)} ms; ${(all / textBytes).toFixed(2)} x the text in arrays (${parts.join(', ')})` +
      (globalThis.gc === undefined
        ? ''
        : `, ${(heap / textBytes).toFixed(2)} x in all with the cache of the analysis`),
  );
  printTimes(
    'add and remove',
    timesOf(documents.slice(0, 200), ({ id, text }) => {
      index.remove(id);
      index.add({ id, kind: 'observation', fields: { title: '', content: text }, sequence: 0 });
    }),
  );
  printTimes(
    'Project Memory',
    timesOf(queries, (query) => search([index], query, { limit: LIMIT })),
  );
  if (Sqlite === undefined) return;
  const peer = new Fts5(Sqlite, documents, 'unicode61');
  printTimes(
    'FTS5, any word',
    timesOf(queries, (query) => peer.search(query, LIMIT)),
  );
  peer.close();
}

function heapBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Milliseconds of each call, ascending: the best of three, because other programs run beside this one. */
function timesOf<T>(inputs: readonly T[], call: (input: T) => unknown): number[] {
  inputs.forEach(call);
  const timeOf = (input: T): number => {
    const started = performance.now();
    call(input);
    return performance.now() - started;
  };
  return inputs.map((input) => Math.min(timeOf(input), timeOf(input), timeOf(input))).sort((a, b) => a - b);
}

function printTimes(name: string, times: readonly number[]): void {
  const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(3);
  console.log(`${name.padEnd(16)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   p99 ${at(0.99)} ms`);
}
