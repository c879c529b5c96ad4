import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { withWorkbench, type WorkbenchSession } from '../../support/vscode/withWorkbench';
import type { Workbench } from '../../support/vscode/workbench';
import { command, container, inputTitled, offered, projectView, WITHIN } from './fixtures';

describe('a person changes projects', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'project-commands-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  /** A window on the repository otter, which has two memories; the project heron has one. */
  async function inOtter(name: string, use: (session: WorkbenchSession) => Promise<void>): Promise<void> {
    const dataDir = path.join(scratch, name);
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const folder = repository(path.join(scratch, `${name}-folders`, 'otter'));
    mkdirSync(path.join(folder, 'web'));
    for (const workspace of [repository(path.join(scratch, `${name}-folders`, 'heron')), folder]) {
      const client = await ServerSession.start({ storage, args: ['--workspace', workspace] });
      const title = `About the ${path.basename(workspace)}`;
      await client.ok('mem_save', { title, content: 'It lives by the river.', type: 'discovery' });
      if (workspace === folder)
        await client.ok('remember', { content: 'Colours of the web.', source_id: 'web/colours.css' });
      await client.close();
    }
    await withWorkbench({ dataDir, folder }, async (session) => {
      await session.workbench.openContainer(container);
      await session.workbench.view(projectView).row('About the otter').waitFor();
      await use(session);
    });
  }

  const run = (workbench: Workbench, title: string): Promise<void> => workbench.runCommand(command(title));

  it('renames one, and takes it back from the notification', async () => {
    await inOtter('rename', async ({ workbench }) => {
      const { quickInput } = workbench;
      await run(workbench, 'Rename Project...');
      await inputTitled(workbench, 'Rename Project');
      await expect.poll(() => quickInput.value(), WITHIN).toBe('otter');
      await quickInput.type('../otter');
      await quickInput.message.filter({ hasText: 'A short name' }).waitFor();
      await quickInput.type('heron');
      await quickInput.accept();
      await workbench.notified('A project is called "heron" already');

      await run(workbench, 'Rename Project...');
      await inputTitled(workbench, 'Rename Project');
      await quickInput.type('Sea Otter');
      await quickInput.accept();
      await workbench.statusBarItem('Project Memory: sea otter').waitFor();
      await workbench.pressInNotification('otter is called sea otter now', 'Undo');
      await workbench.statusBarItem('Project Memory: otter').waitFor();
      await workbench.notified('Undone: otter renamed to sea otter');
    });
  });

  it('merges two, which only a confirmation does, and takes it back in another window', async () => {
    await inOtter('merge', async (session) => {
      const { workbench } = session;
      const { quickInput } = workbench;
      const view = workbench.view(projectView);
      const chooseBoth = async (): Promise<void> => {
        await run(workbench, 'Merge Projects...');
        await inputTitled(workbench, 'Merge Projects');
        await quickInput.row('otter').waitFor();
        await quickInput.choose('otter');
        await quickInput.choose('heron');
        await quickInput.accept();
        await quickInput.widget.getByPlaceholder('Choose the project that stays').waitFor();
        await offered(workbench, 'otter', 'heron');
        await quickInput.choose('otter');
        await workbench.dialog.filter({ hasText: 'Merge heron into otter?' }).waitFor();
      };
      await chooseBoth();
      await workbench.pressInDialog('Cancel');
      expect((await view.rows()).map(({ label }) => label)).not.toContain('About the heron');
      await chooseBoth();
      await workbench.pressInDialog('Merge');
      await workbench.notified('Merged into otter. Went over: 1 memory.');
      await view.row('About the heron').waitFor();

      const other = await session.openWindow();
      await other.statusBarItem('Project Memory: No project').waitFor();
      await run(other, 'Undo Last Change');
      await other.notified('Undone: heron merged into otter');
      await view.row('About the heron').waitFor({ state: 'detached' });
    });
  });

  it('moves a memory from the tree to another project, and the tree follows', async () => {
    await inOtter('move', async ({ workbench }) => {
      const { quickInput } = workbench;
      const view = workbench.view(projectView);
      await view.openRowMenu('About the otter');
      await workbench.chooseInMenu('Move Memory to Project...');
      await inputTitled(workbench, 'Move Memory to Project');
      await expect
        .poll(
          async () => (await quickInput.rows()).map(({ label, description }) => [label, description]),
          WITHIN,
        )
        .toEqual([['heron', '1 memory']]);
      await quickInput.choose('heron');
      await view.row('About the otter').waitFor({ state: 'detached' });
      await workbench.pressInNotification('Moved to heron: About the otter', 'Undo');
      await view.row('About the otter').waitFor();
    });
  });

  it('splits a folder off in the explorer, with the memories that cite a file in it', async () => {
    await inOtter('split', async ({ workbench, page }) => {
      const { quickInput } = workbench;
      const view = workbench.view(projectView);
      await view.row('Colours of the web.').waitFor();
      await page.keyboard.press('Control+Shift+E');
      const folder = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'web' });
      await workbench.chooseInMenuOf(folder, 'Split Folder Off in Project Memory...');
      await inputTitled(workbench, 'Split Folder into Its Own Project');
      await expect.poll(() => quickInput.value(), WITHIN).toBe('web');
      await quickInput.message
        .filter({ hasText: 'What otter remembers of files in this folder goes along: 1 memory' })
        .waitFor();
      await quickInput.accept();
      await workbench.notified('web is a project of its own now');
      await workbench.openContainer(container);
      await view.row('About the otter').waitFor();
      await view.row('Colours of the web.').waitFor({ state: 'detached' });
      await run(workbench, 'Undo Last Change');
      await view.row('Colours of the web.').waitFor();
    });
  });

  it('forgets one, which only a confirmation does, and brings it back', async () => {
    await inOtter('forget', async ({ workbench }) => {
      const view = workbench.view(projectView);
      await run(workbench, 'Forget Project...');
      await workbench.dialog.filter({ hasText: 'Forget the project otter?' }).waitFor();
      await workbench.pressInDialog('Cancel');
      await view.row('About the otter').waitFor();
      await run(workbench, 'Forget Project...');
      await workbench.dialog
        .filter({ hasText: 'What it remembers (2 memories) leaves every list' })
        .waitFor();
      await workbench.pressInDialog('Forget');
      await view.welcome.filter({ hasText: 'Nothing is remembered about this project yet' }).waitFor();
      await workbench.pressInNotification('The project otter is forgotten', 'Undo');
      await view.row('About the otter').waitFor();
    });
  });
});
