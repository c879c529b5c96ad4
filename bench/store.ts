import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../test/support/paths';
import { inChild, inDirectory, percentile, print } from './measuring';
import { printContention } from './storeContention';
import { memories, printCosts, SIZES } from './storeCosts';
import { printServerMemory } from './storeMemory';
import { findPeers, type Peer } from './storePeers';

const SAVES = 200;
/** A peer that rewrites its file at each save is measured for so long only. */
const PATIENCE_MS = 5_000;
const SAVES_OF_EACH = 200;

/** Prints the durable save of ours beside its peers, what two processes keep of it, and what it costs the others. */
export async function run(): Promise<void> {
  for (const program of ['compact-worker.js', 'mcp-server.js']) {
    if (!existsSync(path.join(repositoryRoot, 'dist', program))) {
      throw new Error(`dist/${program} is missing: run npm run build first.`);
    }
  }
  const peers = await findPeers();
  await printSaves(peers);
  await printTwoProcesses(peers);
  await printContention();
  await printCosts();
  await printServerMemory();
  if (!peers.some(({ name }) => name === 'better-sqlite3')) {
    console.log('better-sqlite3 is left out: npm could not install it here.');
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
      const children = ['one', 'other'].map((name) =>
        inChild('store', 'saveAsChild', [peer.name, directory, name]),
      );
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
