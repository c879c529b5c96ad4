import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { galleryOf } from '../../support/gallery';
import { git, repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import type { Workbench } from '../../support/vscode/workbench';
import {
  command,
  container,
  factsView,
  inputTitled,
  projectView,
  saveByPalette,
  storageOf,
  WITHIN,
} from './fixtures';

const QUESTION = 'Which project does this memory belong to?';
const CHOOSING = 'Choose the project of this window';

const save = (title: string): string =>
  `CALL projectMemory_mem_save {"title": "${title}", "content": "Text of ${title}."}`;

async function answered(workbench: Workbench): Promise<Record<string, unknown>> {
  return JSON.parse(await workbench.chat.answer()) as Record<string, unknown>;
}

async function run(workbench: Workbench, script: string): Promise<Record<string, unknown>> {
  return JSON.parse((await workbench.chat.run(script)).answer) as Record<string, unknown>;
}

/** The row of the picker that Enter would take. */
function focused(workbench: Workbench) {
  return workbench.quickInput.widget.locator('.monaco-list-row.focused .label-name').first();
}

describe('a window of several projects', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'projects-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  function workspace(name: string, ...folders: readonly (string | { readonly uri: string })[]): string {
    const file = path.join(scratch, `${name}.code-workspace`);
    const entries = folders.map((folder) => (typeof folder === 'string' ? { path: folder } : folder));
    writeFileSync(file, JSON.stringify({ folders: entries }));
    return file;
  }

  it('is asked for its project, which is kept, shown and changed in the status bar', async () => {
    const [one, two] = ['one', 'two'].map((name) =>
      repository(path.join(scratch, 'multi', name), `https://example.invalid/team/${name}.git`),
    );
    writeFileSync(path.join(two ?? '', 'second.txt'), 'In the second folder.');
    const folder = workspace('multi', one ?? '', two ?? '');
    await withWorkbench({ folder, chat: true }, async ({ workbench, page }) => {
      const { quickInput } = workbench;
      await workbench.statusBarItem('Project Memory: Choose a project').waitFor();

      // Without an active editor, dismissed: nothing is written, and the model is told the other way.
      await workbench.chat.send(save('Dismissed'));
      await inputTitled(workbench, QUESTION);
      await expect
        .poll(
          async () => (await quickInput.rows()).map(({ label, detail }) => [label.trim(), detail]),
          WITHIN,
        )
        .toEqual([
          ['one', `${one} · example.invalid/team/one`],
          ['two', `${two} · example.invalid/team/two`],
          ['New project...', ''],
          ['No project memory here', ''],
        ]);
      // Counted after the picker is shown.
      await quickInput
        .row('one')
        .filter({ hasText: 'no memories yet · recognised by its git remote' })
        .waitFor();
      await expect.poll(async () => (await focused(workbench).innerText()).trim(), WITHIN).toBe('one');
      await quickInput.cancel();
      expect(await answered(workbench)).toMatchObject({
        error: { code: 'ambiguous_project' },
        project_candidates: [{ name: 'one' }, { name: 'two' }],
        recovery_token: expect.stringMatching(/^rec-/) as string,
      });

      // The active editor decides nothing: it is only where Enter lands.
      await workbench.openFile('second.txt');
      await workbench.chat.send(save('For two'));
      await inputTitled(workbench, QUESTION);
      await expect.poll(async () => (await focused(workbench).innerText()).trim(), WITHIN).toBe('two');
      await quickInput.accept();
      expect(await answered(workbench)).toMatchObject({
        project: 'two',
        project_source: 'user_selected_after_ambiguous_project',
      });
      await workbench.statusBarItem('Project Memory: two, chosen by you').waitFor();
      expect(await run(workbench, save('Also for two'))).toMatchObject({
        project: 'two',
        project_source: 'remembered_choice',
      });

      // Changed in the status bar, to a project that did not exist.
      await workbench.statusBarItem('Project Memory: two').click();
      await inputTitled(workbench, CHOOSING);
      // Counted after the picker is shown.
      await quickInput.row('two').filter({ hasText: '2 memories' }).waitFor();
      await quickInput.choose('New project...');
      await inputTitled(workbench, 'New project');
      await quickInput.type('TWO');
      await quickInput.message.filter({ hasText: 'There is a project of this name' }).waitFor();
      await quickInput.type('Both  Together');
      await quickInput.accept();
      await workbench.statusBarItem('Project Memory: both together, chosen by you').waitFor();
      expect(await run(workbench, save('For both'))).toMatchObject({ project: 'both together' });

      // ... and to none at all.
      await workbench.statusBarItem('Project Memory: both together').click();
      await inputTitled(workbench, CHOOSING);
      await quickInput.choose('No project memory here');
      await workbench.statusBarItem('Project Memory: No project').waitFor();
      expect(await run(workbench, save('Refused'))).toMatchObject({ error: { code: 'project_disabled' } });

      // A choice of one of the folders is as good as any before it.
      await workbench.statusBarItem('Project Memory: No project').click();
      await inputTitled(workbench, CHOOSING);
      await quickInput.choose('one');
      await workbench.statusBarItem('Project Memory: one, chosen by you').waitFor();
      await page.reload();
      await workbench.statusBarItem('Project Memory: one, chosen by you').waitFor();
    });
  });

  it('without a folder may begin a project by name', async () => {
    await withWorkbench({ chat: true }, async ({ workbench }) => {
      const { quickInput } = workbench;
      await workbench.statusBarItem('Project Memory: No project').waitFor();
      await workbench.chat.send(save('Nowhere'));
      await inputTitled(workbench, QUESTION);
      await quickInput.choose('New project...');
      await inputTitled(workbench, 'New project');
      await quickInput.type('Loose Ends');
      await quickInput.accept();
      expect(await answered(workbench)).toMatchObject({
        project: 'loose ends',
        project_source: 'user_selected_after_ambiguous_project',
      });
      await workbench.statusBarItem('Project Memory: loose ends, chosen by you').waitFor();
      expect(await run(workbench, save('More of it'))).toMatchObject({ project_source: 'remembered_choice' });
    });
  });

  it('joins the project that a file names only after the person agreed', async () => {
    const secret = repository(path.join(scratch, 'agree', 'secret'));
    const evil = repository(path.join(scratch, 'agree', 'evil'));
    writeFileSync(path.join(evil, '.project-memory.json'), '{"project": "secret"}');
    await withWorkbench({ folder: secret, chat: true }, async (session) => {
      const { workbench } = session;
      expect(await run(workbench, save('Only here'))).toMatchObject({ project: 'secret' });
      const other = await session.openWindow({ folder: evil });
      const search = 'CALL projectMemory_mem_search {"query": "only here"}';
      await other.statusBarItem(/./).waitFor();
      expect(await run(other, search)).toMatchObject({ hits: [] });
      await other.chat.send(save('From the other'));
      await inputTitled(other, QUESTION);
      await other.quickInput.choose('secret');
      expect(await answered(other)).toMatchObject({ project: 'secret' });
      expect(await run(other, search)).toMatchObject({ hits: [{ title: 'Only here' }] });
    });
  });

  it('shows another project as soon as a file makes the folder one', async () => {
    const folder = repository(path.join(scratch, 'watched'));
    await withWorkbench({ folder }, async ({ workbench }) => {
      await workbench.statusBarItem('Project Memory: watched, git repository without a remote').waitFor();
      git(folder, 'remote', 'add', 'origin', 'https://example.invalid/team/found.git');
      await workbench.statusBarItem('Project Memory: found, recognised by its git remote').waitFor();
      writeFileSync(path.join(folder, '.project-memory.json'), '{"project": "Declared"}');
      await workbench.statusBarItem('Project Memory: declared, named in .project-memory.json').waitFor();
      // A file that cannot be read is told of, and nothing is guessed.
      await workbench.openContainer(container);
      writeFileSync(path.join(folder, '.project-memory.json'), '{');
      const view = workbench.view(projectView);
      await view.pane.getByText('It is not certain which project this is').waitFor();
      rmSync(path.join(folder, '.project-memory.json'));
      await view.welcome.filter({ hasText: 'Nothing is remembered about this project yet' }).waitFor();
      await workbench.statusBarItem('Project Memory: found').waitFor();
    });
  });

  it('is told the same of a folder as a server is', async () => {
    const root = path.join(scratch, 'gallery');
    mkdirSync(root);
    const wanted = ['worktree', 'declared in a sub-folder', 'declared, broken'];
    const folders = galleryOf(root)
      .filter(({ core }) => core === true)
      .map(({ name, make }) => ({ name, folder: path.join(root, make()) }))
      .filter(({ name }) => wanted.includes(name));
    expect(folders.map(({ name }) => name)).toEqual(wanted);
    await withWorkbench({ chat: true }, async (session) => {
      const client = await ServerSession.start({ storage: storageOf(session.server), roots: [] });
      for (const { name, folder } of folders) {
        const workbench = await session.openWindow({ folder });
        const seen = await run(workbench, 'CALL projectMemory_mem_current_project {}');
        await client.changeRoots([folder]);
        expect([name, { ...seen, tool_set: 'core' }]).toEqual([
          name,
          await client.ok('mem_current_project', {}),
        ]);
        await workbench.page.close();
      }
      await client.close();
    });
  });

  it('on a workspace without a disk knows it by its address', async () => {
    const folder = workspace('virtual', { uri: 'memory-only:/shelf/books' });
    await withWorkbench({ folder, chat: true }, async ({ workbench }) => {
      await workbench
        .statusBarItem('Project Memory: books, recognised by the address of the workspace')
        .waitFor();
      expect(await run(workbench, save('On the shelf'))).toMatchObject({
        project: 'books',
        project_source: 'workspace_uri',
        project_path: 'memory-only:///shelf/books',
      });
      await workbench.openContainer(container);
      await workbench.view(projectView).row('On the shelf').waitFor();
    });
  });

  it('that is not trusted reads the facts of the user, and lets nothing of the folder redirect it', async () => {
    const known = repository(path.join(scratch, 'trusted'));
    const folder = repository(path.join(scratch, 'untrusted'));
    writeFileSync(path.join(folder, '.project-memory.json'), '{"project": "trusted"}');
    mkdirSync(path.join(folder, '.vscode'));
    writeFileSync(path.join(folder, '.vscode', 'settings.json'), '{"projectMemory.project": "trusted"}');
    const dataDir = path.join(scratch, 'untrusted-data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const client = await ServerSession.start({ storage, args: ['--workspace', known] });
    await client.ok('mem_save', { title: 'Gannets of the project', content: 'They dive.' });
    const fact = { category: 'preferences', key: 'bird', value: 'Likes gannets' };
    await client.ok('memory', { action: 'save', ...fact });
    await client.close();
    // Chat itself needs trust; the person's own ways are left.
    await withWorkbench({ dataDir, folder, trust: false }, async ({ workbench }) => {
      const { quickInput } = workbench;
      await workbench.statusBarItem('Project Memory: No project').waitFor();
      await workbench.openContainer(container);
      await workbench.view(factsView).row('bird').waitFor();
      await workbench.view(projectView).welcome.filter({ hasText: 'In Restricted Mode' }).waitFor();
      await workbench.runCommand(command('Search Memories...'));
      await inputTitled(workbench, 'Search Memories');
      await quickInput.type('gannets');
      await quickInput.rowsLocator.filter({ hasText: 'Likes gannets' }).waitFor();
      await expect.poll(() => quickInput.rowsLocator.count(), WITHIN).toBe(1);
      await quickInput.cancel();
      await saveByPalette(workbench, { title: 'Refused', type: 'Decisions', text: 'Not written.' });
      await workbench.notified('Nothing was saved');
      await workbench.statusBarItem('Project Memory: No project').click();
      await workbench.notified('A project can be chosen once the workspace is trusted');
    });
  });
});
