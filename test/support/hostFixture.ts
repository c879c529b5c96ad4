import { mkdtemp, rm } from 'node:fs/promises';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryHost, userArea } from '../../src/memory/memoryHost';
import { memoryMigrations } from '../../src/memory/schema';
import type { Area } from '../../src/memory/types';
import { builtWorker, wasmFile } from './builtWorker';
import { expectAsReplayed } from './replayed';

class OpenHost extends MemoryHost {
  closed = false;

  override close(): Promise<void> {
    this.closed = true;
    return super.close();
  }
}

/**
 * Hosts that share one folder and one clock, as processes of one machine do. At the end of each test whatever they
 * wrote is compared with what a process makes of it that only replays.
 */
export class HostFixture {
  #worker: Awaited<ReturnType<typeof builtWorker>> | undefined;
  #directory = mkdtempSync(join(tmpdir(), 'project-memory-'));
  #hosts: OpenHost[] = [];
  #offsetMs = 0;

  get directory(): string {
    return this.#directory;
  }

  async start(): Promise<void> {
    this.#worker = await builtWorker();
  }

  async stop(): Promise<void> {
    await this.#worker?.dispose();
    await rm(this.#directory, { recursive: true, force: true });
  }

  /** `ahead`: by how many seconds its clock is ahead of the others'. */
  host(ahead = 0): MemoryHost {
    if (this.#worker === undefined) throw new Error('the fixture was not started');
    const host = new OpenHost({
      storageDirectory: this.#directory,
      runtime: { wasmFile, workerFile: this.#worker.file },
      now: () => new Date(Date.now() + this.#offsetMs + ahead * 1000),
    });
    this.#hosts.push(host);
    return host;
  }

  /** Lets this many seconds go by. */
  pass(seconds: number): void {
    this.#offsetMs += seconds * 1000;
  }

  /** Compares all that is open with its replay, closes it and begins with an empty folder. */
  async dispose(): Promise<void> {
    try {
      for (const host of this.#hosts.filter(({ closed }) => !closed)) {
        for (const area of this.#areas())
          await host.use(area, ({ store }) => expectAsReplayed(store, memoryMigrations));
      }
    } finally {
      await this.#empty();
    }
  }

  /** Every area that has a database, whoever made it. */
  #areas(): readonly Area[] {
    const folders = readdirSync(this.#directory, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    return folders.flatMap(({ name, parentPath }) => {
      if (name === 'user') return [userArea];
      return parentPath.endsWith('projects') ? [{ kind: 'project', id: name, name } as const] : [];
    });
  }

  async #empty(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.close()));
    this.#hosts = [];
    this.#offsetMs = 0;
    await rm(this.#directory, { recursive: true, force: true });
    this.#directory = await mkdtemp(join(tmpdir(), 'project-memory-'));
  }
}
