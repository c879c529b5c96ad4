import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
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
    this.#child.kill(name);
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
    let kills = 0;
    let stops = 0;
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

    // Each place writes until it has enough acknowledged, under a new name after each kill.
    const live = new Map<number, Writer>();
    const place = async (n: number): Promise<Writer> => {
      for (let life = 0, done = 0; ; life++) {
        const writer = start(directory, `p${n}.${life}`, extent.writesUnderKills - done, 2500);
        all.push(writer);
        live.set(n, writer);
        const written = await writer.written;
        expect(writer.errors).toBe('');
        if (written) return writer;
        done += writer.acknowledged.length;
      }
    };
    let finished = false;
    const places = Promise.all(Array.from({ length: PROCESSES }, (_, n) => place(n))).then((writers) => {
      finished = true;
      return writers;
    });
    const trouble = (async () => {
      while (!finished && kills < extent.kills) {
        await pause(100 + Math.random() * 100);
        const busy = [...live.values()].filter((writer) => writer.acknowledged.length > 0);
        const victim = busy[Math.floor(Math.random() * busy.length)];
        if (!victim || finished) continue;
        if (Math.random() < 0.5) {
          victim.signal('SIGSTOP');
          stops++;
          await pause(Math.random() * 400);
          victim.signal('SIGCONT');
        } else {
          victim.signal('SIGKILL');
          kills++;
        }
      }
    })();
    const writers = await places;
    await trouble;
    expect(kills + stops).toBeGreaterThan(5);
    // A place may have been killed after its last write: those that still run are asked.
    const running = [];
    for (const writer of writers) if (await stillRuns(writer)) running.push(writer);
    await expectAgreement(directory, running, all);
    await Promise.all(running.map((writer) => writer.end()));
  }, 600_000);
});

async function stillRuns(writer: Writer): Promise<boolean> {
  return Promise.race([writer.exited.then(() => false), writer.dump().then(() => true)]);
}
