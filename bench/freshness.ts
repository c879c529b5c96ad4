import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MemoryHost } from '../src/memory/memoryHost';
import { saveStatement } from '../src/memory/statements';
import type { Area, SearchQuery } from '../src/memory/types';
import { validateMemories } from '../src/memory/validation';
import { builtWorker, wasmFile } from '../test/support/builtWorker';
import { inDirectory, longestBlock, percentile, print } from './measuring';
import { ZipfWords } from './zipfTexts';

const MEMORIES = 10_000;
const FILES = 500;
const BATCH = 500;
const TEXT_LENGTH = 300;
const QUERIES = 100;
const LINES = 300;
/** The best of these counts, since other programs run beside this one. */
const REPEATS = 3;
/** Times of files that are this old are relied on (sourceFiles.ts). */
const SETTLED_MS = 2_100;

const plain = { kind: 'project', id: '11111111-1111-4111-8111-111111111111', name: 'bench' } as const;

/**
 * Prints what a search costs among 10,000 memories that cite 500 files, beside the same search without looking at the
 * files: the first one of a process, which hashes them, and later ones, when nothing changed.
 */
export async function run(): Promise<void> {
  const worker = await builtWorker();
  try {
    await inDirectory(async (directory) => {
      const root = path.join(directory, 'project');
      await writeFiles(root);
      const storageDirectory = path.join(directory, 'storage');
      const runtime = { wasmFile, workerFile: worker.file };
      const words = new ZipfWords(Math.round(400 * Math.sqrt(MEMORIES)), 1);
      const writer = new MemoryHost({ storageDirectory, runtime });
      await save(writer, root, words);
      await writer.close();
      await setTimeout(SETTLED_MS);
      const host = new MemoryHost({ storageDirectory, runtime });
      const queries = Array.from({ length: QUERIES }, () => [1, 2, 3, 4].map(() => words.next()).join(' '));
      try {
        await printSearches(host, root, queries);
      } finally {
        await host.close();
      }
    });
  } finally {
    await worker.dispose();
  }
}

async function printSearches(host: MemoryHost, root: string, queries: readonly string[]): Promise<void> {
  const cited: Area = { ...plain, folders: [{ base: root, within: root }] };
  const askOnce = async (area: Area, query: string, more: Partial<SearchQuery> = {}): Promise<number> => {
    const before = process.cpuUsage();
    await host.search([area], { query, limit: 10, ...more });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const ask = async (area: Area, query: string, more: Partial<SearchQuery> = {}): Promise<number> => {
    const times = [];
    for (let n = 0; n < REPEATS; n++) times.push(await askOnce(area, query, more));
    return Math.min(...times);
  };
  // CPU time of all threads, which other programs lengthen less. The index is loaded by the first of all.
  await askOnce(plain, queries[0] ?? '');
  const rows: Row[] = [];
  for (const [name, more] of [
    ['10 hits', {}],
    ['status stale', { status: 'stale' }],
  ] as const) {
    const times = { without: [] as number[], first: [] as number[], later: [] as number[] };
    for (const query of queries) {
      times.without.push(await ask(plain, query, more));
      times.first.push(await askOnce(cited, query, more));
      times.later.push(await ask(cited, query, more));
    }
    rows.push({ name, ...times });
  }
  const block = await longestBlock(async () => {
    for (const query of queries.slice(0, 20)) await askOnce(cited, query, { status: 'stale' });
  });
  const cells = (times: readonly number[]): string[] =>
    [0.5, 0.95].map((share) => percentile(times, share).toFixed(2));
  print([
    [
      'search',
      'without files, p50 CPU ms',
      'p95',
      'files as seen before, p50 CPU ms',
      'p95',
      'ratio',
      'first look, p50 CPU ms',
    ],
    ...rows.map(({ name, without, first, later }) => [
      name,
      ...cells(without),
      ...cells(later),
      (percentile(later, 0.5) / percentile(without, 0.5)).toFixed(2),
      percentile(first, 0.5).toFixed(2),
    ]),
  ]);
  console.log(`longest block of the event loop while filtering by status: ${block.own.toFixed(1)} ms`);
  let checked = 0;
  const before = process.cpuUsage();
  const validating = await longestBlock(async () => {
    ({ checked } = await validateMemories(host, cited, {}));
  });
  const { user, system } = process.cpuUsage(before);
  console.log(
    `all ${checked} memories validated in ${((user + system) / 1000).toFixed(0)} CPU ms, longest block ${validating.own.toFixed(1)} ms`,
  );
}

interface Row {
  readonly name: string;
  readonly without: readonly number[];
  readonly first: readonly number[];
  readonly later: readonly number[];
}

const fileName = (n: number): string => `src/module${n % 20}/file${n}.ts`;

async function writeFiles(root: string): Promise<void> {
  for (let n = 0; n < FILES; n++) {
    const file = path.join(root, fileName(n));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(
      file,
      Array.from({ length: LINES }, (_, line) => `const v${n}_${line} = ${line};\n`).join(''),
    );
  }
}

/** Half of them cite lines, a tenth carries a hash that the file never had. */
async function save(host: MemoryHost, root: string, words: ZipfWords): Promise<void> {
  const folders = [{ base: root, within: root }];
  for (let from = 0; from < MEMORIES; from += BATCH) {
    const inputs = await Promise.all(
      Array.from({ length: BATCH }, async (_, at) => {
        const n = from + at;
        const sourceId = n % 2 === 0 ? fileName(n % FILES) : `${fileName(n % FILES)}#L${1 + (n % LINES)}`;
        const taken = await host.sources.take(folders, sourceId);
        return {
          content: words.text(TEXT_LENGTH),
          workspace: 'default',
          scope: 'shared',
          source: 'owner',
          confidence: 0.5,
          derivedFrom: [],
          savedBy: 'bench',
          sourceId,
          ...(n % 10 === 0 ? { sourceHash: 'sha256:00000000' } : {}),
          ...(taken === undefined ? {} : { sourceHashTaken: taken }),
        };
      }),
    );
    await host.use(plain, (area) =>
      area.write((tx) => {
        for (const input of inputs) saveStatement(tx, input, host.timestamp());
      }),
    );
  }
  await host.use(plain, (area) => area.store.compact());
}
