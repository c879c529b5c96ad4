import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import type { Workbench } from '../../support/vscode/workbench';
import {
  attentionView,
  command,
  container,
  inputTitled,
  offered,
  projectView,
  saveByPalette,
  WITHIN,
} from './fixtures';

describe('what needs attention', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'attention-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  /** Waits until the icon of the container says how much needs attention; nothing: no badge. */
  async function badge(workbench: Workbench, text: string): Promise<void> {
    await expect
      .poll(() => workbench.activityBarIcon(container).getAttribute('aria-label'), WITHIN)
      .toBe(text === '' ? container : `${container} - ${text}`);
  }

  it('is counted, compared and decided by the person, and followed while nobody looks', async () => {
    const folder = repository(path.join(scratch, 'otter'));
    mkdirSync(path.join(folder, 'docs'));
    writeFileSync(path.join(folder, 'docs/ports.md'), 'The port is 5432.\n');
    const dataDir = path.join(scratch, 'otter-data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const client = await ServerSession.start({ storage, args: ['--workspace', folder] });
    const factKey = { fact_key: 'uploads.retries' };
    await client.ok('remember', { content: 'Uploads are retried three times.', ...factKey });
    await client.ok('remember', { content: 'The port is documented.', source_id: 'docs/ports.md' });
    try {
      await withWorkbench({ dataDir, folder }, async ({ workbench, page }) => {
        const { quickInput } = workbench;
        const attention = workbench.view(attentionView);
        await workbench.openContainer(container);
        await attention.welcome.filter({ hasText: 'Nothing needs your attention' }).waitFor();
        await badge(workbench, '');

        await client.ok('remember', { content: 'Uploads are retried five times.', ...factKey });
        const row = attention.row('uploads.retries: Uploads are retried five times.');
        await row.filter({ hasText: '↔ Uploads are retried three times.' }).waitFor();
        await badge(workbench, '1 needs attention');

        // Side by side, without what two memories always differ in.
        await attention.clickRow('uploads.retries: Uploads are retried five times.');
        const compared = workbench.tab(
          'uploads.retries: Uploads are retried three times. ↔ Uploads are retried five times.',
        );
        await compared.waitFor();
        await attention.pressInRow('uploads.retries', 'Resolve Conflict...');
        await inputTitled(workbench, 'Resolve Conflict');
        await offered(
          workbench,
          'Keep: Uploads are retried three times.',
          'Keep: Uploads are retried five times.',
          'Both are true',
          'Merge...',
        );
        await quickInput.choose('Keep: Uploads are retried five times.');
        await badge(workbench, '');
        await workbench.view(projectView).row('superseded').waitFor();
        await workbench.pressInNotification('Kept as right: Uploads are retried five times.', 'Undo');
        await badge(workbench, '1 needs attention');

        // With the keyboard alone, from the palette: there is one conflict, so that is the one.
        await workbench.runCommand(command('Resolve Conflict...'));
        await quickInput.row('Both are true').waitFor();
        await quickInput.type('both are');
        await quickInput.focusedRow.filter({ hasText: 'Both are true' }).waitFor();
        await quickInput.accept();
        await workbench.notified('Kept as true side by side');
        await badge(workbench, '');

        // The person saves the file that a memory cites.
        await workbench.openFile('ports.md');
        await workbench.replaceEditorText('The port is 5433.\n');
        await workbench.save();
        await attention
          .row('The port is documented.')
          .filter({ hasText: 'the source has changed' })
          .waitFor();
        await badge(workbench, '1 needs attention');

        // Another process, while the sidebar shows something else.
        await page.keyboard.press('Control+Shift+E');
        await attention.pane.waitFor({ state: 'hidden' });
        await client.ok('remember', { content: 'Uploads are never retried.', ...factKey });
        await badge(workbench, '2 need attention');
      });
    } finally {
      await client.close();
    }
  });

  it('is told of to the person who saves what contradicts', async () => {
    const folder = repository(path.join(scratch, 'stork'));
    await withWorkbench({ folder }, async ({ workbench }) => {
      const port = (number: number): string => `The database of the service listens on port ${number}.`;
      await saveByPalette(workbench, { title: 'Database port', type: 'Decisions', text: port(5432) });
      await workbench.notified('Remembered in stork: Database port');
      await saveByPalette(workbench, { title: 'Port of the database', type: 'Decisions', text: port(5433) });
      await workbench.pressInNotification(
        'may repeat or contradict what was known: Database port.',
        'Compare',
      );
      await inputTitled(workbench, 'Resolve Conflict');
      await workbench.tab('Database port ↔ Port of the database').waitFor();
      await workbench.quickInput.choose(`Keep: ${port(5433)}`);
      await workbench.openContainer(container);
      await workbench.view(projectView).row('Database port').filter({ hasText: 'superseded' }).waitFor();
      await badge(workbench, '');
    });
  });

  it('is not looked for before something has opened the store', async () => {
    const folder = repository(path.join(scratch, 'heron'));
    const dataDir = path.join(scratch, 'heron-data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const client = await ServerSession.start({ storage, args: ['--workspace', folder] });
    for (const content of ['Herons nest high.', 'Herons nest low.'])
      await client.ok('remember', { content, fact_key: 'herons' });
    await client.close();
    await withWorkbench({ dataDir, folder }, async ({ workbench }) => {
      await workbench.statusBarItem('Project Memory: heron').waitFor();
      await badge(workbench, '');
      await workbench.runCommand(command('Search Memories...'));
      await workbench.quickInput.rowsLocator.filter({ hasText: 'Herons nest high.' }).waitFor();
      await workbench.quickInput.cancel();
      await badge(workbench, '1 needs attention');
    });
  });
});
