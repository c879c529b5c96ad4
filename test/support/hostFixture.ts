import { mkdtemp, rm } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryHost } from '../../src/memory/memoryHost';
import { builtWorker, wasmFile } from './builtWorker';

/** Hosts that share one folder and one clock, as processes of one machine do. */
export class HostFixture {
  #worker: Awaited<ReturnType<typeof builtWorker>> | undefined;
  #directory = mkdtempSync(join(tmpdir(), 'project-memory-'));
  #hosts: MemoryHost[] = [];
  #offsetMs = 0;

  get directory(): string {
    return this.#directory;
  }

  async start(): Promise<void> {
    this.#worker = await builtWorker();
  }

  async stop(): Promise<void> {
    await this.#worker?.dispose();
  }

  host(): MemoryHost {
    if (this.#worker === undefined) throw new Error('the fixture was not started');
    const host = new MemoryHost({
      storageDirectory: this.#directory,
      runtime: { wasmFile, workerFile: this.#worker.file },
      now: () => new Date(Date.now() + this.#offsetMs),
    });
    this.#hosts.push(host);
    return host;
  }

  /** Lets this many seconds go by. */
  pass(seconds: number): void {
    this.#offsetMs += seconds * 1000;
  }

  /** Closes all and begins with an empty folder. */
  async dispose(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.close()));
    this.#hosts = [];
    this.#offsetMs = 0;
    await rm(this.#directory, { recursive: true, force: true });
    this.#directory = await mkdtemp(join(tmpdir(), 'project-memory-'));
  }
}
