import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LimitReached, MemoryLimits } from '../../src/memory/limits';
import { LiveBounds, type Counted } from '../../src/memory/liveBounds';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { saveStatement } from '../../src/memory/statements';
import { DEFAULT_SETTINGS, type StoreSettings } from '../../src/memory/storeSettings';
import type { Area } from '../../src/memory/types';
import type { Transaction } from '../../src/store/types';
import { HostFixture } from '../support/hostFixture';
import { projectOf } from '../support/movedStorage';

type ProjectArea = Area & { readonly kind: 'project' };

function put(tx: Transaction, host: MemoryHost, content: string, workspace: string): string {
  const saved = saveStatement(
    tx,
    {
      content,
      workspace,
      scope: 'shared',
      source: 'owner',
      confidence: 0.5,
      derivedFrom: [],
      savedBy: 'test',
    },
    host.timestamp(),
  );
  if (saved.kind !== 'saved') throw new Error('not saved');
  return saved.row.uuid;
}

describe('limits of memories', () => {
  const fixture = new HostFixture();
  beforeAll(() => fixture.start());
  afterEach(() => fixture.dispose());
  afterAll(() => fixture.stop());

  const limited = (most: Partial<StoreSettings['limits']>, total = 0): MemoryLimits =>
    new MemoryLimits(() => ({ ...DEFAULT_SETTINGS.limits, ...most }), {
      estimate: () => Promise.resolve(total),
      count: () => Promise.resolve(total),
    });

  /** Adds a statement; the limit that was reached instead, or its id. */
  async function add(
    host: MemoryHost,
    limits: MemoryLimits,
    area: ProjectArea,
    workspace = 'default',
  ): Promise<string> {
    const admission = await limits.admission();
    return host
      .use(area, (opened) =>
        opened.write((tx) => {
          const id = put(tx, host, `Statement of ${workspace}.`, workspace);
          admission.assertRoom(tx, { store: opened.store, kind: 'project', workspace });
          return id;
        }),
      )
      .catch((error: unknown) => {
        if (error instanceof LimitReached) return `${error.limited} ${error.limit}`;
        throw error;
      });
  }

  const count = (host: MemoryHost, area: Area): Promise<number> =>
    host.list(area, { offset: 0, limit: 1 }).then(({ total }) => total);

  it('are met in the order workspace, project, user, and nothing is stored then', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'limited');
    const limits = limited({ workspace: 2, project: 3 });
    const added = [];
    for (const workspace of ['a', 'a', 'a', 'b', 'b', 'a'])
      added.push(await add(host, limits, area, workspace));
    expect(added.map((answer) => (answer.includes(' ') ? answer : 'added'))).toEqual([
      'added',
      'added',
      'workspace 2',
      'added',
      'project 3',
      'workspace 2',
    ]);
    expect(await count(host, area)).toBe(3);
    expect(await add(host, limited({ user: 10 }, 10), area)).toBe('user 10');
    expect(await add(host, limited({ user: 11 }, 10), area)).not.toContain('user');
  });

  it('count what is alive: what was forgotten or deleted makes room, here and in another process', async () => {
    const [host, other] = [fixture.host(), fixture.host()];
    const area = await projectOf(host, 'limited');
    const limits = limited({ workspace: 3 });
    const ids = [await add(host, limits, area), await add(host, limits, area), await add(host, limits, area)];
    expect(await add(host, limits, area)).toBe('workspace 3');
    await other.forget(area, [ids[0]!], 'person');
    expect(await add(host, limits, area)).not.toContain(' ');
    expect(await add(host, limits, area)).toBe('workspace 3');
    await host.purge(area, [ids[1]!], 'person');
    expect(await add(other, limited({ workspace: 3 }), area)).not.toContain(' ');
    expect(await add(host, limits, area)).toBe('workspace 3');
    expect(await count(host, area)).toBe(3);
  });

  it('hold for saves at once, of one process and of two', async () => {
    const hosts = [fixture.host(), fixture.host()];
    const area = await projectOf(hosts[0]!, 'limited');
    const limits = hosts.map(() => limited({ project: 25 }));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => add(hosts[n % 2]!, limits[n % 2]!, area)),
    );
    expect(answers.filter((answer) => answer === 'project 25')).toHaveLength(35);
    expect(await count(hosts[1]!, area)).toBe(25);
  });

  it('are found by counting a few times, however many memories are saved', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'counted');
    const LIMIT = 600;
    let counts = 0;
    const all: Counted = {
      name: 'all',
      count: (db) => {
        counts++;
        return (
          db.query<{ n: number }>('SELECT count(*) AS n FROM memory WHERE deleted_at IS NULL')[0]?.n ?? 0
        );
      },
    };
    let full = 0;
    await host.use(area, async (opened) => {
      const bounds = new LiveBounds(opened.store);
      // Ids beyond the limit, so that the greatest of them proves nothing.
      const gone = await opened.write((tx) =>
        Array.from({ length: LIMIT }, () => put(tx, host, 'Gone.', 'w')),
      );
      await host.forget(area, gone, 'person');
      while (full === 0) {
        await opened.write((tx) => {
          put(tx, host, 'Kept.', 'w');
          if (!bounds.isWithin(tx, LIMIT, all)) full++;
        });
      }
    });
    expect(await count(host, area)).toBe(LIMIT + 1);
    expect(counts).toBeLessThan(25);
  });

  it('leave the database of the user closed while the projects are far from the limit', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'limited');
    await add(host, host.limits, area);
    expect(readdirSync(fixture.directory)).not.toContain('user');
  });
});
