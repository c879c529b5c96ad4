import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Area } from '../../src/memory/types';
import { builtProgram, builtWorker, wasmFile } from '../support/builtWorker';
import { extent } from '../support/extent';
import { HostFixture } from '../support/hostFixture';

const MEMORIES = 10_000;

/** Milliseconds that parts of an import take. */
interface Times {
  /** From its beginning until the change is made up. */
  giving: number;
  /** From there until it is on disk. */
  writing: number;
}

/** An import in a process of its own, into a project of its own. */
class Import {
  readonly area: Area = { kind: 'project', id: randomUUID(), name: 'imported' };
  readonly #folder: string;
  readonly #child;
  readonly #lines = new Map<string, number>();
  readonly #ended: Promise<void>;

  constructor(program: string, storage: string, workerFile: string) {
    const id = this.area.kind === 'project' ? this.area.id : '';
    this.#folder = path.join(storage, 'projects', id);
    const args = [program, storage, id, 'note', String(MEMORIES), wasmFile, workerFile];
    this.#child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#ended = new Promise((resolve) => this.#child.once('close', () => resolve()));
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.#lines.set(line, performance.now());
      this.#child.emit(line);
    });
  }

  /** Resolves when it has said so, or has ended. */
  async said(line: 'begun' | 'given' | 'done'): Promise<number> {
    if (!this.#lines.has(line))
      await Promise.race([new Promise<void>((resolve) => this.#child.once(line, resolve)), this.#ended]);
    return this.#lines.get(line) ?? performance.now();
  }

  /** Resolves when the first bytes of the change are in the log. */
  async grows(): Promise<void> {
    const before = this.#logBytes();
    while (this.#logBytes() === before && this.#child.exitCode === null) await nextTurn();
  }

  async kill(): Promise<{ readonly done: boolean }> {
    this.#child.kill('SIGKILL');
    await this.#ended;
    return { done: this.#lines.has('done') };
  }

  #logBytes(): number {
    const logs = readdirSync(this.#folder).filter((name) => name.startsWith('log-'));
    return logs.reduce((sum, name) => sum + statSync(path.join(this.#folder, name)).size, 0);
  }
}

describe('an import of 10,000 memories', () => {
  const fixture = new HostFixture();
  let program: Awaited<ReturnType<typeof builtProgram>>;
  let worker: Awaited<ReturnType<typeof builtWorker>>;
  const started: Import[] = [];
  beforeAll(async () => {
    await fixture.start();
    program = await builtProgram('test/memory/importProcess.ts');
    worker = await builtWorker();
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((each) => each.kill()));
    await fixture.dispose();
  });
  afterAll(async () => {
    await fixture.stop();
    await program.dispose();
    await worker.dispose();
  });

  function start(): Import {
    const begun = new Import(program.file, fixture.directory, worker.file);
    started.push(begun);
    return begun;
  }

  /** How many memories a process finds that starts now. */
  async function found(area: Area): Promise<number> {
    const host = fixture.host();
    const { total } = await host.list(area, { offset: 0, limit: 1 });
    await host.use(area, async ({ store }) => {
      expect(await store.read((db) => db.query('SELECT * FROM pragma_integrity_check'))).toEqual([
        { integrity_check: 'ok' },
      ]);
      expect(store.status().damage).toEqual([]);
    });
    await host.close();
    return total;
  }

  async function measured(): Promise<Times> {
    const whole = start();
    const [begun, given, done] = [
      await whole.said('begun'),
      await whole.said('given'),
      await whole.said('done'),
    ];
    expect(await found(whole.area)).toBe(MEMORIES);
    return { giving: given - begun, writing: done - given };
  }

  it('killed at any moment is there whole or not at all', { timeout: 900_000 }, async () => {
    const { giving, writing } = await measured();
    const moments: readonly ((victim: Import) => Promise<unknown>)[] = [
      (victim) => victim.said('begun').then(() => delay(Math.random() * giving)),
      (victim) => victim.said('given').then(() => victim.grows()),
      (victim) => victim.said('given').then(() => delay(Math.random() * writing)),
      (victim) => victim.said('given').then(() => delay(writing * (0.9 + Math.random() / 2))),
    ];
    for (let kill = 0; kill < extent.killsOfImports; kill++) {
      const victim = start();
      await victim.said('begun');
      await moments[kill % moments.length]?.(victim);
      const { done } = await victim.kill();
      const there = await found(victim.area);
      expect(done ? [MEMORIES] : [0, MEMORIES], `kill ${kill}`).toContain(there);
    }
  });
});
