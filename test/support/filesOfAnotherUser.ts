import type { FilePort, FileStat } from '../../src/project/types';

/** Who has no rights of their own on any machine. */
const NOBODY = 65_534;

/** The disk as somebody sees it who may read only what all may: root would read everything. */
export class FilesOfAnotherUser implements FilePort {
  readonly #files: FilePort;
  #reading = 0;

  constructor(files: FilePort) {
    this.#files = files;
  }

  readText(path: string): Promise<string | undefined> {
    return this.#as(() => this.#files.readText(path));
  }

  lstat(path: string): Promise<FileStat | undefined> {
    return this.#as(() => this.#files.lstat(path));
  }

  lstatNow(path: string): FileStat | undefined {
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(NOBODY);
    try {
      return this.#files.lstatNow(path);
    } finally {
      if (isRoot && this.#reading === 0) process.seteuid?.(0);
    }
  }

  readDirectory(
    path: string,
  ): Promise<readonly { readonly name: string; readonly kind: FileStat['kind'] }[] | undefined> {
    return this.#as(() => this.#files.readDirectory(path));
  }

  realPath(path: string): Promise<string | undefined> {
    return this.#as(() => this.#files.realPath(path));
  }

  async #as<T>(read: () => Promise<T>): Promise<T> {
    const isRoot = process.getuid?.() === 0;
    if (isRoot && this.#reading++ === 0) process.seteuid?.(NOBODY);
    try {
      return await read();
    } finally {
      if (isRoot && --this.#reading === 0) process.seteuid?.(0);
    }
  }
}
