import type { FilePort, FileStat } from './types';

/** What was seen of a path: that it is there, and, where its content was read, which content. */
interface Seen {
  presence?: string;
  content?: string;
}

/** How many paths are looked at side by side: a whole repository's, but not those of a folder of thousands. */
const BATCH = 32;

/**
 * Milliseconds for which an answer is checked without giving up the event loop: that takes a tenth of the time,
 * and on a disk of this machine all of it is done long before.
 */
const AT_ONCE_MS = 1;

/**
 * After so many checks in a row with a slow look the disk is one that must not be waited for; a single one may be this
 * program's pause, of which a long life has many.
 */
const SLOW_CHECKS = 3;
/** It is given another try after so many checks: it may have been the machine that was busy. */
const CHECKS_WITHOUT_WAITING = 100;

/** Notes what an answer was made of, so that it can be kept until one of those files changes. */
export class RecordingFiles implements FilePort {
  readonly #files: FilePort;
  readonly #seen = new Map<string, Seen>();
  /** In how many checks in a row the disk took so long for one look that all time was up. */
  #slowChecks = 0;
  #checksWithoutWaiting = 0;

  constructor(files: FilePort) {
    this.#files = files;
  }

  // Each look is noted before the reading: a change in between makes the answer old, never wrongly new.
  async readText(path: string): Promise<string | undefined> {
    await this.#look(path, 'content');
    return this.#files.readText(path);
  }

  async readDirectory(
    path: string,
  ): Promise<readonly { readonly name: string; readonly kind: FileStat['kind'] }[] | undefined> {
    await this.#look(path, 'content');
    return this.#files.readDirectory(path);
  }

  async lstat(path: string): Promise<FileStat | undefined> {
    const stat = await this.#files.lstat(path);
    this.#note(path, 'presence', stat);
    return stat;
  }

  lstatNow(path: string): FileStat | undefined {
    const stat = this.#files.lstatNow(path);
    this.#note(path, 'presence', stat);
    return stat;
  }

  async realPath(path: string): Promise<string | undefined> {
    await this.#look(path, 'presence');
    return this.#files.realPath(path);
  }

  /** Whether everything that was looked at is still as it was. */
  async unchanged(): Promise<boolean> {
    const seen = [...this.#seen];
    const now = this.#mayWait() ? this.#sameNow(seen) : 0;
    if (now === 'changed') return false;
    for (let start = now; start < seen.length; start += BATCH) {
      const batch = seen.slice(start, start + BATCH);
      const looks = batch.map(async ([path, before]) => isSame(before, await this.#files.lstat(path)));
      if ((await Promise.all(looks)).includes(false)) return false;
    }
    return true;
  }

  #mayWait(): boolean {
    if (this.#slowChecks < SLOW_CHECKS) return true;
    if (++this.#checksWithoutWaiting < CHECKS_WITHOUT_WAITING) return false;
    this.#checksWithoutWaiting = 0;
    return true;
  }

  /** How many of the paths were looked at in the time that there is, and are the same. */
  #sameNow(seen: readonly (readonly [string, Seen])[]): number | 'changed' {
    const start = performance.now();
    for (const [at, [path, before]] of seen.entries()) {
      const looking = performance.now();
      if (looking - start > AT_ONCE_MS) return at;
      if (!isSame(before, this.#files.lstatNow(path))) return 'changed';
      if (performance.now() - looking > AT_ONCE_MS) {
        this.#slowChecks++;
        return at + 1;
      }
    }
    this.#slowChecks = 0;
    return seen.length;
  }

  async #look(path: string, part: keyof Seen): Promise<void> {
    if (this.#seen.get(path)?.[part] === undefined) this.#note(path, part, await this.#files.lstat(path));
  }

  #note(path: string, part: keyof Seen, stat: FileStat | undefined): void {
    const seen = this.#seen.get(path) ?? {};
    seen[part] ??= signature(part, stat);
    this.#seen.set(path, seen);
  }
}

function isSame({ presence, content }: Seen, stat: FileStat | undefined): boolean {
  return (
    (presence === undefined || presence === signature('presence', stat)) &&
    (content === undefined || content === signature('content', stat))
  );
}

/** Git touches its folders at every step; only where their content was read does that matter. */
function signature(part: keyof Seen, stat: FileStat | undefined): string {
  if (stat === undefined) return 'absent';
  return part === 'presence' && stat.kind !== 'symlink'
    ? stat.kind
    : `${stat.kind} ${stat.mtimeMs} ${stat.size}`;
}
