import { posix } from 'node:path';

/** What is asked of the disk to learn how it spells a name. */
export interface NamesOnDisk {
  /** The same text for the same file or folder, by whatever path; undefined where nothing is. */
  identity(path: string): Promise<string | undefined>;
  /** Undefined when the folder cannot be listed. */
  names(folder: string): Promise<readonly string[] | undefined>;
}

/**
 * Brings paths to the spelling that the disk holds, where it compares names without case: `realpath` of Linux
 * leaves the case as it was typed on such a disk (a drive under WSL, a share, a folder with casefold). Which
 * folders do so is found by asking for a name in the other case, once a folder and process.
 */
export class CaseOnDisk {
  readonly #disk: NamesOnDisk;
  readonly #caseless = new Map<string, Promise<boolean>>();

  constructor(disk: NamesOnDisk) {
    this.#disk = disk;
  }

  /** `path` is absolute, POSIX, and exists; its symlinks are resolved. */
  async spelled(path: string): Promise<string> {
    let folder = '/';
    for (const name of path.split('/').filter((part) => part !== '')) {
      const spelled = (await this.#isCaseless(folder, name)) ? await this.#find(folder, name) : name;
      folder = posix.join(folder, spelled);
    }
    return folder;
  }

  #isCaseless(folder: string, name: string): Promise<boolean> {
    const other = otherCase(name);
    // A name without letters tells nothing of the folder, and needs no correction.
    if (other === name) return Promise.resolve(false);
    const known = this.#caseless.get(folder);
    if (known !== undefined) return known;
    const looking = this.#probe(posix.join(folder, name), posix.join(folder, other));
    this.#caseless.set(folder, looking);
    return looking;
  }

  async #probe(path: string, other: string): Promise<boolean> {
    const found = await this.#disk.identity(other);
    return found !== undefined && found === (await this.#disk.identity(path));
  }

  async #find(folder: string, name: string): Promise<string> {
    const names = (await this.#disk.names(folder)) ?? [];
    if (names.includes(name)) return name;
    const folded = fold(name);
    return names.find((each) => fold(each) === folded) ?? name;
  }
}

function otherCase(name: string): string {
  const lower = name.toLowerCase();
  return lower === name ? name.toUpperCase() : lower;
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
