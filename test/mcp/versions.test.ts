import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MemoryHost, userArea } from '../../src/memory/memoryHost';
import { wasmFile } from '../support/builtWorker';
import { runCommand } from '../support/command';
import { builtServer, ServerSession, temporaryFolder } from '../support/mcpServer';
import { serverOfNewerFormat, serverOfNewerSchema } from '../support/newerServers';
import { queryFile } from '../support/sqliteFile';
import { filesBelow } from '../support/storageCopy';

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

async function start(storage: string, program?: string): Promise<ServerSession> {
  const session = await ServerSession.start({
    storage,
    args: ['--project', 'otter'],
    ...(program === undefined ? {} : { program }),
  });
  sessions.push(session);
  return session;
}

function fact(key: string): Record<string, unknown> {
  return { action: 'save', category: 'other', key, value: `The value of ${key}` };
}

async function factKeys(session: ServerSession): Promise<readonly string[]> {
  const found = await session.ok('memory', { action: 'search', category: 'other', query: 'value' });
  return (found['facts'] as { key: string }[]).map(({ key }) => key).sort();
}

describe.each([
  ['schema', serverOfNewerSchema],
  ['format', serverOfNewerFormat],
])('a store of a newer %s', (_, newerServer) => {
  it(
    'is refused by every surface, which say why, and stays as it is byte by byte',
    { timeout: 60_000 },
    async () => {
      const storage = temporaryFolder('mcp-storage-');
      const newer = await start(storage, await newerServer());
      const saved = await newer.ok('mem_save', { title: 'River', content: 'The otter lives by the river.' });
      await newer.ok('memory', fact('pet'));
      await newer.close();
      const before = filesBelow(storage);

      const session = await start(storage);
      const id = (saved['observation'] as { id: string }).id;
      for (const [tool, input] of [
        ['mem_save', { title: 'Lake', content: 'The otter moved.' }],
        ['mem_search', { query: 'otter' }],
        ['mem_context', {}],
        ['mem_get_observation', { id }],
        ['memory', fact('x')],
        ['memory', { action: 'search', query: 'otter' }],
        ['memory', { action: 'list' }],
        ['remember', { content: 'The otter moved.' }],
        ['forget', { id }],
      ] as const) {
        const told = (await session.failure(tool, input)).join('\n');
        expect(told, tool).toMatch(
          /written by a newer version of this program: reload the window or update it/,
        );
      }
      const current = await session.ok('mem_current_project', {});
      expect(current).not.toHaveProperty('user_memories');
      expect(JSON.stringify(current)).toMatch(/newer version|Not every database of the store can be read/);
      await session.close();

      const host = new MemoryHost({
        storageDirectory: storage,
        runtime: { wasmFile, workerFile: path.join(path.dirname(await builtServer()), 'compact-worker.js') },
      });
      await expect(host.types(userArea)).rejects.toMatchObject({ code: 'schema_too_new' });
      await expect(host.catalog()).rejects.toMatchObject({ code: 'schema_too_new' });
      await host.close();

      for (const args of [[], ['--repair']]) {
        const doctor = await runCommand(['doctor', '--storage', storage, ...args]);
        expect(doctor.status).toBe(1);
        for (const database of ['catalog', 'user', 'project ']) {
          expect(doctor.stdout).toMatch(new RegExp(`^- ${database}.*: error: schema_too_new: `, 'm'));
        }
      }
      const backup = path.join(temporaryFolder('backup-'), 'all.sqlite');
      expect(await runCommand(['export', '--storage', storage, '--sqlite', backup])).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/schema_too_new: /) as string,
      });
      expect(filesBelow(storage)).toEqual(before);
    },
  );
});

describe('an upgrade while an older program runs', () => {
  it(
    'leaves the older one its reads and refuses its writes; nothing is lost either way',
    { timeout: 60_000 },
    async () => {
      const storage = temporaryFolder('mcp-storage-');
      const older = await start(storage);
      await older.ok('mem_save', { title: 'River', content: 'The otter lives by the river.' });
      await older.ok('memory', fact('before'));

      const newer = await start(storage, await serverOfNewerSchema());
      expect(await factKeys(newer)).toEqual(['before']);
      await newer.ok('memory', fact('after'));
      await newer.ok('mem_save', { title: 'Lake', content: 'The otter moved to the lake.' });

      for (const [tool, input] of [
        ['memory', fact('late')],
        ['mem_save', { title: 'Late', content: 'Too late for this version.' }],
      ] as const) {
        const { error } = await older.error(tool, input);
        expect(error.code).toBe('schema_too_new');
        expect(error.message).toMatch(/newer version .*: reload the window or update it/);
      }
      expect(await factKeys(older)).toEqual(['before']);
      const found = await older.ok('mem_search', { query: 'otter river' });
      expect(JSON.stringify(found['hits'])).toContain('The otter lives by the river.');
      expect(JSON.stringify(await older.ok('mem_context', {}))).toContain('River');

      expect(await factKeys(newer)).toEqual(['after', 'before']);
      const all = JSON.stringify(await newer.ok('mem_search', { query: 'otter' }));
      expect(all).toContain('The otter lives by the river.');
      expect(all).toContain('The otter moved to the lake.');
      await Promise.all(sessions.splice(0).map((session) => session.close()));
      const again = await start(storage, await serverOfNewerSchema());
      expect(await factKeys(again)).toEqual(['after', 'before']);
    },
  );

  it(
    'in the middle of its writes keeps what it acknowledged and nothing else',
    { timeout: 60_000 },
    async () => {
      const storage = temporaryFolder('mcp-storage-');
      const older = await start(storage);
      const acknowledged: string[] = [];
      let refused = '';
      let first: (() => void) | undefined;
      const begun = new Promise<void>((resolve) => (first = resolve));
      const writing = (async () => {
        for (let n = 0; refused === ''; n++) {
          const key = `fact_${String(n).padStart(5, '0')}`;
          const result = await older.call('memory', fact(key));
          if (result.isError === true) refused = JSON.stringify(result.content);
          else acknowledged.push(key);
          first?.();
        }
      })();
      await begun;
      const newer = await start(storage, await serverOfNewerSchema());
      await newer.ok('memory', fact('from_the_newer'));
      await writing;
      expect(refused).toContain('schema_too_new');
      const backup = path.join(temporaryFolder('backup-'), 'user.sqlite');
      const program = await serverOfNewerSchema();
      expect(
        (await runCommand(['export', '--storage', storage, '--sqlite', backup], { program })).status,
      ).toBe(0);
      const rows = await queryFile(backup, "SELECT key, later FROM memory WHERE area = 'user' ORDER BY key");
      expect(rows.map(({ key }) => key)).toEqual([...acknowledged, 'from_the_newer'].sort());
      // What the older one wrote went through the migration.
      expect(rows.filter(({ later }) => later === 'migrated').map(({ key }) => key)).toEqual(acknowledged);
    },
  );
});
