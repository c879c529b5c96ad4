import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { nodeFileLayer, type FileLayer } from '../src/store/fileLayer';
import { inChild, inDirectory, percentile, print } from './measuring';
import { openOurs } from './storePeers';

const WRITERS = 8;
const WRITES = 60;
const BETWEEN_MS = 60;
const DISK_MS = 5;
/** Until all children have started. */
const START_MS = 2_000;

/** A disk whose fdatasync takes 5 ms, as a plain SSD's does. */
const slowDisk: FileLayer = {
  ...nodeFileLayer,
  async open(file, mode) {
    const opened = await nodeFileLayer.open(file, mode);
    return {
      size: () => opened.size(),
      read: (...range) => opened.read(...range),
      append: (bytes) => opened.append(bytes),
      datasync: () => delay(DISK_MS),
      close: () => opened.close(),
    };
  },
};

/** Prints how long a save takes when eight processes save into one store, and when each has a store of its own. */
export async function printContention(): Promise<void> {
  const rows = [
    [`${WRITERS} processes, ${DISK_MS} ms disk, ${BETWEEN_MS} ms pauses`, 'p50 ms', 'p95 ms', 'void frames'],
  ];
  for (const shared of [true, false]) {
    const written = await inDirectory(async (directory) => {
      const begin = String(Date.now() + START_MS);
      const writers = Array.from({ length: WRITERS }, (_, n) => {
        const place = shared ? directory : path.join(directory, String(n));
        return inChild('storeContention', 'writeInTurnAsChild', [place, begin]);
      });
      return (await Promise.all(writers)).map((line) => JSON.parse(line) as Written);
    });
    const times = written.flatMap((each) => each.times);
    const voids = Math.max(...written.map((each) => each.voidFrames));
    const figures = [percentile(times, 0.5), percentile(times, 0.95)].map((n) => n.toFixed(1));
    rows.push([shared ? 'one store' : 'a store each', ...figures, `${voids} of ${times.length}`]);
  }
  print(rows);
}

interface Written {
  /** Milliseconds of each write. */
  readonly times: readonly number[];
  readonly voidFrames: number;
}

/** Writes with pauses from a moment on, and prints how long each write took. The main function of a child process. */
export async function writeInTurnAsChild([directory = '', begin]: readonly string[]): Promise<void> {
  const store = await openOurs(directory, { files: slowDisk });
  await delay(Number(begin) - Date.now() + Math.random() * BETWEEN_MS);
  const times: number[] = [];
  for (let n = 0; n < WRITES; n++) {
    const started = performance.now();
    await store.write((tx) => tx.put('memory', { text: 'x'.repeat(600) }));
    times.push(performance.now() - started);
    await delay(BETWEEN_MS);
  }
  await store.read((db) => db.sequence);
  const written: Written = { times, voidFrames: store.status().voidFrames };
  await store.close();
  console.log(JSON.stringify(written));
}
