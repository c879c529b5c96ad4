import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeStorageSafe } from '../../src/memory/storageSafety';

/** Nobody's user id: what this test makes belongs to somebody else then. */
const SOMEBODY = 4_294_000;
const uid = process.getuid?.() ?? 0;

let parent: string;
let folder: string;
const said: string[] = [];
beforeEach(() => {
  parent = realpathSync(mkdtempSync(path.join(tmpdir(), 'planted-')));
  folder = path.join(parent, 'storage');
  mkdirSync(path.join(folder, 'projects', 'p'), { recursive: true, mode: 0o700 });
  writeFileSync(path.join(folder, 'projects', 'p', 'log-0-00000000'), 'x', { mode: 0o600 });
  said.length = 0;
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const make = (as = uid, where = folder) =>
  makeStorageSafe(where, { log: (message) => said.push(message), uid: as });
const mode = (...parts: string[]) => statSync(path.join(folder, ...parts)).mode & 0o777;

describe('a storage folder', () => {
  it('of this user alone is left as it is, also behind a link of their own', async () => {
    await make();
    symlinkSync(folder, path.join(parent, 'link'));
    await make(uid, path.join(parent, 'link'));
    expect([said, mode()]).toEqual([[], 0o700]);
  });

  it('that is not there yet is no fault, and where there are no user ids nothing is checked', async () => {
    await make(uid, path.join(parent, 'new'));
    await makeStorageSafe(folder, { log: (message) => said.push(message), uid: undefined });
    expect(said).toEqual([]);
  });

  it('that others may write to is closed to them, and it is said', async () => {
    chmodSync(folder, 0o777);
    chmodSync(path.join(folder, 'projects'), 0o775);
    await make();
    expect([mode(), mode('projects'), mode('projects', 'p')]).toEqual([0o700, 0o700, 0o700]);
    expect(said).toEqual([
      `The storage folder ${folder} could be written by other users; now only you can use it.`,
    ]);
  });

  it.each([
    ['a link to a file', () => symlinkSync('/etc/hostname', path.join(folder, 'key'))],
    ['a link to a folder', () => symlinkSync(tmpdir(), path.join(folder, 'projects', 'q'))],
    [
      'a link to nothing',
      () => symlinkSync('/nowhere', path.join(folder, 'projects', 'p', 'log-1-00000000')),
    ],
    ['folders deeper than ours', () => mkdirSync(path.join(folder, 'a/b/c/d/e/f'), { recursive: true })],
  ])('that others may write to and that holds %s is refused by its name', async (_what, plant) => {
    plant();
    chmodSync(folder, 0o777);
    await expect(make()).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringMatching(
        /^\/.* is a (?:link|folder)\b.*\. Nothing was read or written: /,
      ) as string,
    });
  });

  it('that was refused is refused again', async () => {
    symlinkSync('/etc/hostname', path.join(folder, 'key'));
    chmodSync(folder, 0o777);
    for (let attempt = 0; attempt < 3; attempt++) await expect(make()).rejects.toThrow('is a link');
    rmSync(path.join(folder, 'key'));
    await make();
    expect(mode()).toBe(0o700);
  });

  it('of another user is refused', async () => {
    const owner = uid === 0 ? SOMEBODY : uid;
    if (uid === 0) chownSync(folder, SOMEBODY, SOMEBODY);
    await expect(make(uid === 0 ? uid : SOMEBODY)).rejects.toThrow(
      `${folder} belongs to another user (user id ${owner})`,
    );
    expect(mode()).toBe(0o700);
  });

  it('of root is as safe as the machine, unless others may write to it', async () => {
    await make(SOMEBODY, '/usr');
    await expect(make(SOMEBODY, '/tmp')).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});
