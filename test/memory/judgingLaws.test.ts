import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forgetMemories, restoreMemories } from '../../src/memory/forgetting';
import { judge } from '../../src/memory/judging';
import { judgedRelations, type RelationRow } from '../../src/memory/judgments';
import { insertMemory, isLive, type MemoryRow } from '../../src/memory/memoryRow';
import { RecordReader } from '../../src/memory/record';
import { saveStatement } from '../../src/memory/statements';
import type { Transaction } from '../../src/store/types';
import { HostFixture } from '../support/hostFixture';
import { projectOf } from '../support/movedStorage';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

const MEMORIES = 6;

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('judge' as const),
      a: fc.nat(MEMORIES - 1),
      b: fc.nat(MEMORIES - 1),
      relation: fc.constantFrom(...judgedRelations, 'supersedes' as const, 'supersedes' as const),
    }),
  },
  fc.record({ do: fc.constantFrom('forget' as const, 'restore' as const), a: fc.nat(MEMORIES - 1) }),
);

/** Three observations, and three statements of one key of which two say the same. */
function memories(tx: Transaction, now: string): readonly string[] {
  const observations = ['one', 'two', 'three'].map(
    (content) =>
      insertMemory(
        tx,
        { kind: 'observation', title: content, content, scope: 'project', saved_by: 'test' },
        now,
      ).uuid,
  );
  const statements = ['5432', '5433', '5432'].map((content) => {
    const place = { workspace: 'default', scope: 'shared', source: 'agent', factKey: 'port' };
    const saved = saveStatement(
      tx,
      { ...place, content, confidence: 1, derivedFrom: [], savedBy: 'test' },
      now,
    );
    return saved.kind === 'saved' ? saved.row.uuid : '';
  });
  return [...observations, ...statements];
}

describe('whatever is judged, forgotten and brought back', () => {
  it('a memory is superseded by one that counts, conflicts are mutual, and something is left', async () => {
    const host = fixture.host();
    const area = await projectOf(host, 'otter');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const now = host.timestamp();
        const ids = await host.use(area, (opened) => opened.write((tx) => memories(tx, now)));
        // Each in a frame of its own: what was judged when, matters.
        for (const one of steps) {
          await host.use(area, (opened) =>
            opened.write((tx) => {
              const a = ids[one.a] ?? '';
              if (one.do === 'judge') {
                const pair = { a, b: ids[one.b] ?? '' };
                judge(tx, pair, { relation: one.relation, judgedBy: 'test' }, now);
              } else if (one.do === 'forget') forgetMemories(tx, [a], 'test', now);
              else restoreMemories(tx, [a], now);
            }),
          );
        }
        await host.use(area, async (opened) => {
          await opened.read((db) => {
            const rows = db.query<MemoryRow>('SELECT * FROM memory').filter(({ uuid }) => ids.includes(uuid));
            const reader = new RecordReader(db, area, now);
            const records = new Map(
              rows.filter((row) => isLive(row, now)).map((row) => [row.uuid, reader.record(row)]),
            );
            for (const { id, supersededBy, conflictsWith, caveats } of records.values()) {
              expect(supersededBy).not.toBe(id);
              if (supersededBy !== undefined) {
                expect(records.get(supersededBy)?.supersededBy).toBeUndefined();
              } else {
                for (const other of conflictsWith) expect(records.get(other)?.conflictsWith).toContain(id);
              }
              for (const other of conflictsWith) expect(records.get(other)?.supersededBy).toBeUndefined();
              const told = (supersededBy === undefined ? 0 : 1) + Math.min(5, conflictsWith.length);
              expect(caveats).toHaveLength(told);
            }
            if (records.size > 0)
              expect([...records.values()].some(({ supersededBy }) => supersededBy === undefined)).toBe(true);
            const pairs = db
              .query<RelationRow>('SELECT * FROM relation')
              .map(({ memory_a, memory_b }) => [memory_a, memory_b].sort().join());
            expect(new Set(pairs).size).toBe(pairs.length);
          });
          // The next run begins with memories of its own, and these are out of its way.
          await opened.write((tx) => forgetMemories(tx, ids, 'test', now));
        });
      }),
      { numRuns: 60 },
    );
  });
});
