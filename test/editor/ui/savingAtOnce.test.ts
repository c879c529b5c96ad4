import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../support/command';
import { repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { queryByOtherSqlite } from '../../support/otherSqlite';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { storageOf } from './fixtures';

/** Saves of each window: fewer than an agent may call tools in one turn. */
const SAVES = 8;
/** More than that the server need not save while the windows do. */
const SAVES_OF_SERVER = 200;

describe('two windows and a server', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'at-once-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('save at once, and each memory that was acknowledged is there once', async () => {
    const folder = repository(path.join(scratch, 'app'), 'https://example.invalid/team/app.git');
    await withWorkbench({ folder, chat: true }, async (session) => {
      const storage = storageOf(session.server);
      const windows = [session.workbench, await session.openWindow({ folder })];
      const client = await ServerSession.start({ storage, args: ['--workspace', folder] });
      const saved: string[] = [];
      try {
        for (const [n, { page, chat }] of windows.entries()) {
          await page.bringToFront();
          await chat.send(script(`window ${n}`));
        }
        let answered = false;
        const answers = Promise.all(windows.map(({ chat }) => chat.answer())).finally(() => {
          answered = true;
        });
        for (let n = 0; n < SAVES || (!answered && n < SAVES_OF_SERVER); n++) {
          const note = await client.ok('mem_save', {
            title: `server ${n}`,
            content: `Number ${n} of the server.`,
          });
          saved.push((note['observation'] as { id: string }).id);
        }
        for (const answer of await answers) expect(answer).toContain('"status":"inserted"');
      } finally {
        await client.close();
      }
      const results = new Set(session.modelRequests().flatMap((request) => request.results));
      for (const result of results) {
        const { status, observation } = JSON.parse(result) as { status: string; observation: { id: string } };
        expect(status).toBe('inserted');
        saved.push(observation.id);
      }
      expect(results.size).toBe(windows.length * SAVES);

      const file = path.join(scratch, 'all.sqlite');
      const { status } = await runCommand(['export', '--storage', storage, '--sqlite', file]);
      expect(status).toBe(0);
      expect(queryByOtherSqlite(file, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      const stored = queryByOtherSqlite(file, 'SELECT uuid FROM memory').map(({ uuid }) => String(uuid));
      expect(stored.sort()).toEqual(saved.sort());
    });
  });
});

/** What an agent is to do in one window. */
function script(name: string): string {
  return Array.from({ length: SAVES }, (_, n) => {
    const input = { title: `${name}, ${n}`, content: `Number ${n} of ${name}.`, type: 'discovery' };
    return `CALL projectMemory_mem_save ${JSON.stringify(input)}`;
  }).join(' ');
}
