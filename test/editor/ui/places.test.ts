import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { poll } from '../../support/poll';
import { came } from '../../support/vscode/came';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import {
  command,
  container,
  factsView,
  inputTitled,
  offered,
  projectView,
  saveByPalette,
  storageOf,
  WITHIN,
} from './fixtures';

describe('a window', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'places-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('that is switched off reads, writes and offers nothing until it is switched on', async () => {
    const folder = repository(path.join(scratch, 'off'));
    const settings = { 'projectMemory.enabled': false };
    await withWorkbench({ folder, settings, chat: true }, async ({ server, workbench }) => {
      await workbench.statusBarItem('Project Memory is off').waitFor();
      await workbench.openContainer(container);
      const view = workbench.view(projectView);
      await view.welcome.filter({ hasText: 'Memory is off' }).waitFor();
      expect(await workbench.view(factsView).rows()).toEqual([]);
      expect(await workbench.commandTitles(command(''))).not.toContain(command('Save Memory...'));
      expect((await workbench.chat.run('TOOLS')).answer).not.toContain('mem_save');
      expect(existsSync(storageOf(server)) ? readdirSync(storageOf(server)) : []).toEqual([]);

      await view.welcome.getByRole('button', { name: 'Turn On' }).click();
      await workbench.statusBarItem('Project Memory: off').waitFor();
      await view.welcome.filter({ hasText: 'Nothing is remembered about this project yet' }).waitFor();
      expect((await workbench.chat.run('TOOLS')).answer).toContain('projectMemory_mem_save');
    });
  });

  it('without a folder shows the facts of the person and asks for the project of a save', async () => {
    await withWorkbench({}, async ({ workbench }) => {
      await workbench.statusBarItem('Project Memory: No project').waitFor();
      await workbench.openContainer(container);
      await workbench.view(projectView).welcome.filter({ hasText: 'Open a folder' }).waitFor();
      await saveByPalette(workbench, { title: 'Where to?', type: 'Decisions', text: 'Nobody knows.' });
      await inputTitled(workbench, 'Which project does this memory belong to?');
      await offered(workbench, 'New project...', 'No project memory here');
      await workbench.quickInput.cancel();
      await workbench.notified('Nothing was saved');
    });
  });

  it('on the home folder takes it for no project', async () => {
    const dataDir = path.join(scratch, 'home-data');
    const home = path.join(dataDir, 'home');
    mkdirSync(home, { recursive: true });
    await withWorkbench({ dataDir, folder: home }, async ({ workbench, server }) => {
      await workbench.statusBarItem('Project Memory: No project').waitFor();
      await workbench.openContainer(container);
      await workbench.view(projectView).welcome.filter({ hasText: 'not taken for a project' }).waitFor();
      expect(existsSync(path.join(storageOf(server), 'projects'))).toBe(false);
    });
  });

  it('that is not trusted shows no project memory', async () => {
    const folder = repository(path.join(scratch, 'untrusted'));
    writeFileSync(path.join(folder, '.project-memory.json'), JSON.stringify({ project: 'somebody-else' }));
    mkdirSync(path.join(folder, '.vscode'));
    writeFileSync(
      path.join(folder, '.vscode/settings.json'),
      JSON.stringify({ 'projectMemory.project': 'somebody-else', 'projectMemory.enabled': true }),
    );
    await withWorkbench({ folder, trust: false }, async ({ workbench }) => {
      await workbench.openContainer(container);
      const view = workbench.view(projectView);
      await view.welcome.filter({ hasText: 'In Restricted Mode only your own facts are shown' }).waitFor();
      await workbench.statusBarItem('Project Memory: No project').waitFor();
      await workbench.trustFolder();
      await workbench.statusBarItem('Project Memory: somebody-else').waitFor();
    });
  });

  it('shows the rest of many memories page by page', async () => {
    const folder = repository(path.join(scratch, 'many'));
    const dataDir = path.join(scratch, 'many-data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const client = await ServerSession.start({ storage, args: ['--workspace', folder] });
    const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
    for (const n of numbers) {
      await client.ok('mem_save', {
        title: `Number ${n}`,
        content: `Content of number ${n}.`,
        type: 'discovery',
      });
    }
    await client.close();
    // What others left in the folder of the store is neither read nor removed.
    writeFileSync(path.join(storage, 'catalog', 'base-9-0123456789abcdef.sqlite'), 'no database');
    writeFileSync(path.join(storage, 'notes.txt'), 'mine');
    await withWorkbench({ dataDir, folder }, async ({ workbench, page }) => {
      await workbench.openContainer(container);
      const view = workbench.view(projectView);
      await view.row('Number 60').waitFor();
      await expect
        .poll(
          async () => (await view.rows()).slice(0, 3).map(({ label, description }) => [label, description]),
          WITHIN,
        )
        .toEqual([
          ['Discoveries', '60'],
          ['Number 60', expect.any(String)],
          ['Number 59', expect.any(String)],
        ]);
      await view.header.filter({ hasText: 'many' }).waitFor();
      await view.row('Discoveries').click({ position: { x: 120, y: 8 } });
      await view.row('Number 60').waitFor({ state: 'detached' });
      // A key that comes while the tree is being drawn is lost; on an open group it only moves on.
      await poll('the group to open', async () => {
        await page.keyboard.press('ArrowRight');
        return came(view.row('Number 60'), 3000);
      });
      // Rows come some moments after their group, and only those in sight are drawn.
      const atEnd = (label: string) =>
        poll(`${label} at the end`, async () => {
          await page.keyboard.press('End');
          return (await view.rows()).at(-1)?.label === label || undefined;
        });
      await atEnd('Load More');
      await view.row('Load More').filter({ hasText: '50 of 60 shown' }).waitFor();
      await poll('the rest to load', async () => {
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
        return view
          .row('Load More')
          .waitFor({ state: 'detached', timeout: 5000 })
          .then(
            () => true,
            () => undefined,
          );
      });
      await atEnd('Number 1');
    });
    expect(readFileSync(path.join(storage, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('shows a store it may not write to, and says so at a save', async () => {
    const folder = repository(path.join(scratch, 'read-only'), 'https://example.invalid/team/read-only.git');
    const dataDir = path.join(scratch, 'read-only-data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const client = await ServerSession.start({ storage, args: ['--workspace', folder] });
    await client.ok('mem_save', { title: 'Saved before', content: 'Still there.', type: 'decision' });
    await client.close();
    chmodSync(scratch, 0o755);
    // To read, not to write. Root would write all the same, so the window is somebody else's then.
    execFileSync('chmod', ['-R', 'a=rX', storage]);
    const account = process.getuid?.() === 0 ? { account: { uid: 65_534, gid: 65_534 } } : {};
    try {
      await withWorkbench({ dataDir, folder, ...account }, async ({ workbench }) => {
        await workbench.openContainer(container);
        await workbench.view(projectView).row('Saved before').waitFor();
        await saveByPalette(workbench, { title: 'Refused', type: 'Decisions', text: 'Not written.' });
        await workbench.notified('Nothing was saved');
        expect((await workbench.view(projectView).rows()).map(({ label }) => label)).not.toContain('Refused');
      });
    } finally {
      execFileSync('chmod', ['-R', 'u+rwX', storage]);
    }
  });

  it('says which file is in the way of the store, and leaves it alone', async () => {
    const folder = repository(path.join(scratch, 'foreign'));
    const dataDir = path.join(scratch, 'foreign-data');
    const inTheWay = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    mkdirSync(path.dirname(inTheWay), { recursive: true });
    writeFileSync(inTheWay, 'not a folder');
    await withWorkbench({ dataDir, folder }, async ({ workbench }) => {
      await workbench.openContainer(container);
      await workbench.view(projectView).pane.getByText('The memory cannot be shown').waitFor();
      await saveByPalette(workbench, { title: 'Lost?', type: 'Decisions', text: 'Not silently.' });
      await workbench.notified('Nothing was saved');
      await workbench.notified('project-memory.project-memory');
    });
    expect(readFileSync(inTheWay, 'utf8')).toBe('not a folder');
  });
});
