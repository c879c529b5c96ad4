import { basename, dirname } from 'node:path';
import type { FileLayer, FileLook, OpenFile, OpenMode } from '../../src/store/fileLayer';
import type { SimulatedDisk } from './simulatedDisk';
import { diskError, SimulatedFile } from './simulatedFile';

export type DiskOperation =
  Exclude<keyof FileLayer, 'size' | 'look'> | 'stat' | 'read' | 'append' | 'datasync' | 'close' | 'pause';

/** A fault of the disk that one process meets once. */
export interface Fault {
  /** Any operation when absent. */
  readonly operation?: DiskOperation;
  readonly path?: RegExp;
  /** How many matching operations go well before. */
  readonly after?: number;
  /** Error code it fails with; of an append, nothing is written then. */
  readonly code?: string;
  /** Of an append: how many bytes are taken. */
  readonly takes?: number;
}

/** A place where a process is suspended. */
export interface Hold {
  /** Resolves when the process has come there. */
  readonly reached: Promise<void>;
  release(): void;
}

interface WaitingHold {
  readonly operation: DiskOperation;
  readonly path: RegExp;
  readonly when: 'before' | 'after';
  readonly reach: () => void;
  readonly released: Promise<void>;
}

/**
 * One process on a simulated disk: the file layer of the stores it opens. It can be suspended and killed at every
 * operation; from then on every operation of it fails without any effect.
 */
export class SimulatedProcess implements FileLayer {
  readonly name: string;
  readonly #disk: SimulatedDisk;
  readonly #faults: { readonly fault: Fault; left: number }[] = [];
  readonly #holds: WaitingHold[] = [];
  #alive = true;
  #killed = false;
  /** How many operations it has begun. */
  operations = 0;
  /** It is killed right before its operation of this number; an append may be torn then. */
  killedAt: number | undefined;
  /** It is killed right before its next operation of this kind; an append may be torn then. */
  killedIn: DiskOperation | undefined;
  /** Of the append it is killed in: how many bytes are written. At random when absent. */
  tears: number | undefined;
  /** Number of the last operation on the disk whose effects it knows. */
  #knows = 0;

  constructor(disk: SimulatedDisk, name: string) {
    this.#disk = disk;
    this.name = name;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Whether it was in the middle of an operation when it was killed. */
  get killedInOperation(): boolean {
    return this.#killed;
  }

  kill(): void {
    this.#alive = false;
  }

  /** Takes back every fault and kill that has not come yet. */
  spare(): void {
    this.#faults.splice(0);
    this.killedAt = undefined;
    this.killedIn = undefined;
  }

  fail(fault: Fault): void {
    this.#faults.push({ fault, left: fault.after ?? 0 });
  }

  /** Suspends it at its next operation of this kind, once. */
  hold(operation: DiskOperation, path: RegExp, when: 'before' | 'after'): Hold {
    let reach = () => {};
    let release = () => {};
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    this.#holds.push({ operation, path, when, reach, released });
    return { reached, release };
  }

  makeDirectory(path: string): Promise<void> {
    return this.operate('makeDirectory', path, () => {
      this.#disk.makeDirectory(path);
    });
  }

  list(directory: string): Promise<string[]> {
    return this.operate('list', directory, () => [...this.#disk.directory(directory).entries.keys()]);
  }

  size(path: string): Promise<number | undefined> {
    return this.operate('stat', path, () => this.#disk.find(path)?.bytes.length);
  }

  look(path: string): Promise<FileLook | undefined> {
    return this.operate('stat', path, () => {
      const file = this.#disk.find(path);
      return file && { size: file.bytes.length, signature: file.signature };
    });
  }

  age(path: string): Promise<number | undefined> {
    return this.operate('age', path, () => this.#disk.find(path) && this.#disk.age);
  }

  open(path: string, mode: OpenMode): Promise<OpenFile> {
    return this.operate('open', path, () => {
      const directory = this.#disk.directory(dirname(path));
      let file = directory.entries.get(basename(path));
      if (file && mode === 'create') throw diskError('EEXIST', path);
      if (!file) {
        if (mode === 'read' || mode === 'append') throw diskError('ENOENT', path);
        file = new SimulatedFile();
        directory.change({ kind: 'link', name: basename(path), file });
      }
      return new SimulatedOpenFile(this, this.#disk, file, path);
    });
  }

  rename(from: string, to: string): Promise<void> {
    return this.operate('rename', from, () => {
      const file = this.#disk.find(from);
      if (!file) throw diskError('ENOENT', from);
      const change = { kind: 'rename', from: basename(from), name: basename(to), file } as const;
      this.#disk.directory(dirname(to)).change(change);
    });
  }

  remove(path: string): Promise<void> {
    return this.operate('remove', path, () => {
      if (this.#disk.find(path))
        this.#disk.directory(dirname(path)).change({ kind: 'unlink', name: basename(path) });
    });
  }

  syncDirectory(path: string): Promise<void> {
    return this.operate('syncDirectory', path, () => {
      this.#disk.directory(path).sync();
    });
  }

  refusesWriting(directory: string): Promise<string | undefined> {
    return this.operate('refusesWriting', directory, () => undefined);
  }

  /** Waiting is an operation like others: how long the rest takes meanwhile is up to the schedule. */
  readonly pause = (): Promise<void> => this.operate('pause', '', () => undefined);

  /** Runs an operation when the schedule lets it, and tells its outcome then or later. */
  async operate<T>(
    operation: DiskOperation,
    path: string,
    effect: () => T,
    onFault: () => void = () => {},
  ): Promise<T> {
    await this.#suspension(operation, path, 'before');
    const outcome = await new Promise<() => T>((resolve) => {
      this.#disk.schedule.enqueue(this.name, () => {
        const done = attempt(() => {
          this.begin(operation, path, onFault);
          return effect();
        });
        const tell = () => {
          resolve(done);
        };
        if (this.#disk.schedule.suspends()) this.#disk.schedule.enqueue(this.name, tell);
        else tell();
      });
    });
    await this.#suspension(operation, path, 'after');
    this.#assertAlive(path);
    return outcome();
  }

  /** Throws when the process is killed or a fault is due. Answers how many bytes a short write takes. */
  begin(operation: DiskOperation, path: string, onFault: () => void = () => {}): number | undefined {
    this.#assertAlive(path);
    if (++this.#disk.moment === this.#disk.failsAt) this.#disk.failPower();
    this.#assertAlive(path);
    if (++this.operations === this.killedAt || operation === this.killedIn) this.#killed = true;
    if (this.#killed) this.kill();
    this.#assertAlive(path);
    this.#knows = this.#disk.moment;
    const due = this.#faults.find(
      ({ fault }) => (fault.operation ?? operation) === operation && (fault.path?.test(path) ?? true),
    );
    if (!due || due.left-- > 0) return undefined;
    this.#faults.splice(this.#faults.indexOf(due), 1);
    onFault();
    if (due.fault.code !== undefined) throw diskError(due.fault.code, path);
    return due.fault.takes;
  }

  /** A size it may have seen: now, or when it last heard of the disk, if it was suspended since. */
  seenSize(file: SimulatedFile): number {
    this.#assertAlive('');
    if (this.#disk.schedule.suspends()) return file.sizeAt(this.#knows);
    this.#knows = this.#disk.moment;
    return file.bytes.length;
  }

  #assertAlive(path: string): void {
    if (!this.#alive) throw diskError('EKILLED', path);
  }

  async #suspension(operation: DiskOperation, path: string, when: WaitingHold['when']): Promise<void> {
    const index = this.#holds.findIndex(
      (hold) => hold.operation === operation && hold.when === when && hold.path.test(path),
    );
    if (index < 0) return;
    const [hold] = this.#holds.splice(index, 1);
    hold?.reach();
    await hold?.released;
  }
}

function attempt<T>(action: () => T): () => T {
  try {
    const value = action();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

class SimulatedOpenFile implements OpenFile {
  readonly #process: SimulatedProcess;
  readonly #disk: SimulatedDisk;
  readonly #file: SimulatedFile;
  readonly #path: string;
  #failures: number;

  constructor(process: SimulatedProcess, disk: SimulatedDisk, file: SimulatedFile, path: string) {
    this.#process = process;
    this.#disk = disk;
    this.#file = file;
    this.#path = path;
    this.#failures = file.failures;
  }

  size(): number {
    return this.#process.seenSize(this.#file);
  }

  read(offset: number, length: number, into = new Uint8Array(length)): Promise<Uint8Array> {
    return this.#process.operate('read', this.#path, () => {
      const found = this.#file.bytes.subarray(offset, offset + length);
      into.set(found);
      return into.subarray(0, found.length);
    });
  }

  append(bytes: Uint8Array): number {
    const wasAlive = this.#process.alive;
    let taken: number;
    try {
      taken = Math.min(this.#process.begin('append', this.#path) ?? bytes.length, bytes.length);
    } catch (error) {
      const torn = wasAlive && this.#process.killedInOperation;
      if (torn) this.#write(bytes, this.#process.tears ?? this.#disk.random.below(bytes.length + 1));
      throw error;
    }
    this.#write(bytes, taken);
    return taken;
  }

  datasync(): Promise<void> {
    return this.#process.operate(
      'datasync',
      this.#path,
      () => {
        if (this.#failures < this.#file.failures) {
          this.#failures = this.#file.failures;
          throw diskError('EIO', this.#path);
        }
        this.#file.sync();
      },
      () => {
        this.#file.failToSync();
        this.#failures = this.#file.failures;
      },
    );
  }

  close(): Promise<void> {
    return this.#process.operate('close', this.#path, () => undefined);
  }

  #write(bytes: Uint8Array, length: number): void {
    this.#file.append(bytes.subarray(0, length), this.#disk.moment);
  }
}
