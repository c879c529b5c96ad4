import { describe, expect, it } from 'vitest';
import { CaseOnDisk, type NamesOnDisk } from '../../../src/project/caseOnDisk';

/** A disk of these paths, which compares names without case below `caseless`. */
class Disk implements NamesOnDisk {
  readonly #paths: readonly string[];
  readonly #caseless: string;
  looks = 0;

  constructor(paths: readonly string[], caseless: string) {
    this.#paths = paths;
    this.#caseless = caseless;
  }

  identity(path: string): Promise<string | undefined> {
    this.looks++;
    return Promise.resolve(this.#paths.find((each) => this.#key(each) === this.#key(path)));
  }

  names(folder: string): Promise<readonly string[]> {
    this.looks++;
    const prefix = folder === '/' ? '/' : `${folder}/`;
    const below = this.#paths.filter((path) => path.startsWith(prefix));
    return Promise.resolve(below.map((path) => path.slice(prefix.length).split('/')[0] ?? ''));
  }

  #key(path: string): string {
    const inside = path.startsWith(`${this.#caseless}/`);
    return inside ? this.#caseless + path.slice(this.#caseless.length).normalize('NFC').toLowerCase() : path;
  }
}

describe('the spelling of the disk', () => {
  const paths = [
    '/srv',
    '/srv/App',
    '/srv/aPP',
    '/mnt',
    '/mnt/c',
    '/mnt/c/Code',
    '/mnt/c/Code/My App',
    '/mnt/c/Code/Кафе\u0301',
    '/mnt/c/Code/42',
  ];

  it.each([
    ['/mnt/c/code/my app', '/mnt/c/Code/My App'],
    ['/mnt/c/CODE/MY APP', '/mnt/c/Code/My App'],
    ['/mnt/c/Code/My App', '/mnt/c/Code/My App'],
    ['/mnt/c/code/кафе\u0301', '/mnt/c/Code/Кафе\u0301'],
    ['/mnt/c/code/42', '/mnt/c/Code/42'],
    ['/srv/App', '/srv/App'],
    ['/srv/aPP', '/srv/aPP'],
    ['/', '/'],
  ])('of %s is %s', async (path, spelled) => {
    expect(await new CaseOnDisk(new Disk(paths, '/mnt/c')).spelled(path)).toBe(spelled);
  });

  it('where case counts, costs one look a folder, once', async () => {
    const disk = new Disk(paths, '/nowhere');
    const spelling = new CaseOnDisk(disk);
    await spelling.spelled('/mnt/c/Code/My App');
    expect(disk.looks).toBe(4);
    await spelling.spelled('/mnt/c/Code/42');
    await spelling.spelled('/mnt/c/Code/My App');
    expect(disk.looks).toBe(4);
  });

  it('is not taken from a folder that cannot be listed', async () => {
    const disk = new Disk(paths, '/mnt/c');
    const secret: NamesOnDisk = {
      identity: (path) => disk.identity(path),
      names: () => Promise.resolve(undefined),
    };
    expect(await new CaseOnDisk(secret).spelled('/mnt/c/code')).toBe('/mnt/c/code');
  });
});
