import { MemoryHost } from '../../src/memory/memoryHost';
import { SimulatedDisk } from './simulatedDisk';
import type { SimulatedProcess } from './simulatedProcess';
import type { SeededRandom } from './seededRandom';
import type { SimulatedSchedule } from './simulatedSchedule';
import { simulatedOptions } from './simulatedStores';

const storageDirectory = '/simulated/storage';

/** The memories of one simulated process: all of its databases are on the simulated disk. */
export function simulatedHost(process: SimulatedProcess, now: () => Date = () => new Date()): MemoryHost {
  return new MemoryHost({ storageDirectory, runtime: simulatedOptions(process), now });
}

/** What is in a storage, to begin others with: databases by the name of their folder. */
export type SimulatedFiles = ReadonlyMap<string, ReadonlyMap<string, Buffer>>;

export function filesOf(disk: SimulatedDisk, folders: readonly string[]): SimulatedFiles {
  return new Map(folders.map((folder) => [folder, disk.files(`${storageDirectory}/${folder}`)]));
}

/** Another disk with these files, and nothing of theirs in any process's memory. */
export function diskWith(
  files: SimulatedFiles,
  random?: SeededRandom,
  schedule?: SimulatedSchedule,
): SimulatedDisk {
  const disk = new SimulatedDisk(random, schedule);
  for (const [folder, entries] of files)
    for (const [name, bytes] of entries) disk.place(`${storageDirectory}/${folder}/${name}`, bytes);
  return disk;
}
