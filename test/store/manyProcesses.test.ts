import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtProgram, wasmFile } from '../support/builtWorker';
import { extent } from '../support/extent';
import { storeFixture } from '../support/storeFixture';

const PROCESSES = 8;

/** One run of the writer program, with what it acknowledged so far. */
class Writer {
  readonly acknowledged: string[] = [];
  readonly #child: ChildProcess;
  readonly #dumps: ((line: string) => void)[] = [];
  readonly exited: Promise<void>;
  readonly written: Promise<boolean>;
  errors = '';
  killed = false;

  constructor(program: string, args: readonly string[]) {
    this.#child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr?.on('data', (text) => (this.errors += String(text)));
    this.exited = new Promise((resolve) => this.#child.on('close', () => resolve()));
    this.written = new Promise((resolve) => {
      void this.exited.then(() => resolve(false));
      if (!this.#child.stdout) return;
      createInterface({ input: this.#child.stdout }).on('line', (line) => {
        if (line.startsWith('acknowledged ')) this.acknowledged.push(line.slice(13));
        else if (line === 'written') resolve(true);
        else this.#dumps.shift()?.(line);
      });
    });
  }

  signal(name: NodeJS.Signals): void {
    this.killed ||= name === 'SIGKILL';
    this.#child.kill(name);
  }

  /** Lets it write no more than the note it is at. */
  stop(): void {
    this.#child.stdin?.write('stop\n');
  }

  dump(): Promise<string> {
    return new Promise((resolve) => {
      this.#dumps.push(resolve);
      this.#child.stdin?.write('dump\n');
    });
  }

  async end(): Promise<void> {
    this.#child.stdin?.end();
    await this.exited;
  }
}

describe('many processes on one store', () => {
  const fixture = storeFixture();
  let program: Awaited<ReturnType<typeof builtProgram>>;
  beforeAll(async () => {
    program = await builtProgram('test/store/writerProcess.ts');
  });
  const started: Writer[] = [];
  afterEach(async () => {
    for (const writer of started) writer.signal('SIGKILL');
    await Promise.all(started.splice(0).map((writer) => writer.exited));
  });
  afterAll(async () => {
    await program.dispose();
  });

  function start(directory: string, name: string, writes: number, characters: number): Writer {
    const writer = new Writer(program.file, [
      directory,
      name,
      String(writes),
      String(characters),
      wasmFile,
      fixture.workerFile,
    ]);
    started.push(writer);
    return writer;
  }

  async function expectAgreement(directory: string, writers: readonly Writer[], all: readonly Writer[]) {
    const store = await fixture.open(directory);
    const dump = await store.read((db) => ({
      sequence: db.sequence,
      rows: db.query<{ text: string | null; count: number | null }>('SELECT * FROM note ORDER BY id'),
      integrity: db.query('SELECT * FROM pragma_integrity_check'),
    }));
    const hash = createHash('sha256').update(JSON.stringify(dump.rows)).digest('hex');
    for (const writer of writers) expect(await writer.dump()).toBe(`dump ${dump.sequence} ${hash}`);

    const texts = dump.rows.flatMap(({ text }) => (text === null ? [] : [text]));
    expect(new Set(texts).size).toBe(texts.length);
    const present = new Set(texts);
    const missing = all.flatMap(({ acknowledged }) => acknowledged).filter((name) => !present.has(name));
    expect(missing).toEqual([]);
    expect(dump.rows[0]?.count).toBe(texts.length);
    expect(dump.integrity).toEqual([{ integrity_check: 'ok' }]);
    expect(store.status().damage).toEqual([]);
    return texts.length;
  }

  it('has every write of every process once', async () => {
    const directory = await fixture.directory();
    const writers = Array.from({ length: PROCESSES }, (_, n) => start(directory, `p${n}`, extent.writes, 50));
    for (const writer of writers) expect([await writer.written, writer.errors]).toEqual([true, '']);
    expect(await expectAgreement(directory, writers, writers)).toBe(PROCESSES * extent.writes);
    await Promise.all(writers.map((writer) => writer.end()));
  }, 600_000);

  it('keeps every acknowledged write, whoever is killed or suspended', async () => {
    const directory = await fixture.directory();
    const all: Writer[] = [];
    const live = new Map<number, Writer>();
    let over = false;

    // Each place writes until the trouble is over, under a new name after each kill.
    const place = async (n: number): Promise<Writer> => {
      for (let life = 0; ; life++) {
        const writer = start(directory, `p${n}.${life}`, Infinity, 2500);
        all.push(writer);
        live.set(n, writer);
        if (over) writer.stop();
        const written = await writer.written;
        expect(writer.errors).toBe('');
        if (written) return writer;
      }
    };
    const trouble = async () => {
      for (let kills = 0; kills < extent.kills;) {
        await delay(100 + Math.random() * 100);
        const busy = [...live.values()].filter((writer) => !writer.killed && writer.acknowledged.length > 0);
        const victim = busy[Math.floor(Math.random() * busy.length)];
        if (!victim) continue;
        if (Math.random() < 0.5) {
          victim.signal('SIGSTOP');
          await delay(Math.random() * 400);
          victim.signal('SIGCONT');
        } else {
          victim.signal('SIGKILL');
          kills++;
        }
      }
      over = true;
      for (const writer of live.values()) writer.stop();
    };
    const [writers] = await Promise.all([
      Promise.all(Array.from({ length: PROCESSES }, (_, n) => place(n))),
      trouble(),
    ]);
    await expectAgreement(directory, writers, all);
    await Promise.all(writers.map((writer) => writer.end()));
  }, 1_200_000);
});
