import type { FilePort, FileStat } from './types';

/** What was seen of a path: that it is there, and, where its content was read, which content. */
interface Seen {
  presence?: string;
  content?: string;
}

/** How many paths are looked at side by side: a whole repository's, but not those of a folder of thousands. */
const BATCH = 32;

/** Notes what an answer was made of, so that it can be kept until one of those files changes. */
export class RecordingFiles implements FilePort {
  readonly #files: FilePort;
  readonly #seen = new Map<string, Seen>();

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

  async realPath(path: string): Promise<string | undefined> {
    await this.#look(path, 'presence');
    return this.#files.realPath(path);
  }

  /** Whether everything that was looked at is still as it was. */
  async unchanged(): Promise<boolean> {
    const seen = [...this.#seen];
    for (let start = 0; start < seen.length; start += BATCH) {
      const batch = seen.slice(start, start + BATCH);
      if ((await Promise.all(batch.map((each) => this.#isSame(...each)))).includes(false)) return false;
    }
    return true;
  }

  async #isSame(path: string, { presence, content }: Seen): Promise<boolean> {
    const stat = await this.#files.lstat(path);
    return (
      (presence === undefined || presence === signature('presence', stat)) &&
      (content === undefined || content === signature('content', stat))
    );
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

/** Git touches its folders at every step; only where their content was read does that matter. */
function signature(part: keyof Seen, stat: FileStat | undefined): string {
  if (stat === undefined) return 'absent';
  return part === 'presence' && stat.kind !== 'symlink'
    ? stat.kind
    : `${stat.kind} ${stat.mtimeMs} ${stat.size}`;
}
