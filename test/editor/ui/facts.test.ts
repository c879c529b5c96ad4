import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { command, container, factsView, projectView, WITHIN } from './fixtures';

describe('facts about the person', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'facts-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('are all forgotten after a question, with an undo, and nothing of the project is', async () => {
    const folder = repository(path.join(scratch, 'linnet'));
    const dataDir = path.join(scratch, 'data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const client = await ServerSession.start({ storage, args: ['--workspace', folder] });
    for (const [key, value] of [
      ['shell', 'zsh'],
      ['editor', 'two columns'],
      ['name', 'Ada'],
    ])
      await client.ok('memory', { action: 'save', category: 'profile', key, value });
    await client.ok('mem_save', { title: 'Stays', type: 'decision', content: 'It is of the project.' });
    await client.close();
    await withWorkbench({ dataDir, folder }, async ({ workbench }) => {
      await workbench.openContainer(container);
      const view = workbench.view(factsView);
      await view.row('zsh').waitFor();
      const keys = async (): Promise<readonly string[]> =>
        (await view.rows()).flatMap(({ label, level }) => (level === 2 ? [label] : [])).sort();

      await workbench.runCommand(command('Forget All My Facts...'));
      await workbench.dialog.filter({ hasText: 'They (3 memories) leave every list' }).waitFor();
      await workbench.pressInDialog('Cancel');
      await workbench.runCommand(command('Forget All My Facts...'));
      await workbench.pressInDialog('Forget');
      await view.welcome.filter({ hasText: 'Nothing is remembered about you yet.' }).waitFor();
      await workbench.view(projectView).row('Stays').waitFor();
      await workbench.pressInNotification('Forgotten: 3 memories', 'Undo');
      await expect.poll(keys, WITHIN).toEqual(['editor', 'name', 'shell']);
    });
  });
});
