import {
  nodeFileLayer,
  type FileLayer,
  type FileLook,
  type OpenFile,
  type OpenMode,
} from '../../src/store/fileLayer';

/** The real disk, with faults switched on and off by the test. */
export class FilesWithFaults implements FileLayer {
  /** Error code of everything that would write. */
  writeError: string | undefined;
  /** Error code of the next fdatasync of a log. */
  syncError: string | undefined;
  /** How many bytes of the next append to a log reach the disk. */
  shortWrite: number | undefined;
  /** Awaited before the next fdatasync of a log. */
  beforeSync: (() => Promise<void>) | undefined;
  /** Runs right before the next append to a log, as if the process had been suspended there. */
  beforeAppend: (() => void) | undefined;
  /** Awaited right after the next append to a log, before anything is read back. */
  afterAppend: (() => Promise<void>) | undefined;

  makeDirectory(path: string): Promise<void> {
    return nodeFileLayer.makeDirectory(path);
  }
  list(directory: string): Promise<string[]> {
    return nodeFileLayer.list(directory);
  }
  size(path: string): Promise<number | undefined> {
    return nodeFileLayer.size(path);
  }
  look(path: string): Promise<FileLook | undefined> {
    return nodeFileLayer.look(path);
  }
  age(path: string): Promise<number | undefined> {
    return nodeFileLayer.age(path);
  }
  rename(from: string, to: string): Promise<void> {
    return nodeFileLayer.rename(from, to);
  }
  remove(path: string): Promise<void> {
    return nodeFileLayer.remove(path);
  }
  syncDirectory(path: string): Promise<void> {
    return nodeFileLayer.syncDirectory(path);
  }

  refusesWriting(): Promise<string | undefined> {
    return Promise.resolve(this.writeError);
  }

  async open(path: string, mode: OpenMode): Promise<OpenFile> {
    if (mode !== 'read' && this.writeError !== undefined) throw fault(this.writeError, path);
    const file = await nodeFileLayer.open(path, mode);
    return mode === 'append' ? new FaultyFile(file, path, this) : file;
  }
}

class FaultyFile implements OpenFile {
  readonly #file: OpenFile;
  readonly #path: string;
  readonly #faults: FilesWithFaults;
  #appended = false;

  constructor(file: OpenFile, path: string, faults: FilesWithFaults) {
    this.#file = file;
    this.#path = path;
    this.#faults = faults;
  }

  size(): number {
    return this.#file.size();
  }
  async read(offset: number, length: number, into?: Uint8Array): Promise<Uint8Array> {
    const pause = this.#appended ? this.#faults.afterAppend : undefined;
    if (pause) {
      this.#faults.afterAppend = undefined;
      await pause();
    }
    return this.#file.read(offset, length, into);
  }
  append(bytes: Uint8Array): number {
    const before = this.#faults.beforeAppend;
    this.#faults.beforeAppend = undefined;
    before?.();
    this.#appended = true;
    const taken = this.#faults.shortWrite;
    this.#faults.shortWrite = undefined;
    return this.#file.append(taken === undefined ? bytes : bytes.subarray(0, taken));
  }
  async datasync(): Promise<void> {
    const before = this.#faults.beforeSync;
    this.#faults.beforeSync = undefined;
    await before?.();
    const code = this.#faults.syncError;
    this.#faults.syncError = undefined;
    if (code !== undefined) throw fault(code, this.#path);
    await this.#file.datasync();
  }
  close(): Promise<void> {
    return this.#file.close();
  }
}

function fault(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: injected, ${path}`), { code });
}
