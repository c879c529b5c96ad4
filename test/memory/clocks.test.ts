import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { saveFact } from '../../src/memory/facts';
import { userArea, type MemoryHost } from '../../src/memory/memoryHost';
import { saveObservation } from '../../src/memory/observations';
import { saveStatement } from '../../src/memory/statements';
import type { Area } from '../../src/memory/types';
import { HostFixture } from '../support/hostFixture';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

const HOUR = 3600;
const project: Area = { kind: 'project', id: '11111111-1111-4111-8111-111111111111', name: 'app' };

function observe(host: MemoryHost, title: string, content: string, topicKey?: string) {
  const input = { title, content, type: 'decision', scope: 'project', savedBy: 'test' };
  return host.use(project, (area) =>
    area.write((tx) =>
      saveObservation(
        tx,
        { ...input, ...(topicKey === undefined ? {} : { topicKey }) },
        () => false,
        host.timestamp(),
        host.now(),
      ),
    ),
  );
}

function state(host: MemoryHost, content: string) {
  return host.use(project, (area) =>
    area.write((tx) => {
      const saved = saveStatement(
        tx,
        {
          ...{ content, factKey: 'port', workspace: 'default', scope: 'shared', source: 'owner' },
          ...{ confidence: 0.5, derivedFrom: [], savedBy: 'test' },
        },
        host.timestamp(),
      );
      if (saved.kind !== 'saved') throw new Error(saved.kind);
      return saved.row.uuid;
    }),
  );
}

function note(host: MemoryHost, value: string) {
  return host.use(userArea, (area) =>
    area.write((tx) =>
      saveFact(
        tx,
        {
          ...{ category: 'technical', key: 'ip', value, source: 'tool_call' },
          ...{ confidence: 0.9, scope: 'user', savedBy: 'test' },
        },
        host.timestamp(),
      ),
    ),
  );
}

describe('a process whose clock is an hour behind', () => {
  it('has the last word when it writes last', async () => {
    const right = fixture.host();
    const behind = fixture.host(-HOUR);

    await observe(right, 'Uploads', 'Uploads are retried.', 'uploads');
    const revised = await observe(behind, 'Uploads', 'Uploads are not retried.', 'uploads');
    expect(revised).toMatchObject({ status: 'revised', row: { revision: 2 } });
    expect((await right.get(project, revised.row.uuid))?.content).toBe('Uploads are not retried.');

    await note(right, 'It is 10.0.0.1');
    expect(await note(behind, 'It is 10.0.0.2')).toMatchObject({ status: 'updated' });
    expect(
      (await right.list(userArea, { offset: 0, limit: 9 })).records.map(({ content }) => content),
    ).toEqual(['It is 10.0.0.2']);

    const first = await state(right, 'The port is 1');
    const second = await state(behind, 'The port is 2');
    expect((await right.get(project, first))?.version).toEqual({ n: 1, of: 2 });
    expect((await right.get(project, second))?.version).toEqual({ n: 2, of: 2 });
    const listed = await right.list(project, { offset: 0, limit: 9 });
    expect(listed.records.map(({ id }) => id)).toEqual([second, first, revised.row.uuid]);
  });

  it('undoes the last act of forgetting, not the one of the latest hour', async () => {
    const right = fixture.host();
    const behind = fixture.host(-HOUR);
    const first = (await observe(right, 'First', 'One body')).row.uuid;
    const second = (await observe(right, 'Second', 'Another body')).row.uuid;
    await right.forget(project, [first], 'person');
    await behind.forget(project, [second], 'person');
    expect((await right.lastForgotten([project]))?.ids).toEqual([second]);
    await behind.restore(project, [second]);
    expect((await behind.lastForgotten([project]))?.ids).toEqual([first]);
  });

  it('does not store twice what the other has just stored', async () => {
    const right = fixture.host();
    const behind = fixture.host(-HOUR);
    await observe(right, 'Uploads', 'Uploads are retried.');
    expect((await observe(behind, 'Uploads', 'Uploads are retried.')).status).toBe('deduplicated');
  });
});
