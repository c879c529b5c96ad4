import type { FilePort, FileStat } from './types';

/** Notes what an answer was made of, so that it can be kept until one of those files changes. */
export class RecordingFiles implements FilePort {
  readonly #files: FilePort;
  readonly #seen = new Map<string, string>();

  constructor(files: FilePort) {
    this.#files = files;
  }

  // Each look is noted before the reading: a change in between makes the answer old, never wrongly new.
  async readText(path: string): Promise<string | undefined> {
    await this.#note(path, 'content');
    return this.#files.readText(path);
  }

  async readDirectory(
    path: string,
  ): Promise<readonly { readonly name: string; readonly kind: FileStat['kind'] }[] | undefined> {
    await this.#note(path, 'content');
    return this.#files.readDirectory(path);
  }

  async lstat(path: string): Promise<FileStat | undefined> {
    const stat = await this.#files.lstat(path);
    const key = `presence ${path}`;
    if (!this.#seen.has(key)) this.#seen.set(key, signature('presence', stat));
    return stat;
  }

  async realPath(path: string): Promise<string | undefined> {
    await this.#note(path, 'presence');
    return this.#files.realPath(path);
  }

  /** Whether everything that was looked at is still as it was. */
  async unchanged(): Promise<boolean> {
    const looks = await Promise.all(
      [...this.#seen].map(async ([key, before]) => {
        const [, part = '', path = ''] = /^(\w+) (.*)$/su.exec(key) ?? [];
        return (
          signature(part === 'content' ? 'content' : 'presence', await this.#files.lstat(path)) === before
        );
      }),
    );
    return !looks.includes(false);
  }

  async #note(path: string, part: 'content' | 'presence'): Promise<void> {
    const key = `${part} ${path}`;
    if (!this.#seen.has(key)) this.#seen.set(key, signature(part, await this.#files.lstat(path)));
  }
}

/** Git touches its folders at every step; only where their content was read does that matter. */
function signature(part: 'content' | 'presence', stat: FileStat | undefined): string {
  if (stat === undefined) return 'absent';
  return part === 'presence' && stat.kind !== 'symlink'
    ? stat.kind
    : `${stat.kind} ${stat.mtimeMs} ${stat.size}`;
}
