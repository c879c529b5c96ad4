import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { command, container, factsView, projectView, saveByPalette, storageOf, WITHIN } from './fixtures';

describe('one memory', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'sharing-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('is seen by the sidebar, chat tools, two windows and a server side by side', async () => {
    const folder = repository(path.join(scratch, 'app'), 'https://example.invalid/team/app.git');
    await withWorkbench({ folder, chat: true }, async (session) => {
      const { server, workbench } = session;
      await workbench.openContainer(container);
      const view = workbench.view(projectView);
      await view.welcome.filter({ hasText: 'Nothing is remembered about this project yet' }).waitFor();

      const client = await ServerSession.start({ storage: storageOf(server), args: ['--workspace', folder] });
      try {
        // The project begins with this write: the sidebar has looked at nothing but an empty catalog so far.
        await client.ok('mem_save', {
          title: 'The server saved this',
          content: 'From afar.',
          type: 'discovery',
        });
        await view.row('The server saved this').waitFor();

        await saveByPalette(workbench, {
          title: 'The person saved this',
          type: 'Decisions',
          text: 'By hand.',
        });
        await view.row('The person saved this').waitFor();
        expect(await titles(client, 'person saved')).toContain('The person saved this');

        // The list is ranked as the tools rank, not by the alphabet of titles that hold the query.
        const noise = Array.from({ length: 80 }, (_, n) => `unrelated${n}`).join(' ');
        await client.ok('mem_save', {
          title: 'Zebra redis',
          content: 'Redis, and redis again.',
          type: 'config',
        });
        await client.ok('mem_save', { title: 'Alpha redis', content: noise, type: 'config' });
        await view.row('Alpha redis').waitFor();
        await workbench.runCommand(command('Search Memories...'));
        await workbench.quickInput.type('redis');
        await expect
          .poll(
            async () =>
              (await workbench.quickInput.rows()).map(({ description }) => description.split(' — ')[0]),
            WITHIN,
          )
          .toEqual(['Zebra redis', 'Alpha redis']);
        await expect.poll(() => titles(client, 'redis'), WITHIN).toEqual(['Zebra redis', 'Alpha redis']);
        await workbench.quickInput.cancel();

        const saved = await workbench.chat.run(
          'CALL projectMemory_mem_save {"title": "The agent saved this", "content": "In chat.", "type": "pattern"}',
        );
        expect(JSON.parse(saved.answer)).toMatchObject({ status: 'inserted', project: 'app' });
        expect(saved.confirmations).toEqual([]);
        await view.row('The agent saved this').waitFor();
        expect(await titles(client, 'agent saved')).toContain('The agent saved this');

        const second = await session.openWindow({ folder });
        await second.openContainer(container);
        const other = second.view(projectView);
        await other.row('The agent saved this').waitFor();
        await client.ok('memory', {
          action: 'save',
          category: 'preferences',
          key: 'response_language',
          value: 'Prefers answers in Russian',
        });
        await other.pane.page().bringToFront();
        await second.view(factsView).row('response_language').waitFor();

        await client.ok('forget', { id: await idOf(client, 'The server saved this') });
        await other.row('The server saved this').waitFor({ state: 'detached' });
      } finally {
        await client.close();
      }
    });
  });
});

interface Hit {
  readonly id: string;
  readonly title?: string;
}

async function hits(client: ServerSession, query: string): Promise<readonly Hit[]> {
  return (await client.ok('mem_search', { query }))['hits'] as Hit[];
}

async function titles(client: ServerSession, query: string): Promise<readonly (string | undefined)[]> {
  return (await hits(client, query)).map(({ title }) => title);
}

async function idOf(client: ServerSession, title: string): Promise<string | undefined> {
  return (await hits(client, title)).find((hit) => hit.title === title)?.id;
}
