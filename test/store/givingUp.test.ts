import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ChangeDispatcher } from '../../src/store/changeDispatcher';
import { Replica } from '../../src/store/replica';
import { loadSqlJs } from '../../src/store/sqlJs';
import { FIRST_LOG } from '../../src/store/storeFiles';
import { Turns } from '../../src/store/turns';
import { WriteQueue } from '../../src/store/writeQueue';
import { wasmFile } from '../support/builtWorker';
import { FilesWithFaults } from '../support/filesWithFaults';
import { frameOf, saltOf } from '../support/frames';
import { noteMigrations } from '../support/noteMigrations';
import { storeFixture } from '../support/storeFixture';

/** The queue of one process whose clock the test holds, and which another process is always faster than. */
async function overtaken(directory: string) {
  const files = new FilesWithFaults();
  let now = 0;
  let pauses = 0;
  const context = {
    ...{ files, directory, migrations: noteMigrations, log: () => undefined },
    sql: await loadSqlJs(wasmFile),
    pause: () => {
      pauses++;
      return Promise.resolve();
    },
  };
  const dispatcher = new ChangeDispatcher(context.log);
  const replica = await Replica.open(context, dispatcher);
  await replica.catchUp();
  const queue = new WriteQueue({
    ...{ context, replica, dispatcher, turns: new Turns(), onSealed: () => undefined },
    now: () => now,
  });
  const log = join(directory, FIRST_LOG);
  const salt = saltOf(readFileSync(log));
  let others = 0;
  return {
    queue,
    replica,
    get others() {
      return others;
    },
    get pauses() {
      return pauses;
    },
    /** Lets the other win this many times, each time taking so many milliseconds. */
    overtake(times: number, milliseconds: number): void {
      if (times === 0) return;
      files.beforeAppend = () => {
        now += milliseconds;
        others++;
        const id = 100 + others;
        const values = [BigInt(id), null, `other ${others}`, null, null, null, null];
        const columns = ['id', 'key', 'text', 'count', 'score', 'data', 'loose'];
        const put = { columns, values };
        appendFileSync(log, frameOf(salt, replica.sequence + 1, [{ table: 'note', id, put }]));
        this.overtake(times - 1, milliseconds);
      };
    },
  };
}

describe('a process that others are always faster than', () => {
  const fixture = storeFixture();

  async function created(): Promise<string> {
    const directory = await fixture.directory();
    await (await fixture.open(directory)).close();
    return directory;
  }

  it('gives up after ten seconds, says so, and has written nothing', async () => {
    const directory = await created();
    const process = await overtaken(directory);
    process.overtake(Infinity, 300);
    await expect(process.queue.push((tx) => tx.put('note', { text: 'mine' }))).rejects.toMatchObject({
      code: 'store_busy',
      message: expect.stringContaining('nothing was written') as string,
    });
    expect(process.others).toBe(Math.floor(10_000 / 300) + 1);
    process.replica.close();
    const texts = await (
      await fixture.open(directory)
    ).read((db) => db.query<{ text: string }>('SELECT text FROM note ORDER BY id').map(({ text }) => text));
    expect(texts).toEqual(Array.from({ length: process.others }, (_, n) => `other ${n + 1}`));
  });

  it('pauses before it tries again, and then is not given up', async () => {
    const process = await overtaken(await created());
    process.overtake(30, 300);
    await process.queue.push((tx) => tx.put('note', { text: 'mine' }));
    expect(process.pauses).toBe(30);
    await process.queue.idle();
    process.replica.close();
  });

  it('does not count the hours for which it was suspended', async () => {
    const process = await overtaken(await created());
    process.overtake(3, 3_600_000);
    expect(await process.queue.push((tx) => tx.put('note', { text: 'mine' }))).toBe(104);
    await process.queue.idle();
    process.replica.close();
  });
});
