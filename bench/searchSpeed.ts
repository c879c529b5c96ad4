import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import MiniSearch from 'minisearch';
import { MemoryHost } from '../src/memory/memoryHost';
import { insertMemory } from '../src/memory/memoryRow';
import type { Area } from '../src/memory/types';
import { INDEX_VERSION, indexFromParts, indexToParts } from '../src/search/indexParts';
import { search } from '../src/search/search';
import { SearchIndex } from '../src/search/searchIndex';
import type { WordVectors } from '../src/search/semantic/wordVectors';
import { readDerived, writeDerived } from '../src/store/derivedFile';
import { nodeFileLayer } from '../src/store/fileLayer';
import { repositoryRoot } from '../test/support/paths';
import { Fts5, sqliteWithFts5 } from './fts5';
import { longestBlock } from './measuring';
import { readTable } from './wordVectors';
import { ZipfWords } from './zipfTexts';

const SIZES = [1_000, 10_000, 100_000];
const LIMIT = 15;
const QUERIES = 200;
/** Of each query the best of so many times counts, because other programs run beside this one. */
const ROUNDS = 5;
/** MiniSearch takes seconds for a query where it is large. */
const PEER_QUERIES = 20;
const PROJECTS = 20;
const dist = path.join(repositoryRoot, 'dist');

interface Text {
  readonly id: string;
  readonly text: string;
}

/** Texts of 600 characters and queries of 4 words, drawn as often as words of a language are. */
class Corpus {
  readonly documents: readonly Text[];
  readonly queries: readonly string[];
  readonly bytes: number;

  constructor(size: number) {
    const words = new ZipfWords(Math.round(400 * Math.sqrt(size)), 1);
    this.documents = Array.from({ length: size }, (_, i) => ({ id: `memory-${i}`, text: words.text(600) }));
    this.queries = Array.from({ length: QUERIES }, () => [1, 2, 3, 4].map(() => words.next()).join(' '));
    this.bytes = this.documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  }
}

/** Prints how long searching takes beside its peers, in this process and over stdio. The latter needs a built dist/. */
export async function run(): Promise<void> {
  const sqlite = await sqliteWithFts5();
  const table = readTable();
  const asked = process.env['PROJECT_MEMORY_BENCH_SIZES']?.split(',').map(Number);
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-search-'));
  try {
    for (const size of asked ?? SIZES) {
      const corpus = new Corpus(size);
      console.log(
        `\n${size} memories of 600 characters, ${QUERIES} queries of 4 Zipf-drawn words, in this process:`,
      );
      console.log(row(['', 'load ms', 'first ms', 'p50 ms', 'p99 ms']));
      const { own, note } = await ours(corpus, directory, table);
      const fts5 = openFts5(corpus, directory, sqlite);
      printTimes(corpus.queries, [...own, fts5.peer]);
      fts5.close();
      printTimes(corpus.queries.slice(0, PEER_QUERIES), [miniSearch(corpus)]);
      console.log(note);
      if (existsSync(path.join(dist, 'mcp-server.js'))) await printStdio(corpus, directory);
      else console.log('Nothing over stdio: dist/mcp-server.js is missing, run npm run build.');
    }
    if (existsSync(path.join(dist, 'mcp-server.js'))) await printAllProjects(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** What is timed, and what it took to load in milliseconds. */
interface Peer {
  readonly name: string;
  readonly load: number;
  readonly search: (query: string) => unknown;
}

/** With meaning and by words alone, and what the index takes. */
async function ours(
  { documents, bytes }: Corpus,
  directory: string,
  table: WordVectors,
): Promise<{ readonly own: readonly Peer[]; readonly note: string }> {
  const built = new SearchIndex();
  built.wordVectors = table;
  const started = performance.now();
  documents.forEach(({ id, text }, sequence) => {
    built.add({ id, kind: 'observation', fields: { title: '', content: text }, sequence });
  });
  const building = performance.now() - started;
  const base = { name: 'base-1-0000000000000000.sqlite', index: 1 };
  await writeDerived(nodeFileLayer, directory, base, INDEX_VERSION, indexToParts(built));
  let index = built;
  const loads: number[] = [];
  let longest = Infinity;
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    const { own } = await longestBlock(async () => {
      const parts = await readDerived(nodeFileLayer, directory, base, INDEX_VERSION);
      if (parts === undefined) throw new Error('The index that was just written cannot be read.');
      index = indexFromParts(parts);
    });
    loads.push(performance.now() - began);
    longest = Math.min(longest, own);
  }
  const load = Math.min(...loads);
  const memory = Object.entries<number>({ ...index.memoryBytes });
  const total = memory.reduce((sum, [, part]) => sum + part, 0);
  const parts = memory.map(([name, part]) => `${name} ${(part / bytes).toFixed(2)}`).join(', ');
  const note =
    `Project Memory: ${(total / bytes).toFixed(2)} x the text in memory (${parts}); longest block while loading ` +
    `${longest.toFixed(1)} ms; building it took ${building.toFixed(0)} ms`;
  const own = [
    {
      name: 'Project Memory',
      load,
      search: (query: string) => search([index], query, { limit: LIMIT, meaning: table }),
    },
    { name: '  words alone', load, search: (query: string) => search([index], query, { limit: LIMIT }) },
  ];
  return { own, note };
}

function openFts5(
  { documents }: Corpus,
  directory: string,
  { name, Open }: Awaited<ReturnType<typeof sqliteWithFts5>>,
): { readonly peer: Peer; close(): void } {
  const file = path.join(directory, `${documents.length}.sqlite`);
  new Fts5(Open, documents, 'unicode61', file).close();
  const began = performance.now();
  const opened = new Fts5(Open, documents, 'unicode61', file);
  const load = performance.now() - began;
  const peer = { name: `FTS5 any (${name})`, load, search: (query: string) => opened.search(query, LIMIT) };
  return { peer, close: () => opened.close() };
}

function miniSearch({ documents }: Corpus): Peer {
  const options = { fields: ['text'] };
  const built = new MiniSearch<Text>(options);
  built.addAll(documents);
  const json = JSON.stringify(built);
  const began = performance.now();
  const peer = MiniSearch.loadJSON<Text>(json, options);
  const load = performance.now() - began;
  const found = (query: string): unknown => peer.search(query, { fuzzy: 0.2, prefix: true }).slice(0, LIMIT);
  return { name: 'MiniSearch', load, search: found };
}

/** All in turn, round after round, so that what else the machine does meets each of them alike. */
function printTimes(queries: readonly string[], peers: readonly Peer[]): void {
  const timeOf = ({ search: call }: Peer, query: string): number => {
    const began = performance.now();
    call(query);
    return performance.now() - began;
  };
  const timed = peers.map((peer) => {
    const first = timeOf(peer, queries[0] ?? '');
    for (const query of queries) peer.search(query);
    return { peer, first, best: queries.map(() => Infinity) };
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const { peer, best } of timed)
      queries.forEach((query, i) => (best[i] = Math.min(best[i]!, timeOf(peer, query))));
  }
  for (const { peer, first, best } of timed) print(peer.name, peer.load, first, best);
}

function print(name: string, load: number, first: number, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const cells = [load, first, at(0.5), at(0.99)].map((time) =>
    time < 100 ? time.toFixed(2) : time.toFixed(0),
  );
  console.log(row([name, ...cells]));
}

function row(cells: readonly string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(30) : cell.padStart(10))).join('');
}

/** Each memory by its own number in the log, as if it had been saved by itself; folded into a base. */
async function store(host: MemoryHost, name: string, documents: readonly Text[]): Promise<void> {
  const made = await (await host.catalog()).create(name);
  if (made.kind === 'error') throw new Error(made.message);
  const area: Area = { kind: 'project', id: made.project.id, name };
  await host.use(area, async (opened) => {
    for (let from = 0; from < documents.length; from += 500) {
      await Promise.all(
        documents.slice(from, from + 500).map(({ id, text }) => {
          const memory = {
            kind: 'observation',
            title: id,
            content: text,
            scope: 'project',
            saved_by: 'bench',
          } as const;
          return opened.write((tx) => insertMemory(tx, memory, host.timestamp()));
        }),
      );
    }
    await opened.store.compact();
  });
}

function openHost(storageDirectory: string): MemoryHost {
  const runtime = {
    wasmFile: path.join(dist, 'sql-wasm.wasm'),
    workerFile: path.join(dist, 'compact-worker.js'),
  };
  return new MemoryHost({ storageDirectory, runtime });
}

interface Server {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

function ourServer(storage: string, input: Readonly<Record<string, unknown>>): Server {
  const args = [
    path.join(dist, 'mcp-server.js'),
    ...['--storage', storage, '--workspace', path.dirname(storage), '--max-calls-per-minute', '0'],
  ];
  return { args, tool: 'mem_search', input };
}

async function printStdio({ documents, queries }: Corpus, directory: string): Promise<void> {
  const storage = path.join(directory, `storage-${documents.length}`);
  const host = openHost(storage);
  await store(host, 'bench', documents);
  await host.close();
  const file = path.join(directory, 'memory.jsonl');
  const lines = documents.map(({ id, text }) =>
    JSON.stringify({ type: 'entity', name: id, entityType: 'discovery', observations: [text] }),
  );
  await writeFile(file, lines.join('\n'));
  const peer = path.join(repositoryRoot, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js');
  console.log('over stdio; load and first search are from the start of the process:');
  await printServer('Project Memory', ourServer(storage, { project: 'bench', limit: LIMIT }), queries);
  // It finds whole substrings alone: two words that stand side by side.
  const phrases = documents.slice(0, PEER_QUERIES).map(({ text }) => text.split(' ').slice(4, 6).join(' '));
  const server = { args: [peer], env: { MEMORY_FILE_PATH: file }, tool: 'search_nodes', input: {} };
  await printServer('server-memory', server, phrases).catch((error: unknown) => {
    // Of 100,000 memories it is not sure to answer at all.
    console.log(`server-memory: ${error instanceof Error ? error.message : String(error)}`);
  });
}

async function printAllProjects(directory: string): Promise<void> {
  const corpus = new Corpus(PROJECTS * 500);
  const storage = path.join(directory, 'storage-all');
  const host = openHost(storage);
  for (let n = 0; n < PROJECTS; n++)
    await store(host, `bench-${n}`, corpus.documents.slice(500 * n, 500 * (n + 1)));
  await host.close();
  console.log(`\n${PROJECTS} projects of 500 memories with all_projects, eight open at once, over stdio:`);
  const server = ourServer(storage, { all_projects: true, limit: LIMIT });
  await printServer('Project Memory', server, corpus.queries.slice(0, PEER_QUERIES));
}

async function printServer(
  name: string,
  { args, env, tool, input }: Server,
  queries: readonly string[],
): Promise<void> {
  const began = performance.now();
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  const load = performance.now() - began;
  const ask = async (query: string): Promise<void> => {
    const result = await client.callTool({ name: tool, arguments: { ...input, query } });
    if (result.isError === true) throw new Error(`${tool}: ${JSON.stringify(result.content)}`);
  };
  await ask(queries[0] ?? '');
  const first = performance.now() - began;
  const times: number[] = [];
  for (const query of queries) {
    const asked = performance.now();
    await ask(query);
    times.push(performance.now() - asked);
  }
  print(name, load, first, times);
  const status = `/proc/${transport.pid}/status`;
  const resident = existsSync(status) ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  if (resident !== undefined) console.log(`  ${(Number(resident) / 1000).toFixed(0)} MB resident`);
  await client.close();
}
