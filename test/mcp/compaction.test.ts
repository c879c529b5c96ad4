import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ServerSession, temporaryFolder } from '../support/mcpServer';
import { poll } from '../support/poll';

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

async function start(storage: string): Promise<ServerSession> {
  const session = await ServerSession.start({ storage, args: ['--project', 'otter'] });
  sessions.push(session);
  return session;
}

describe('the worker of the server', () => {
  it(
    'makes a new base of a log that has outgrown it, and nothing is lost',
    { timeout: 120_000 },
    async () => {
      const storage = temporaryFolder('mcp-storage-');
      const session = await start(storage);
      const ids: string[] = [];
      for (let n = 0; n < 13; n++) {
        const content = `Number ${n} `.padEnd(95_000, '.');
        const saved = await session.ok('mem_save', { title: `Number ${n}`, content, type: 'discovery' });
        ids.push((saved['observation'] as { id: string }).id);
      }
      const folder = path.join(storage, 'projects', readdirSync(path.join(storage, 'projects'))[0] ?? '');
      const base = await poll('a newer base', () => newerBase(folder));
      expect(base.includes('Number 0 ....')).toBe(true);
      expect(session.stderr).toBe('');
      const next = await start(storage);
      for (const id of ids)
        expect(await next.ok('mem_get_observation', { id })).toMatchObject({ memory: { id } });
    },
  );
});

/** The bytes of a base that a compaction made; undefined while there is none, or where the next one just replaced it. */
function newerBase(folder: string): Buffer | undefined {
  const name = readdirSync(folder).find((file) => /^base-[1-9]/.test(file));
  if (name === undefined) return undefined;
  try {
    return readFileSync(path.join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
