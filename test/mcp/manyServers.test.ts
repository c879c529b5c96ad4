import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { runCommand } from '../support/command';
import { extent } from '../support/extent';
import { ServerSession, temporaryFolder } from '../support/mcpServer';
import { queryByOtherSqlite } from '../support/otherSqlite';

const SERVERS = 8;
/** Calls that one client has under way at once. */
const AT_ONCE = 2;
/** Of how many memories every server is asked at the end. */
const READ = 100;

interface Saved {
  readonly id: string;
  readonly text: string;
}

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

/** One server with its client, and what it acknowledged. */
class Life {
  readonly saved: Saved[] = [];
  readonly #session: ServerSession;
  readonly #name: string;
  readonly #pid: number;
  #calls = 0;
  ended = false;

  private constructor(session: ServerSession, name: string) {
    this.#session = session;
    this.#name = name;
    this.#pid = session.pid;
  }

  static async start(storage: string, folder: string, name: string): Promise<Life> {
    const session = await ServerSession.start({ storage, args: ['--workspace', folder], clientName: name });
    sessions.push(session);
    return new Life(session, name);
  }

  /** Saves once, each time by another tool: into the project's database and into the user's. */
  async save(): Promise<void> {
    const n = this.#calls++;
    const text = `note ${n} of ${this.#name}`;
    const [tool, input] = (
      [
        ['mem_save', { title: text, content: text, capture_prompt: false }],
        ['remember', { content: text }],
        ['memory', { action: 'save', category: 'other', key: `${this.#name}_${n}`, value: text }],
      ] as const
    )[n % 3]!;
    const answer = await this.#session.ok(tool, input);
    const { id } = (tool === 'mem_save' ? answer['observation'] : answer) as { id: string };
    this.saved.push({ id, text });
  }

  /** Saves while `more` says so. False when the server was killed meanwhile. */
  async saveWhile(more: () => boolean): Promise<boolean> {
    try {
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (more()) await this.save();
        }),
      );
      return true;
    } catch (error) {
      if (!this.ended) throw error;
      return false;
    }
  }

  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    this.ended ||= name === 'SIGKILL';
    process.kill(this.#pid, name);
  }

  /** Everything that this server answers about memories. */
  async readAll(saved: readonly Saved[]): Promise<readonly unknown[]> {
    const answers: unknown[] = [];
    for (const { id } of saved) answers.push(await this.#session.ok('mem_get_observation', { id }));
    return answers;
  }
}

/** The rows of every database, as a process reads them that starts now. */
async function dump(storage: string): Promise<readonly Record<string, unknown>[]> {
  const file = path.join(temporaryFolder('backup-'), 'all.sqlite');
  expect(await runCommand(['export', '--storage', storage, '--sqlite', file])).toMatchObject({
    status: 0,
    stderr: '',
  });
  expect(queryByOtherSqlite(file, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  return queryByOtherSqlite(file, 'SELECT * FROM memory ORDER BY area, id');
}

/** Everything acknowledged is there once, and all who read now see the same. */
async function expectWhole(
  storage: string,
  running: readonly Life[],
  saved: readonly Saved[],
): Promise<void> {
  const rows = await dump(storage);
  expect(await dump(storage)).toEqual(rows);
  const texts = rows.map(({ content }) => String(content));
  expect(new Set(texts).size).toBe(texts.length);
  const stored = new Map(rows.map(({ uuid, content }) => [uuid, content]));
  expect(saved.filter(({ id, text }) => stored.get(id) !== text)).toEqual([]);
  expect(new Set(saved.map(({ id }) => id)).size).toBe(saved.length);

  const spread = saved.filter((_, index) => index % Math.ceil(saved.length / READ) === 0);
  const [first, ...others] = await Promise.all(running.map((life) => life.readAll(spread)));
  for (const other of others) expect(other).toEqual(first);
  const doctor = await runCommand(['doctor', '--storage', storage]);
  expect(doctor.status, doctor.stdout).toBe(0);
}

describe('eight servers on one store', () => {
  it('have every save of every client once', { timeout: 900_000 }, async () => {
    const storage = temporaryFolder('mcp-storage-');
    const folder = temporaryFolder('mcp-folder-');
    const lives = await Promise.all(
      Array.from({ length: SERVERS }, (_, n) => Life.start(storage, folder, `s${n}`)),
    );
    await Promise.all(
      lives.map(async (life) => {
        let left = extent.savesOfServer;
        await life.saveWhile(() => left-- > 0);
      }),
    );
    const saved = lives.flatMap((life) => life.saved);
    expect(saved).toHaveLength(SERVERS * extent.savesOfServer);
    await expectWhole(storage, lives, saved);
    expect(await dump(storage)).toHaveLength(saved.length);
  });

  it('keep what they acknowledged, whichever is killed or suspended', { timeout: 1_800_000 }, async () => {
    const storage = temporaryFolder('mcp-storage-');
    const folder = temporaryFolder('mcp-folder-');
    const all: Life[] = [];
    const live = new Map<number, Life>();
    let over = false;
    const place = async (n: number): Promise<Life> => {
      for (let round = 0; ; round++) {
        const life = await Life.start(storage, folder, `s${n}_${round}`);
        all.push(life);
        live.set(n, life);
        if (await life.saveWhile(() => !over)) return life;
      }
    };
    const trouble = async () => {
      for (let kills = 0; kills < extent.killsOfServers;) {
        await delay(100);
        const busy = [...live.values()].filter((life) => !life.ended && life.saved.length > 0);
        const victim = busy[Math.floor(Math.random() * busy.length)];
        if (!victim) continue;
        if (Math.random() < 0.5) {
          victim.signal('SIGKILL');
          kills++;
        } else {
          victim.signal('SIGSTOP');
          await delay(Math.random() * 200);
          victim.signal('SIGCONT');
        }
      }
      over = true;
    };
    const [running] = await Promise.all([
      Promise.all(Array.from({ length: SERVERS }, (_, n) => place(n))),
      trouble(),
    ]);
    expect(all.filter(({ ended }) => ended)).toHaveLength(extent.killsOfServers);
    await expectWhole(
      storage,
      running,
      all.flatMap((life) => life.saved),
    );
  });
});
