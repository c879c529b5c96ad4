import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archivistLinks } from '../src/memory/archivist';
import { MemoryHost } from '../src/memory/memoryHost';
import { memoryByUuid } from '../src/memory/memoryRow';
import { saveObservation } from '../src/memory/observations';
import type { Area } from '../src/memory/types';
import { builtWorker, wasmFile } from '../test/support/builtWorker';
import { ZipfWords } from './zipfTexts';

const MEMORIES = 10_000;
const BATCH = 500;
const SAVES = 300;
const FILES = 400;
const TEXT_LENGTH = 600;

const project: Area = { kind: 'project', id: '11111111-1111-4111-8111-111111111111', name: 'bench' };

/** Prints what the links of a memory cost among 10,000: nothing when it is saved, something when it is shown. */
export async function run(): Promise<void> {
  const worker = await builtWorker();
  const storageDirectory = await mkdtemp(join(tmpdir(), 'project-memory-bench-'));
  const host = new MemoryHost({ storageDirectory, runtime: { wasmFile, workerFile: worker.file } });
  try {
    const words = new ZipfWords(Math.round(400 * Math.sqrt(MEMORIES)), 1);
    const text = (n: number): string =>
      `${words.text(TEXT_LENGTH)} src/module${(n * 7) % FILES}/file.ts and issue #${(n * 13) % FILES}.`;
    for (let n = 0; n < MEMORIES; n += BATCH) await save(host, n, BATCH, text);
    await host.use(project, (area) => area.index());

    const times: number[] = [];
    let links = 0;
    for (let n = MEMORIES; n < MEMORIES + SAVES; n++) {
      const [uuid = ''] = await save(host, n, 1, text);
      await host.use(project, async (area) => {
        const { index } = await area.index();
        await area.read((db) => {
          const row = memoryByUuid(db, uuid);
          if (row === undefined) return;
          const before = process.cpuUsage();
          links += archivistLinks(db, index, row, host.timestamp()).length;
          const { user, system } = process.cpuUsage(before);
          times.push((user + system) / 1000);
        });
      });
    }
    times.sort((a, b) => a - b);
    const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(2);
    console.log(`| memories | links a memory | CPU ms for its links, p50 | p95 | on the way of a save |`);
    console.log('| --- | --- | --- | --- | --- |');
    console.log(`| ${MEMORIES} | ${(links / SAVES).toFixed(1)} | ${at(0.5)} | ${at(0.95)} | nothing |`);
  } finally {
    await host.close();
    await worker.dispose();
    await rm(storageDirectory, { recursive: true, force: true });
  }
}

/** Saves memories numbered from `first` in one write; their ids. */
function save(
  host: MemoryHost,
  first: number,
  count: number,
  text: (n: number) => string,
): Promise<readonly string[]> {
  const inputs = Array.from({ length: count }, (_, at) => ({
    title: `Memory ${first + at}`,
    content: text(first + at),
    type: 'decision',
    scope: 'project',
    savedBy: 'bench',
  }));
  return host.use(project, (area) =>
    area.write((tx) =>
      inputs.map((input) => saveObservation(tx, input, () => false, host.timestamp(), host.now()).row.uuid),
    ),
  );
}
