import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { poll } from '../../support/poll';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { attentionView, container, inputTitled, offered, projectView, WITHIN } from './fixtures';

/** Enough for a few to fall into the moments in which a tree is being drawn. */
const FORGOTTEN = 6;

describe('a row that is pressed while another process saves', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'pressed-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('is the row that the command is about', async () => {
    const folder = repository(path.join(scratch, 'otter'));
    const dataDir = path.join(scratch, 'data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const client = await ServerSession.start({ storage, args: ['--workspace', folder] });
    const titles = Array.from({ length: FORGOTTEN + 1 }, (_, n) => `Choice ${n}`);
    for (const title of titles)
      await client.ok('mem_save', { title, content: `${title} was made.`, type: 'decision' });
    for (const key of ['ports', 'retries'])
      for (const content of [`The ${key} are five.`, `The ${key} are six.`])
        await client.ok('remember', { content, fact_key: key });
    let saves = 0;
    let pressing = true;
    const saving = async (): Promise<void> => {
      // The newest of a group stands first: its rows change their places with every save.
      for (; pressing; saves++)
        await client.ok('mem_save', {
          title: `Finding ${saves % 2}`,
          content: `Seen ${saves} times.`,
          type: 'discovery',
          topic_key: `finding/${saves % 2}`,
        });
    };
    try {
      await withWorkbench({ dataDir, folder }, async ({ workbench }) => {
        await workbench.openContainer(container);
        const view = workbench.view(projectView);
        const attention = workbench.view(attentionView);
        await view.row('Choice 0').waitFor();
        await attention.row('ports').waitFor();
        const saved = saving();
        try {
          // What is selected is not what is pressed.
          await view.row('Choice 0').click();
          for (const title of titles.slice(1)) {
            // A row of the very group that is being drawn is refused, and nothing else goes in its place.
            await poll(`${title} to be forgotten`, async () => {
              await view.pressIn(view.row(title), 'Forget');
              return view
                .row(title)
                .waitFor({ state: 'detached', timeout: 10_000 })
                .then(
                  () => true,
                  () => undefined,
                );
            });
          }
          await attention.pressIn(attention.row('retries'), 'Resolve Conflict...');
          await inputTitled(workbench, 'Resolve Conflict');
          await offered(
            workbench,
            'Keep: The retries are five.',
            'Keep: The retries are six.',
            'Both are true',
            'Merge...',
          );
          await workbench.quickInput.cancel();
        } finally {
          pressing = false;
          await saved;
        }
        expect(saves).toBeGreaterThan(FORGOTTEN);
        await expect
          .poll(
            async () =>
              (await view.rows()).map(({ label }) => label).filter((label) => titles.includes(label)),
            WITHIN,
          )
          .toEqual(['Choice 0']);
      });
    } finally {
      await client.close();
    }
  });
});
