import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectStore, type StoreInspection } from '../../src/store/inspection';
import { repairStore } from '../../src/store/repair';
import type { Migration, Reader } from '../../src/store/types';
import { wasmFile } from '../support/builtWorker';
import { noteMigrations } from '../support/noteMigrations';
import { storeFixture } from '../support/storeFixture';

const keys = (db: Reader) =>
  db.query<{ key: string }>('SELECT key FROM note ORDER BY id').map(({ key }) => key);

function inspect(directory: string, migrations: readonly Migration[] = noteMigrations) {
  return inspectStore(directory, migrations, { wasmFile, query: keys });
}

/** What is not in order: `check status message`. */
function faults({ findings }: StoreInspection<unknown>): readonly string[] {
  return findings
    .filter(({ status }) => status !== 'ok')
    .map(({ check, status, message }) => `${check} ${status}: ${message}`);
}

function only(directory: string, beginning: string): string {
  const found = readdirSync(directory).filter((name) => name.startsWith(beginning));
  expect(found).toHaveLength(1);
  return join(directory, found[0] ?? '');
}

function flip(path: string, find: string): void {
  const bytes = readFileSync(path);
  const at = bytes.indexOf(find);
  expect(at).toBeGreaterThan(0);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
}

/** Every file with its bytes. */
function contents(directory: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(directory).map((name) => [name, readFileSync(join(directory, name)).toString('base64')]),
  );
}

describe('an inspection', () => {
  const fixture = storeFixture();

  /** Three notes: two in base-1 and in log-0, one in log-1. */
  async function threeNotes(): Promise<string> {
    const directory = await fixture.directory();
    const store = await fixture.open(directory);
    for (const key of ['one', 'two', 'three']) {
      await store.write((tx) => tx.put('note', { key, text: `text of ${key}` }));
      if (key === 'two') await store.compact();
    }
    await store.close();
    return directory;
  }

  /** The faults before a repair, what the repair did, and that nothing is at fault afterwards. */
  async function repaired(directory: string) {
    const before = await inspect(directory);
    const done = await repairStore(before, noteMigrations, { wasmFile });
    const after = await inspect(directory);
    expect(after.findings.filter(({ status }) => status === 'error')).toEqual([]);
    return { before, done, after };
  }

  it('of a store in order says what there is, has an answer to every check, and changes no byte', async () => {
    const directory = await threeNotes();
    const before = contents(directory);
    const found = await inspect(directory);
    expect(found).toMatchObject({
      state: 'whole',
      sequence: 3,
      schema: 1,
      format: 1,
      value: ['one', 'two', 'three'],
    });
    expect(found.bases.map(({ name, whole, sequence }) => [name.slice(0, 6), whole, sequence])).toEqual([
      ['base-1', true, 2],
      ['base-0', true, 0],
    ]);
    expect(found.logs.map(({ name, frames, sealed }) => [name.slice(0, 5), frames, sealed])).toEqual([
      ['log-0', 2, true],
      ['log-1', 1, false],
    ]);
    expect(found.lastCompaction).toMatch(/^20\d\d-/);
    expect(found.findings.map(({ check, status }) => `${check} ${status}`)).toEqual([
      'version ok',
      'state ok',
      'bases ok',
      'logs ok',
      'integrity ok',
      'derived ok',
      'set_aside ok',
      'temporary_files ok',
      'permissions ok',
      'disk ok',
    ]);
    expect(contents(directory)).toEqual(before);
  });

  it('of no store finds nothing wrong', async () => {
    const directory = await fixture.directory();
    expect(await inspect(directory)).toMatchObject({ state: 'absent', findings: [] });
    expect(await inspect(join(directory, 'none'))).toMatchObject({ state: 'absent', findings: [] });
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each([
    ['with a flipped byte', (path: string) => flip(path, 'CREATE TABLE note')],
    ['cut short', (path: string) => truncateSync(path, 100)],
    ['of no length', (path: string) => truncateSync(path, 0)],
  ])('sees a base %s; a repair keeps it aside and loses nothing', async (_, damage) => {
    const directory = await threeNotes();
    const path = only(directory, 'base-1');
    damage(path);
    const bytes = readFileSync(path);
    const before = contents(directory);
    const seen = await inspect(directory);
    expect(faults(seen)).toEqual([expect.stringMatching(/^bases error: base-1-.* is damaged/)]);
    expect(seen.value).toEqual(['one', 'two', 'three']);
    expect(contents(directory)).toEqual(before);
    const { after } = await repaired(directory);
    expect(after.value).toEqual(['one', 'two', 'three']);
    expect(readFileSync(only(directory, 'damaged-base-1'))).toEqual(bytes);
    expect(faults(after)).toEqual([expect.stringMatching(/^set_aside warning: .*damaged-base-1-/)]);
  });

  it('sees a damaged change in a log; a repair keeps the log aside and goes on without the change', async () => {
    const directory = await threeNotes();
    const path = only(directory, 'log-1');
    flip(path, 'text of three');
    const bytes = readFileSync(path);
    expect(faults(await inspect(directory))).toEqual([
      expect.stringMatching(/^logs error: log-1-.*the last change is damaged/),
    ]);
    const { after, done } = await repaired(directory);
    expect(done).toContain('the newest whole state has new bases');
    expect(after.value).toEqual(['one', 'two']);
    // The seal was appended behind the damage.
    expect(readFileSync(only(directory, 'damaged-log-1')).subarray(0, bytes.length)).toEqual(bytes);
    const store = await fixture.open(directory);
    await store.write((tx) => tx.put('note', { key: 'four' }));
    expect(await store.read(keys)).toEqual(['one', 'two', 'four']);
  });

  it('sees a damaged change that only an older base still needs', async () => {
    const directory = await threeNotes();
    flip(only(directory, 'log-0'), 'text of two');
    expect(faults(await inspect(directory))).toEqual([
      expect.stringMatching(/^logs error: log-0-.*bytes that are no change/),
    ]);
    const { after } = await repaired(directory);
    expect(after.value).toEqual(['one', 'two', 'three']);
  });

  it.each([
    ['the newest', ['log-1'], ['one', 'two']],
    ['one behind a sealed log', ['log-1', 'base-1'], ['one', 'two']],
  ])('sees a lost log, %s', async (_, lost, left) => {
    const directory = await threeNotes();
    for (const beginning of lost) rmSync(only(directory, beginning));
    const seen = await inspect(directory);
    expect(faults(seen)).toEqual([
      expect.stringMatching(/^logs error: log-1-.* is missing: changes after number 2 are lost/),
    ]);
    const { after } = await repaired(directory);
    expect(after.value).toEqual(left);
    expect(faults(after)).toEqual([expect.stringMatching(/^set_aside warning: .*damaged-log-1-.* \(lost\)/)]);
  });

  it('sees that no whole state is left, says what to do, and a repair changes nothing', async () => {
    const directory = await threeNotes();
    const store = await fixture.open(directory);
    await store.compact();
    await store.close();
    for (const name of readdirSync(directory)) {
      if (name.startsWith('base-')) flip(join(directory, name), 'CREATE TABLE note');
    }
    const before = contents(directory);
    const seen = await inspect(directory);
    expect(seen.state).toBe('lost');
    expect(faults(seen)).toEqual([
      expect.stringMatching(/^state error: No whole state.*Restore them from a backup/s),
      expect.stringMatching(/^bases error: base-2-/),
      expect.stringMatching(/^bases error: base-1-/),
    ]);
    expect(await repairStore(seen, noteMigrations, { wasmFile })).toEqual([]);
    expect(contents(directory)).toEqual(before);
  });

  it('sees a base that is unsound inside; a repair goes back to the one before', async () => {
    const directory = await threeNotes();
    const path = only(directory, 'base-1');
    const bytes = readFileSync(path);
    // The key in the index of the UNIQUE column, not the one in the row.
    const at = bytes.lastIndexOf('two');
    expect(at).not.toBe(bytes.indexOf('two'));
    bytes.write('twx', at);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    rmSync(path);
    writeFileSync(join(directory, `base-1-${hash}.sqlite`), bytes, { mode: 0o600 });
    expect(faults(await inspect(directory))).toContainEqual(
      expect.stringMatching(/^integrity error: integrity_check says: .*index/),
    );
    const { after } = await repaired(directory);
    expect(after.value).toEqual(['one', 'two', 'three']);
    expect(readdirSync(directory)).toContain(`damaged-base-1-${hash}.sqlite`);
  });

  it.runIf(process.platform !== 'win32')(
    'sees rights that others have; a repair takes them back',
    async () => {
      const directory = await threeNotes();
      chmodSync(directory, 0o755);
      chmodSync(only(directory, 'log-1'), 0o640);
      expect(faults(await inspect(directory))).toEqual([
        expect.stringMatching(/^permissions error: the directory has mode 0755/),
        expect.stringMatching(/^permissions error: log-1-.* has mode 0640/),
      ]);
      const { done, after } = await repaired(directory);
      expect(done).toEqual([
        'the directory has mode 0700 now',
        expect.stringMatching(/^log-1-.* has mode 0600 now/),
      ]);
      expect(faults(after)).toEqual([]);
    },
  );

  it('sees what a stopped process left; a repair removes that and nothing younger', async () => {
    const directory = await threeNotes();
    for (const [name, minutes] of [
      ['tmp-old', 20],
      ['tmp-young', 0],
    ] as const) {
      writeFileSync(join(directory, name), 'half', { mode: 0o600 });
      const then = new Date(Date.now() - minutes * 60_000);
      utimesSync(join(directory, name), then, then);
    }
    expect(faults(await inspect(directory))).toEqual([
      expect.stringMatching(/^temporary_files warning: tmp-old \(4 bytes\)/),
    ]);
    const { after } = await repaired(directory);
    expect(faults(after)).toEqual([]);
    expect(after.temporary.map(({ name }) => name)).toEqual(['tmp-young']);
  });

  it('counts void changes and interrupted ones, which are no fault', async () => {
    const directory = await threeNotes();
    const log = only(directory, 'log-1');
    const frame = readFileSync(log);
    // The same change again comes too late; of one more only the beginning reached the disk.
    appendFileSync(log, frame);
    appendFileSync(log, frame.subarray(0, 30));
    const seen = await inspect(directory);
    expect(faults(seen)).toEqual([]);
    expect(seen.logs.at(-1)).toMatchObject({ frames: 1, voidFrames: 1, tornBytes: 30, damagedBytes: 0 });
  });

  it('leaves a store of a newer schema alone, and so does a repair', async () => {
    const directory = await threeNotes();
    const before = contents(directory);
    const seen = await inspect(directory, []);
    expect(seen.state).toBe('too_new');
    expect(faults(seen)).toEqual([expect.stringMatching(/^version error: schema_too_new/)]);
    expect(await repairStore(seen, [], { wasmFile })).toEqual([]);
    expect(contents(directory)).toEqual(before);
  });

  it('and a repair go on while others write; nothing of theirs is lost', async () => {
    const directory = await threeNotes();
    flip(only(directory, 'log-0'), 'text of two');
    const store = await fixture.open(directory);
    let writing = true;
    let written = 0;
    const writer = (async () => {
      while (writing) await store.write((tx) => tx.put('note', { key: `more ${written++}` }));
    })();
    try {
      const { after } = await repaired(directory);
      expect(after.value?.slice(0, 3)).toEqual(['one', 'two', 'three']);
    } finally {
      writing = false;
      await writer;
    }
    expect(await (await fixture.open(directory)).read(keys)).toHaveLength(3 + written);
  });
});
