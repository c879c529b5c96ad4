import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import type { Workbench } from '../../support/vscode/workbench';
import { command, inputTitled, WITHIN } from './fixtures';

describe('a person who searches', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'search-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  /** Waits until the list holds these memories and notes, in this order. */
  async function listed(workbench: Workbench, ...expected: readonly string[]): Promise<void> {
    const { quickInput } = workbench;
    await expect
      .poll(
        async () => (await quickInput.rows()).map(({ description }) => description.split(' — ')[0]),
        WITHIN,
      )
      .toEqual(expected);
  }

  it('finds by what is typed so far and by misspelt words, sees what the list stands on, and looks elsewhere', async () => {
    const folder = repository(path.join(scratch, 'otter'));
    const dataDir = path.join(scratch, 'data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const saves = {
      heron: ['Herons wait for fish', 'Deploys run at night'],
      stork: ['Storks wait for spring'],
      otter: ['Backups are encrypted', 'Backups run hourly', 'Sessions live in Redis'],
    };
    for (const [project, titles] of Object.entries(saves)) {
      const workspace = project === 'otter' ? folder : repository(path.join(scratch, project));
      const client = await ServerSession.start({ storage, args: ['--workspace', workspace] });
      for (const title of titles)
        await client.ok('mem_save', { title, content: `${title}, and why.`, type: 'decision' });
      await client.close();
    }
    await withWorkbench({ dataDir, folder }, async ({ workbench, page }) => {
      const { quickInput } = workbench;
      await workbench.runCommand(command('Search Memories...'));
      await inputTitled(workbench, 'Search Memories');
      await listed(workbench, 'Sessions live in Redis', 'Backups run hourly', 'Backups are encrypted');

      // The last word is a beginning.
      await quickInput.type('back enc');
      await listed(workbench, 'Backups are encrypted', 'Backups run hourly');
      // A slip of the finger, at the beginning of a word and in whole ones.
      await quickInput.type('bakcu');
      await listed(workbench, 'Backups run hourly', 'Backups are encrypted');
      await quickInput.type('sesions redsi');
      await listed(workbench, 'Sessions live in Redis');
      // Nobody moved: no editor has opened. Moving shows what the list stands on, and closing takes it away.
      expect(await page.locator('.tabs-container .tab').count()).toBe(0);
      await quickInput.type('backups');
      await listed(workbench, 'Backups run hourly', 'Backups are encrypted');
      await page.keyboard.press('ArrowDown');
      await workbench.tab('Backups are encrypted.md').waitFor();
      await workbench.editorShowing('Backups are encrypted, and why.');
      await page.keyboard.press('ArrowUp');
      await workbench.tab('Backups run hourly.md').waitFor();
      await workbench.tab('Backups are encrypted.md').waitFor({ state: 'detached' });
      await quickInput.cancel();
      await workbench.tab('Backups run hourly.md').waitFor({ state: 'detached' });

      // Nothing here, but elsewhere: the row leads there, and projects stand apart.
      await workbench.runCommand(command('Search Memories...'));
      await quickInput.type('wait');
      await listed(workbench, 'No memory matches here. Search all projects: 2 memories may match there');
      await quickInput.accept();
      await inputTitled(workbench, 'Search Memories: All Projects');
      await expect
        .poll(
          async () =>
            (await quickInput.rows()).map(({ description }) => description.replace(/ · .*/, '')).sort(),
          WITHIN,
        )
        .toEqual(['Herons wait for fish — heron', 'Storks wait for spring — stork']);
      // And back, with the button.
      await quickInput.pressInTitle('Search This Project Only');
      await listed(workbench, 'No memory matches here. Search all projects: 2 memories may match there');
      await quickInput.pressInTitle('Search All Projects');
      await quickInput.chooseRow(quickInput.rowHolding('Herons wait for fish'));
      await workbench.tab('Herons wait for fish.md').waitFor();
      await workbench.editorShowing('project: heron');
    });
  });
});
