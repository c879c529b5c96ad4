import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const MEGABYTE = 2 ** 20;

/** Milliseconds. */
export interface Block {
  /** The longest time in which the event loop could do nothing else. */
  readonly whole: number;
  /** The longest without what the thread spent waiting for a core that others kept busy; as `whole` where unknown. */
  readonly own: number;
}

export async function longestBlock(action: () => Promise<unknown>): Promise<Block> {
  const queue = new RunQueue();
  let whole = 0;
  let own = 0;
  let last = performance.now();
  let waitedBefore = queue.waited();
  let over = false;
  const tick = () => {
    if (over) {
      queue.close();
      return;
    }
    const now = performance.now();
    const waited = queue.waited();
    whole = Math.max(whole, now - last);
    own = Math.max(own, now - last - (waited - waitedBefore));
    last = now;
    waitedBefore = waited;
    setImmediate(tick);
  };
  setImmediate(tick);
  await action();
  over = true;
  return { whole, own };
}

/** How long the main thread could have run and had no core, by the scheduler of Linux. */
class RunQueue {
  readonly #descriptor: number | undefined;
  readonly #text = Buffer.alloc(100);

  constructor() {
    try {
      this.#descriptor = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    } catch {
      this.#descriptor = undefined;
    }
  }

  /** Milliseconds so far. */
  waited(): number {
    if (this.#descriptor === undefined) return 0;
    const length = readSync(this.#descriptor, this.#text, 0, this.#text.length, 0);
    return Number(this.#text.toString('latin1', 0, length).split(' ')[1]) / 1e6;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}

/** Runs a function that a file of this folder exports in a process of its own, and answers the last line it prints. */
export async function inChild(file: string, name: string, args: readonly string[]): Promise<string> {
  const bundle = new URL(`${file}.mjs`, import.meta.url).href;
  const program = `import { ${name} } from ${JSON.stringify(bundle)}; await ${name}(process.argv.slice(1));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, '--', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (text) => (out += String(text)));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}`);
  return out.trimEnd().split('\n').at(-1) ?? '';
}

/** Resident memory of a process now. */
export function residentMegabytes(pid: number): number {
  if (process.platform === 'linux') {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** Runs with a directory that is gone afterwards. */
export async function inDirectory<T>(action: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-'));
  try {
    return await action(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints rows as a table; the first is the head. */
export function print(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  console.log('');
}
