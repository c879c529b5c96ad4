import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { saveFact, type FactInput } from '../../src/memory/facts';
import { purgeMemories } from '../../src/memory/forgetting';
import { type MemoryHost, userArea } from '../../src/memory/memoryHost';
import { saveObservation } from '../../src/memory/observations';
import { passport } from '../../src/memory/passport';
import { saveStatement } from '../../src/memory/statements';
import type { Area, ObservationInput, SearchQuery } from '../../src/memory/types';
import { HostFixture } from '../support/hostFixture';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

const project: Area = { kind: 'project', id: '11111111-1111-4111-8111-111111111111', name: 'app' };

const observation = (over: Partial<ObservationInput> = {}): ObservationInput => ({
  title: 'Retry uploads',
  content: 'Uploads are retried three times with a growing pause.',
  type: 'decision',
  scope: 'project',
  savedBy: 'test',
  ...over,
});

function observe(host: MemoryHost, over: Partial<ObservationInput> = {}, recalled: readonly string[] = []) {
  return host.use(project, (area) =>
    area.write((tx) =>
      saveObservation(tx, observation(over), (id) => recalled.includes(id), host.timestamp(), host.now()),
    ),
  );
}

function state(host: MemoryHost, content: string, factKey?: string, derivedFrom: readonly string[] = []) {
  return host.use(project, (area) =>
    area.write((tx) => {
      const saved = saveStatement(
        tx,
        {
          content,
          workspace: 'default',
          scope: 'shared',
          source: 'owner',
          confidence: 0.5,
          derivedFrom,
          savedBy: 'test',
          ...(factKey === undefined ? {} : { factKey }),
        },
        host.timestamp(),
      );
      if (saved.kind !== 'saved') throw new Error(saved.kind);
      return saved.row.uuid;
    }),
  );
}

function note(host: MemoryHost, over: Partial<FactInput> = {}) {
  return host.use(userArea, (area) =>
    area.write((tx) =>
      saveFact(
        tx,
        {
          category: 'technical',
          key: 'prod_ip',
          value: 'Production runs on 192.168.1.168',
          source: 'tool_call',
          confidence: 0.95,
          scope: 'user',
          savedBy: 'test',
          ...over,
        },
        host.timestamp(),
      ),
    ),
  );
}

async function find(host: MemoryHost, query: string, over: Partial<SearchQuery> = {}): Promise<string[]> {
  const answer = await host.search([project, userArea], { query, limit: 10, ...over });
  return answer.hits.map((hit) => hit.record.id);
}

describe('two processes on one folder', () => {
  it('see each other in the very next search: saved, revised, forgotten, restored', async () => {
    const writer = fixture.host();
    const reader = fixture.host();
    expect(await find(reader, 'uploads')).toEqual([]);

    const saved = await observe(writer, { topicKey: 'uploads/retry' });
    expect(await find(reader, 'uploads')).toEqual([saved.row.uuid]);

    const revised = await observe(writer, {
      topicKey: 'uploads/retry',
      content: 'Uploads are never retried.',
    });
    expect(revised).toMatchObject({ status: 'revised', row: { uuid: saved.row.uuid, revision: 2 } });
    expect((await reader.get(project, saved.row.uuid))?.content).toBe('Uploads are never retried.');
    expect(await find(reader, 'growing pause')).toEqual([]);

    expect(await writer.forget(project, [saved.row.uuid], 'test')).toEqual([saved.row.uuid]);
    expect(await find(reader, 'uploads')).toEqual([]);
    expect((await reader.get(project, saved.row.uuid))?.deletedAt).toBeDefined();

    await reader.restore(project, [saved.row.uuid]);
    expect(await find(writer, 'uploads')).toEqual([saved.row.uuid]);
    const history = await writer.use(project, async (area) => {
      const { index } = await area.index();
      return area.read((db) =>
        passport(db, index, project, saved.row.uuid, { before: 0, after: 0 }, writer.timestamp()),
      );
    });
    expect(history?.history.map((version) => version.content)).toEqual([
      'Uploads are retried three times with a growing pause.',
    ]);
  });

  it('lose no save of either when both write at once', async () => {
    const hosts = [fixture.host(), fixture.host()];
    await Promise.all(
      hosts.flatMap((host, h) =>
        Array.from({ length: 50 }, (_, n) =>
          observe(host, { title: `Note ${h}-${n}`, content: `Body number ${h}-${n}` }),
        ),
      ),
    );
    for (const host of hosts) expect((await host.list(project, { offset: 0, limit: 500 })).total).toBe(100);
  });

  it('tell a watcher of a change in the other within its poll', async () => {
    const writer = fixture.host();
    const watcher = fixture.host();
    await watcher.list(project, { offset: 0, limit: 1 });
    const held = watcher.watch(true);
    const seen = new Promise((resolve) => watcher.onDidChange(resolve));
    await observe(writer);
    expect(await seen).toEqual({ area: project, kind: 'rows' });
    held.dispose();
  });
});

describe('observations', () => {
  it('are not stored twice within a quarter of an hour, nor ever when this process recalled them', async () => {
    const host = fixture.host();
    const first = await observe(host);
    expect(
      (await observe(host, { content: ' Uploads are RETRIED three times with a growing pause.\n' })).status,
    ).toBe('deduplicated');
    fixture.pass(16 * 60);
    expect((await observe(host, {}, [first.row.uuid])).status).toBe('deduplicated');
    const later = await observe(host);
    expect(later.status).toBe('inserted');
    expect((await host.get(project, first.row.uuid))?.duplicateCount).toBe(3);
  });

  it('are different when title, type, scope, topic or a number differ', async () => {
    const host = fixture.host();
    await observe(host);
    for (const over of [
      { title: 'Other' },
      { type: 'bugfix' },
      { scope: 'personal' },
      { topicKey: 'uploads' },
      { content: 'Uploads are retried four times with a growing pause.' },
    ])
      expect((await observe(host, over)).status, JSON.stringify(over)).toBe('inserted');
  });
});

describe('facts', () => {
  it('keep one value a key, and the replaced one in the history', async () => {
    const host = fixture.host();
    expect((await note(host)).status).toBe('saved');
    expect((await note(host, { confidence: 0.5 })).status).toBe('unchanged');
    const updated = await note(host, { value: 'Production runs on 10.0.0.7' });
    expect(updated).toMatchObject({ status: 'updated', previous: 'Production runs on 192.168.1.168' });
    expect(await find(host, 'production')).toEqual([updated.row.uuid]);
    expect(await find(host, '192.168.1.168')).toEqual([]);
  });

  it('leave every search and list when they expire, and start anew', async () => {
    const host = fixture.host();
    const soon = new Date(host.now().getTime() + 60_000).toISOString().replace('Z', '000+00:00');
    const first = await note(host, { expiresAt: soon });
    expect(await find(host, 'production')).toHaveLength(1);
    fixture.pass(61);
    expect(await find(host, 'production')).toEqual([]);
    expect((await host.list(userArea, { offset: 0, limit: 9 })).total).toBe(0);
    const shown = await host.list(userArea, { offset: 0, limit: 9, includeExpired: true });
    expect(shown.records[0]).toMatchObject({ id: first.row.uuid, expired: true });
    const anew = await note(host);
    expect(anew.status).toBe('saved');
    expect(anew.row.uuid).not.toBe(first.row.uuid);
  });

  it('come back as they were unless the key was saved anew', async () => {
    const host = fixture.host();
    const first = await note(host);
    await host.forget(userArea, [first.row.uuid], 'test');
    await note(host, { value: 'Production runs on 10.0.0.7' });
    expect(await host.restore(userArea, [first.row.uuid])).toEqual({
      restored: [],
      refused: [{ id: first.row.uuid, reason: 'saved_anew', label: 'prod_ip' }],
    });
  });
});

describe('statements', () => {
  it('with one key and other content are in conflict; the same content is a newer version', async () => {
    const host = fixture.host();
    const first = await state(host, 'The port is 5432', 'db-port');
    const again = await state(host, 'the port  is 5432', 'db-port');
    expect(await host.get(project, first)).toMatchObject({
      status: 'unverified',
      supersededBy: again,
      version: { n: 1, of: 2 },
    });
    const other = await state(host, 'The port is 5433', 'db-port');
    expect(await host.get(project, other)).toMatchObject({ status: 'conflict', conflictsWith: [again] });
    expect(await host.get(project, again)).toMatchObject({ status: 'conflict', conflictsWith: [other] });
    expect(await find(host, 'port 5432')).toEqual([other, again, first]);
    expect(await find(host, 'port', { status: 'unverified' })).toEqual([]);

    await host.forget(project, [other], 'test');
    expect(await host.get(project, again)).toMatchObject({ status: 'unverified', version: { n: 2, of: 2 } });
  });

  it('are searched in seconds when one key has a thousand versions', { timeout: 20_000 }, async () => {
    const host = fixture.host();
    await host.use(project, (opened) =>
      opened.write((tx) => {
        for (let n = 1; n <= 1000; n++)
          saveStatement(
            tx,
            {
              content: `Report ${n} of the nightly build`,
              factKey: 'nightly',
              workspace: 'default',
              scope: 'shared',
              source: 'agent',
              confidence: 0.5,
              derivedFrom: [],
              savedBy: 'test',
            },
            host.timestamp(),
          );
      }),
    );
    const { hits, total } = await host.search([project], { query: 'nightly', limit: 50 });
    expect(total).toBe(1000);
    expect(hits).toHaveLength(50);
    expect(hits[0]?.record.version).toEqual({ n: 1000, of: 1000 });
    expect(hits[0]?.record.conflictsWith).toHaveLength(999);
  });

  it('that summarise take the worst status of their sources, through summaries of summaries', async () => {
    const host = fixture.host();
    const source = await state(host, 'Staging uses app-staging', 'staging');
    const summary = await state(host, 'Deploy summary', undefined, [source]);
    const top = await state(host, 'Summary of the summary', undefined, [summary]);
    expect((await host.get(project, top))?.status).toBe('unverified');
    await state(host, 'Staging uses something else', 'staging');
    expect((await host.get(project, summary))?.status).toBe('conflict');
    expect((await host.get(project, top))?.status).toBe('conflict');
    const hit = (await host.search([project], { query: 'Deploy summary', limit: 1 })).hits[0];
    expect(hit?.relations.map(({ id, relation }) => [id, relation])).toEqual([
      [source, 'derived_from'],
      [top, 'source_of'],
    ]);
  });
});

describe('forgetting', () => {
  it('is undone from disk, as one act, after everything was closed', async () => {
    const host = fixture.host();
    const ids = [
      (await observe(host)).row.uuid,
      (await observe(host, { title: 'Second', content: 'Another body' })).row.uuid,
    ];
    await host.forget(project, ids, 'person');
    await host.close();
    const after = fixture.host();
    const last = await after.lastForgotten([project, userArea]);
    expect(last?.ids).toEqual(ids);
    await after.restore(project, last?.ids ?? []);
    expect(await after.lastForgotten([project, userArea])).toBeUndefined();
    expect((await after.list(project, { offset: 0, limit: 9 })).records.map(({ id }) => id).sort()).toEqual(
      [...ids].sort(),
    );
  });

  it('and its undo make nothing newer: the versions of a fact keep their order', async () => {
    const host = fixture.host();
    const first = await state(host, 'The port is 5432', 'db-port');
    const second = await state(host, 'The port is 5433', 'db-port');
    await host.forget(project, [first], 'person');
    await host.restore(project, [first]);
    expect((await host.get(project, first))?.version).toEqual({ n: 1, of: 2 });
    expect(await find(host, 'port')).toEqual([second, first]);
    expect((await host.list(project, { offset: 0, limit: 9 })).records.map(({ id }) => id)).toEqual([
      second,
      first,
    ]);
  });

  it('is undone act by act, the newest first', async () => {
    const host = fixture.host();
    const first = (await observe(host)).row.uuid;
    const second = (await observe(host, { title: 'Second', content: 'Another body' })).row.uuid;
    await host.forget(project, [second], 'person');
    fixture.pass(1);
    await host.forget(project, [first], 'person');
    expect((await host.lastForgotten([project]))?.ids).toEqual([first]);
    await host.restore(project, [first]);
    expect((await host.lastForgotten([project]))?.ids).toEqual([second]);
  });

  it('for good leaves a tombstone and nothing to restore', async () => {
    const host = fixture.host();
    const { row } = await observe(host, { topicKey: 'uploads', content: 'first text' });
    await observe(host, { topicKey: 'uploads', content: 'second text' });
    await host.use(project, (area) =>
      area.write((tx) => purgeMemories(tx, [row.uuid], 'person', host.timestamp())),
    );
    expect(await host.get(project, row.uuid)).toBeUndefined();
    expect((await host.restore(project, [row.uuid])).refused[0]?.reason).toBe('purged');
    const left = await host.use(project, (area) =>
      area.read((db) => [db.query('SELECT * FROM history'), db.query('SELECT uuid FROM tombstone')]),
    );
    expect(left).toEqual([[], [{ uuid: row.uuid }]]);
  });
});

describe('the host', () => {
  it('opens nothing until it is asked, and says so', async () => {
    const host = fixture.host();
    expect(host.opened).toBe(false);
    await host.list(userArea, { offset: 0, limit: 1 });
    expect(host.opened).toBe(true);
  });

  it('searches more projects than it holds open, and merges their best', async () => {
    const host = fixture.host();
    const areas = Array.from({ length: 19 }, (_, n): Area => {
      const id = `22222222-2222-4222-8222-${String(n).padStart(12, '0')}`;
      return { kind: 'project', id, name: `p${n}` };
    });
    for (const [n, area] of areas.entries()) {
      await host.use(area, (opened) =>
        opened.write((tx) =>
          saveObservation(
            tx,
            observation({ title: `Cache ${n}`, content: `The cache of project ${n} is warm.` }),
            () => false,
            host.timestamp(),
            host.now(),
          ),
        ),
      );
    }
    const answer = await host.search(areas, { query: 'cache', limit: 50 });
    expect(new Set(answer.hits.map(({ record }) => record.area))).toEqual(new Set(areas));
    expect(answer.total).toBe(19);
  });

  it('keeps the index right while memories change under its building', async () => {
    const filler = fixture.host();
    await Promise.all(
      Array.from({ length: 600 }, (_, n) =>
        observe(filler, { title: `Filler ${n}`, content: `zebra ${n} `.repeat(20) }),
      ),
    );
    const target = await observe(filler, { title: 'Giraffe', content: 'giraffe' });
    const host = fixture.host();
    const first = find(host, 'zebra');
    await host.forget(project, [target.row.uuid], 'test');
    const late = await observe(host, { title: 'Okapi', content: 'okapi' });
    await first;
    expect(await find(host, 'giraffe')).toEqual([]);
    expect(await find(host, 'okapi')).toEqual([late.row.uuid]);
    expect((await host.search([project], { query: 'zebra', limit: 1 })).total).toBe(600);
  });
});
