import { describe, expect, it } from 'vitest';
import type { Reader, Store } from '../../src/store/types';
import { SimulatedDisk } from '../support/simulatedDisk';
import { simulatedDirectory, simulatedStores } from '../support/simulatedStores';

const texts = (db: Reader) =>
  db.query<{ text: string }>('SELECT text FROM note ORDER BY id').map(({ text }) => text);
const put = (store: Store, text: string) => store.write((tx) => tx.put('note', { text }));
const secret = 'the text that has to go';

describe('a purge that cannot remove a file', () => {
  const open = simulatedStores();

  /** Names of the files that still hold the text. */
  function filesWithSecret(disk: SimulatedDisk): readonly string[] {
    return [...disk.files(simulatedDirectory)]
      .filter(([, bytes]) => bytes.includes(secret))
      .map(([name]) => name)
      .sort();
  }

  async function deleted(store: Store): Promise<void> {
    await put(store, 'kept');
    const id = await put(store, secret);
    await store.compact();
    await store.write((tx) => {
      tx.delete('note', id);
    });
  }

  it.each(['base-1', 'log-0', 'damaged-'])(
    'beginning with %s names it, and is done by the next',
    async (beginning) => {
      const disk = new SimulatedDisk();
      const process = disk.start('purger');
      const store = await open(process);
      await deleted(store);
      disk.place(`${simulatedDirectory}/damaged-log-0-00000000`, Buffer.from(secret));
      process.fail({ operation: 'remove', path: new RegExp(`/${beginning}`), code: 'EBUSY' });
      const purge = store.compact({ purge: true });
      await expect(purge).rejects.toMatchObject({ code: 'purge_pending' });
      const left = filesWithSecret(disk);
      expect(left).toHaveLength(1);
      expect(left[0]).toMatch(new RegExp(`^${beginning}`));
      await expect(purge).rejects.toThrow(`${left[0]} (EBUSY)`);
      expect(await store.read(texts)).toEqual(['kept']);
      await put(store, 'after');

      await store.compact({ purge: true });
      expect(filesWithSecret(disk)).toEqual([]);
      expect(await (await open(disk.start('fresh'))).read(texts)).toEqual(['kept', 'after']);
    },
  );

  it.each(['base-1', 'log-0', 'damaged-'])(
    'beginning with %s is not answered as done when another process made the base and left it',
    async (beginning) => {
      const disk = new SimulatedDisk();
      const [process, helper] = [disk.start('purger'), disk.start('helper')];
      const [store, other] = [await open(process), await open(helper)];
      await deleted(store);
      disk.place(`${simulatedDirectory}/damaged-log-0-00000000`, Buffer.from(secret));
      const beforeCompaction = process.hold('list', /./, 'before');
      const purge = store.compact({ purge: true });
      purge.catch(() => undefined);
      await beforeCompaction.reached;
      helper.fail({ operation: 'remove', path: new RegExp(`/${beginning}`), code: 'EBUSY' });
      await other.compact();
      expect(filesWithSecret(disk)).toHaveLength(1);
      beforeCompaction.release();
      await purge;
      expect(filesWithSecret(disk)).toEqual([]);
    },
  );
});
