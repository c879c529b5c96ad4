import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { proposeCandidates, writeWithIndex, type Candidate } from '../../src/memory/candidates';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { saveObservation } from '../../src/memory/observations';
import type { Area } from '../../src/memory/types';
import { HostFixture } from '../support/hostFixture';
import { projectOf } from '../support/movedStorage';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

interface Saved {
  readonly id: string;
  readonly candidates: readonly Candidate[];
}

function save(host: MemoryHost, area: Area, content: string, title = 'Database port'): Promise<Saved> {
  return host.use(area, (opened) =>
    writeWithIndex(opened, (tx, index) => {
      const input = { title, content, type: 'config', scope: 'project', savedBy: 'test' };
      const { row } = saveObservation(tx, input, () => false, host.timestamp(), host.now());
      return { id: row.uuid, candidates: proposeCandidates(tx, index, row, host.timestamp()) };
    }),
  );
}

function ids({ candidates }: Saved): readonly string[] {
  return candidates.map(({ id }) => id).sort();
}

describe('candidates of a save', () => {
  it('are found among saves of the same moment, which share a frame', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    await save(host, area, 'Something else entirely, about queues.', 'Queue');
    const [one, two, three] = (await Promise.all(
      [5432, 5433, 5434].map((port) => save(host, area, `The staging database listens on port ${port}.`)),
    )) as [Saved, Saved, Saved];
    expect(ids(one)).toEqual([]);
    expect(ids(two)).toEqual([one.id]);
    expect(ids(three)).toEqual([one.id, two.id].sort());
  });

  it('are what another process saved right before', async () => {
    const [host, other] = [fixture.host(), fixture.host()];
    const area = await projectOf(host, 'otter');
    await save(other, area, 'Something else entirely, about queues.', 'Queue');
    const first = await save(host, area, 'The staging database listens on port 5432.');
    expect(ids(await save(other, area, 'The staging database listens on port 5433.'))).toEqual([first.id]);
    const [here, there] = await Promise.all([
      save(host, area, 'Background jobs go through RabbitMQ.', 'Jobs'),
      save(other, area, 'Background jobs go through Kafka.', 'Jobs'),
    ]);
    // Whoever was second was asked, and nobody else.
    expect([...ids(here), ...ids(there)]).toEqual([ids(here).length > 0 ? there.id : here.id]);
  });

  it('are found after another process has compacted the database', async () => {
    const [host, other] = [fixture.host(), fixture.host()];
    const area = await projectOf(host, 'otter');
    await save(host, area, 'Something else entirely, about queues.', 'Queue');
    const first = await save(other, area, 'The staging database listens on port 5432.');
    await other.use(area, (opened) => opened.store.compact({ purge: true }));
    expect(ids(await save(host, area, 'The staging database listens on port 5433.'))).toEqual([first.id]);
  });

  it('are written in the frame of the save', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    await save(host, area, 'The staging database listens on port 5432.');
    const before = await host.use(area, ({ store }) => Promise.resolve(store.status().sequence));
    expect((await save(host, area, 'The staging database listens on port 5433.')).candidates).toHaveLength(1);
    expect(await host.use(area, ({ store }) => Promise.resolve(store.status().sequence))).toBe(before + 1);
  });
});
