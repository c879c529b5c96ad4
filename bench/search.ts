import { resolve } from 'node:path';
import MiniSearch from 'minisearch';
import { nativeSqlite } from '../test/support/nativeSqlite';
import { Fts5 } from './fts5';
import { ranking } from './ranking';
import { readTable } from './wordVectors';
import { measureQuality, readRetrievalSets } from './retrievalSets';
import type { Quality } from './retrievalSets';

interface Text {
  readonly id: string;
  readonly text: string;
}

type Engine = (documents: readonly Text[]) => (query: string) => readonly string[];

const LIMIT = 15;

/** Prints the quality of the ranking beside its peers. */
export async function run(): Promise<void> {
  const Sqlite = await nativeSqlite();
  const engines = new Map<string, Engine>();
  if (Sqlite === undefined) {
    console.log('FTS5 is left out: npm could not install better-sqlite3 here.');
  } else {
    engines.set('FTS5, all words', (documents) => {
      const peer = new Fts5(Sqlite, documents, 'unicode61');
      return (query) => peer.search(query, LIMIT, 'all');
    });
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
  const table = readTable();
  const byWords: Engine = (documents) => ranking(documents, LIMIT);
  const byMeaning: Engine = (documents) => ranking(documents, LIMIT, table);
  engines.set('ours, words alone', byWords);
  engines.set('Project Memory', byMeaning);
  printQuality(engines, 'retrieval');
  console.log('\nQuestions in one language, texts in another:');
  printQuality(
    new Map([
      ['ours, words alone', byWords],
      ['Project Memory', byMeaning],
    ]),
    'crosslingual',
  );
}

function printQuality(engines: ReadonlyMap<string, Engine>, kind: 'retrieval' | 'crosslingual'): void {
  const folder = resolve(process.env['PROJECT_MEMORY_EVAL'] ?? '../shared/eval');
  const sets = readRetrievalSets(folder, kind);
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
