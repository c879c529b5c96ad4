import { dirname, basename } from 'node:path';
import { SeededRandom } from './seededRandom';
import { diskError, SimulatedDirectory, SimulatedFile, type Loss } from './simulatedFile';
import { SimulatedProcess } from './simulatedProcess';
import { inOrder, type SimulatedSchedule } from './simulatedSchedule';

/**
 * A disk in memory that several simulated processes share. It tells what a process sees (at once, as through the page
 * cache) from what would survive a power failure: bytes after their sync, names after that of their directory. All
 * that is left to chance follows from the seed.
 */
export class SimulatedDisk {
  readonly random: SeededRandom;
  readonly schedule: SimulatedSchedule;
  /** Milliseconds since the last change, of every file. */
  age = 0;
  /** Counts the operations of all processes. */
  moment = 0;
  powerFailures = 0;
  /** The power fails right before the operation of this number. */
  failsAt: number | undefined;
  loss: Loss = { entries: 'ordered', holes: false };
  readonly #directories = new Map<string, SimulatedDirectory>();
  readonly #processes: SimulatedProcess[] = [];

  constructor(random = new SeededRandom(1), schedule: SimulatedSchedule = inOrder) {
    this.random = random;
    this.schedule = schedule;
  }

  /** A process that begins now. */
  start(name: string): SimulatedProcess {
    const process = new SimulatedProcess(this, name);
    this.#processes.push(process);
    return process;
  }

  /** Ends every process, and loses of what was not synced as much as `loss` allows. */
  failPower(): void {
    this.powerFailures++;
    this.failsAt = undefined;
    for (const process of this.#processes.splice(0)) process.kill();
    for (const directory of this.#directories.values()) {
      directory.loseUnsynced(this.random, this.loss);
      for (const file of directory.entries.values()) file.loseUnsynced(this.random, this.loss);
    }
  }

  /** The files of a directory as processes see them. */
  files(path: string): ReadonlyMap<string, Buffer> {
    return new Map([...this.directory(path).entries].map(([name, file]) => [name, Buffer.from(file.bytes)]));
  }

  /** Puts a file there, synced, in the place of one of its name. */
  place(path: string, bytes: Uint8Array): void {
    const file = new SimulatedFile();
    file.append(bytes, this.moment);
    file.sync();
    this.makeDirectory(dirname(path));
    const directory = this.directory(dirname(path));
    directory.change({ kind: 'link', name: basename(path), file });
    directory.sync();
  }

  makeDirectory(path: string): void {
    if (!this.#directories.has(path)) this.#directories.set(path, new SimulatedDirectory());
  }

  removeDirectory(path: string): void {
    this.#directories.delete(path);
  }

  directory(path: string): SimulatedDirectory {
    const found = this.#directories.get(path);
    if (!found) throw diskError('ENOENT', path);
    return found;
  }

  find(path: string): SimulatedFile | undefined {
    return this.#directories.get(dirname(path))?.entries.get(basename(path));
  }
}
