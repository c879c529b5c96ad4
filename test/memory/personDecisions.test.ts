import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { judge } from '../../src/memory/judging';
import { relationOfPair, type RelationRow } from '../../src/memory/judgments';
import type { MemoryHost } from '../../src/memory/memoryHost';
import {
  confirmByPerson,
  decideByPerson,
  lastDecision,
  rewriteByPerson,
  undoByPerson,
  type Deciding,
  type MadeDecision,
} from '../../src/memory/personDecisions';
import { saveStatement, type StatementInput } from '../../src/memory/statements';
import type { Area, MemoryRecord } from '../../src/memory/types';
import { filesHolding } from '../support/filesHolding';
import { HostFixture } from '../support/hostFixture';

const fixture = new HostFixture();
let folder: string;
let project: Area & { readonly kind: 'project' };

beforeAll(() => fixture.start());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decided-'));
  mkdirSync(path.join(folder, 'docs'));
  project = {
    ...{ kind: 'project', id: '11111111-1111-4111-8111-111111111111', name: 'app' },
    folders: [{ base: folder, within: folder }],
  };
});
afterEach(async () => {
  await fixture.dispose();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => fixture.stop());

async function record(host: MemoryHost, id: string): Promise<MemoryRecord> {
  const found = await host.get(project, id);
  if (found === undefined) throw new Error(`no memory ${id}`);
  return found;
}

async function remember(
  host: MemoryHost,
  content: string,
  over: Partial<StatementInput> = {},
): Promise<MemoryRecord> {
  const taken =
    over.sourceId === undefined ? undefined : await host.sources.take(project.folders ?? [], over.sourceId);
  const input = { workspace: 'default', scope: 'shared', source: 'owner', savedBy: 'test', ...over };
  const id = await host.use(project, (area) =>
    area.write((tx) => {
      const saved = saveStatement(
        tx,
        {
          ...{ content, confidence: 0.5, derivedFrom: [], ...input },
          ...(taken === undefined ? {} : { sourceHashTaken: taken }),
        },
        host.timestamp(),
      );
      if (saved.kind !== 'saved') throw new Error(saved.kind);
      return saved.row.uuid;
    }),
  );
  return record(host, id);
}

/** Two statements of one key that contradict each other. */
async function conflict(host: MemoryHost): Promise<readonly [MemoryRecord, MemoryRecord]> {
  const key = { factKey: 'port' };
  return [await remember(host, 'The port is 5432.', key), await remember(host, 'The port is 5433.', key)];
}

function made(deciding: Deciding): MadeDecision {
  if (deciding.kind !== 'decided') throw new Error(deciding.kind);
  return deciding.decision;
}

function pair(host: MemoryHost, a: MemoryRecord, b: MemoryRecord): Promise<RelationRow | undefined> {
  return host.use(project, (opened) => opened.read((db) => relationOfPair(db, a.id, b.id)));
}

describe('a text that the person merged from two', () => {
  it('becomes a version of the newer one, which takes the place of the older one', async () => {
    const host = fixture.host();
    const [older, newer] = await conflict(host);
    const content = 'The port is 5432, on the staging server 5433.';
    made(await rewriteByPerson(host, project, { memory: newer, over: [older], content }, 'person'));
    expect(await record(host, newer.id)).toMatchObject({ content, revision: 2, status: 'unverified' });
    expect(await record(host, older.id)).toMatchObject({ content: older.content, supersededBy: newer.id });
  });

  it('is taken back by another process: both texts are there again and contradict each other', async () => {
    const [host, other] = [fixture.host(), fixture.host()];
    const [older, newer] = await conflict(host);
    await rewriteByPerson(host, project, { memory: newer, over: [older], content: 'Both.' }, 'person');
    const last = await lastDecision(other, [project]);
    expect(last).toMatchObject({ label: 'port', area: { id: project.id } });
    expect(await undoByPerson(other, last as MadeDecision, 'person')).toBe(true);
    expect(await record(host, newer.id)).toMatchObject({ content: newer.content, status: 'conflict' });
    expect(await record(host, older.id)).toMatchObject({ status: 'conflict' });
    expect(await lastDecision(other, [project])).toBeUndefined();
  });

  it.each([['the newer'], ['the older']] as const)(
    'is refused when %s was changed since the person saw it',
    async (which) => {
      const host = fixture.host();
      const [older, newer] = await conflict(host);
      const changed = which === 'the newer' ? newer : older;
      await rewriteByPerson(host, project, { memory: changed, over: [], content: 'Changed.' }, 'an agent');
      const text = { memory: newer, over: [older], content: 'Both.' };
      expect(await rewriteByPerson(host, project, text, 'person')).toEqual({ kind: 'outdated' });
      expect(await pair(host, older, newer)).toBeUndefined();
    },
  );

  it('is refused when one of them was forgotten, and when it would close a circle', async () => {
    const host = fixture.host();
    const [older, newer] = await conflict(host);
    await host.use(project, (opened) =>
      opened.write((tx) =>
        judge(
          tx,
          { a: older.id, b: newer.id },
          { relation: 'supersedes', judgedBy: 'test' },
          host.timestamp(),
        ),
      ),
    );
    const third = await remember(host, 'The port is anything.');
    await decideByPerson(host, project, { kind: 'keep', id: third.id, others: [older.id] }, 'person');
    // The newer one gave way to the older one, and that to the third: it cannot take the place of the third.
    const circle = { memory: newer, over: [third], content: 'All.' };
    expect(await rewriteByPerson(host, project, circle, 'person')).toMatchObject({
      kind: 'refused',
      why: { kind: 'circular' },
    });
    expect(await record(host, newer.id)).toMatchObject({ content: newer.content, revision: 1 });
    await host.forget(project, [third.id], 'person');
    expect(await rewriteByPerson(host, project, circle, 'person')).toEqual({ kind: 'gone' });
  });

  it('changes nothing where one memory has that text already', async () => {
    const host = fixture.host();
    const [, newer] = await conflict(host);
    const same = { memory: newer, over: [], content: newer.content };
    expect(await rewriteByPerson(host, project, same, 'person')).toEqual({ kind: 'unchanged' });
    expect(await lastDecision(host, [project])).toBeUndefined();
  });
});

describe('the undo of what a person decided', () => {
  it('takes back the newest first, each in the areas that are asked about', async () => {
    const host = fixture.host();
    const [older, newer] = await conflict(host);
    const third = await remember(host, 'Herons nest high.');
    await decideByPerson(host, project, { kind: 'keep', id: newer.id, others: [older.id] }, 'person');
    await rewriteByPerson(host, project, { memory: third, over: [], content: 'Herons nest low.' }, 'person');
    expect(await lastDecision(host, [{ kind: 'user' }])).toBeUndefined();
    for (const label of ['Herons nest low.', 'port']) {
      const last = await lastDecision(host, [{ kind: 'user' }, project]);
      expect(last).toMatchObject({ label });
      expect(await undoByPerson(host, last as MadeDecision, 'person')).toBe(true);
    }
    expect(await record(host, older.id)).toMatchObject({ status: 'conflict' });
    expect(await record(host, third.id)).toMatchObject({ content: 'Herons nest high.', revision: 3 });
  });

  it('puts an earlier judgment back, and leaves alone what was decided or changed since', async () => {
    const host = fixture.host();
    const [older, newer] = await conflict(host);
    const ids = [older.id, newer.id];
    const first = made(await decideByPerson(host, project, { kind: 'allTrue', ids }, 'person'));
    const second = made(
      await decideByPerson(host, project, { kind: 'keep', id: older.id, others: [newer.id] }, 'person'),
    );
    expect(await undoByPerson(host, first, 'person')).toBe(false);
    expect(await pair(host, older, newer)).toMatchObject({ relation: 'supersedes' });
    expect(await undoByPerson(host, second, 'person')).toBe(true);
    expect(await pair(host, older, newer)).toMatchObject({ relation: 'compatible', judged_by: 'person' });

    const text = { memory: newer, over: [], content: 'Mine.' };
    const written = made(await rewriteByPerson(host, project, text, 'person'));
    const again = { memory: await record(host, newer.id), over: [], content: 'An agent was faster.' };
    await rewriteByPerson(host, project, again, 'an agent');
    expect(await undoByPerson(host, written, 'person')).toBe(false);
    expect(await record(host, newer.id)).toMatchObject({ content: 'An agent was faster.' });
  });

  it('is no change of a project, and no change of a project is one of these', async () => {
    const host = fixture.host();
    const [older, newer] = await conflict(host);
    await decideByPerson(host, project, { kind: 'keep', id: newer.id, others: [older.id] }, 'person');
    expect(await (await host.projectChanges()).latest()).toBeUndefined();
  });

  it('is done once, by whoever is first', async () => {
    const [host, other] = [fixture.host(), fixture.host()];
    const [older, newer] = await conflict(host);
    const answer = { kind: 'keep', id: newer.id, others: [older.id] } as const;
    const decision = made(await decideByPerson(host, project, answer, 'person'));
    expect(await undoByPerson(other, decision, 'person')).toBe(true);
    expect(await undoByPerson(host, decision, 'person')).toBe(false);
  });

  it('keeps no words of a judgment beside the memories that they speak of', async () => {
    const host = fixture.host();
    const [older, newer] = await conflict(host);
    await host.use(project, (opened) =>
      opened.write((tx) =>
        judge(
          tx,
          { a: older.id, b: newer.id },
          { relation: 'conflicts_with', judgedBy: 'test', reason: 'quokka', evidence: 'quokka' },
          host.timestamp(),
        ),
      ),
    );
    const answer = { kind: 'keep', id: newer.id, others: [older.id] } as const;
    const decision = made(await decideByPerson(host, project, answer, 'person'));
    expect(filesHolding(path.join(fixture.directory, 'catalog'), 'quokka')).toEqual([]);
    // Whoever decided still has them.
    expect(await undoByPerson(host, decision, 'person')).toBe(true);
    expect(await pair(host, older, newer)).toMatchObject({ relation: 'conflicts_with', reason: 'quokka' });
  });

  it('reaches back so far and no further', async () => {
    const host = fixture.host();
    const decisions = await host.decisions();
    const kept = Array.from({ length: 201 }, (_, n) => decisions.keep('', { n }, 'person'));
    const [, ...newest] = await Promise.all(kept);
    expect(await decisions.latest(['', project.id])).toMatchObject({ details: { n: 200 } });
    await Promise.all(newest.slice(1).map((id) => decisions.finish(id)));
    expect(await decisions.latest([''])).toMatchObject({ details: { n: 1 } });
    expect(await decisions.finish(newest[0] ?? '')).toBe(true);
    expect(await decisions.latest([''])).toBeUndefined();
  });
});

describe('a memory that still holds though its source has changed', () => {
  const write = (text: string): void => writeFileSync(path.join(folder, 'docs/ports.md'), text);

  it.each([
    ['the whole file', 'docs/ports.md', undefined],
    ['lines of it', 'docs/ports.md#L2', undefined],
    ['a hash that its saver gave', 'docs/ports.md', `sha256:${'ab'.repeat(32)}`],
  ] as const)('is held against the file as it is from now on: %s', async (_what, sourceId, sourceHash) => {
    const host = fixture.host();
    write('Ports\n5432\n');
    const given = sourceHash === undefined ? {} : { sourceHash };
    const saved = await remember(host, 'The port is documented.', { sourceId, ...given });
    write('Ports\n5433\n');
    const stale = await record(host, saved.id);
    expect(stale.freshness).toEqual({ status: 'stale', reason: 'source_changed' });
    made(await confirmByPerson(host, stale, 'person'));
    expect(await record(host, saved.id)).toMatchObject({ freshness: { status: 'fresh' }, revision: 2 });
    write('Ports\n5434\n');
    expect((await record(host, saved.id)).status).toBe('stale');
  });

  it('becomes stale again when that is taken back', async () => {
    const host = fixture.host();
    write('5432\n');
    const saved = await remember(host, 'The port is documented.', { sourceId: 'docs/ports.md' });
    write('5433\n');
    await confirmByPerson(host, await record(host, saved.id), 'person');
    expect(await undoByPerson(host, (await lastDecision(host, [project])) as MadeDecision, 'person')).toBe(
      true,
    );
    expect((await record(host, saved.id)).status).toBe('stale');
  });

  it('has nothing to be compared with where the file is gone', async () => {
    const host = fixture.host();
    write('5432\n');
    const saved = await remember(host, 'The port is documented.', { sourceId: 'docs/ports.md' });
    rmSync(path.join(folder, 'docs/ports.md'));
    const stale = await record(host, saved.id);
    expect(stale.freshness).toEqual({ status: 'stale', reason: 'source_missing' });
    made(await confirmByPerson(host, stale, 'person'));
    expect(await record(host, saved.id)).toMatchObject({
      freshness: { status: 'unknown' },
      status: 'unverified',
    });
  });

  it('says of a source that is no file what its newest memory says', async () => {
    const host = fixture.host();
    const sourceId = 'https://example.com/ports';
    const older = await remember(host, 'The port is 5432.', { sourceId, sourceHash: 'etag:one' });
    await remember(host, 'There is one port.', { sourceId, sourceHash: 'etag:two' });
    const stale = await record(host, older.id);
    expect(stale.freshness).toEqual({ status: 'stale', reason: 'newer_source_hash' });
    made(await confirmByPerson(host, stale, 'person'));
    expect(await record(host, older.id)).toMatchObject({ status: 'unverified', sourceHash: 'etag:two' });
  });

  it('is left as it is when it was changed since the person saw it', async () => {
    const host = fixture.host();
    const seen = await remember(host, 'The port is documented.', { sourceId: 'docs/ports.md' });
    await rewriteByPerson(host, project, { memory: seen, over: [], content: 'Another text.' }, 'an agent');
    expect(await confirmByPerson(host, seen, 'person')).toEqual({ kind: 'outdated' });
  });
});
