import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ServerSession, temporaryFolder } from '../support/mcpServer';

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

async function start(storage: string): Promise<ServerSession> {
  const session = await ServerSession.start({ storage, cwd: temporaryFolder('mcp-folder-') });
  sessions.push(session);
  return session;
}

const note = { title: 'A note', content: 'The otter sleeps at noon.' };

describe('a storage folder that other users can write to', () => {
  it('is closed to them before anything is written, and the log says so', async () => {
    const storage = temporaryFolder('mcp-storage-');
    chmodSync(storage, 0o777);
    const session = await start(storage);
    await session.ok('mem_save', note);
    expect(statSync(storage).mode & 0o777).toBe(0o700);
    expect(session.stderr).toContain(`The storage folder ${storage} could be written by other users`);
  });

  it('and in which somebody left a link is refused by every tool, and nothing is written', async () => {
    const storage = temporaryFolder('mcp-storage-');
    const elsewhere = temporaryFolder('elsewhere-');
    mkdirSync(path.join(storage, 'projects'), { mode: 0o777 });
    symlinkSync(path.join(elsewhere, 'stolen'), path.join(storage, 'key'));
    chmodSync(storage, 0o777);
    const session = await start(storage);
    for (const [name, input] of [
      ['mem_save', note],
      ['mem_search', { query: 'otter' }],
      ['memory', { action: 'save', category: 'other', key: 'x', value: 'y' }],
    ] as const) {
      const { error } = await session.error(name, input);
      expect(error.code, name).toBe('store_unavailable');
      expect(error.message).toContain(`${path.join(storage, 'key')} is a link`);
    }
    expect(existsSync(path.join(elsewhere, 'stolen'))).toBe(false);
    expect(existsSync(path.join(storage, 'catalog'))).toBe(false);
  });
});
