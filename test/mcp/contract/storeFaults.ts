import { appendFileSync, chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { scanFrames } from '../../../src/store/frame';
import type { OpenStoreOptions } from '../../../src/store/store';
import { FIRST_LOG } from '../../../src/store/storeFiles';
import { FilesWithFaults } from '../../support/filesWithFaults';
import { frameOf, saltOf } from '../../support/frames';
import { ServerSession } from '../../support/mcpServer';
import { serverOfNewerSchema } from '../../support/newerServers';
import type { StoreFault } from './row';

/** Root may write anywhere, unless the server is started without the capabilities for it. */
export const boundByPermissions: readonly string[] =
  process.getuid?.() === 0
    ? [
        'setpriv',
        '--bounding-set=-dac_override,-dac_read_search',
        '--inh-caps=-dac_override,-dac_read_search',
      ]
    : [];

const FACT = { action: 'save', category: 'other', key: 'otter', value: 'Lives by the river' };

/** Makes a storage that has the fault. Answers what makes it a folder like others again. */
export async function spoilStore(fault: StoreFault, storage: string): Promise<() => void> {
  switch (fault) {
    case 'a store of a newer version':
      await saveOne(storage, await serverOfNewerSchema());
      return () => undefined;
    case 'a store that may not be written':
      await saveOne(storage);
      chmodAll(storage, 0o444, 0o555);
      return () => chmodAll(storage, 0o644, 0o755);
    case 'a file where the store should be':
      for (const name of ['user', 'catalog', 'projects'])
        writeFileSync(path.join(storage, name), 'not a store');
      return () => undefined;
    case 'a store that others always write to first':
      await saveOne(storage);
      return () => undefined;
  }
}

async function saveOne(storage: string, program?: string): Promise<void> {
  const session = await ServerSession.start({
    storage,
    args: ['--project', 'otter'],
    ...(program === undefined ? {} : { program }),
  });
  await session.ok('memory', FACT);
  await session.ok('mem_save', { title: 'Otter', content: 'Lives by the river' });
  await session.close();
}

function chmodAll(folder: string, files: number, folders: number): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? folders : files);
  chmodSync(folder, folders);
}

/** How long a writer pauses each time, so that it soon has waited as long as it will. */
const PAUSE_MS = 600;

/** The disk of a process before whose every append to the user's database another process appends. */
export function alwaysOvertaken(storage: string): Pick<OpenStoreOptions, 'files' | 'pause'> {
  const log = path.join(storage, 'user', FIRST_LOG);
  const files = new FilesWithFaults();
  const salt = saltOf(readFileSync(log));
  const overtake = (): void => {
    const last = scanFrames(readFileSync(log), salt).frames.at(-1)?.sequence ?? 0;
    appendFileSync(log, frameOf(salt, last + 1, []));
    files.beforeAppend = overtake;
  };
  files.beforeAppend = overtake;
  return { files, pause: () => delay(PAUSE_MS) };
}
