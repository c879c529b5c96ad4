import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git, repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { container, projectView, WITHIN } from './fixtures';

const COMPARE = 'Compare with the Cited Version';

describe('a memory that names the commit at which it read its source', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'cited-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('shows the cited file as it was then beside the file as it is', async () => {
    const folder = repository(path.join(scratch, 'rook'));
    const file = path.join(folder, 'limits.ts');
    writeFileSync(file, 'const limit = 30;\n');
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '--message=limit');
    const cited = git(folder, 'rev-parse', '--short', 'HEAD').trim();
    const dataDir = path.join(scratch, 'data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const client = await ServerSession.start({ storage, args: ['--workspace', folder] });
    const source = { source_id: 'limits.ts' };
    await client.ok('remember', { content: 'The limit is thirty.', source_revision: cited, ...source });
    await client.ok('remember', { content: 'Nobody knows.', source_revision: 'f'.repeat(40), ...source });
    await client.ok('remember', { content: 'Read at no commit.', ...source });
    await client.close();
    writeFileSync(file, 'const limit = 50;\n');

    await withWorkbench({ dataDir, folder }, async ({ workbench, page }) => {
      await workbench.openContainer(container);
      const view = workbench.view(projectView);
      const compare = async (row: string): Promise<void> => {
        await view.openRowMenu(row);
        await workbench.chooseInMenu(COMPARE);
      };
      await compare('The limit is thirty.');
      await workbench.tab('The limit is thirty. (cited ↔ now)').waitFor();
      const sides = page.locator('.editor-group-container.active .monaco-diff-editor');
      const lines = (side: string): Locator => sides.locator(`.editor.${side} .view-line`);
      await lines('original').filter({ hasText: 'limit = 30;' }).waitFor();
      await lines('modified').filter({ hasText: 'limit = 50;' }).waitFor();

      await compare('Nobody knows.');
      await workbench.notified(`The commit ${'f'.repeat(40)} is not known to the Git extension here.`);

      await view.openRowMenu('Read at no commit.');
      await expect.poll(() => workbench.menuItems(), WITHIN).toContain('Open Source');
      expect(await workbench.menuItems()).not.toContain(COMPARE);
    });
  });
});
