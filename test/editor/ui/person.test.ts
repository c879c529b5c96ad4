import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { command, container, inputTitled, offered, projectView, saveByPalette, WITHIN } from './fixtures';

describe('a person', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'person-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('saves, sees, opens, finds, forgets and brings back a memory', async () => {
    const folder = repository(path.join(scratch, 'app'), 'https://example.invalid/team/app.git');
    await withWorkbench({ folder }, async ({ workbench, page }) => {
      await workbench.openContainer(container);
      const view = workbench.view(projectView);
      await view.welcome.filter({ hasText: 'Nothing is remembered about this project yet' }).waitFor();

      // Texts with patterns of String.replace and of snippets come back as they are.
      const text = "Because $& and $1 cost too much in `$'`.";
      await saveByPalette(workbench, { title: 'Sessions live in Redis', type: 'Decisions', text });
      await workbench.notified('Remembered in app: Sessions live in Redis');
      await view.row('Sessions live in Redis').waitFor();
      await expect
        .poll(async () => (await view.rows()).map(({ label, description }) => [label, description]), WITHIN)
        .toEqual([
          ['Decisions', '1'],
          ['Sessions live in Redis', expect.stringMatching(/^(now|\d+ min\. ago)$/)],
        ]);

      await view.openRow('Sessions live in Redis');
      await workbench.tab('Sessions live in Redis.md').waitFor();
      const document = await workbench.editorShowing(text);
      expect(document).toContain('title: Sessions live in Redis');
      expect(document).toContain('saved_by: person');
      expect(document).toContain('project: app');

      await saveByPalette(workbench, {
        title: 'Zebra striping is off',
        type: 'Patterns',
        text: 'Rows are plain.',
      });
      await view.row('Zebra striping is off').waitFor();

      await workbench.runCommand(command('Search Memories...'));
      await inputTitled(workbench, 'Search Memories');
      // A prefix of a word of the text finds it while it is being typed.
      await workbench.quickInput.type('cost too mu');
      await workbench.quickInput.rowsLocator.filter({ hasText: 'Sessions live in Redis' }).waitFor();
      await workbench.quickInput.rowsLocator
        .filter({ hasText: 'Zebra striping' })
        .waitFor({ state: 'detached' });
      await workbench.quickInput.cancel();

      await view.clickRow('Zebra striping is off');
      await page.keyboard.press('Delete');
      await view.row('Zebra striping is off').waitFor({ state: 'detached' });
      await workbench.pressInNotification('Forgotten: Zebra striping is off', 'Undo');
      await view.row('Zebra striping is off').waitFor();

      await workbench.runCommand(command('Forget Memory...'));
      await inputTitled(workbench, 'Forget Memory');
      await workbench.quickInput.type('zebra');
      await workbench.quickInput.rowsLocator.filter({ hasText: 'Zebra striping is off' }).waitFor();
      await workbench.quickInput.rowsLocator.filter({ hasText: 'Sessions' }).waitFor({ state: 'detached' });
      await workbench.quickInput.accept();
      await view.row('Zebra striping is off').waitFor({ state: 'detached' });

      await page.reload();
      await workbench.openContainer(container);
      await view.row('Sessions live in Redis').waitFor();
      expect((await view.rows()).map(({ label }) => label)).not.toContain('Zebra striping is off');
      await workbench.runCommand(command('Undo Last Change'));
      await view.row('Zebra striping is off').waitFor();
    });
  });

  it('saves a selection with the file and lines it stands in', async () => {
    const folder = repository(path.join(scratch, 'selection'));
    mkdirSync(path.join(folder, 'src'));
    writeFileSync(path.join(folder, 'src/limits.ts'), 'one\nconst limit = 30;\nthree\n');
    await withWorkbench({ folder }, async ({ workbench, page }) => {
      await workbench.openFile('limits.ts');
      await workbench.editor.click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+End');
      await workbench.runCommand(command('Save Memory...'));
      await inputTitled(workbench, 'Save Memory (1/2): title');
      await workbench.quickInput.message.filter({ hasText: 'src/limits.ts#L2' }).waitFor();
      await workbench.quickInput.type('The limit is thirty');
      await workbench.quickInput.accept();
      await inputTitled(workbench, 'Save Memory (2/2): type');
      await workbench.quickInput.accept();
      await workbench.pressInNotification('Remembered in selection', 'Open');
      await workbench.tab('The limit is thirty.md').waitFor();
      const document = await workbench.editorShowing('source_id: "src/limits.ts#L2"');
      expect(document).toContain('const limit = 30;');

      await saveByPalette(workbench, {
        title: 'A snippet',
        type: 'Patterns',
        text: 'Keep $1 and ${2:x} $& as is.',
      });
      await workbench.notified('A snippet');
      await workbench.tab('limits.ts').click();
      await workbench.editorShowing('three');
      await workbench.runCommand(command('Search Memories...'));
      await workbench.quickInput.type('snippet');
      await workbench.quickInput.pressInRow(workbench.quickInput.rowHolding('A snippet'), 'Insert at Cursor');
      await workbench.editorShowing('Keep $1 and ${2:x} $& as is.');
    });
  });

  it('copies a configuration with which another client reaches the same memory', async () => {
    const folder = repository(path.join(scratch, 'copied'));
    await withWorkbench({ folder }, async ({ workbench, page }) => {
      await workbench.openContainer(container);
      await workbench.runCommand(command('Copy MCP Configuration'));
      await workbench.quickInput.choose('mcpServers');
      await workbench.notified('MCP configuration copied');
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      const { mcpServers } = JSON.parse(copied) as {
        mcpServers: Record<string, { readonly command: string; readonly args: string[] }>;
      };
      const server = mcpServers['project-memory'];
      expect(server?.command).toBe('node');
      const client = new Client({ name: 'another-client', version: '1.0.0' });
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args: server?.args ?? [], cwd: folder }),
      );
      try {
        await client.callTool({
          name: 'mem_save',
          arguments: { title: 'From another client', content: 'Text.' },
        });
        await workbench.view(projectView).row('From another client').waitFor();
      } finally {
        await client.close();
      }
    });
  });

  it('is asked which of three repositories is meant, once', async () => {
    const folder = path.join(scratch, 'three');
    for (const name of ['alpha', 'beta', 'gamma']) {
      repository(path.join(folder, name), `https://example.invalid/team/${name}.git`);
    }
    await withWorkbench({ folder }, async ({ workbench }) => {
      await workbench.statusBarItem('Choose a project').waitFor();
      await workbench.openContainer(container);
      const view = workbench.view(projectView);
      await view.welcome.filter({ hasText: 'Several projects are open here' }).waitFor();

      await saveByPalette(workbench, { title: 'Beta uses tabs', type: 'Patterns', text: 'Everywhere.' });
      await inputTitled(workbench, 'Which project does this memory belong to?');
      await offered(workbench, 'alpha', 'beta', 'gamma', 'New project...', 'No project memory here');
      await workbench.quickInput.choose('beta');
      await workbench.notified('Remembered in beta: Beta uses tabs');
      await workbench.statusBarItem('Project Memory: beta').waitFor();
      await view.row('Beta uses tabs').waitFor();

      await saveByPalette(workbench, { title: 'Beta uses hooks', type: 'Patterns', text: 'On commit.' });
      await workbench.notified('Remembered in beta: Beta uses hooks');
      await view.row('Beta uses hooks').waitFor();
    });
  });

  it('keeps nothing when they dismiss the question', async () => {
    const folder = path.join(scratch, 'two.code-workspace');
    for (const name of ['left', 'right']) {
      repository(path.join(scratch, name), `https://example.invalid/team/${name}.git`);
    }
    writeFileSync(folder, JSON.stringify({ folders: [{ path: 'left' }, { path: 'right' }] }));
    await withWorkbench({ folder }, async ({ workbench }) => {
      await workbench.statusBarItem('Choose a project').waitFor();
      await saveByPalette(workbench, { title: 'Left or right', type: 'Decisions', text: 'Nobody said.' });
      await inputTitled(workbench, 'Which project does this memory belong to?');
      await workbench.quickInput.cancel();
      await workbench.notified('Nothing was saved');
      await workbench.statusBarItem('Choose a project').click();
      await workbench.quickInput.choose('right');
      await workbench.statusBarItem('Project Memory: right').waitFor();
      await workbench.openContainer(container);
      await workbench.view(projectView).welcome.filter({ hasText: 'Nothing is remembered' }).waitFor();
    });
  });
});
