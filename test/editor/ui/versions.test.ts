import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { command, container, inputTitled, offered, projectView, WITHIN } from './fixtures';

describe('the menu of a memory', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'versions-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('shows what the memory said before, restores it, and pins it', async () => {
    const folder = repository(path.join(scratch, 'wren'));
    const dataDir = path.join(scratch, 'data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const client = await ServerSession.start({ storage, args: ['--workspace', folder] });
    const topic = { title: 'Cache lifetime', type: 'decision', topic_key: 'decision/cache' };
    const [older, newer] = ['The cache lives for an hour.', 'The cache lives for a day.'] as const;
    await client.ok('mem_save', { ...topic, content: older });
    await client.ok('mem_save', { ...topic, content: newer });
    await client.ok('mem_save', { title: 'Newest', type: 'decision', content: 'Saved last, never changed.' });
    await client.close();

    await withWorkbench({ dataDir, folder }, async ({ workbench, page }) => {
      await workbench.openContainer(container);
      const view = workbench.view(projectView);
      const inMenu = async (row: string, item: string): Promise<void> => {
        await view.openRowMenu(row);
        await workbench.chooseInMenu(item);
      };

      await inMenu('Newest', 'Show History');
      await workbench.notified('There are no earlier versions of this memory: Newest');

      await inMenu('Cache lifetime', 'Show History');
      await inputTitled(workbench, 'History: Cache lifetime');
      await offered(workbench, older);
      await workbench.quickInput.choose(older);
      await workbench.tab('Cache lifetime (version 1 ↔ now)').waitFor();
      const sides = page.locator('.editor-group-container.active .monaco-diff-editor');
      await sides.locator('.editor.original .view-line').filter({ hasText: older }).waitFor();
      await sides.locator('.editor.modified .view-line').filter({ hasText: newer }).waitFor();

      await inMenu('Cache lifetime', 'Show History');
      await workbench.quickInput.pressInRow(workbench.quickInput.row(older), 'Restore This Version');
      await workbench.notified('Version 1 restored: Cache lifetime');
      await view.openRow('Cache lifetime');
      await workbench.tab('Cache lifetime.md').waitFor();
      await workbench.editorShowing(older);
      await workbench.runCommand(command('Undo Last Change'));
      await workbench.editorShowing(newer);

      const rows = async (): Promise<readonly string[]> =>
        (await view.rows()).flatMap(({ label, level }) => (level === 2 ? [label] : []));
      await inMenu('Newest', 'Pin');
      await view.row('Newest').filter({ hasText: 'pinned' }).waitFor();
      await expect.poll(rows, WITHIN).toEqual(['Newest', 'Cache lifetime']);
      await inMenu('Newest', 'Unpin');
      await expect.poll(rows, WITHIN).toEqual(['Cache lifetime', 'Newest']);
    });
  });
});
