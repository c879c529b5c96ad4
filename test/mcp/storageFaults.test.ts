import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ServerSession, temporaryFolder } from '../support/mcpServer';

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

/** Root may write anywhere, unless the server is started without the capabilities for it. */
const boundByPermissions =
  process.getuid?.() === 0
    ? [
        'setpriv',
        '--bounding-set=-dac_override,-dac_read_search',
        '--inh-caps=-dac_override,-dac_read_search',
      ]
    : [];

async function start(storage: string, wrapper: readonly string[] = []): Promise<ServerSession> {
  const folder = temporaryFolder('mcp-folder-');
  const session = await ServerSession.start({ storage, wrapper, args: ['--workspace', folder] });
  sessions.push(session);
  return session;
}

const note = { title: 'A note', content: 'The otter sleeps at noon.' };

function chmodAll(folder: string, files: number, folders: number): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? folders : files);
  }
  chmodSync(folder, folders);
}

describe('a storage that cannot be used as it should', () => {
  it('a folder that may not be written: reads work, a write says why', async () => {
    const storage = temporaryFolder('mcp-storage-');
    const writer = await start(storage);
    await writer.ok('mem_save', note);
    await writer.ok('memory', { action: 'save', category: 'other', key: 'pet', value: 'Has an otter' });
    await writer.close();
    chmodAll(storage, 0o444, 0o555);
    try {
      const session = await start(storage, boundByPermissions);
      expect(JSON.stringify(await session.ok('memory', { action: 'search', query: 'otter' }))).toContain(
        'Has an otter',
      );
      const found = await session.ok('mem_search', { query: 'otter noon', all_projects: true });
      expect((found['hits'] as { title: string }[]).map((hit) => hit.title)).toContain('A note');
      const { error } = await session.error('memory', {
        action: 'save',
        category: 'other',
        key: 'x',
        value: 'y',
      });
      expect(['read_only', 'store_unavailable']).toContain(error.code);
      expect(error.message).toMatch(/read-only|permission|EACCES/i);
      const [text] = await session.failure('remember', { content: 'x' });
      expect(text).toMatch(/^Error executing tool remember: store is read-only: /);
    } finally {
      chmodAll(storage, 0o644, 0o755);
    }
  });

  it('a folder that cannot be made: the message names it and the fault', async () => {
    const parent = temporaryFolder('mcp-parent-');
    chmodSync(parent, 0o555);
    const storage = path.join(parent, 'memories');
    const session = await start(storage, boundByPermissions);
    for (const [tool, input] of [
      ['mem_save', note],
      ['memory', { action: 'save', category: 'other', key: 'x', value: 'y' }],
    ] as const) {
      const { error } = await session.error(tool, input);
      expect(['read_only', 'store_unavailable']).toContain(error.code);
      expect(error.message).toContain(storage);
    }
  });

  it('a file where a database should be: the message names it, and the file stays as it is', async () => {
    const storage = temporaryFolder('mcp-storage-');
    for (const name of ['user', 'catalog', 'projects']) writeFileSync(path.join(storage, name), 'not yours');
    const session = await start(storage);
    for (const [tool, input] of [
      ['mem_save', note],
      ['memory', { action: 'save', category: 'other', key: 'x', value: 'y' }],
      ['memory', { action: 'list' }],
    ] as const) {
      const { error } = await session.error(tool, input);
      expect(error.code).toBe('store_unavailable');
      expect(error.message).toContain(storage);
    }
    expect(await session.ok('mem_current_project', {})).toMatchObject({
      project_source: expect.any(String) as string,
    });
    for (const name of ['user', 'catalog', 'projects']) {
      expect(readFileSync(path.join(storage, name), 'utf8')).toBe('not yours');
    }
  });

  it('foreign files beside the databases are left alone', async () => {
    const storage = temporaryFolder('mcp-storage-');
    mkdirSync(path.join(storage, 'user'));
    const strangers = ['notes.txt', path.join('user', 'base-9-zz.sqlite'), path.join('user', 'readme.md')];
    for (const name of strangers) writeFileSync(path.join(storage, name), 'not yours');
    const session = await start(storage);
    await session.ok('mem_save', note);
    await session.ok('memory', { action: 'save', category: 'other', key: 'x', value: 'y' });
    for (const name of strangers) expect(readFileSync(path.join(storage, name), 'utf8')).toBe('not yours');
  });

  it('a key file that is no key: the message says what to do, and nothing is stored', async () => {
    const storage = temporaryFolder('mcp-storage-');
    writeFileSync(path.join(storage, 'key'), 'short');
    const session = await start(storage);
    const { error } = await session.error('mem_save', note);
    expect(error.code).toBe('store_unavailable');
    expect(error.message).toMatch(/key/);
    expect(readFileSync(path.join(storage, 'key'), 'utf8')).toBe('short');
  });
});
