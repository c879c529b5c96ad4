import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { diagnose } from '../../src/memory/doctor';
import { userArea } from '../../src/memory/memoryHost';
import { memoryMigrations } from '../../src/memory/schema';
import type { Area } from '../../src/memory/types';
import { catalogMigrations } from '../../src/project/catalogSchema';
import { FORMAT } from '../../src/store/base';
import { firstState } from '../../src/store/genesis';
import { loadSqlJs } from '../../src/store/sqlJs';
import { wasmFile } from '../support/builtWorker';
import { HostFixture } from '../support/hostFixture';
import { repositoryRoot } from '../support/paths';
import { queryFile } from '../support/sqliteFile';

const fixtures = path.join(repositoryRoot, 'test/fixtures');

/** A storage as the program of that format left it (tools/makeStoreFixture.ts). */
function unpack(format: number, target: string): void {
  const source = path.join(fixtures, `store-v${format}`);
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const packed = path.join(entry.parentPath, entry.name);
    const file = path.join(target, path.relative(source, packed).replace(/\.gz$/, ''));
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, gunzipSync(readFileSync(packed)), { mode: 0o600 });
  }
}

describe('a store of format 1', () => {
  const fixture = new HostFixture();
  beforeAll(() => fixture.start());
  afterEach(() => fixture.dispose());
  afterAll(() => fixture.stop());

  it('is in order, and holds everything that was saved', async () => {
    unpack(1, fixture.directory);
    const report = await diagnose({ storageDirectory: fixture.directory, wasmFile, now: '2026-01-01' });
    expect(report.issues).toEqual([]);
    expect(report.counts).toMatchObject({
      databases: 3,
      projects: 1,
      memories: 3,
      userMemories: 1,
      forgotten: 1,
    });

    const host = fixture.host();
    const otter = await (await host.catalog()).byName('otter');
    const area: Area = { kind: 'project', id: otter?.id ?? '', name: 'otter' };
    const { records } = await host.list(area, { offset: 0, limit: 10 });
    expect(records.map(({ kind, content, revision }) => ({ kind, content, revision }))).toEqual([
      { kind: 'statement', content: 'It eats crabs.', revision: 1 },
      { kind: 'statement', content: 'It eats fish.', revision: 1 },
      { kind: 'observation', content: 'By the lake: the river froze. \u{1F9A6} Выдра.', revision: 2 },
    ]);
    expect(records[0]?.version).toEqual({ n: 2, of: 2 });
    const found = await host.search([userArea, area], { query: 'выдра', limit: 5 });
    expect(found.hits.map(({ record }) => record.label)).toEqual(['Where the otter lives']);
    const forgotten = await host.lastForgotten([userArea]);
    expect(forgotten?.label).toContain('gone');
  });

  it('can be written to', async () => {
    unpack(1, fixture.directory);
    const host = fixture.host();
    const forgotten = await host.lastForgotten([userArea]);
    await host.restore(userArea, forgotten?.ids ?? []);
    const other = fixture.host();
    const { records } = await other.list(userArea, { offset: 0, limit: 10 });
    expect(records.map(({ content }) => content).sort()).toEqual(['Answers in Russian', 'Forgotten since']);
  });
});

describe('the format of today', () => {
  it('has a fixture: otherwise run tools/makeStoreFixture.ts', () => {
    expect(readdirSync(fixtures)).toContain(`store-v${FORMAT}`);
  });

  it.each([
    ['catalog', catalogMigrations],
    ['user', memoryMigrations],
  ])('its first migration of %s is what it was: a change needs a new one', async (folder, migrations) => {
    const sql = await loadSqlJs(wasmFile);
    const genesis = { salt: '00'.repeat(8), schema: 1, format: FORMAT };
    const database = firstState(sql, genesis, migrations);
    const schema = 'SELECT name, sql FROM sqlite_schema ORDER BY name';
    const today = database.query(schema);
    database.close();
    const directory = path.join(fixtures, `store-v${FORMAT}`, folder);
    const base = readdirSync(directory).find((name) => name.startsWith('base-0-')) ?? '';
    expect(today).toEqual(await queryFile(path.join(directory, base), schema));
  });
});
