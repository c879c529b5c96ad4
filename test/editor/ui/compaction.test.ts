import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { poll } from '../../support/poll';
import type { VscodeServer } from '../../support/vscode/server';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { saveByPalette, storageOf, WITHIN } from './fixtures';

/** A log is ended when it has outgrown this. */
const SEAL_BYTES = 1 << 20;

describe('the installed extension', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'compaction-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('makes new bases with its worker, from a window and from its server', async () => {
    const folder = repository(path.join(scratch, 'app'), 'https://example.invalid/team/app.git');
    await withWorkbench({ folder }, async ({ server, workbench }) => {
      const storage = storageOf(server);
      const start = () =>
        ServerSession.start({ storage, program: installedServer(server), args: ['--workspace', folder] });

      const filler = await start();
      await save(filler, 'Filler 0', 10_000);
      const database = path.join(storage, 'projects', readdirSync(path.join(storage, 'projects'))[0] ?? '');
      const log = path.join(database, 'log-0-00000000');
      let before = statSync(log).size;
      await save(filler, 'Filler 1', 10_000);
      const overhead = statSync(log).size - before - 10_000;
      for (let n = 2; ; n++) {
        before = statSync(log).size;
        // What is left is less than what a person writes next.
        const room = SEAL_BYTES - before - overhead - 50;
        if (room <= 0) break;
        await save(filler, `Filler ${n}`, Math.min(room, 90_000));
      }
      await filler.close();
      expect(bases(database)).toEqual([0]);

      await saveByPalette(workbench, { title: 'The last straw', type: 'Decisions', text: 'By hand.' });
      await poll(
        'a base made by the window',
        () => (bases(database).includes(1) ? true : undefined),
        WITHIN.timeout,
      );

      const client = await start();
      for (let n = 0; n < 14; n++) await save(client, `More ${n}`, 90_000);
      await poll(
        'a base made by the server',
        () => (bases(database).includes(2) ? true : undefined),
        WITHIN.timeout,
      );
      const found = await client.ok('mem_search', { query: 'last straw' });
      expect((found['hits'] as { title: string }[]).map(({ title }) => title)).toContain('The last straw');
      await client.close();
    });
  });
});

function installedServer(server: VscodeServer): string {
  const extensions = path.join(server.dataDir, 'extensions');
  const [own] = readdirSync(extensions).filter((name) => name.startsWith('project-memory.project-memory'));
  return path.join(extensions, own ?? '', 'dist/mcp-server.js');
}

async function save(session: ServerSession, title: string, characters: number): Promise<void> {
  await session.ok('mem_save', { title, content: title.padEnd(characters, '.'), type: 'discovery' });
}

/** Numbers of the bases of a database, oldest first. */
function bases(database: string): readonly number[] {
  return readdirSync(database)
    .flatMap((name) => /^base-(\d+)-/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}
