import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { purgeEverywhere } from '../../src/memory/purging';
import { endSession, ensureSession, lastSummarised, sessionById } from '../../src/memory/sessions';
import type { Area } from '../../src/memory/types';
import { filesHolding } from '../support/filesHolding';
import { HostFixture } from '../support/hostFixture';
import { ask, observe, projectOf, promptsIn } from '../support/movedStorage';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

describe('deleting for good', () => {
  it('that was interrupted in another database can be repeated, and then nothing is left', async () => {
    const host = fixture.host();
    const [heron, otter] = [await projectOf(host, 'heron'), await projectOf(host, 'otter')];
    const promptId = await ask(host, heron, 'The neighbour keeps an axolotl.');
    const stays = await observe(host, heron, 'The pet', { promptId, content: 'It is an axolotl.' });
    const goes = await observe(host, heron, 'The food', { promptId });
    await (await host.projectChanges()).move([goes.uuid], heron, otter, 'person');
    const purge = purgeEverywhere({
      area: heron,
      ids: [stays.uuid],
      by: 'person',
      use: (area, fn) => host.use(area, fn),
      useAsItIs: () => Promise.reject(new Error('The disk is gone.')),
      timestamp: () => host.timestamp(),
    });
    await expect(purge).rejects.toThrow('The disk is gone.');
    expect((await host.get(heron, stays.uuid))?.content).toBe('It is an axolotl.');
    expect((await promptsIn(host, otter)).size).toBe(1);

    await host.purge(heron, [stays.uuid], 'person');
    expect(await host.get(heron, stays.uuid)).toBeUndefined();
    expect((await host.get(otter, goes.uuid))?.label).toBe('The food');
    expect(filesHolding(fixture.directory, 'axolotl')).toEqual([]);
  });

  it('of a prompt that no memory answers goes through every database it has been in', async () => {
    const host = fixture.host();
    const [heron, otter] = [await projectOf(host, 'heron'), await projectOf(host, 'otter')];
    const id = await ask(host, heron, 'The neighbour keeps an axolotl.');
    const kept = await ask(host, heron, 'What does it eat?');
    await (await host.projectChanges()).merge([heron], otter, 'person');
    expect((await promptsIn(host, otter)).size).toBe(2);
    await host.purge(otter, [id], 'person');
    expect([...(await promptsIn(host, otter)).keys()]).toEqual([kept]);
    expect(filesHolding(fixture.directory, 'axolotl')).toEqual([]);
  });

  it('of a summary leaves its session, in every database that it went to', async () => {
    const host = fixture.host();
    const [heron, otter] = [await projectOf(host, 'heron'), await projectOf(host, 'otter')];
    await end(host, heron, 'walk', 'The neighbour keeps an axolotl.');
    await end(host, heron, 'run', 'The weir was repaired.');
    await (await host.projectChanges()).merge([heron], otter, 'person');
    expect(await summarised(host, otter)).toEqual(['run', 'walk']);
    await host.purge(otter, [], 'person', ['walk']);
    expect(await summarised(host, otter)).toEqual(['run']);
    const walk = await host.use(otter, (opened) => opened.read((db) => sessionById(db, 'walk')));
    expect(walk?.ended_at).toBeDefined();
    expect(filesHolding(fixture.directory, 'axolotl')).toEqual([]);
    expect(filesHolding(fixture.directory, 'weir')).not.toEqual([]);
  });
});

async function end(host: MemoryHost, area: Area, id: string, summary: string): Promise<void> {
  await host.use(area, (opened) =>
    opened.write((tx) => {
      const now = host.timestamp();
      endSession(tx, ensureSession(tx, id, undefined, now), summary, now);
    }),
  );
}

async function summarised(host: MemoryHost, area: Area): Promise<readonly string[]> {
  const sessions = await host.use(area, (opened) => opened.read((db) => lastSummarised(db, 10)));
  return sessions.map(({ session_id }) => session_id).sort();
}
