import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { purgeEverywhere } from '../../src/memory/purging';
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
});
