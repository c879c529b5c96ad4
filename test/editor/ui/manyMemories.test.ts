import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { ServerSession, UNLIMITED } from '../../support/mcpServer';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { container, projectView, WITHIN } from './fixtures';

describe('many memories in the sidebar', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'many-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('are folded into their groups when they are first shown, never under the eyes of a person', async () => {
    const folder = repository(path.join(scratch, 'gull'));
    const dataDir = path.join(scratch, 'data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const client = await ServerSession.start({ storage, args: ['--workspace', folder, ...UNLIMITED] });
    const save = async (n: number): Promise<void> => {
      const type = n % 2 === 0 ? 'decision' : 'discovery';
      await client.ok('mem_save', { title: `Gull ${n}`, type, content: `What was seen of gull ${n}.` });
    };
    for (let n = 1; n < 40; n++) await save(n);
    try {
      await withWorkbench({ dataDir, folder }, async (session) => {
        const { workbench } = session;
        await workbench.openContainer(container);
        const view = workbench.view(projectView);
        await view.row('Gull 39').waitFor();

        await save(40);
        await view.row('Decisions').filter({ hasText: '20' }).waitFor();
        await view.row('Gull 40').waitFor();

        const second = await session.openWindow({ folder });
        await second.openContainer(container);
        const groups = second.view(projectView);
        await expect
          .poll(
            async () => (await groups.rows()).map(({ label, description }) => [label, description]),
            WITHIN,
          )
          .toEqual([
            ['Decisions', '20'],
            ['Discoveries', '20'],
          ]);
        await groups.expandRow('Decisions');
        await groups.row('Gull 40').waitFor();
        await save(42);
        await groups.row('Gull 42').waitFor();
      });
    } finally {
      await client.close();
    }
  });
});
