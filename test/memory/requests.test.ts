import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { keepRequest, requestState, type RequestState } from '../../src/memory/requests';
import { saveStatement } from '../../src/memory/statements';
import type { Area } from '../../src/memory/types';
import { HostFixture } from '../support/hostFixture';
import { projectOf } from '../support/movedStorage';

const HOUR = 60 * 60;
const REQUEST = { keyMac: 'k'.repeat(64), inputMac: 'i'.repeat(64) };

describe('used idempotency keys', () => {
  const fixture = new HostFixture();
  beforeAll(() => fixture.start());
  afterEach(() => fixture.dispose());
  afterAll(() => fixture.stop());

  /** Saves a statement under a key; its id. */
  const save = (host: MemoryHost, area: Area, keyMac = REQUEST.keyMac): Promise<string> =>
    host.use(area, (opened) =>
      opened.write((tx) => {
        const now = host.timestamp();
        const saved = saveStatement(
          tx,
          {
            content: `Of ${keyMac}.`,
            workspace: 'default',
            scope: 'shared',
            source: 'owner',
            confidence: 0.5,
            derivedFrom: [],
            savedBy: 'test',
          },
          now,
        );
        if (saved.kind !== 'saved') throw new Error('not saved');
        const first = { memory: saved.row.uuid, outcome: 'inserted', at: now };
        keepRequest(
          tx,
          { tool: 'remember', workspace: 'default' },
          { ...REQUEST, keyMac },
          first,
          host.now(),
        );
        return saved.row.uuid;
      }),
    );
  const state = (host: MemoryHost, area: Area, request = REQUEST): Promise<RequestState> =>
    host.use(area, (opened) => opened.read((db) => requestState(db, 'default', request, host.now())));
  const kept = (host: MemoryHost, area: Area): Promise<number> =>
    host.use(area, (opened) =>
      opened.read((db) => db.query<{ n: number }>('SELECT count(*) AS n FROM request')[0]?.n ?? 0),
    );

  it('count for 24 hours, and are free then', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'kept');
    const memory = await save(host, area);
    fixture.pass(24 * HOUR - 60);
    expect(await state(host, area)).toMatchObject({
      kind: 'repeated',
      first: { memory, outcome: 'inserted' },
    });
    expect(await state(host, area, { ...REQUEST, inputMac: 'other' })).toEqual({ kind: 'conflict' });
    fixture.pass(120);
    expect(await state(host, area)).toEqual({ kind: 'new' });
    const again = await save(host, area);
    expect(await state(host, area)).toMatchObject({ first: { memory: again } });
    expect(await kept(host, area)).toBe(1);
  });

  it('are removed when their time is over, some at each save', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'cleaned');
    for (let n = 0; n < 150; n++) await save(host, area, `old ${n}`);
    fixture.pass(25 * HOUR);
    await save(host, area, 'first');
    expect(await kept(host, area)).toBe(51);
    await save(host, area, 'second');
    expect(await kept(host, area)).toBe(2);
  });

  it('go with a memory that is deleted for good', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'purged');
    const memory = await save(host, area);
    await host.purge(area, [memory], 'person');
    expect(await state(host, area)).toEqual({ kind: 'new' });
    expect(await kept(host, area)).toBe(0);
  });

  it('go along with a project that becomes part of another', async () => {
    const host = fixture.host();
    const [from, to] = [await projectOf(host, 'part'), await projectOf(host, 'whole')];
    const memory = await save(host, from);
    await host.use(to, () => Promise.resolve());
    await (await host.projectChanges()).merge([from], to, 'person');
    expect(await state(host, to)).toMatchObject({ kind: 'repeated', first: { memory } });
  });
});
