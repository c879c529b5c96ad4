import { EventEmitter } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { repositoryRoot } from '../test/support/paths';

const SIZES = [1_000, 10_000];
const SAVES = 200;
const SEARCHES = 200;
const STARTS = 15;
/** Seeding: calls in flight at once. Each waits for the pipe by a listener of its own. */
const SEED_BATCH = 200;
EventEmitter.defaultMaxListeners = SEED_BATCH + 10;

interface Note {
  readonly title: string;
  readonly content: string;
}

/** One server program under measurement, and how it is asked to save and to search. */
interface Subject {
  readonly name: string;
  command(storage: string): {
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
  seed(client: Client, notes: readonly Note[]): Promise<void>;
  save(client: Client, note: Note): Promise<void>;
  search(client: Client, query: string): Promise<void>;
}

const projectMemory: Subject = {
  name: 'project-memory',
  command: (storage) => ({
    args: [
      path.join(repositoryRoot, 'dist/mcp-server.js'),
      '--storage',
      path.join(storage, 'memories'),
      '--workspace',
      storage,
      '--max-calls-per-minute',
      '0',
    ],
    env: {},
  }),
  async seed(client, notes) {
    for (let from = 0; from < notes.length; from += SEED_BATCH) {
      await Promise.all(notes.slice(from, from + SEED_BATCH).map((note) => this.save(client, note)));
    }
  },
  save: (client, note) => call(client, 'mem_save', { ...note, type: 'discovery', capture_prompt: false }),
  search: (client, query) => call(client, 'mem_search', { query }),
};

const serverMemory: Subject = {
  name: 'server-memory',
  command: (storage) => ({
    args: [path.join(repositoryRoot, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js')],
    env: { MEMORY_FILE_PATH: path.join(storage, 'memory.jsonl') },
  }),
  seed: (client, notes) => call(client, 'create_entities', { entities: notes.map(entity) }),
  save: (client, note) => call(client, 'create_entities', { entities: [entity(note)] }),
  search: (client, query) => call(client, 'search_nodes', { query }),
};

function entity({ title, content }: Note): Record<string, unknown> {
  return { name: title, entityType: 'discovery', observations: [content] };
}

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<void> {
  const result = await client.callTool({ name, arguments: input });
  if (result.isError === true) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
}

async function connect(subject: Subject, storage: string): Promise<Client> {
  const { args, env } = subject.command(storage);
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...args],
      env: { ...environment(), ...env },
      stderr: 'ignore',
      cwd: storage,
    }),
  );
  return client;
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

interface Measured {
  readonly save: readonly number[];
  readonly search: readonly number[];
  /** From the start of the process to the answer of `initialize`. */
  readonly start: readonly number[];
  /** From the start of the process to the answer of its first search. */
  readonly firstSearch: readonly number[];
}

/** Milliseconds each, with `size` memories stored. */
async function measure(subject: Subject, size: number): Promise<Measured> {
  const storage = await mkdtemp(path.join(tmpdir(), 'bench-stdio-'));
  try {
    const notes = makeNotes(size + SAVES);
    const client = await connect(subject, storage);
    await subject.seed(client, notes.slice(0, size));
    const save: number[] = [];
    for (const note of notes.slice(size)) save.push(await timed(() => subject.save(client, note)));
    const search: number[] = [];
    for (let index = 0; index < SEARCHES; index++) {
      const query = phrase(notes[(index * 37) % size]);
      search.push(await timed(() => subject.search(client, query)));
    }
    await client.close();

    const start: number[] = [];
    const firstSearch: number[] = [];
    for (let index = 0; index < STARTS; index++) {
      const began = performance.now();
      const fresh = await connect(subject, storage);
      start.push(performance.now() - began);
      await subject.search(fresh, phrase(notes[index]));
      firstSearch.push(performance.now() - began);
      await fresh.close();
    }
    return { save, search, start, firstSearch };
  } finally {
    await rm(storage, { recursive: true, force: true });
  }
}

async function timed(fn: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await fn();
  return performance.now() - began;
}

/** Two words that stand side by side in the note: the peer finds only whole substrings. */
function phrase(note: Note | undefined): string {
  return (note?.content ?? '').split(' ').slice(4, 6).join(' ');
}

const TITLE_WORDS = 6;
const CONTENT_WORDS = 45;

/** Technical prose that every checkout has: the README files of the installed packages, cut into notes. */
function makeNotes(count: number): readonly Note[] {
  const modules = path.join(repositoryRoot, 'node_modules');
  const words = readdirSync(modules)
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(path.join(modules, name)).map((part) => `${name}/${part}`) : [name],
    )
    .map((name) => `${name}/README.md`)
    .filter((file) => existsSync(path.join(modules, file)))
    .sort()
    .flatMap((file) => readFileSync(path.join(modules, file), 'utf8').split(/\s+/))
    .filter((word) => /^[\w'-]{1,24}[.,:;]?$/.test(word));
  const stride = Math.floor(words.length / count);
  if (stride < 1) throw new Error('The README files of node_modules hold too few words for this bench.');
  return Array.from({ length: count }, (_, index) => {
    const from = index * stride;
    const title = words.slice(from, from + TITLE_WORDS).join(' ');
    return { title: `${title} ${index}`, content: words.slice(from, from + CONTENT_WORDS).join(' ') };
  });
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints latency over stdio beside @modelcontextprotocol/server-memory. Needs a built dist/. */
export async function run(): Promise<void> {
  if (!existsSync(path.join(repositoryRoot, 'dist/mcp-server.js'))) {
    throw new Error('dist/mcp-server.js is missing: run npm run build first.');
  }
  const rows: string[][] = [['memories', 'what', 'ours ms', 'server-memory ms', 'ratio']];
  for (const size of SIZES) {
    const ours = await measure(projectMemory, size);
    const peer = await measure(serverMemory, size);
    for (const [what, values, share] of [
      ['save p50', 'save', 0.5],
      ['save p95', 'save', 0.95],
      ['search p50', 'search', 0.5],
      ['search p95', 'search', 0.95],
      ['start to initialize p50', 'start', 0.5],
      ['start to first search p50', 'firstSearch', 0.5],
    ] as const) {
      const [a, b] = [percentile(ours[values], share), percentile(peer[values], share)];
      rows.push([String(size), what, a.toFixed(2), b.toFixed(2), (a / b).toFixed(2)]);
    }
  }
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  console.log(
    'Ours is on disk (fdatasync) before it answers; server-memory rewrites its file without a sync.',
  );
}
