import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { repositoryRoot } from '../test/support/paths';
import { inDirectory, print, residentMegabytes } from './measuring';
import { memories } from './storeCosts';

const MEMORIES = 10_000;
/** Saves in flight at once. */
const BATCH = 200;
const IDLE_MS = 15_000;
const SAMPLE_MS = 10;

/** Prints the resident memory of the server with 10,000 memories of 600 characters, and with none. */
export async function printServerMemory(): Promise<void> {
  const rows = [['resident memory of the MCP server, MB', 'no memories', `${MEMORIES} memories`]];
  const [none = [], many = []] = [await measureEmpty(), await measureFilled()];
  many.forEach(([what, most], index) =>
    rows.push([what, none[index]?.[1].toFixed(0) ?? '', most.toFixed(0)]),
  );
  print(rows);
  const floor = execFileSync(process.execPath, ['-p', 'process.memoryUsage.rss() / 2 ** 20'], {
    encoding: 'utf8',
  });
  console.log(`Node itself takes ${Number(floor).toFixed(0)} MB.\n`);
}

type Figures = (readonly [what: string, megabytes: number])[];

function measureEmpty(): Promise<Figures> {
  return inDirectory((storage) => inServer(storage, measureIdle));
}

function measureFilled(): Promise<Figures> {
  return inDirectory(async (storage) => {
    await inServer(storage, (server) => server.save(memories(MEMORIES)));
    // The index of what was saved last is made once; what is measured is any start after that.
    await inServer(storage, measureIdle);
    return inServer(storage, async (server) => [
      ...(await measureIdle(server)),
      ['at most, while saving until it compacts', await measureCompacting(server, storage)],
    ]);
  });
}

async function measureIdle(server: Server): Promise<Figures> {
  const figures: Figures = [['after the start', server.megabytes()]];
  await server.search();
  figures.push(['after the first search', server.megabytes()]);
  await delay(IDLE_MS);
  figures.push([`idle, ${IDLE_MS / 1000} s later`, server.megabytes()]);
  return figures;
}

async function measureCompacting(server: Server, storage: string): Promise<number> {
  let most = 0;
  const sampling = setInterval(() => (most = Math.max(most, server.megabytes())), SAMPLE_MS);
  const before = newestBase(storage);
  for (let from = MEMORIES; newestBase(storage) === before; from += BATCH) {
    await server.save(memories(BATCH, from));
  }
  clearInterval(sampling);
  return most;
}

/** Number of the newest base among the projects. */
function newestBase(storage: string): number {
  const names = readdirSync(path.join(storage, 'memories/projects'), { recursive: true, encoding: 'utf8' });
  return Math.max(...names.map((name) => Number(/base-(\d+)-\w+\.sqlite$/.exec(name)?.[1] ?? -1)));
}

interface Server {
  save(texts: readonly string[]): Promise<void>;
  search(): Promise<void>;
  /** Resident memory now. */
  megabytes(): number;
}

async function inServer<T>(storage: string, action: (server: Server) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      // As the editor starts it.
      '--max-semi-space-size=2',
      path.join(repositoryRoot, 'dist/mcp-server.js'),
      ...['--storage', path.join(storage, 'memories'), '--workspace', storage, '--max-calls-per-minute', '0'],
    ],
    stderr: 'ignore',
    cwd: storage,
  });
  await client.connect(transport);
  const call = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input });
    if (result.isError === true) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  };
  try {
    return await action({
      async save(texts) {
        for (let from = 0; from < texts.length; from += BATCH) {
          await Promise.all(
            texts.slice(from, from + BATCH).map((content) =>
              call('mem_save', {
                title: content.slice(0, 40),
                content,
                type: 'discovery',
                capture_prompt: false,
              }),
            ),
          );
        }
      },
      search: () => call('mem_search', { query: memories(1)[0]?.slice(0, 30) ?? '' }),
      megabytes: () => residentMegabytes(transport.pid ?? 0),
    });
  } finally {
    await client.close();
  }
}
