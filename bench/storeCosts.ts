import { inChild, inDirectory, longestBlock, MEGABYTE, percentile, print } from './measuring';
import type { Store } from '../src/store/types';
import { findPeers, openOurs } from './storePeers';
import { ZipfWords } from './zipfTexts';

/** Memories in the store before anything is measured. */
export const SIZES = [1_000, 10_000, 100_000];

const CHARACTERS = 600;
const SAVES = 200;
const CAUGHT_UP = 500;
const CATCH_UPS = 50;
const IMPORT = 10_000;

const words = new ZipfWords(20_000, 1);

/** Made-up texts of 600 characters, each with its number. */
export function memories(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, n) =>
    `${from + n} ${words.text(CHARACTERS)}`.slice(0, CHARACTERS),
  );
}

/** What it is, and how much. */
type Cost = readonly [what: string, figure: string];

/** Prints what stores of three sizes cost the process that has them open. */
export async function printCosts(): Promise<void> {
  const columns: (readonly Cost[])[] = [];
  for (const size of SIZES) {
    columns.push(
      await inDirectory(async (directory) => {
        await inChild('storeCosts', 'fillAsChild', [directory, String(size)]);
        const line = await inChild('storeCosts', 'costsAsChild', [directory, String(size)]);
        return JSON.parse(line) as Cost[];
      }),
    );
  }
  const rows = [['project-memory alone', ...SIZES.map((size) => `${size} memories`)]];
  for (const [index, [what]] of (columns[0] ?? []).entries()) {
    rows.push([what, ...columns.map((costs) => costs[index]?.[1] ?? '')]);
  }
  print(rows);
  console.log(
    'A block is the longest time in which the event loop could do nothing else; in brackets what is left of one when the\n' +
      'time is taken off that the thread waited for a core, which other programs kept busy.\n',
  );
}

/** Fills a store. The main function of a child process. */
export async function fillAsChild([directory = '', size]: readonly string[]): Promise<void> {
  const open = await (await findPeers())[0]?.open(directory);
  await open?.fill(memories(Number(size)));
  await open?.close();
}

/** Prints what a filled store costs the process that has it open. The main function of a child process. */
export async function costsAsChild([directory = '', size]: readonly string[]): Promise<void> {
  const costs: Cost[] = [];
  const texts = memories(SAVES + 2 * IMPORT, Number(size));
  const started = performance.now();
  const store = await openOurs(directory);
  costs.push(['open, ms', (performance.now() - started).toFixed(0)]);
  costs.push(['memory after opening, MB', megabytes(process.memoryUsage.rss())]);
  const measure = async (what: string, action: () => Promise<unknown>) => {
    const { whole, own } = await longestBlock(action);
    costs.push([`block while ${what}, ms`, `${whole.toFixed(1)} (${own.toFixed(1)})`]);
  };
  const importing = (from: number) =>
    store.write((tx) => {
      for (const text of texts.slice(from, from + IMPORT)) tx.put('memory', { text });
    });

  await measure(`saving ${SAVES}`, async () => {
    for (const text of texts.slice(0, SAVES)) await store.write((tx) => tx.put('memory', { text }));
  });
  await inChild('storeCosts', 'saveManyAsChild', [directory, String(CAUGHT_UP)]);
  await measure(`catching up with ${CAUGHT_UP} changes`, () => store.read((db) => db.sequence));
  costs.push(['catching up with one change, p50 ms', (await catchingUp(directory, store)).toFixed(2)]);
  await measure(`importing ${IMPORT} in one write`, () => importing(SAVES));
  const other = await openOurs(directory);
  await importing(SAVES + IMPORT);
  await measure('catching up with such an import', () => other.read((db) => db.sequence));
  await other.close();

  let most = 0;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  const compacting = performance.now();
  await measure('compacting', () => store.compact());
  costs.push(['compacting, ms', (performance.now() - compacting).toFixed(0)]);
  await measure('purging', () => store.compact({ purge: true }));
  clearInterval(sampling);
  costs.push(['most memory meanwhile, MB', megabytes(most)]);
  await store.close();
  console.log(JSON.stringify(costs));
}

/** Milliseconds of a look at the store after another process wrote one change. */
async function catchingUp(directory: string, store: Store): Promise<number> {
  const other = await openOurs(directory);
  const times: number[] = [];
  for (const text of memories(CATCH_UPS)) {
    await other.write((tx) => tx.put('memory', { text }));
    const started = performance.now();
    await store.read((db) => db.sequence);
    times.push(performance.now() - started);
  }
  await other.close();
  return percentile(times, 0.5);
}

/** Saves one by one. The main function of a child process. */
export async function saveManyAsChild([directory = '', count]: readonly string[]): Promise<void> {
  const store = await openOurs(directory);
  for (const text of memories(Number(count))) await store.write((tx) => tx.put('memory', { text }));
  await store.close();
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(0);
}
