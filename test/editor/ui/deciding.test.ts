import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { attentionView, command, container, projectView } from './fixtures';

describe('what the person decides about memories', () => {
  let scratch: string;
  let folder: string;
  let dataDir: string;
  let client: ServerSession;

  beforeEach(async () => {
    scratch = mkdtempSync(path.join(tmpdir(), 'deciding-'));
    folder = repository(path.join(scratch, 'otter'));
    dataDir = path.join(scratch, 'data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    client = await ServerSession.start({ storage, args: ['--workspace', folder] });
  });

  afterEach(async () => {
    await client.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  it('may be one text of two, and is taken back later', async () => {
    const factKey = { fact_key: 'uploads.retries' };
    await client.ok('remember', { content: 'Uploads are retried three times.', ...factKey });
    await client.ok('remember', { content: 'Uploads are retried five times.', ...factKey });
    await withWorkbench({ dataDir, folder }, async ({ workbench }) => {
      await workbench.openContainer(container);
      const attention = workbench.view(attentionView);
      await attention.row('uploads.retries: Uploads are retried five times.').waitFor();
      await workbench.runCommand(command('Resolve Conflict...'));
      await workbench.quickInput.choose('Merge...');
      const both = 'Uploads are retried three times.\n\nUploads are retried five times.';
      expect(await workbench.editorShowing(both)).toBe(both);

      // Refused, and the text stays.
      await workbench.replaceEditorText('   ');
      await workbench.save();
      await workbench.notified('The text must not be blank');
      await workbench.replaceEditorText('Uploads are retried three times, large ones five times.');
      await workbench.save();
      await workbench.notified('Merged into one text: uploads.retries');
      await workbench.tab('uploads.retries.md').waitFor({ state: 'detached' });
      const project = workbench.view(projectView);
      await project.row('large ones five times').waitFor();
      await project.row('superseded').filter({ hasText: 'Uploads are retried three times.' }).waitFor();
      await attention.welcome.filter({ hasText: 'Nothing needs your attention' }).waitFor();

      await workbench.runCommand(command('Undo Last Change'));
      await workbench.notified('Taken back, what was decided about: uploads.retries');
      await attention.row('uploads.retries: Uploads are retried five times.').waitFor();
    });
  });

  it('may be that a memory still holds, or what it says from now on, when its source has changed', async () => {
    mkdirSync(path.join(folder, 'docs'));
    for (const name of ['ports', 'hosts']) writeFileSync(path.join(folder, `docs/${name}.md`), 'Old.\n');
    await client.ok('remember', { content: 'Ports are documented.', source_id: 'docs/ports.md' });
    await client.ok('remember', { content: 'Hosts are documented.', source_id: 'docs/hosts.md' });
    for (const name of ['ports', 'hosts']) writeFileSync(path.join(folder, `docs/${name}.md`), 'New.\n');
    await withWorkbench({ dataDir, folder }, async ({ workbench, page }) => {
      await workbench.openContainer(container);
      const attention = workbench.view(attentionView);
      await attention.row('Ports are documented.').filter({ hasText: 'docs/ports.md' }).waitFor();
      await attention.row('Hosts are documented.').waitFor();
      await attention.pressInRow('Ports are documented.', 'Open Source');
      await workbench.tab('ports.md').waitFor();
      await attention.pressInRow('Ports are documented.', 'Confirm as Still True');
      await workbench.notified('Confirmed as still true: Ports are documented.');
      await attention.row('Ports are documented.').waitFor({ state: 'detached' });

      // With the keyboard alone: the palette offers those that wait.
      await workbench.runCommand(command('Confirm as Still True'));
      await workbench.quickInput.rowsLocator.filter({ hasText: 'Hosts are documented.' }).waitFor();
      await workbench.quickInput.accept();
      await workbench.notified('Confirmed as still true: Hosts are documented.');
      await attention.welcome.filter({ hasText: 'Nothing needs your attention' }).waitFor();
      await workbench.pressInNotification('Confirmed as still true: Hosts are documented.', 'Undo');
      await attention.row('Hosts are documented.').waitFor();

      await attention.openRowMenu('Hosts are documented.');
      await workbench.chooseInMenu('Edit Memory...');
      await workbench.editorShowing('Hosts are documented.');
      await workbench.replaceEditorText('Hosts are written down.');
      // The button in the title of the editor says what saving does.
      await page.locator('.editor-actions a.action-label[aria-label^="Save in Memory"]').click();
      await workbench.notified('Saved: Hosts are documented. Its source has changed');
      await attention.row('Hosts are written down.').waitFor();
    });
  });

  it('may be to delete an area, which says what is lost', async () => {
    await client.ok('remember', { content: 'The quokka smiles.', workspace: 'field-notes' });
    await client.ok('remember', { content: 'The otter swims.' });
    await withWorkbench({ dataDir, folder }, async ({ workbench }) => {
      await workbench.openContainer(container);
      const project = workbench.view(projectView);
      await project.row('The quokka smiles.').waitFor();
      await workbench.runCommand(command('Delete Memory Area...'));
      await workbench.quickInput.choose('field-notes');
      await workbench.dialog
        .filter({ hasText: 'nothing can be saved to an area of this name again' })
        .waitFor();
      await workbench.pressInDialog('Delete');
      const told = 'The area field-notes is deleted. Forgotten: 1 memory';
      await workbench.notified(told);
      await project.row('The quokka smiles.').waitFor({ state: 'detached' });
      expect(await project.row('The otter swims.').isVisible()).toBe(true);
      await workbench.pressInNotification(told, 'Bring the Memories Back');
      await project.row('The quokka smiles.').waitFor();
      const again = await client.call('remember', { content: 'It hops.', workspace: 'field-notes' });
      expect(again.isError).toBe(true);
    });
  });
});
