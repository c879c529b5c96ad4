import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../test/support/paths';
import { findPeers, openOurs, type Peer } from './storePeers';
import { ZipfWords } from './zipfTexts';

const SIZES = [1_000, 10_000, 100_000];
const CHARACTERS = 600;
const SAVES = 200;
/** A peer that rewrites its file at each save is measured for so long only. */
const PATIENCE_MS = 5_000;
const SAVES_OF_EACH = 200;
const IMPORT = 10_000;
const CAUGHT_UP = 500;
const MEGABYTE = 2 ** 20;

const words = new ZipfWords(20_000, 1);
const memories = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `${from + n} ${words.text(CHARACTERS)}`.slice(0, CHARACTERS));

/** Prints the durable save of ours beside its peers, what two processes keep of it, and what it costs the others. */
export async function run(): Promise<void> {
  if (!existsSync(path.join(repositoryRoot, 'dist/compact-worker.js'))) {
    throw new Error('dist/compact-worker.js is missing: run npm run build first.');
  }
  const peers = await findPeers();
  await printSaves(peers);
  await printTwoProcesses(peers);
  await printCosts();
  if (!peers.some(({ name }) => name === 'better-sqlite3')) {
    console.log(
      'better-sqlite3 is not installed: npm install --no-save better-sqlite3@12 adds it to the table.',
    );
  }
}

async function printSaves(peers: readonly Peer[]): Promise<void> {
  const rows = [['memories', 'durable save', 'p50 ms', 'p95 ms', 'ours / it', 'p50 / p50 at 1,000']];
  const smallest = new Map<string, number>();
  for (const size of SIZES) {
    const measured = await inDirectory((directory) => measureSaves(peers, directory, size));
    const ours = percentile(measured[0]?.times ?? [], 0.5);
    for (const { name, times } of measured) {
      const p50 = percentile(times, 0.5);
      if (!smallest.has(name)) smallest.set(name, p50);
      const growth = p50 / (smallest.get(name) ?? Number.NaN);
      const figures = [p50, percentile(times, 0.95), ours / p50, growth].map((n) => n.toFixed(2));
      rows.push([String(size), name, ...figures]);
    }
  }
  print(rows);
}

/** The peers take turns, save by save, so that a busy moment of the machine meets all of them. */
async function measureSaves(peers: readonly Peer[], directory: string, size: number) {
  const measured = [];
  for (const { name, open } of peers) {
    const opened = await open(directory);
    await opened.fill(memories(size));
    measured.push({ name, opened, times: [] as number[], spent: 0 });
  }
  for (const text of memories(SAVES, size)) {
    for (const peer of measured) {
      if (peer.spent > PATIENCE_MS) continue;
      const started = performance.now();
      await peer.opened.save(text);
      const time = performance.now() - started;
      peer.times.push(time);
      peer.spent += time;
    }
  }
  for (const { opened } of measured) await opened.close();
  return measured;
}

async function printTwoProcesses(peers: readonly Peer[]): Promise<void> {
  const rows = [['two processes at once', 'acknowledged', 'stored of these', 'lost', 'refused']];
  for (const peer of peers) {
    const { saved, stored, refused } = await inDirectory(async (directory) => {
      await (await peer.open(directory)).close();
      const children = ['one', 'other'].map((name) => inChild('saveAsChild', [peer.name, directory, name]));
      const names = (await Promise.all(children)).flatMap((line) => JSON.parse(line) as string[]);
      const found = new Set(await peer.texts(directory));
      return {
        saved: names.length,
        stored: names.filter((name) => found.has(name)).length,
        refused: 2 * SAVES_OF_EACH - names.length,
      };
    });
    rows.push([peer.name, ...[saved, stored, saved - stored, refused].map(String)]);
  }
  print(rows);
}

/** Saves under its name and prints which texts were acknowledged. The main function of a child process. */
export async function saveAsChild([peerName, directory = '', name]: readonly string[]): Promise<void> {
  const peer = (await findPeers()).find((each) => each.name === peerName);
  const open = await peer?.open(directory);
  const saved: string[] = [];
  for (let n = 0; n < SAVES_OF_EACH; n++) {
    const text = `${name} ${n}`;
    const acknowledged = await open?.save(text).then(
      () => true,
      () => false,
    );
    if (acknowledged) saved.push(text);
  }
  await open?.close();
  console.log(JSON.stringify(saved));
}

interface Costs {
  readonly [what: string]: number;
}

async function printCosts(): Promise<void> {
  const columns: Costs[] = [];
  for (const size of SIZES) {
    columns.push(
      await inDirectory(async (directory) => {
        await inChild('fillAsChild', [directory, String(size)]);
        return JSON.parse(await inChild('costsAsChild', [directory, String(size)])) as Costs;
      }),
    );
  }
  const rows = [['project-memory alone', ...SIZES.map((size) => `${size} memories`)]];
  for (const what of Object.keys(columns[0] ?? {})) {
    rows.push([what, ...columns.map((costs) => (costs[what] ?? Number.NaN).toFixed(1))]);
  }
  print(rows);
}

/** Fills a store. The main function of a child process. */
export async function fillAsChild([directory = '', size]: readonly string[]): Promise<void> {
  const open = await (await findPeers())[0]?.open(directory);
  await open?.fill(memories(Number(size)));
  await open?.close();
}

/** Prints what a filled store costs the process that has it open. The main function of a child process. */
export async function costsAsChild([directory = '', size]: readonly string[]): Promise<void> {
  const costs: Record<string, number> = {};
  const started = performance.now();
  const store = await openOurs(directory);
  costs['open, ms'] = performance.now() - started;
  costs['memory after opening, MB'] = process.memoryUsage.rss() / MEGABYTE;
  const texts = memories(SAVES + IMPORT, Number(size));

  costs['longest block saving 200, ms'] = await longestBlock(async () => {
    for (const text of texts.slice(0, SAVES)) await store.write((tx) => tx.put('memory', { text }));
  });
  await inChild('saveManyAsChild', [directory]);
  const behind = performance.now();
  costs[`longest block catching up with ${CAUGHT_UP}, ms`] = await longestBlock(() =>
    store.read((db) => db.sequence),
  );
  costs[`catching up with ${CAUGHT_UP}, ms each`] = (performance.now() - behind) / CAUGHT_UP;
  costs[`longest block importing ${IMPORT} in one write, ms`] = await longestBlock(() =>
    store.write((tx) => {
      for (const text of texts.slice(SAVES)) tx.put('memory', { text });
    }),
  );
  let most = 0;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  const compacting = performance.now();
  costs['longest block compacting, ms'] = await longestBlock(() => store.compact());
  costs['compacting, ms'] = performance.now() - compacting;
  clearInterval(sampling);
  costs['most memory while compacting, MB'] = most / MEGABYTE;
  await store.close();
  console.log(JSON.stringify(costs));
}

/** Saves one by one. The main function of a child process. */
export async function saveManyAsChild([directory = '']: readonly string[]): Promise<void> {
  const store = await openOurs(directory);
  for (const text of memories(CAUGHT_UP)) await store.write((tx) => tx.put('memory', { text }));
  await store.close();
}

/** Milliseconds of the longest time in which the event loop could do nothing else. */
async function longestBlock(action: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let over = false;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!over) setImmediate(tick);
  };
  setImmediate(tick);
  await action();
  over = true;
  return longest;
}

/** Runs a function of this file in a process of its own, and answers the last line it prints. */
async function inChild(name: string, args: readonly string[]): Promise<string> {
  const program = `import { ${name} } from ${JSON.stringify(import.meta.url)}; await ${name}(process.argv.slice(1));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, '--', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (text) => (out += String(text)));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}`);
  return out.trimEnd().split('\n').at(-1) ?? '';
}

async function inDirectory<T>(action: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-store-'));
  try {
    return await action(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function print(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  console.log('');
}
